// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "add_options.h"
#include "progress_bar.h"
#include "qualm/io.h"
#include "qualm/report.h"
#include "terminal.h"

namespace qualm::cli {

/// The options of every command that writes results.
struct OutputArguments {
  std::optional<report::Format> format;
  std::string path;                              ///< empty or "-": standard output
  std::span<const report::Format> formats = {};  ///< those of the command; empty: all
  bool quiet = false;
  Color color = Color::automatic;

  [[nodiscard]] bool to_stdout() const { return path.empty() || path == "-"; }
  /// As asked for, else by the ending of the path, else a table. Throws usage if the command has no
  /// such format, or no format has this ending.
  [[nodiscard]] report::Format chosen_format() const;
  /// Whether the command has this format.
  [[nodiscard]] bool has(report::Format one) const;
  /// A note for people, unless they want quiet.
  void note(std::string_view message) const;
};
void add_output_options(CommandBuilder& command, OutputArguments& arguments);
/// Those of it that every command has: --quiet and --color.
void add_talk_options(CommandBuilder& command, OutputArguments& arguments);

/// The options of every command that computes.
struct ComputeArguments {
  unsigned threads = 0;  ///< 0: all cores
  std::uint64_t seed = 0;
};
void add_threads_option(CommandBuilder& command, unsigned& threads);
void add_compute_options(CommandBuilder& command, ComputeArguments& arguments);

/// Throws usage, with the endings there are and `else_remedy`, if a path has another one. A path
/// without an ending passes.
void check_ending(const std::string& path, const std::vector<std::string_view>& endings,
                  std::string_view else_remedy = "");

/// Opens where the results go. Throws usage if that is one of the `inputs`, or a terminal and the
/// format is binary, or if standard input is named twice; nothing is written then.
[[nodiscard]] std::unique_ptr<io::Sink> open_output(const OutputArguments& arguments,
                                                    const std::vector<std::string>& inputs);

/// Shows the progress and the notes of a job. Both must outlive it.
[[nodiscard]] Listener listen(ProgressBar& bar, const OutputArguments& arguments);

/// The table's look on whatever the results go to.
[[nodiscard]] report::TableStyle table_style(const OutputArguments& arguments);

}  // namespace qualm::cli
