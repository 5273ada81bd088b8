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

/// What a user says about prediction files. Several 2-D files are the members of one ensemble,
/// several 3-D files independent runs of one experiment.
struct PredictionFiles {
  std::vector<std::string> paths;  ///< files that io::open_array reads, or "-"
  std::string key;                 ///< which array where they have names; ignored for others beside
  std::string axes;                ///< such as "nmk"; empty: inferred, or an error that asks
  Input input = Input::probs;
  std::vector<double> member_weights;  ///< empty: equal
  /// Names the classes; where the files do so themselves, selects and orders them by name. Empty:
  /// from the files, else "0", "1", ...
  std::vector<std::string> class_names;
  /// Of a .csv: those that are classes; empty: all of numbers. Of arrays in memory: whether
  /// somebody chose their columns.
  std::vector<std::string> columns;
  std::size_t n_classes = 0;  ///< votes only
  bool renormalize = false;
  std::optional<io::Entries> labels;  ///< one per row: numbers, or names of classes
  bool look_for_labels = false;       ///< the arrays "labels" of the .npz, if none are given
  std::optional<io::Entries> ids;     ///< one per row: what it is called in output

  /// Arrays in memory: the names that each gives its classes, or none; empty: none does.
  std::vector<std::vector<std::string>> array_class_names;

  std::vector<io::Shards> shards;  ///< instead of paths: arrays that were cut along instances
  io::Share share;                 ///< which rows are wanted; other processes take the others
};

/// Labels that lie in one of the files of predictions.
struct LabelsBeside {
  io::Entries entries;
  std::size_t file = 0;  ///< its place among the paths
};

class PredictionSet;
/// The same said of other files or arrays, predicted by the same ensemble for other rows: their
/// members and classes are to be those of `in`, and their axes too where the lengths allow it. No
/// labels and no ids.
struct OtherFiles {
  PredictionFiles files;
  std::string likely_axes = {};  ///< empty: there is no `in`
  std::size_t n_members = 0, n_classes = 0;
  std::vector<std::string> class_names = {};      ///< where `in` has names, else empty
  std::vector<std::string> names_by_number = {};  ///< see PredictionSet
  std::vector<LabelsBeside> labels_beside = {};
};
[[nodiscard]] OtherFiles files_like(const PredictionSet& in, PredictionFiles said);

/// Prediction files, opened and understood, not yet read. Reading is by blocks of instances, so
/// memory stays bounded whatever the size of the files.
class PredictionSet {
 public:
  /// Throws system, data or usage: see docs/predictions.md for how axes are inferred.
  explicit PredictionSet(const PredictionFiles& files);
  explicit PredictionSet(const OtherFiles& others);
  /// The same of arrays in memory, which must outlive the set. Nothing is copied, whatever the
  /// strides; only members that lie anywhere are, block by block. `said.paths` is what messages
  /// call the arrays, one name each. Throws data or usage.
  PredictionSet(const std::vector<ArrayView>& arrays, const PredictionFiles& said);
  PredictionSet(const std::vector<ArrayView>& arrays, const OtherFiles& others);

  [[nodiscard]] std::size_t n_instances() const noexcept { return n_instances_; }
  /// Those of them that are wanted here, see PredictionFiles::share.
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
  /// Whether somebody named the classes; else their names are their numbers.
  [[nodiscard]] bool has_class_names() const noexcept { return has_class_names_; }
  /// Where the data names its classes: the names in the order that the first file gives them, which
  /// is what numbers as labels count, and what files without names are taken for. Else empty.
  [[nodiscard]] const std::vector<std::string>& names_by_number() const noexcept {
    return names_by_number_;
  }
  /// The class of each of rows(), checked; empty: none are known.
  [[nodiscard]] const std::vector<std::uint32_t>& labels() const noexcept { return labels_; }
  [[nodiscard]] bool has_labels() const noexcept { return has_labels_; }
  /// What each of rows() is called; empty: by its number.
  [[nodiscard]] const std::vector<std::string>& ids() const noexcept { return ids_; }
  [[nodiscard]] bool has_ids() const noexcept { return files_.ids.has_value(); }
  /// As given; empty: equal.
  [[nodiscard]] const std::vector<double>& member_weights() const noexcept {
    return files_.member_weights;
  }
  /// What the user should be told: axes inferred, one member only, ...
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }
  /// Whether rows that do not sum to one are rescaled.
  [[nodiscard]] bool renormalizes() const noexcept { return files_.renormalize; }
  [[nodiscard]] bool is_in_memory() const noexcept { return !runs_.front().views.empty(); }
  /// Instances a block should have so that its buffers stay near 8 MiB, which fits caches; fewer
  /// for a Dirichlet, whose instances take longer.
  [[nodiscard]] std::size_t block_rows() const noexcept;

  /// Reads instances first up to last of one run; the result views `buffer`, or the memory that
  /// the arrays lie in.
  [[nodiscard]] Predictions read(std::size_t run, std::size_t first, std::size_t last,
                                 std::vector<std::byte>& buffer) const;

 private:
  struct Run {
    std::vector<io::StoredArray> arrays;  // one, or one per member
    std::vector<ArrayView> views;         // as many where the arrays lie in memory, else none
    // As many: which class of the array stands at each place; empty: as they lie.
    std::vector<std::vector<std::size_t>> class_orders;
  };
  // What numbers of classes count in one of the files.
  struct Counting {
    std::string file;
    std::vector<std::string> names;             // empty: nobody names the classes
    std::vector<std::string> columns_left_out;  // which may be classes or not
  };
  PredictionSet(OtherFiles said, std::vector<io::StoredArray> arrays, std::vector<ArrayView> views);
  void find_axes(const OtherFiles& said, const std::vector<io::StoredArray>& arrays,
                 const std::vector<ArrayView>& views);
  void note_zero_columns(const std::vector<io::StoredArray>& arrays,
                         const std::vector<ArrayView>& views);
  [[nodiscard]] std::vector<std::vector<std::size_t>> align(
      const OtherFiles& said, const std::vector<io::StoredArray>& arrays);
  void name_votes(const io::StoredArray& first);
  void read_entries(const OtherFiles& said);
  [[nodiscard]] std::vector<std::uint32_t> read_labels(const io::Entries& entries,
                                                       std::size_t file) const;
  void note_what_numbers_count(const io::Entries& entries, std::size_t file);
  void take_labels_beside(const std::vector<LabelsBeside>& all);
  [[nodiscard]] std::size_t count_vote_classes() const;

  PredictionFiles files_;
  std::vector<Run> runs_;
  std::string axes_;
  std::vector<std::string> class_names_, names_by_number_;
  std::vector<Counting> countings_;  // one per file; none for votes, whose classes are numbers
  std::vector<std::uint32_t> labels_;
  std::vector<std::string> ids_;
  std::vector<std::string> notes_;
  std::size_t n_instances_ = 0, n_members_ = 0, n_classes_ = 0;
  io::RowRange rows_;
  bool has_class_names_ = false, has_labels_ = false;
};

}  // namespace qualm
