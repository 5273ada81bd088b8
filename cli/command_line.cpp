// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "commands.h"
#include "help.h"
#include "process_group.h"
#include "qualm/error.h"
#include "qualm/io.h"
#include "standard_streams.h"
#include "usage_errors.h"

namespace qualm::cli {
namespace {

constexpr const char* overview_examples =
    R"(qualm demo                                # a short tour
qualm measure predictions.npy             # instances x members x classes: the most uncertain rows
qualm measure predictions.npy -o out.csv  # every row
qualm help measure                        # all options of a command)";

void print(const std::string& text) {
  if (!process_group().is_first()) return;
  const auto sink = io::open_stdout();
  sink->write(text);
  sink->finish();
}

const CLI::App& chosen(const CLI::App& root) {
  const std::vector<CLI::App*> commands = root.get_subcommands();
  return commands.empty() ? root : *commands.front();
}

/// CLI11 forgets "--" once an argument was seen, so what follows is made to look like a path.
void resolve_end_of_options(std::vector<std::string>& arguments) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  if (mark == arguments.end()) return;
  for (auto argument = mark + 1; argument != arguments.end(); ++argument) {
    if (argument->size() > 1 && argument->starts_with("-")) argument->insert(0, "./");
  }
  arguments.erase(mark);
}

/// Every command and option of qualm, as CLI11 knows them.
struct CommandLine {
  std::unique_ptr<CLI::App> root;
  std::vector<Run> runs;  ///< one per row of commands()
};

CommandLine make_command_line() {
  CommandLine line;
  line.root = std::make_unique<CLI::App>("quantify the uncertainty of a classifier", "qualm");
  CLI::App& root = *line.root;
  root.footer(overview_examples);
  root.set_help_flag("-h,--help", "show this help");
  root.set_version_flag("--version", "qualm " QUALM_VERSION, "show the version");
  root.require_subcommand(0, 1);
  for (const Command& command : commands()) {
    CLI::App* app = root.add_subcommand(std::string(command.name), std::string(command.summary));
    app->group(command.hidden ? "" : "Commands");
    CommandBuilder builder(*app);
    line.runs.push_back(command.setup(builder));
  }
  return line;
}

[[noreturn]] void refuse_several(const Command& command) {
  std::string those;
  for (const Command& each : commands()) {
    if (each.distributes) those += (those.empty() ? "" : ", ") + std::string(each.name);
  }
  throw_usage(std::string(command.name) + " cannot run in " +
              std::to_string(process_group().size()) +
              " processes: start it without mpirun; these can: " + those);
}

}  // namespace

CommandModel describe_command_line() {
  return describe(*make_command_line().root);
}

int run_command_line(std::vector<std::string> arguments, std::string& who) {
  const CommandLine line = make_command_line();
  CLI::App& root = *line.root;
  if (arguments.empty()) {
    if (process_group().is_first()) say(overview_text(describe(root)));
    return 2;
  }
  resolve_end_of_options(arguments);
  std::reverse(arguments.begin(), arguments.end());
  // What nobody knows is the first thing to tell, before what is missing or does not fit.
  const auto complain_about_unknown = [&] {
    check_unknown(root);
    who = describe(chosen(root)).path;
    check_unknown(chosen(root));
  };
  try {
    root.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    check_unknown(root);
    print(help_text(describe(chosen(root)), standard_output()));
    return 0;
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + '\n');
    return 0;
  } catch (const CLI::ParseError& error) {
    complain_about_unknown();
    rethrow_as_usage(chosen(root), error);
  } catch (const Error&) {
    complain_about_unknown();
    throw;
  }
  who = describe(chosen(root)).path;
  for (std::size_t i = 0; i < line.runs.size(); ++i) {
    const Command& command = commands()[i];
    if (command.name != chosen(root).get_name()) continue;
    if (!command.distributes && !process_group().is_alone()) refuse_several(command);
    return line.runs[i]();
  }
  throw_usage("no command was given");
}

}  // namespace qualm::cli
