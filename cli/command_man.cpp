// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "command_line.h"
#include "manual_page.h"
#include "qualm/io.h"
#include "usage_errors.h"

namespace qualm::cli {

Run setup_man(CLI::App& app) {
  auto name = std::make_shared<std::string>();
  app.footer("qualm man measure | man -l -");
  app.add_option("COMMAND", *name, "which command; by default the page of qualm itself")
      ->type_name("COMMAND");
  return [name] {
    const CommandModel model = describe(*make_command_line().root);
    const auto sink = io::open_stdout();
    sink->write(manual_page(model, find_command(model, *name)));
    sink->finish();
    return 0;
  };
}

}  // namespace qualm::cli
