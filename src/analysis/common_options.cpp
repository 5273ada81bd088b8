// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "error/number_text.h"
#include "qualm/analysis/jobs.h"
#include "qualm/error.h"

namespace qualm {
namespace {

/// "4GB", "512MB", "100kB", "1000", or "auto": 0.
std::uint64_t parse_size(std::string_view text) {
  if (text == "auto") return 0;
  double number = 0;
  const auto [end, error] = read_number(text.data(), text.data() + text.size(), number);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  constexpr std::pair<std::string_view, double> units[] = {
      {"", 1},      {"B", 1},   {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
      {"TB", 1e12}, {"k", 1e3}, {"M", 1e6},  {"G", 1e9},  {"T", 1e12}};
  for (const auto& [name, times] : units) {
    if (error == std::errc() && unit == name && number > 0 && number * times < 1e18) {
      return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(number * times));
    }
  }
  throw_usage(argument("memory", text) + ": write a size such as 4GB or 500MB, or auto");
}

}  // namespace

std::span<const CommonOption> common_options() {
  static constexpr CommonOption all[] = {
      {.key = "renormalize",
       .group = "Input",
       .summary = "rescale rows that do not sum to 1 and report how many",
       .flag = [](MeasureJob& job) -> bool& { return job.files.renormalize; }},
      {.key = "log_base",
       .group = "Measures",
       .summary = "unit of entropies: bits (2), nats (e) or fractions of log K (K). Default: 2",
       .values = "2|e|K",
       .read = [](MeasureJob& job,
                  std::string_view text) { job.measures.log_base = parse_log_base(text); }},
      {.key = "normalized",
       .group = "Measures",
       .summary = "divide each measure by its maximum",
       .flag = [](MeasureJob& job) -> bool& { return job.measures.normalized; }},
      {.key = "corrected",
       .group = "Measures",
       .summary = "correct EU for the finite number of members: multiply by M/(M-1)",
       .flag = [](MeasureJob& job) -> bool& { return job.measures.corrected; }},
      {.key = "ordered",
       .group = "Measures",
       .summary = "declare that the classes are ordered, in the order of their names; required by "
                  "the ordinal measures",
       .flag = [](MeasureJob& job) -> bool& { return job.measures.ordered; }},
      {.key = "memory",
       .group = "Input",
       .summary = "memory limit for scores that are ranked, such as 4GB. Beyond it, "
                  "temporary files in TMPDIR are used; the results are the same. Default: auto, "
                  "half of the available memory",
       .values = "SIZE",
       .read = [](MeasureJob& job, std::string_view text) { job.memory = parse_size(text); }},
  };
  return all;
}

}  // namespace qualm
