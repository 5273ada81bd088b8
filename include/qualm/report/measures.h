// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qualm/analysis.h"
#include "qualm/io.h"
#include "qualm/measures.h"
#include "qualm/report/formats.h"

namespace qualm::report {

/// Metadata of an output of measures.
struct MeasureInfo {
  std::size_t n_instances = 0, n_members = 0, n_classes = 0, n_runs = 1;  ///< 0 members: Dirichlet
  std::vector<std::string> class_names;                                   ///< K
  std::string axes;
  Input input = Input::probs;
  std::vector<double> member_weights;  ///< as given; empty: equal
  MeasureOptions options;
  std::vector<std::string> ids;            ///< IDs of the rows; empty: row numbers
  std::vector<std::uint32_t> labels = {};  ///< class of each row; empty: none to write
  /// The processes that write the output, each its rows(); the first must have rows.
  Group* group = &only_process();
  std::size_t first_row = 0;  ///< first row of this process
  bool has_ids_elsewhere = false, has_labels_elsewhere = false;

  [[nodiscard]] bool has_ids() const { return !ids.empty() || has_ids_elsewhere; }
  [[nodiscard]] bool has_labels() const { return !labels.empty() || has_labels_elsewhere; }
  [[nodiscard]] const std::string& id(std::size_t row) const { return ids[row - first_row]; }
  [[nodiscard]] std::uint32_t label(std::size_t row) const { return labels[row - first_row]; }
};
[[nodiscard]] MeasureInfo measure_info(const PredictionSet& set, const MeasureOptions& options);
[[nodiscard]] MeasureInfo measure_info(const Measured& measured);
[[nodiscard]] std::optional<MeasureInfo> measure_info(const std::optional<Measured>& measured);
/// Also writes the labels of the rows, if the set has any.
[[nodiscard]] MeasureInfo with_labels(MeasureInfo info, const PredictionSet& set);

/// Writes measures: begin, then every block in order of rows, then end. The bytes do not depend on
/// the size of the blocks, nor on the number of processes, each of which gives its blocks and calls
/// end when all have given theirs. Except in tables, numbers are the shortest text that parses to
/// the same double; infinity is inf and NaN is nan, or null in JSON. Throws internal for -infinity.
class MeasureWriter {
 public:
  virtual ~MeasureWriter() = default;
  virtual void begin() = 0;
  virtual void block(const MeasuredBlock& block) = 0;
  virtual void end() = 0;
};

/// The sink must outlive the writer; the caller finishes it.
/// Throws usage if the table is to be sorted by a family that is not measured.
[[nodiscard]] std::unique_ptr<MeasureWriter> make_measure_writer(Format format, io::Sink& sink,
                                                                 MeasureInfo info,
                                                                 const TableStyle& style = {});

/// The label-wise uncertainty of one instance as lines of text: for each class its name, a bar with
/// EU_k (blue) below AU_k (red), and both numbers. `full` is the value that fills the bar's width.
struct LabelBars {
  std::span<const std::string> class_names;
  std::span<const double> epistemic, aleatoric;
  double full = 0.25;
};
[[nodiscard]] std::string label_bars_text(const LabelBars& bars, bool color, std::size_t bar_width);

}  // namespace qualm::report
