// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "qualm/io.h"
#include "qualm/predictions.h"

namespace qualm {

/// What a user says about prediction files. Several 2-D files are the members of one ensemble,
/// several 3-D files independent runs of one experiment.
struct PredictionFiles {
  std::vector<std::string> paths;  ///< .npy, .npz, .csv or "-"
  std::string key;                 ///< array name in an .npz
  std::string axes;                ///< such as "nmk"; empty: inferred, or an error that asks
  std::string likely_axes;         ///< taken instead of inferring if it names as many axes
  Input input = Input::probs;
  std::vector<double> member_weights;    ///< empty: equal
  std::vector<std::string> class_names;  ///< empty: from the file, else "0", "1", ...
  std::size_t n_classes = 0;             ///< votes only
  bool renormalize = false;
};

/// Prediction files, opened and understood, not yet read. Reading is by blocks of instances, so
/// memory stays bounded whatever the size of the files.
class PredictionSet {
 public:
  /// Throws system, data or usage: see docs/predictions.md for how axes are inferred.
  explicit PredictionSet(const PredictionFiles& files);
  /// The same of arrays in memory, which must outlive the set. Nothing is copied, whatever the
  /// strides; only members that lie anywhere are, block by block. `said.paths` is what messages
  /// call the arrays, one name each; `said.axes` must be given. Throws data or usage.
  PredictionSet(const std::vector<ArrayView>& arrays, const PredictionFiles& said);

  [[nodiscard]] std::size_t n_instances() const noexcept { return n_instances_; }
  [[nodiscard]] std::size_t n_members() const noexcept { return n_members_; }  ///< 0: Dirichlet
  [[nodiscard]] std::size_t n_classes() const noexcept { return n_classes_; }
  [[nodiscard]] std::size_t n_runs() const noexcept { return runs_.size(); }
  [[nodiscard]] Input input() const noexcept { return files_.input; }
  /// The axes of the first file as given or inferred: "nmk", "nk", "nm", ...
  [[nodiscard]] const std::string& axes() const noexcept { return axes_; }
  [[nodiscard]] const std::vector<std::string>& class_names() const noexcept {
    return class_names_;
  }
  /// What the user should be told: axes inferred, one member only, ...
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }
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
    std::vector<io::StoredArray> arrays;  // one, or one a member
    std::vector<ArrayView> views;         // as many where the arrays lie in memory, else none
  };
  PredictionSet(PredictionFiles files, std::vector<io::StoredArray> arrays,
                std::vector<ArrayView> views);
  void name_classes();
  [[nodiscard]] std::size_t count_vote_classes() const;

  PredictionFiles files_;
  std::vector<Run> runs_;
  std::string axes_;
  std::vector<std::string> class_names_;
  std::vector<std::string> notes_;
  std::size_t n_instances_ = 0, n_members_ = 0, n_classes_ = 0;
};

}  // namespace qualm
