// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

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

  [[nodiscard]] std::string text(const std::string& format, std::size_t width) const;
  [[nodiscard]] plot::Figure picture(bool full) const;
};

}  // namespace qualm::python
