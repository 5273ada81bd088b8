// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.h"
#include "commands.h"
#include "completion.h"
#include "error/nearest_name.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::cli {
namespace {

struct Shell {
  std::string_view name;
  std::string (*script)(const CommandModel& root);
};
constexpr Shell shells[] = {
    {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};

const Shell& find_shell(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Shell& shell : shells) {
    if (shell.name == name) return shell;
    names.push_back(shell.name);
  }
  const std::string nearest = nearest_name(name, names);
  throw_usage(fmt::format("unknown shell '{}': {}", name,
                          nearest.empty() ? fmt::format("choose from {}", fmt::join(names, ", "))
                                          : fmt::format("did you mean {}?", nearest)));
}

}  // namespace

Run setup_completion(CommandBuilder& command) {
  auto name = std::make_shared<std::string>();
  command.examples(
      "source <(qualm completion bash)\n"
      "qualm completion fish > ~/.config/fish/completions/qualm.fish");
  command.argument("SHELL", "bash|zsh|fish", "bash, zsh or fish", *name, Presence::required);
  return [name] {
    const Shell& shell = find_shell(*name);
    const auto sink = io::open_stdout();
    sink->write(shell.script(describe_command_line()));
    sink->finish();
    return 0;
  };
}

}  // namespace qualm::cli
