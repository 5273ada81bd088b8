// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "command_line.h"
#include "commands.h"
#include "manual_page.h"
#include "qualm/io.h"
#include "usage_errors.h"

namespace qualm::cli {

Run setup_man(CommandBuilder& command) {
  auto name = std::make_shared<std::string>();
  command.examples("qualm man measure | man -l -");
  command.argument("COMMAND", "COMMAND", "name of the command. Default: the page of qualm", *name,
                   Presence::optional);
  return [name] {
    const CommandModel model = describe_command_line();
    const auto sink = io::open_stdout();
    sink->write(manual_page(model, find_command(model, *name)));
    sink->finish();
    return 0;
  };
}

}  // namespace qualm::cli
