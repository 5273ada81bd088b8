// SPDX-License-Identifier: Apache-2.0
// What a folder of `qualm train` holds, as far as it is read without LibTorch: checksums of models
// and checkpoints, their records, ensemble.json and lines of log.jsonl.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/bytes_file.h"
#include "qualm/error.h"
#include "training/ensemble_folder.h"
#include "training/log.h"
#include "training/sealed_archive.h"

namespace fuzz {
namespace {

namespace training = qualm::training;

/// A folder with nothing but ensemble.json, gone with the process.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("qualm_fuzz_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] training::EnsembleFolder with_record(const std::string& text) const {
    training::EnsembleFolder folder(path_.string());
    std::ofstream(folder.record_path(), std::ios::binary) << text;
    return folder;
  }

 private:
  std::filesystem::path path_;
};

void read_archive(const std::string& text, Bytes bytes) {
  const BytesFile file(bytes);
  const training::Seal seal = training::seal_of(text);
  require(training::lacks_seal(file.path()) == (seal == training::Seal::missing),
          "the end of a file says what all of its bytes say");
  if (seal == training::Seal::missing) {
    require(training::seal_of(training::sealed(text)) == training::Seal::intact,
            "what is training::sealed is intact");
  }
  try_to([&] { training::check_records(file.path(), "train again"); });
}

void read_log(const std::string& text) {
  const auto line = training::epoch_line_from_json(text);
  if (!line) return;
  const auto again = training::epoch_line_from_json(training::to_json(*line));
  require(again && training::to_json(*again) == training::to_json(*line),
          "a line is read as it was written");
}

void read_record(const std::string& text) {
  static const Folder folder;
  const training::EnsembleFolder ensemble = folder.with_record(text);
  try_to([&] { ensemble.check(ensemble.read_record()); });
}

}  // namespace

void run_checkpoints(Bytes bytes) {
  const std::string text(bytes.begin(), bytes.end());
  read_archive(text, bytes);
  read_log(text);
  read_record(text);
}

}  // namespace fuzz
