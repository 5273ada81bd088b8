// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "completion.h"

namespace qualm::cli {
namespace {

constexpr const char* opening = R"sh(# bash completion for qualm
_qualm() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= word
  # Bash splits --option=value at the equals sign.
  if [[ $current == "=" ]]; then
    current=
  elif [[ $previous == "=" ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word != -* ]]; then
      command=$word
      break
    fi
  done
  local options= values= list= files=
  case "$command" in
)sh";

constexpr const char* closing = R"sh(  esac
  local prefix=
  if [[ -n $list && $current == *,* ]]; then
    prefix=${current%,*},
    current=${current##*,}
  fi
  COMPREPLY=()
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -P "$prefix" -W "$values" -- "$current"))
  elif [[ $current == -* && -z $files ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -F _qualm qualm
)sh";

std::string assignment(const OptionModel& option) {
  if (option.takes_file) return "files=1";
  std::string text = fmt::format("values=\"{}\"", fmt::join(option.choices, " "));
  if (option.choices.empty()) text = "values=\" \"";
  return option.takes_list ? text + " list=1" : text;
}

/// The branch of one command: what may follow each option, and what may stand alone.
std::string branch(const CommandModel& command, const std::string& pattern) {
  std::vector<std::string> options;
  std::string cases;
  for (const OptionModel& option : command.options) {
    options.insert(options.end(), option.names.begin(), option.names.end());
    if (option.value.empty()) continue;
    cases += fmt::format("        {}) {} ;;\n", fmt::join(option.names, "|"), assignment(option));
  }
  std::string otherwise;
  if (!command.commands.empty()) {
    std::vector<std::string> names;
    for (const CommandModel& each : command.commands) {
      if (!each.hidden) names.push_back(each.name);
    }
    otherwise = fmt::format("values=\"{}\"", fmt::join(names, " "));
  } else if (!command.arguments.empty()) {
    OptionModel any = command.arguments.back();  // of whichever argument: bash does not count them
    for (std::size_t i = 0; i + 1 < command.arguments.size(); ++i) {
      const std::vector<std::string>& choices = command.arguments[i].choices;
      any.choices.insert(any.choices.begin(), choices.begin(), choices.end());
    }
    otherwise = assignment(any);
  }
  if (!otherwise.empty()) {
    cases += fmt::format(
        "        *) [[ $current == -* ]] || {} ;;\n",
        otherwise.find(' ') == std::string::npos ? otherwise : "{ " + otherwise + "; }");
  }
  return fmt::format(
      "    {})\n      options=\"{}\"\n      case \"$previous\" in\n{}      esac ;;\n", pattern,
      fmt::join(options, " "), cases);
}

}  // namespace

std::string bash_completion(const CommandModel& root) {
  std::string script = opening + branch(root, "\"\"");
  for (const CommandModel& command : root.commands) script += branch(command, command.name);
  return script + closing;
}

}  // namespace qualm::cli
