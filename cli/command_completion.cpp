// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <string_view>

#include "command_line.h"
#include "commands.h"
#include "completion.h"
#include "error/choose.h"
#include "qualm/io.h"

namespace qualm::cli {
namespace {

struct Shell {
  std::string_view name;
  std::string (*script)(const CommandModel& root);
};
constexpr Shell shells[] = {
    {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};

}  // namespace

Run setup_completion(CommandBuilder& command) {
  auto name = std::make_shared<std::string>();
  command.examples(
      "source <(qualm completion bash)\n"
      "qualm completion fish > ~/.config/fish/completions/qualm.fish");
  command.argument("SHELL", "bash|zsh|fish", "bash, zsh or fish", *name, Presence::required);
  return [name] {
    const Shell& shell = shells[choose("shell", *name, shells)];
    const auto sink = io::open_stdout();
    sink->write(shell.script(describe_command_line()));
    sink->finish();
    return 0;
  };
}

}  // namespace qualm::cli
