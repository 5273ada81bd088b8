// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "command_line.h"
#include "help.h"
#include "qualm/io.h"
#include "usage_errors.h"

namespace qualm::cli {

Run setup_help(CLI::App& app) {
  auto name = std::make_shared<std::string>();
  app.footer("qualm help measure");
  app.add_option("COMMAND", *name, "which command; by default all of qualm")->type_name("COMMAND");
  return [name] {
    const CommandModel model = describe(*make_command_line().root);
    const auto sink = io::open_stdout();
    sink->write(help_text(find_command(model, *name), standard_output()));
    sink->finish();
    return 0;
  };
}

}  // namespace qualm::cli
