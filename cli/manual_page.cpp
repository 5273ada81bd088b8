// SPDX-License-Identifier: Apache-2.0
#include "manual_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "environment.h"
#include "exit_codes.h"

namespace qualm::cli {
namespace {

/// Text that troff shows as it is.
std::string escaped(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else {
      out += c;
    }
    line_start = c == '\n';
  }
  return out;
}

std::string page_name(const CommandModel& model) {
  std::string name = model.path;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string entry(std::string_view term, std::string_view meaning) {
  return fmt::format(".TP\n.B {}\n{}\n", escaped(term), escaped(meaning));
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

std::string manual_page(const CommandModel& root, const CommandModel& model) {
  const std::string name = page_name(model);
  std::string page = fmt::format(".TH {} 1 \"\" \"qualm {}\" \"User Commands\"\n",
                                 escaped(upper(name)), QUALM_VERSION);
  // One long option in a narrow column must not stretch the blanks of a justified line.
  page += ".ad l\n.nh\n";
  page += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(model.summary));
  page += fmt::format(".SH SYNOPSIS\n.nf\n{}\n.fi\n", escaped(synopsis(model)));
  if (!model.examples.empty()) {
    page += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", escaped(model.examples));
  }
  if (!model.details.empty()) page += ".SH DESCRIPTION\n" + escaped(model.details) + "\n";
  if (!model.commands.empty()) {
    page += ".SH COMMANDS\n";
    for (const CommandModel& command : model.commands) {
      if (!command.hidden) page += entry(command.name, command.summary);
    }
  }
  if (!model.arguments.empty()) {
    page += ".SH ARGUMENTS\n";
    for (const OptionModel& argument : model.arguments) {
      page += entry(usage_of(argument), argument.description);
    }
  }
  page += ".SH OPTIONS\n";
  for (const std::string& group : groups(model)) {
    page += ".SS " + escaped(group) + "\n";
    for (const OptionModel& option : model.options) {
      if (option.group == group) page += entry(usage_of(option), option.description);
    }
  }
  page += ".SH EXIT STATUS\n";
  for (const ExitCode& code : exit_codes) page += entry(std::to_string(code.code), code.meaning);
  page += ".SH ENVIRONMENT\n";
  for (const EnvironmentVariable& variable : environment_variables) {
    page += entry(variable.name, variable.meaning);
  }
  page += ".SH SEE ALSO\n";
  std::string separator;
  for (const CommandModel& command : root.commands) {
    if (command.hidden || command.name == model.name || command.name == "help") continue;
    page += fmt::format("{}.BR {} (1)", separator, escaped(page_name(command)));
    separator = ",\n";
  }
  if (&root != &model) page += fmt::format("{}.BR {} (1)", separator, escaped(page_name(root)));
  return page + "\n";
}

}  // namespace qualm::cli
