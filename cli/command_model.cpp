// SPDX-License-Identifier: Apache-2.0
#include "command_model.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "commands.h"
#include "qualm/analysis/score.h"
#include "qualm/datasets.h"
#include "qualm/measures.h"

namespace qualm::cli {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::vector<std::string> choices_of(const std::string& value) {
  std::vector<std::string> choices;
  if (contains(value, "FILE")) return choices;
  if (contains(value, "FAMILY")) {
    for (const Measure& measure : all_measures()) choices.push_back(measure.name());
  } else if (contains(value, "SCORE")) {
    for (const Score& score : all_scores()) choices.push_back(name(score));
  } else if (contains(value, "DATASET")) {
    for (const DatasetInfo& info : datasets()) choices.emplace_back(info.name);
  } else if (contains(value, "COMMAND")) {
    for (const Command& command : commands()) {
      if (!command.hidden) choices.emplace_back(command.name);
    }
  } else if (contains(value, "|") && !contains(value, "DIR")) {
    choices = CLI::detail::split(value, '|');
  }
  return choices;
}

OptionModel describe(const CLI::Option& option) {
  OptionModel model;
  const bool is_argument = option.get_positional();
  if (is_argument) {
    model.names = {option.get_name(true)};
    model.repeats = option.get_expected_max() > 1;
  } else {
    for (const std::string& name : option.get_snames()) model.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) model.names.push_back("--" + name);
  }
  if (option.get_items_expected_max() > 0) model.value = option.get_type_name();
  model.description = option.get_description();
  model.group = option.get_group();
  model.choices = choices_of(model.value);
  model.takes_file = contains(model.value, "FILE");
  model.takes_list = contains(model.value, "...");
  return model;
}

std::string path_of(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name()
                                     : path_of(*app.get_parent()) + " " + app.get_name();
}

}  // namespace

CommandModel describe(const CLI::App& app) {
  CommandModel model;
  model.name = app.get_name();
  model.path = path_of(app);
  const std::string description = app.get_description();
  const std::size_t line_end = description.find('\n');
  model.summary = description.substr(0, line_end);
  if (line_end != std::string::npos) model.details = description.substr(line_end + 1);
  model.examples = app.get_footer();
  model.hidden = app.get_group().empty();
  for (const CLI::Option* option : app.get_options()) {
    (option->get_positional() ? model.arguments : model.options).push_back(describe(*option));
  }
  // CLI11 makes --help first; people look for it last.
  const auto is_help = [](const OptionModel& option) { return option.names.back() == "--help"; };
  std::stable_partition(model.options.begin(), model.options.end(),
                        [&](const OptionModel& option) { return !is_help(option); });
  for (const CLI::App* command : app.get_subcommands({})) {
    model.commands.push_back(describe(*command));
  }
  return model;
}

std::string usage_of(const OptionModel& option) {
  std::string text = fmt::format("{}", fmt::join(option.names, ", "));
  if (option.names[0].starts_with("-")) {
    return option.value.empty() ? text : text + " " + option.value;
  }
  return option.repeats ? text + "..." : text;
}

std::string synopsis(const CommandModel& model) {
  std::string text = model.path;
  if (!model.commands.empty()) text += " COMMAND";
  text += " [OPTIONS]";
  for (const OptionModel& argument : model.arguments) text += " " + usage_of(argument);
  return text;
}

std::vector<std::string> groups(const CommandModel& model) {
  std::vector<std::string> names;
  for (const OptionModel& option : model.options) {
    if (std::find(names.begin(), names.end(), option.group) == names.end()) {
      names.push_back(option.group);
    }
  }
  return names;
}

}  // namespace qualm::cli
