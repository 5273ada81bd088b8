// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "command_line.h"
#include "commands.h"
#include "help.h"
#include "qualm/io.h"
#include "usage_errors.h"

namespace qualm::cli {

Run setup_help(CommandBuilder& command) {
  auto name = std::make_shared<std::string>();
  command.examples("qualm help measure");
  command.argument("COMMAND", "COMMAND", "name of the command. Default: overview of qualm", *name,
                   Presence::optional);
  return [name] {
    const CommandModel model = describe_command_line();
    const auto sink = io::open_stdout();
    sink->write(help_text(find_command(model, *name), standard_output()));
    sink->finish();
    return 0;
  };
}

}  // namespace qualm::cli
