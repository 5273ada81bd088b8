// SPDX-License-Identifier: Apache-2.0
#include "usage_errors.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "error/choose.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

std::vector<std::string> option_names(const CommandModel& model) {
  std::vector<std::string> names;
  for (const OptionModel& option : model.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

[[noreturn]] void throw_unknown_option(const CommandModel& model, const std::string& given) {
  const std::string word = given.substr(0, given.find('='));
  const std::string complaint = fmt::format("unknown option {}", word);
  for (const CommandModel& command : model.commands) {
    const std::vector<std::string> names = option_names(command);
    if (!command.hidden && std::find(names.begin(), names.end(), word) != names.end()) {
      throw_usage(fmt::format("{}: options go after the command: {} {} {}", complaint, model.path,
                              command.name, word));
    }
  }
  throw_usage(complaint + did_you_mean(word, option_names(model), {.before = ": "}));
}

/// What people call a task whose command has another name: the rest of the command line.
std::string use_for(const std::string& word) {
  for (const auto& [task, use] : {std::pair{"label", "explain FILE --label-next N"},
                                  {"detect", "ood --in FILE --out NAME=FILE"},
                                  {"plot", "measure FILE --plot PLOT.svg"}}) {
    if (word == task) return use;
  }
  std::error_code ignored;
  return std::filesystem::is_regular_file(word, ignored) ? "measure " + word : "";
}

[[noreturn]] void throw_unknown_word(const CommandModel& model, const std::string& word) {
  if (model.commands.empty()) throw_usage(fmt::format("unexpected argument '{}'", word));
  std::vector<std::string> names;
  for (const CommandModel& command : model.commands) {
    if (!command.hidden) names.push_back(command.name);
  }
  const std::string use = model.path == "qualm" ? use_for(word) : "";
  throw_usage(fmt::format("unknown command '{}'{}", word,
                          use.empty() ? did_you_mean(word, names, {.before = ": "})
                                      : fmt::format(": use {} {}", model.path, use)));
}

/// A command that names its files by --in and --out says so of files that come without.
void check_files_without_option(const CLI::App& app, const CommandModel& model) {
  const std::vector<std::string> names = option_names(model);
  for (const char* const needed : {"--in", "--out"}) {
    if (std::find(names.begin(), names.end(), needed) == names.end()) return;
  }
  bool has_in = app.count("--in") > 0;
  std::string first, use;
  for (const std::string& word : app.remaining()) {
    if (word.starts_with('-')) continue;
    if (first.empty()) first = word;
    use += has_in ? fmt::format(" --out {}={}", std::filesystem::path(word).stem().string(), word)
                  : fmt::format(" --in {}", word);
    has_in = true;
  }
  const bool has_out = use.find(" --out ") != std::string::npos || app.count("--out") > 0;
  throw_usage(fmt::format("unexpected argument '{}': use{}{}", first, use,
                          has_out ? "" : " --out NAME=FILE"));
}

}  // namespace

const CommandModel& find_command(const CommandModel& root, const std::string& name) {
  if (name.empty()) return root;
  for (const CommandModel& command : root.commands) {
    if (command.name == name) return command;
  }
  throw_unknown_word(root, name);
}

void check_unknown(const CLI::App& app) {
  for (const std::string& word : app.remaining()) {
    if (word == "--") continue;
    const CommandModel model = describe(app);
    if (!word.starts_with('-')) check_files_without_option(app, model);
    if (word.size() > 1 && word[0] == '-') throw_unknown_option(model, word);
    throw_unknown_word(model, word);
  }
}

void rethrow_as_usage(const CLI::App& app, const CLI::ParseError& error) {
  const std::string_view what = error.what();
  // CLI11 opens these messages with the name of the option or argument.
  std::string name(what.substr(0, what.find_first_of(": ")));
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    for (const OptionModel& argument : describe(app).arguments) {
      if (argument.names[0] == name) {
        throw_usage(fmt::format("missing {}: {}", name, argument.description));
      }
    }
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const bool is_switch = what.find("flag override") != std::string_view::npos;
    if (is_switch && !name.starts_with('-')) name.insert(0, "--");
    throw_usage(name + (is_switch ? " takes no value" : " needs a value"));
  }
  throw_usage(std::string(what));
}

}  // namespace qualm::cli
