// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "add_options.h"

namespace qualm::cli {

/// Does the work of a command once its options are known; gives the exit code.
using Run = std::function<int()>;

/// One row of the registry. `setup` describes the options to CLI11 and gives back what runs.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line
  bool hidden;               ///< left out of the overview and of completions
  bool distributes;          ///< under mpirun its work is spread over the processes
  Run (*setup)(CommandBuilder& command);
};

[[nodiscard]] std::span<const Command> commands() noexcept;

// Each is in command_<name>.cpp.
Run setup_measure(CommandBuilder& command);
Run setup_reject(CommandBuilder& command);
Run setup_ood(CommandBuilder& command);
Run setup_merge(CommandBuilder& command);
Run setup_explain(CommandBuilder& command);
Run setup_axioms(CommandBuilder& command);
Run setup_train(CommandBuilder& command);
Run setup_predict(CommandBuilder& command);
Run setup_data(CommandBuilder& command);
Run setup_examples(CommandBuilder& command);
Run setup_reproduce(CommandBuilder& command);
Run setup_report(CommandBuilder& command);
Run setup_serve(CommandBuilder& command);
Run setup_demo(CommandBuilder& command);
Run setup_help(CommandBuilder& command);
Run setup_completion(CommandBuilder& command);
Run setup_man(CommandBuilder& command);

}  // namespace qualm::cli
