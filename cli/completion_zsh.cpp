// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "completion.h"

namespace qualm::cli {
namespace {

/// Text inside single quotes, for a field that _arguments ends at `special` characters.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (c == '\\' || special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string value_spec(const OptionModel& option) {
  const std::string word = option.names.back();
  const std::string name = word.substr(word.find_first_not_of('-'));
  std::string action;
  if (option.takes_file) {
    action = "_files";
  } else if (option.takes_list) {
    action = fmt::format("_values -s , {} {}", name, fmt::join(option.choices, " "));
  } else if (!option.choices.empty()) {
    action = fmt::format("({})", fmt::join(option.choices, " "));
  }
  return fmt::format(":{}:{}", name, action);
}

std::string option_spec(const OptionModel& option) {
  const std::string description = escaped(option.description, "[]:");
  const std::string value = option.value.empty() ? "" : value_spec(option);
  std::string specs;
  for (const std::string& name : option.names) {
    const std::string excluded =
        option.names.size() > 1 ? fmt::format("({})", fmt::join(option.names, " ")) : "";
    const char* equals = !option.value.empty() && name.starts_with("--") ? "=" : "";
    specs += fmt::format(" \\\n        '{}{}{}[{}]{}'", excluded, name, equals, description, value);
  }
  return specs;
}

std::string all_specs(const CommandModel& command) {
  std::string specs;
  for (const OptionModel& option : command.options) specs += option_spec(option);
  for (const OptionModel& argument : command.arguments) {
    specs += fmt::format(" \\\n        '{}{}'", argument.repeats ? "*" : "1", value_spec(argument));
  }
  return specs;
}

}  // namespace

std::string zsh_completion(const CommandModel& root) {
  std::string descriptions, branches;
  for (const CommandModel& command : root.commands) {
    if (!command.hidden) {
      descriptions += fmt::format("        '{}:{}'\n", command.name, escaped(command.summary, ":"));
    }
    branches +=
        fmt::format("        {})\n      _arguments{} ;;\n", command.name, all_specs(command));
  }
  return fmt::format(R"sh(#compdef qualm
_qualm() {{
  local context state line
  typeset -A opt_args
  _arguments -C{} \
        '1:command:->command' \
        '*::argument:->argument'
  case $state in
    command)
      local -a commands
      commands=(
{}      )
      _describe command commands ;;
    argument)
      case $words[1] in
{}      esac ;;
  esac
}}
if [[ $funcstack[1] == _qualm ]]; then _qualm "$@"; else compdef _qualm qualm; fi
)sh",
                     all_specs(root), descriptions, branches);
}

}  // namespace qualm::cli
