// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/analysis.h"
#include "qualm/io.h"
#include "qualm/measures.h"

/// Results to bytes on a sink. Nothing here reads a file or prints.
namespace qualm::report {

enum class Format { table, csv, jsonl, json, npz };

/// One row of the registry of formats.
struct FormatInfo {
  Format format;
  std::string_view name;     ///< as on the command line
  std::string_view ending;   ///< of a file's name, with its point; "" if no ending asks for it
  std::string_view summary;  ///< one line for people
  bool binary;               ///< not fit for a terminal
  bool streams;              ///< written block by block: memory does not grow with the instances
};

[[nodiscard]] std::span<const FormatInfo> formats() noexcept;
[[nodiscard]] const FormatInfo& format_info(Format format) noexcept;
/// Throws usage, with the nearest name, if there is no such format.
[[nodiscard]] Format parse_format(std::string_view name);
/// The format that a file's ending asks for, if any.
[[nodiscard]] std::optional<Format> format_of_path(std::string_view path) noexcept;

/// A family and one of its parts: "variance.epistemic".
struct Score {
  FamilyId family = FamilyId::variance;
  Part part = Part::total;
};
[[nodiscard]] std::string name(Score score);
/// Throws usage, with the nearest name, if there is no such score.
[[nodiscard]] Score parse_score(std::string_view text);

/// What an output of measures says of itself besides the values.
struct MeasureInfo {
  std::size_t n_instances = 0, n_members = 0, n_classes = 0, n_runs = 1;  ///< 0 members: Dirichlet
  std::vector<std::string> class_names;                                   ///< K
  std::string axes;
  Input input = Input::probs;
  std::vector<double> member_weights;  ///< as given; empty: equal
  MeasureOptions options;
};
[[nodiscard]] MeasureInfo measure_info(const PredictionSet& set, const MeasureOptions& options,
                                       std::vector<double> member_weights = {});

/// How a table looks. The other formats do not care.
struct TableStyle {
  std::size_t width = 0;  ///< columns of the terminal; 0: as wide as need be
  bool color = false;
  std::size_t top = 10;          ///< rows shown, the most uncertain first
  std::optional<Score> sort_by;  ///< empty: the total of the first family
};

/// Writes measures: begin, then every block in order of rows, then end. The bytes do not depend on
/// the size of the blocks. Except in tables, numbers are the shortest text that reads back as the
/// same double; one that is not finite throws internal.
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
