// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "qualm/io.h"
#include "qualm/predictions.h"

namespace qualm {

/// Prediction files and how to read them. Several 2-D files are the members of one ensemble;
/// several 3-D files are independent runs of one experiment.
struct PredictionFiles {
  std::vector<std::string> paths;  ///< files for io::open_array, or "-"
  std::string key;                 ///< array name in an .npz, ...; ignored for unnamed arrays
  std::string axes;                ///< such as "nmk"; empty: inferred, or an error if ambiguous
  Input input = Input::probs;
  std::vector<double> member_weights;  ///< empty: equal
  /// Class names; if the files have class names, selects and orders them. Empty: from the files,
  /// else "0", "1", ...
  std::vector<std::string> class_names;
  /// Class columns of a .csv; empty: all numeric columns. For arrays in memory: whether columns
  /// were selected.
  std::vector<std::string> columns;
  std::size_t n_classes = 0;  ///< votes only
  bool renormalize = false;
  std::optional<io::Entries> labels;  ///< one per row: numbers, or names of classes
  bool look_for_labels =
      false;  ///< use the arrays "labels" of the .npz files if no labels are given
  std::optional<io::Entries> ids;  ///< one ID per row for the output

  /// Arrays in memory: class names per array, or none.
  std::vector<std::vector<std::string>> array_class_names;
  /// Arrays in memory: columns that identify the rows, per array, or none.
  std::vector<std::vector<io::RowIds>> array_row_ids;
  /// Arrays in memory: notes on how they were made, per array, or none.
  std::vector<std::vector<std::string>> array_notes;

  std::vector<io::Shards> shards;  ///< instead of paths: arrays that are split along instances
  io::Share share;                 ///< the rows of this process
};

/// Labels in one of the prediction files.
struct LabelsBeside {
  io::Entries entries;
  std::size_t file = 0;  ///< index of the file in paths
};

/// The columns of a table that identify its rows.
struct IdentifiedRows {
  std::string label;
  std::vector<io::RowIds> ids;
};

class PredictionSet;
/// The same for other rows predicted by the same ensemble: members and classes must be those of
/// `in`, and also the axes if the lengths allow it. No labels and no IDs.
struct OtherFiles {
  PredictionFiles files;
  std::string likely_axes = {};  ///< empty: there is no `in`
  std::size_t n_members = 0, n_classes = 0;
  std::vector<std::string> class_names = {};      ///< class names of `in`, or empty
  std::vector<std::string> names_by_number = {};  ///< see PredictionSet
  std::vector<LabelsBeside> labels_beside = {};
};
[[nodiscard]] OtherFiles files_like(const PredictionSet& in, PredictionFiles said);

/// Opened prediction files, with axes and classes resolved. They are read in blocks of instances,
/// so memory is bounded for files of any size.
class PredictionSet {
 public:
  /// Throws system, data or usage: see docs/predictions.md for how axes are inferred.
  explicit PredictionSet(const PredictionFiles& files);
  explicit PredictionSet(const OtherFiles& others);
  /// The same for arrays in memory, which must outlive the set. Arrays with any strides are read in
  /// place, without copying; members in separate arrays are copied block by block. `said.paths` has
  /// the names of the arrays for messages. Throws data or usage.
  PredictionSet(const std::vector<ArrayView>& arrays, const PredictionFiles& said);
  PredictionSet(const std::vector<ArrayView>& arrays, const OtherFiles& others);

  [[nodiscard]] std::size_t n_instances() const noexcept { return n_instances_; }
  /// The rows of this process, see PredictionFiles::share.
  [[nodiscard]] const io::RowRange& rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t n_members() const noexcept { return n_members_; }  ///< 0: Dirichlet
  [[nodiscard]] std::size_t n_classes() const noexcept { return n_classes_; }
  [[nodiscard]] std::size_t n_runs() const noexcept { return runs_.size(); }
  [[nodiscard]] Input input() const noexcept { return files_.input; }
  /// The axes of the first file as given or inferred: "nmk", "nk", "nm", ...
  [[nodiscard]] const std::string& axes() const noexcept { return axes_; }
  [[nodiscard]] const std::vector<std::string>& class_names() const noexcept {
    return class_names_;
  }
  /// True if the classes have names; else their names are their numbers.
  [[nodiscard]] bool has_class_names() const noexcept { return has_class_names_; }
  /// If the data has class names: the names in the order of the first file, which numeric labels
  /// and files without names refer to. Else empty.
  [[nodiscard]] const std::vector<std::string>& names_by_number() const noexcept {
    return names_by_number_;
  }
  /// The checked label of each of rows(); empty: no labels.
  [[nodiscard]] const std::vector<std::uint32_t>& labels() const noexcept { return labels_; }
  [[nodiscard]] bool has_labels() const noexcept { return has_labels_; }
  /// The ID of each of rows(); empty: no IDs.
  [[nodiscard]] const std::vector<std::string>& ids() const noexcept { return ids_; }
  [[nodiscard]] bool has_ids() const noexcept { return files_.ids.has_value(); }
  /// What identifies the rows in each of the files that were read: predictions, IDs, labels.
  [[nodiscard]] const std::vector<IdentifiedRows>& identified_rows() const noexcept {
    return identified_rows_;
  }
  /// As given; empty: equal.
  [[nodiscard]] const std::vector<double>& member_weights() const noexcept {
    return files_.member_weights;
  }
  /// Whether a single member has a positive weight.
  [[nodiscard]] bool one_member_counts() const noexcept;
  /// Notes for the user: inferred axes, columns that are left out, ...
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }
  /// Notes that are true only if every row has been read without an error.
  [[nodiscard]] std::vector<std::string> notes_after_reading() const;
  /// Whether rows that do not sum to one are rescaled.
  [[nodiscard]] bool renormalizes() const noexcept { return files_.renormalize; }
  [[nodiscard]] bool is_in_memory() const noexcept { return !runs_.front().views.empty(); }
  /// Recommended block size in instances: buffers stay near 1 MiB per core, from 2 to 8 MiB,
  /// which fits caches; fewer for a Dirichlet, whose instances take longer.
  [[nodiscard]] std::size_t block_rows() const noexcept;

  /// Reads instances first up to last of one run; the result views `buffer`, or the memory of the
  /// arrays.
  [[nodiscard]] Predictions read(std::size_t run, std::size_t first, std::size_t last,
                                 std::vector<std::byte>& buffer) const;

 private:
  struct Run {
    std::vector<io::StoredArray> arrays;  // one, or one per member
    std::vector<ArrayView> views;         // as many if the arrays are in memory, else none
    // As many: the class of the array at each position; empty: in order.
    std::vector<std::vector<std::size_t>> class_orders;
  };
  // What numbers of classes count in one of the files.
  struct Counting {
    std::string file;
    std::vector<std::string> names;             // empty: classes have no names
    std::vector<std::string> columns_left_out;  // which may be classes or not
  };
  PredictionSet(const OtherFiles& said, std::vector<io::StoredArray> arrays,
                std::vector<ArrayView> views);
  void find_axes(const OtherFiles& said, const std::vector<io::StoredArray>& arrays,
                 const std::vector<ArrayView>& views);
  void note_probabilities(const std::vector<io::StoredArray>& arrays,
                          const std::vector<ArrayView>& views);
  void note_zero_columns(const std::vector<io::StoredArray>& arrays,
                         const std::vector<ArrayView>& views);
  void note_several(bool are_members);
  [[nodiscard]] std::vector<std::vector<std::size_t>> align(
      const OtherFiles& said, const std::vector<io::StoredArray>& arrays);
  void name_votes(const io::StoredArray& first);
  void read_entries(const OtherFiles& said);
  [[nodiscard]] Counting counting_of(const io::Entries& entries, std::size_t file) const;
  [[nodiscard]] std::vector<std::uint32_t> read_labels(const io::Entries& entries,
                                                       std::size_t file) const;
  void note_what_numbers_count(const io::Entries& entries, std::size_t file);
  void take_labels_beside(const std::vector<LabelsBeside>& all);
  [[nodiscard]] std::size_t count_vote_classes();
  void note_no_zero(const std::string& label, std::string_view what,
                    const std::vector<bool>& occurs);

  PredictionFiles files_;
  std::vector<Run> runs_;
  std::string axes_;
  std::vector<std::string> class_names_, names_by_number_;
  std::vector<Counting> countings_;  // one per file; none for votes, whose classes are numbers
  std::vector<std::uint32_t> labels_;
  std::vector<std::string> ids_;
  std::vector<IdentifiedRows> identified_rows_;
  std::vector<std::string> notes_;
  std::size_t n_instances_ = 0, n_members_ = 0, n_classes_ = 0;
  io::RowRange rows_;
  bool has_class_names_ = false, has_labels_ = false, has_one_member_alone_ = false;
};

}  // namespace qualm
