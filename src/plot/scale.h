// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "qualm/plot.h"

namespace qualm::plot {

/// The values that an axis shows, lo < hi, both finite; both positive on a log axis.
struct Range {
  double lo = 0.0;
  double hi = 1.0;
};

/// Whether an axis goes a little beyond the data, so that they do not touch the frame.
enum class Air { none, some };

/// What the data of a panel (and the limits and categories of its axes) ask for.
struct Ranges {
  Range x;
  Range y;
  bool has_data = false;
};
[[nodiscard]] Ranges data_ranges(const Panel& panel, Air air = Air::some);
/// One pair of ranges for all panels that have data.
[[nodiscard]] Ranges shared_ranges(const Figure& figure, Air air = Air::some);

/// Maps values of an axis to pixels: lo to `from`, hi to `to`.
class Scale {
 public:
  Scale(Range range, AxisScale kind, double from, double to);

  /// Nothing where the value is not finite or not positive on a log scale. What lies beyond a
  /// thousand lengths of the axis is moved there, which looks the same.
  [[nodiscard]] std::optional<double> operator()(double value) const;

  [[nodiscard]] Range range() const noexcept { return range_; }
  [[nodiscard]] bool is_log() const noexcept { return kind_ == AxisScale::log; }

 private:
  Range range_;
  AxisScale kind_;
  double from_, to_;
};

}  // namespace qualm::plot
