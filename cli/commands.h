// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string_view>

namespace qualm::cli {

/// Does the work of a command once its options are known; gives the exit code.
using Run = std::function<int()>;

/// One row of the registry. `setup` describes the options to CLI11 and gives back what runs.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line
  bool hidden;               ///< left out of the overview and of completions
  Run (*setup)(CLI::App& app);
};

[[nodiscard]] std::span<const Command> commands() noexcept;

// Each is in command_<name>.cpp.
Run setup_measure(CLI::App& app);
Run setup_reject(CLI::App& app);
Run setup_ood(CLI::App& app);
Run setup_explain(CLI::App& app);
Run setup_axioms(CLI::App& app);
Run setup_train(CLI::App& app);
Run setup_predict(CLI::App& app);
Run setup_data(CLI::App& app);
Run setup_examples(CLI::App& app);
Run setup_reproduce(CLI::App& app);
Run setup_report(CLI::App& app);
Run setup_serve(CLI::App& app);
Run setup_demo(CLI::App& app);
Run setup_help(CLI::App& app);
Run setup_completion(CLI::App& app);
Run setup_man(CLI::App& app);

}  // namespace qualm::cli
