// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "io/file_descriptor.h"
#include "qualm/training/plan.h"

namespace qualm::training {

/// What ensemble.json says.
struct EnsembleRecord {
  TrainingPlan plan;
  std::size_t members = 0, runs = 0;
  std::map<std::string, std::string> versions;
  std::vector<std::string> feature_names;  ///< of a table; or empty
};

/// The files of one ensemble: ensemble.json, log.jsonl, run<r>/member<m>.pt.
class EnsembleFolder {
 public:
  explicit EnsembleFolder(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::string record_path() const { return path_ + "/ensemble.json"; }
  [[nodiscard]] std::string log_path() const { return path_ + "/log.jsonl"; }
  [[nodiscard]] std::string run_path(std::size_t run) const;
  [[nodiscard]] std::string member_path(std::size_t run, std::size_t member) const;
  [[nodiscard]] std::string checkpoint_path(std::size_t run, std::size_t member) const;
  /// Exists if the member's loss became infinite or not a number; holds its last line of the log.
  [[nodiscard]] std::string diverged_path(std::size_t run, std::size_t member) const;

  /// Throws system if there is none, data if it is damaged.
  [[nodiscard]] EnsembleRecord read_record() const;

  /// Makes the folder and its record, or checks that the old record asks for the same training:
  /// members and runs may be added, all else must be equal. Throws usage naming what differs (data
  /// if it is the data). Removes what a killed process left half written.
  void adopt(const EnsembleRecord& record) const;
  /// The same of a folder that another process has prepared; nothing is written.
  void check(const EnsembleRecord& record) const;

  /// Held while training. Throws usage if another process holds it; the system frees it even if
  /// that is killed.
  [[nodiscard]] io::FileDescriptor lock() const;

 private:
  std::string path_;
};

}  // namespace qualm::training
