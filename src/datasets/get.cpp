// SPDX-License-Identifier: Apache-2.0
#include "qualm/datasets/get.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "datasets/addresses.h"
#include "datasets/archive.h"
#include "datasets/digest.h"
#include "datasets/download.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm {
namespace {

namespace fs = std::filesystem;

/// How many bytes a published file may have: packing makes nothing much longer.
std::uint64_t most_bytes_of(const DatasetFile& file) {
  constexpr std::uint64_t unknown = std::uint64_t{1} << 30U, headers = std::uint64_t{1} << 16U;
  return file.content_bytes == 0 ? unknown
                                 : file.content_bytes + file.content_bytes / 100 + headers;
}

class Getter {
 public:
  Getter(const DatasetInfo& info, const GetRequest& request, const GetListener& listener)
      : info_(info),
        request_(request),
        listener_(listener),
        folder_(dataset_folder(info, dataset_home(request.data_dir))) {}

  std::vector<GotFile> get() {
    std::vector<const DatasetFile*> wanted;
    const FoundDataset found = find_dataset(info_, request_.data_dir);
    for (std::size_t s = 0; s < info_.splits.size(); ++s) {
      const DatasetSplit& split = info_.splits[s];
      if (!is_asked_for(split.name) || is_whole_somewhere(split, found.splits[s])) continue;
      for (const DatasetFile& file : split.files) {
        if (!is_there(file, target(file.name))) wanted.push_back(&file);
      }
    }
    if (!wanted.empty()) make_folder();
    const bool one_by_one = !request_.mirror.empty() || info_.archive.name.empty();
    std::vector<const DatasetFile*> left;
    for (const DatasetFile* file : wanted) {
      if (!one_by_one || !get_file(*file)) left.push_back(file);
    }
    if (!left.empty() && !get_archive(left)) throw_unavailable(left);
    return std::move(got_);
  }

 private:
  void make_folder() const {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) {
      throw_system(fmt::format("{}: cannot be created: {}; choose another folder with {}",
                               io::printable(folder_, 4096), error.message(),
                               argument("data_dir")));
    }
  }

  [[nodiscard]] bool is_asked_for(std::string_view split) const {
    return request_.splits.empty() || std::find(request_.splits.begin(), request_.splits.end(),
                                                split) != request_.splits.end();
  }

  [[nodiscard]] std::string target(std::string_view name) const {
    return (fs::path(folder_) / name).string();
  }

  /// A split that is complete in any place needs nothing, unless a folder was asked for.
  bool is_whole_somewhere(const DatasetSplit& split, const FoundSplit& found) {
    if (!request_.data_dir.empty() || !found.is_whole()) return false;
    const std::vector<GotFile> before = got_;
    for (std::size_t i = 0; i < split.files.size(); ++i) {
      if (is_there(split.files[i], found.paths[i])) continue;
      got_ = before;
      return false;
    }
    return true;
  }

  bool is_there(const DatasetFile& file, const std::string& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return false;
    const FileVerdict verdict = check_file(file, path, listener_.progress).verdict;
    if (verdict == FileVerdict::different) return false;
    got_.push_back({std::string(file.name), path, "", verdict});
    return true;
  }

  /// Asks the addresses one after the other until one gives a file that `verify` likes ("" or what
  /// is wrong). True: `part` is it. False: nobody has it.
  template <class Verify>
  bool ask(std::string_view name, std::uint64_t most_bytes, PartFile& part, const Verify& verify) {
    for (const std::string& address : addresses_of(info_, name, request_.mirror)) {
      if (listener_.starts) listener_.starts(address);
      bool resumed = part.size() > 0;
      for (;;) {
        const DownloadFailure failure = fetch(address, most_bytes, part);
        if (!failure.reason.empty()) {
          if (!failure.is_absent) tried_.push_back(fmt::format("{}: {}", address, failure.reason));
          break;
        }
        const std::string wrong = verify();
        if (wrong.empty()) {
          from_ = address;
          return true;
        }
        // A part of another version of the file, maybe: begin anew, once.
        part.clear();
        if (!std::exchange(resumed, false)) {
          is_wrong_ = true;
          tried_.push_back(fmt::format("{}: {}", address, wrong));
          break;
        }
      }
    }
    if (part.size() == 0) part.remove();
    return false;
  }

  DownloadFailure fetch(const std::string& address, std::uint64_t most_bytes, PartFile& part) {
    try {
      return download(address, most_bytes, part, listener_.progress);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::interrupted) throw;
      throw Error(ErrorKind::interrupted,
                  fmt::format("interrupted; the {} bytes so far are kept in {}: run the same "
                              "command again to resume",
                              part.size(), io::printable(part.path(), 4096)));
    }
  }

  bool get_file(const DatasetFile& file) {
    PartFile part(target(file.name));
    FileVerdict verdict = FileVerdict::unknown;
    const auto verify = [&]() -> std::string {
      const CheckedFile checked = check_file(file, part.path(), listener_.progress);
      verdict = checked.verdict;
      return verdict == FileVerdict::different ? "is not the published file: " + checked.detail
                                               : "";
    };
    if (!ask(file.name, most_bytes_of(file), part, verify)) return false;
    part.finish();
    got_.push_back({std::string(file.name), target(file.name), from_, verdict});
    return true;
  }

  bool get_archive(const std::vector<const DatasetFile*>& wanted) {
    const DatasetArchive& archive = info_.archive;
    if (archive.name.empty()) return false;
    PartFile part(target(archive.name));
    const auto verify = [&]() -> std::string {
      const std::string sum =
          digest_of_file(part.path(), DigestKind::sha256, listener_.progress).hex;
      return sum == archive.sha256
                 ? ""
                 : fmt::format("is not the published archive: sha256 {}, should be {}", sum,
                               archive.sha256);
    };
    if (!ask(archive.name, archive.bytes, part, verify)) return false;
    unpack_archive(part.path(), [&](std::string_view name) -> std::unique_ptr<io::Sink> {
      const bool is_wanted = std::any_of(wanted.begin(), wanted.end(),
                                         [&](const auto* file) { return file->name == name; });
      return is_wanted ? io::open_atomic_file(target(name)) : nullptr;
    });
    for (const DatasetFile* file : wanted) {
      const std::string path = target(file->name);
      std::error_code ignored;
      if (!fs::is_regular_file(path, ignored)) {
        throw_data(fmt::format("{}: has no {}", part.path(), file->name));
      }
      const CheckedFile checked = check_file(*file, path, listener_.progress);
      if (checked.verdict == FileVerdict::different) {
        throw_data(fmt::format("{}: {}", path, checked.detail));
      }
      got_.push_back({std::string(file->name), path, from_, checked.verdict});
    }
    part.remove();
    return true;
  }

  [[noreturn]] void throw_unavailable(const std::vector<const DatasetFile*>& files) const {
    std::vector<std::string_view> names;
    for (const DatasetFile* file : files) names.push_back(file->name);
    const std::string where =
        request_.mirror.empty() ? "its authors' addresses" : io::printable(request_.mirror, 4096);
    const std::string message = fmt::format(
        "{}: {} cannot be downloaded from {} ({}); give another source with {} or DIR", info_.name,
        fmt::join(names, ", "), where,
        tried_.empty() ? "no such file there" : fmt::format("{}", fmt::join(tried_, "; ")),
        argument("mirror", "URL"));
    if (is_wrong_) throw_data(message);
    throw_system(message);
  }

  const DatasetInfo& info_;
  const GetRequest& request_;
  const GetListener& listener_;
  std::string folder_;
  std::vector<GotFile> got_;
  std::vector<std::string> tried_;
  std::string from_;
  bool is_wrong_ = false;
};

}  // namespace

std::vector<GotFile> get_dataset(const DatasetInfo& info, const GetRequest& request,
                                 const GetListener& listener) {
  for (const std::string& split : request.splits) static_cast<void>(split_of(info, split));
  return Getter(info, request, listener).get();
}

}  // namespace qualm
