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
  explicit PredictionSet(PredictionFiles files);

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
  /// Instances a block should have so that its buffers stay near 8 MiB, which fits caches.
  [[nodiscard]] std::size_t block_rows() const noexcept;

  /// Reads instances first up to last of one run into `buffer`; the result views it.
  [[nodiscard]] Predictions read(std::size_t run, std::size_t first, std::size_t last,
                                 std::vector<std::byte>& buffer) const;

 private:
  [[nodiscard]] std::size_t count_vote_classes() const;

  struct Run {
    std::vector<io::StoredArray> arrays;  // one, or one a member
  };
  PredictionFiles files_;
  std::vector<Run> runs_;
  std::string axes_;
  std::vector<std::string> class_names_;
  std::vector<std::string> notes_;
  std::size_t n_instances_ = 0, n_members_ = 0, n_classes_ = 0;
};

}  // namespace qualm
