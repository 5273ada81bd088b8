// SPDX-License-Identifier: Apache-2.0
#include "analysis/files_of_rows.h"

#include "io/same_rows.h"

namespace qualm::detail {

void FilesOfRows::add(const PredictionSet& set) {
  tables_.insert(tables_.end(), set.identified_rows().begin(), set.identified_rows().end());
  n_known_ = tables_.size();
}

void FilesOfRows::add(const io::StoredArray& file) {
  for (const IdentifiedRows& each : tables_) {
    io::check_same_rows({file.label, file.row_ids}, {each.label, each.ids});
  }
  tables_.push_back({file.label, file.row_ids});
  notes_.insert(notes_.end(), file.notes.begin(), file.notes.end());
}

std::vector<std::string> FilesOfRows::notes() const {
  std::vector<std::string> notes = notes_;
  for (std::size_t i = n_known_; i < tables_.size() && tables_.size() > 1; ++i) {
    std::vector<io::RowsOf> others;
    for (const IdentifiedRows& each : tables_) {
      if (&each != &tables_[i]) others.push_back({each.label, each.ids});
    }
    const auto more = io::note_not_compared(
        {tables_[i].label, tables_[i].ids}, others,
        n_known_ > 0 ? "the predictions have no such column" : "no other file has such a column");
    notes.insert(notes.end(), more.begin(), more.end());
  }
  return notes;
}

}  // namespace qualm::detail
