// SPDX-License-Identifier: Apache-2.0
#include "help.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "exit_codes.h"
#include "report/text_layout.h"

namespace qualm::cli {
namespace {

std::string indented(const std::string& lines) {
  std::istringstream in(lines);
  std::string text, line;
  while (std::getline(in, line)) text += (line.empty() ? "" : "  ") + line + '\n';
  return text;
}

/// Words in lines of at most `width` columns, each but the first with `margin` blanks in front of
/// it.
std::string wrapped(const std::string& words, std::size_t margin, std::size_t width) {
  const std::string lines = report::wrapped(words, width - margin);
  std::string text;
  for (const char c : lines) {
    text += c;
    if (c == '\n') text.append(margin, ' ');
  }
  return text + '\n';
}

class HelpText {
 public:
  explicit HelpText(const Terminal& terminal)
      : width_(terminal.is_terminal ? std::clamp<std::size_t>(terminal.width, 40, 100) : 80),
        color_(terminal.color) {}

  void heading(const std::string& title) {
    text_ += color_ ? fmt::format("\n\x1b[1m{}\x1b[0m\n", title) : fmt::format("\n{}\n", title);
  }
  void plain(const std::string& lines) { text_ += lines; }
  void paragraph(const std::string& words) { text_ += wrapped(words, 0, width_); }
  /// A term and what it means, in two columns.
  void entry(const std::string& term, const std::string& meaning) {
    constexpr std::size_t column = 26;
    text_ += "  " + term;
    text_ += term.size() + 4 > column ? '\n' + std::string(column, ' ')
                                      : std::string(column - 2 - term.size(), ' ');
    text_ += wrapped(meaning, column, width_);
  }
  std::string take() { return std::move(text_); }

 private:
  std::size_t width_;
  bool color_;
  std::string text_;
};

void add_commands(HelpText& help, const CommandModel& model) {
  for (const CommandModel& command : model.commands) {
    if (!command.hidden) help.entry(command.name, command.summary);
  }
}

}  // namespace

std::string help_text(const CommandModel& model, const Terminal& terminal) {
  HelpText help(terminal);
  help.paragraph(model.path + ": " + model.summary);
  if (!model.examples.empty()) {
    help.heading("Examples");
    help.plain(indented(model.examples));
  }
  help.heading("Usage");
  help.plain("  " + synopsis(model) + '\n');
  if (!model.details.empty()) {
    help.plain("\n");
    help.paragraph(model.details);
  }
  if (!model.commands.empty()) {
    help.heading("Commands");
    add_commands(help, model);
  }
  if (!model.arguments.empty()) {
    help.heading("Arguments");
    for (const OptionModel& argument : model.arguments) {
      help.entry(usage_of(argument), argument.description);
    }
  }
  for (const std::string& group : groups(model)) {
    help.heading(group);
    for (const OptionModel& option : model.options) {
      if (option.group == group) help.entry(usage_of(option), option.description);
    }
  }
  help.heading("Exit codes");
  for (const ExitCode& code : exit_codes) {
    help.entry(std::to_string(code.code), std::string(code.meaning));
  }
  return help.take();
}

std::string overview_text(const CommandModel& root) {
  HelpText help(Terminal{});
  help.paragraph(root.path + ": " + root.summary);
  help.heading("Commands");
  add_commands(help, root);
  help.plain(
      "\nTo get started, run 'qualm demo'. For all options of a command, run 'qualm help "
      "COMMAND'.\n");
  return help.take();
}

}  // namespace qualm::cli
