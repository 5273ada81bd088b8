// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "error/choose.h"

// CLI11 is slow to compile: only the files that speak to it include it.
namespace CLI {
class App;
}

namespace qualm::cli {

enum class Presence { required, optional };

/// Tells CLI11 what one command takes; its options come from an OptionGroup.
class CommandBuilder {
 public:
  explicit CommandBuilder(CLI::App& app) noexcept : app_(app) {}

  /// Paragraphs that follow the summary.
  void details(const std::string& text);
  /// Lines as typed.
  void examples(const std::string& lines);
  /// An argument; `value` as for options, "TEXT" is anything.
  void argument(const std::string& name, const std::string& value, const std::string& description,
                std::string& target, Presence presence);
  /// An argument that may be given several times.
  void argument(const std::string& name, const std::string& value, const std::string& description,
                std::vector<std::string>& target, Presence presence);

 private:
  friend class OptionGroup;
  CLI::App& app_;
};

/// Adds options of one group. A value given twice: the last one counts. An
/// empty one is refused.
class OptionGroup {
 public:
  OptionGroup(CommandBuilder& command, std::string name)
      : app_(command.app_), name_(std::move(name)) {}

  /// `value` is what help shows, see command_model.h. `take` throws usage if it does not like it.
  void value(const std::string& names, const std::string& value, const std::string& description,
             std::function<void(const std::string&)> take);
  void text(const std::string& names, const std::string& value, const std::string& description,
            std::string& target);
  /// A text each time it is given.
  void repeated(const std::string& names, const std::string& value, const std::string& description,
                std::vector<std::string>& target);
  /// One of a few texts, or of a few values that each have a name().
  template <typename Value, typename Target>
  void choice(const std::string& names, const std::string& description,
              const std::vector<Value>& values, Target& target) {
    this->value(names, joined(values), description,
                [=, &target, option = names](const std::string& text) {
                  target = values[find_choice(option, text, values)];
                });
  }
  void flag(const std::string& names, const std::string& description, bool& target);

  /// "imagenet|cifar", as help shows it
  [[nodiscard]] static std::string joined(const NameList& choices);

 private:
  /// Throws usage, with the nearest choice, if the text is none of them.
  [[nodiscard]] static std::size_t find_choice(std::string_view option, std::string_view text,
                                               const NameList& choices);

  CLI::App& app_;
  std::string name_;
};

/// A whole number from `least` to `greatest`. Throws usage naming the option.
[[nodiscard]] std::uint64_t parse_whole(std::string_view option, std::string_view text,
                                        std::uint64_t least, std::uint64_t greatest);

}  // namespace qualm::cli
