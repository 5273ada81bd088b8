// SPDX-License-Identifier: Apache-2.0
#include "training/log.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <fstream>

#include "io/fd_writer.h"
#include "io/text.h"
#include "qualm/error.h"
#include "qualm/io.h"
#include "training/json.h"

namespace qualm::training {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EpochLine, run, member, epoch, loss, accuracy, test_accuracy,
                                   seconds, images_per_second)

std::string to_json(const EpochLine& line) {
  return nlohmann::json(line).dump();
}

std::optional<EpochLine> epoch_line_from_json(const std::string& text) {
  try {
    return nlohmann::json::parse(text).get<EpochLine>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

std::vector<MemberLog> member_logs(const std::string& path, std::size_t run, std::size_t members) {
  std::vector<MemberLog> logs(members);
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    const std::optional<EpochLine> line = epoch_line_from_json(text);
    if (!line || line->run != run || line->member >= members) continue;
    MemberLog& log = logs[line->member];
    log.seconds += line->seconds;
    if (line->test_accuracy) log.test_accuracy = line->test_accuracy;
  }
  return logs;
}

void append_line(const std::string& path, const std::string& line) {
  io::FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!file.is_open()) {
    throw_system(fmt::format("{}: cannot be written: {}", path, io::system_text(errno)));
  }
  io::FdWriter writer(std::move(file), path);
  writer.write(line + '\n');
  writer.flush();
}

void prune_log(const std::string& path, const std::function<bool(const EpochLine&)>& keep) {
  std::ifstream file(path);
  if (!file) return;
  std::string kept, line;
  while (std::getline(file, line)) {
    const std::optional<EpochLine> parsed = epoch_line_from_json(line);
    if (parsed && keep(*parsed)) kept += line + '\n';
  }
  const auto sink = io::open_atomic_file(path);
  sink->write(kept);
  sink->finish();
}

}  // namespace qualm::training
