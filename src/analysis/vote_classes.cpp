// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "analysis/align_classes.h"
#include "predictions/place.h"
#include "qualm/analysis/prediction_set.h"

namespace qualm {

// A vote is the number of a class, so that names only name.
void PredictionSet::name_votes(const io::StoredArray& first) {
  detail::check_n_classes(files_.n_classes);
  class_names_ = files_.class_names.empty() ? first.class_names : files_.class_names;
  has_class_names_ = !class_names_.empty();
  n_classes_ = files_.n_classes != 0 ? files_.n_classes : class_names_.size();
  if (n_classes_ == 0) n_classes_ = count_vote_classes();
  if (!has_class_names_) class_names_ = detail::numbered_names(n_classes_);
  class_names_ =
      detail::align_classes(std::vector<detail::NamedClasses>{{first.label, {}, n_classes_}},
                            class_names_, {})
          .names;
}

std::size_t PredictionSet::count_vote_classes() {
  std::size_t n_classes = 2;
  std::vector<bool> occurs;
  std::vector<std::byte> buffer;
  for (std::size_t run = 0; run < n_runs(); ++run) {
    for (std::size_t first = 0; first < n_instances_; first += block_rows()) {
      const std::size_t last = std::min(n_instances_, first + block_rows());
      const Predictions votes = read(run, first, last, buffer);
      n_classes = std::max(n_classes, votes.n_classes());
      occurs.resize(n_classes);
      for (std::size_t i = 0; i < votes.n_instances(); ++i) {
        for (std::size_t m = 0; m < n_members_; ++m) {
          const double vote = votes.array().at(std::array{i, m, std::size_t{0}});
          if (vote >= 0) occurs[static_cast<std::size_t>(vote)] = true;
        }
      }
    }
  }
  note_no_zero(runs_.front().arrays.front().label, "vote", occurs);
  return n_classes;
}

}  // namespace qualm
