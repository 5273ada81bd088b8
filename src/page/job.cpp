// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "io/text.h"
#include "qualm/page.h"

namespace qualm::page {
namespace {

std::string file_name(const std::string& path) {
  return path == "-" ? "standard input"
                     : io::printable(std::filesystem::path(path).filename().string());
}

std::vector<std::string> file_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(file_name(path));
  return names;
}

std::string title_of(const Job& job) {
  if (!job.title.empty()) return io::printable(job.title);
  const std::vector<std::string>& paths = job.measured.files.paths;
  return paths.empty() ? "predictions" : std::filesystem::path(file_name(paths[0])).stem().string();
}

}  // namespace

void Job::check() const {
  measured.check();
}

Request open(const Job& job, const Listener& listener) {
  job.check();
  Measured in = qualm::open(job.measured, listener);
  Request request{{{title_of(job), file_names(job.measured.files.paths), in.set}},
                  in.measures,
                  job.n_rows,
                  job.seed};
  const auto others = open_others(job.measured, *in.set, job.others, listener);
  for (std::size_t i = 0; i < others.size(); ++i) {
    request.sets.push_back({job.others[i].name, file_names(job.others[i].paths), others[i]});
  }
  if (listener.note) {
    for (const std::string& note : in.set->notes_after_reading()) listener.note(note);
  }
  for (std::size_t i = 0; i < job.pictures.size(); ++i) {
    Source& set = request.sets[i];
    set.pictures = job.pictures[i].open(set.predictions->n_instances());
  }
  return request;
}

}  // namespace qualm::page
