// SPDX-License-Identifier: Apache-2.0
#include "add_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "qualm/error.h"

namespace qualm::cli {
namespace {

template <typename Target>
void add_argument(CLI::App& app, const std::string& name, const std::string& value,
                  const std::string& description, Target& target, Presence presence) {
  app.add_option(name, target, description)
      ->type_name(value)
      ->required(presence == Presence::required);
}

}  // namespace

void CommandBuilder::details(const std::string& text) {
  app_.description(app_.get_description() + '\n' + text);
}

void CommandBuilder::examples(const std::string& lines) {
  app_.footer(lines);
}

void CommandBuilder::argument(const std::string& name, const std::string& value,
                              const std::string& description, std::string& target,
                              Presence presence) {
  add_argument(app_, name, value, description, target, presence);
}

void CommandBuilder::argument(const std::string& name, const std::string& value,
                              const std::string& description, std::vector<std::string>& target,
                              Presence presence) {
  add_argument(app_, name, value, description, target, presence);
}

void OptionGroup::value(const std::string& names, const std::string& value,
                        const std::string& description,
                        std::function<void(const std::string&)> take) {
  app_.add_option(
          names,
          [take = std::move(take), names](const CLI::results_t& results) {
            if (results.back().empty()) throw_usage(fmt::format("{}: the value is empty", names));
            take(results.back());
            return true;
          },
          description)
      ->type_name(value)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->group(name_);
}

void OptionGroup::text(const std::string& names, const std::string& value,
                       const std::string& description, std::string& target) {
  this->value(names, value, description, [&target](const std::string& text) { target = text; });
}

void OptionGroup::repeated(const std::string& names, const std::string& value,
                           const std::string& description, std::vector<std::string>& target) {
  app_.add_option(names, target, description)
      ->type_name(value)
      ->allow_extra_args(false)
      ->group(name_);
}

void OptionGroup::flag(const std::string& names, const std::string& description, bool& target) {
  app_.add_flag(names, target, description)->disable_flag_override()->group(name_);
}

std::string OptionGroup::joined(const NameList& choices) {
  return fmt::format("{}", fmt::join(choices, "|"));
}

std::size_t OptionGroup::find_choice(std::string_view option, std::string_view text,
                                     const NameList& choices) {
  return choose_or_complain(fmt::format("{} {}", option, text), text, choices);
}

std::uint64_t parse_whole(std::string_view option, std::string_view text, std::uint64_t least,
                          std::uint64_t greatest) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || number < least || number > greatest) {
    throw_usage(
        fmt::format("{} {}: give a whole number from {} to {}", option, text, least, greatest));
  }
  return number;
}

}  // namespace qualm::cli
