// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "errors.h"
#include "qualm/io.h"
#include "qualm/plot.h"
#include "qualm/report.h"

namespace qualm::python {

/// A result that the writers of the command line know how to write and draw.
struct Result {
  std::function<void(report::Format format, io::Sink& sink, const report::TableStyle& style)> write;
  std::function<plot::Figure()> curves;  ///< empty: there is no picture of it
  std::function<plot::Figure()> figure;  ///< the same with all that belongs to it
  std::vector<std::string> notes = {};   ///< on the numbers, in the words of the command line
  std::vector<double> scores = {};       ///< of listed rows: JSON has no infinity

  [[nodiscard]] std::string text(const std::string& format, std::size_t width) const;
  /// A plot, or the numbers, by the extension.
  void save(const std::string& path, bool full) const;
  [[nodiscard]] plot::Figure picture(bool full) const;
};

/// `write` as report::write_reject; the others draw the result.
template <class Found, class Write, class Curves, class Figure>
[[nodiscard]] Result result_of(Found found, std::optional<report::MeasureInfo> info, Write write,
                               Curves curves, Figure figure, std::vector<std::string> notes) {
  const auto shared = std::make_shared<const Found>(std::move(found));
  return {[=, info = std::move(info)](report::Format format, io::Sink& sink,
                                      const report::TableStyle& style) {
            write(format, sink, *shared, info, style);
          },
          [=] { return curves(*shared); }, [=] { return figure(*shared); }, std::move(notes)};
}

/// Runs a job with the GIL released; see result_of.
template <class Job, class Write, class Curves, class Figure>
[[nodiscard]] Result run_job(const Job& job, Write write, Curves curves, Figure figure) {
  const pybind11::gil_scoped_release release;
  Watch watch;
  auto outcome = run(job, watch.listener());
  return result_of(std::move(outcome.result), report::measure_info(outcome.measured), write, curves,
                   figure, watch.notes);
}

/// Fills in what keywords say: replicates, seed, threads.
inline void set_bootstrap(BootstrapOptions& options, const pybind11::kwargs& given) {
  options.replicates = given["replicates"].cast<std::size_t>();
  options.seed = given["seed"].cast<std::uint64_t>();
  options.threads = given["threads"].cast<unsigned>();
}

}  // namespace qualm::python
