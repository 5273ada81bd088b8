// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "completion.h"

namespace qualm::cli {
namespace {

std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// What may follow an option; a list is completed behind its last comma.
std::string values_of(const OptionModel& option) {
  if (option.takes_file) return " -r -F";
  const std::string choices = fmt::format("{}", fmt::join(option.choices, " "));
  if (option.takes_list) {
    return fmt::format(" -x -a {}", in_quotes(fmt::format("(__qualm_list {})", choices)));
  }
  return choices.empty() ? " -x" : fmt::format(" -x -a {}", in_quotes(choices));
}

std::string option_lines(const OptionModel& option, const std::string& condition) {
  std::string line = "complete -c qualm -n " + in_quotes(condition);
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.value.empty()) line += values_of(option);
  return line + " -d " + in_quotes(option.description) + "\n";
}

}  // namespace

std::string fish_completion(const CommandModel& root) {
  std::string script = R"sh(# fish completion for qualm
function __qualm_list
    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
    set -l before (string replace -r '[^,]*$' '' -- $typed)
    for value in $argv
        echo $before$value
    end
end
complete -c qualm -f
)sh";
  for (const CommandModel& command : root.commands) {
    if (command.hidden) continue;
    script += fmt::format("complete -c qualm -n __fish_use_subcommand -a {} -d {}\n", command.name,
                          in_quotes(command.summary));
  }
  for (const OptionModel& option : root.options) {
    script += option_lines(option, "__fish_use_subcommand");
  }
  for (const CommandModel& command : root.commands) {
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const OptionModel& option : command.options) script += option_lines(option, condition);
    for (const OptionModel& argument : command.arguments) {
      script += fmt::format(
          "complete -c qualm -n {}{}\n", in_quotes(condition),
          argument.takes_file
              ? " -F"
              : " -a " + in_quotes(fmt::format("{}", fmt::join(argument.choices, " "))));
    }
  }
  return script;
}

}  // namespace qualm::cli
