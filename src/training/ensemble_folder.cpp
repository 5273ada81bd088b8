// SPDX-License-Identifier: Apache-2.0
#include "training/ensemble_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "io/text.h"
#include "qualm/error.h"
#include "qualm/io.h"
#include "training/json.h"

namespace qualm::training {

namespace fs = std::filesystem;
using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EnsembleRecord, plan, members, runs, versions, feature_names)

namespace {

constexpr const char* schema = "qualm.ensemble/1";

void check_same(const json& before, const json& now, const std::string& where) {
  for (const auto& [key, value] : now.items()) {
    const bool is_only_shown = key == "class_names";
    if (is_only_shown || (before.contains(key) && before[key] == value)) continue;
    if (key == "data_sha256") {
      throw_data(
          fmt::format("{}: the data is not what this ensemble was trained on: choose another {}",
                      where, argument("out")));
    }
    throw_usage(
        fmt::format("{}: this ensemble has {} {}, not {}: choose another {}, or give the options "
                    "it was started with",
                    where, key, before.contains(key) ? before[key].dump() : "unknown", value.dump(),
                    argument("out")));
  }
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    throw_system(fmt::format("{}: the folder cannot be created: {}", path.string(),
                             io::system_text(error.value())));
  }
}

void remove_half_written(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".qualm-") && name.ends_with(".tmp")) fs::remove(entry.path(), error);
  }
}

}  // namespace

std::string EnsembleFolder::run_path(std::size_t run) const {
  return fmt::format("{}/run{}", path_, run);
}

std::string EnsembleFolder::member_path(std::size_t run, std::size_t member) const {
  return fmt::format("{}/member{}.pt", run_path(run), member);
}

std::string EnsembleFolder::checkpoint_path(std::size_t run, std::size_t member) const {
  return fmt::format("{}/member{}.checkpoint.pt", run_path(run), member);
}

std::string EnsembleFolder::diverged_path(std::size_t run, std::size_t member) const {
  return fmt::format("{}/member{}.diverged.json", run_path(run), member);
}

EnsembleRecord EnsembleFolder::read_record() const {
  std::ifstream file(record_path());
  if (!file) {
    throw_system(fmt::format("{}: cannot be read: {}; ensembles are written by qualm train",
                             record_path(), io::system_text(errno)));
  }
  try {
    json document = json::parse(file);
    if (document.at("schema") != schema)
      throw_data(record_path() + ": of another version of qualm");
    document.at("plan") = plan_from(document.at("plan"));
    document.emplace("feature_names", json::array());
    auto record = document.get<EnsembleRecord>();
    if (record.plan.n_classes < 2 || record.plan.shape.empty() || record.plan.shape.size() == 2) {
      throw_data(record_path() + ": damaged: shape or classes are invalid");
    }
    return record;
  } catch (const json::exception& error) {
    throw_data(fmt::format("{}: damaged: {}", record_path(), io::printable(error.what())));
  }
}

void EnsembleFolder::check(const EnsembleRecord& record) const {
  check_same(json(read_record().plan), json(record.plan), path_);
}

void EnsembleFolder::adopt(const EnsembleRecord& record) const {
  EnsembleRecord kept = record;
  if (fs::exists(record_path())) {
    const EnsembleRecord before = read_record();
    check_same(json(before.plan), json(record.plan), path_);
    if (record.members < before.members) {
      throw_usage(
          fmt::format("{}: this ensemble has {} members already: choose another {} for fewer",
                      path_, before.members, argument("out")));
    }
    kept.versions = before.versions;
    kept.runs = std::max(record.runs, before.runs);
    if (record.members == before.members && kept.runs == before.runs) kept.runs = 0;
  }
  make_folder(path_);
  remove_half_written(path_);
  for (std::size_t run = 0; run < record.runs; ++run) {
    make_folder(run_path(run));
    remove_half_written(run_path(run));
  }
  if (kept.runs == 0) return;
  json document(kept);
  document["schema"] = schema;
  const auto sink = io::open_atomic_file(record_path());
  sink->write(document.dump(2) + '\n');
  sink->finish();
}

io::FileDescriptor EnsembleFolder::lock() const {
  make_folder(path_);
  const std::string path = path_ + "/.lock";
  io::FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file.is_open()) {
    throw_system(fmt::format("{}: cannot be written: {}", path_, io::system_text(errno)));
  }
  // Workers of a process that was killed may take a moment to follow it.
  for (int tries = 0; tries < 30; ++tries) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  throw_usage(path_ + ": another process is training this ensemble: wait for it or stop it");
}

}  // namespace qualm::training
