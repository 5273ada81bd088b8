// SPDX-License-Identifier: Apache-2.0
#include "io/zip_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "qualm/error.h"

namespace qualm::io {

ZipArchive::ZipArchive(SourceFile file) : file_(std::move(file)) {
  zip_source_t* const source = zip_source_function_create(&callback, this, &error_.value);
  if (source == nullptr) fail(zip_error_strerror(&error_.value));
  zip_ = zip_open_from_source(source, ZIP_RDONLY, &error_.value);
  if (zip_ == nullptr) {
    const std::string what = zip_error_strerror(&error_.value);
    zip_source_free(source);
    fail(what);
  }
}

ZipArchive::~ZipArchive() {
  if (zip_ != nullptr) zip_discard(zip_);
}

std::vector<ZipEntry> ZipArchive::entries() {
  std::vector<ZipEntry> out;
  const auto count =
      static_cast<std::uint64_t>(std::max<zip_int64_t>(zip_get_num_entries(zip_, 0), 0));
  for (std::uint64_t i = 0; i < count; ++i) {
    zip_stat_t status;
    zip_stat_init(&status);
    constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                                    ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(zip_, i, 0, &status) != 0 || (status.valid & needed) != needed) {
      fail(zip_strerror(zip_));
    }
    out.push_back({i, status.name, status.size, status.comp_size,
                   status.comp_method == ZIP_CM_STORE, status.comp_method == ZIP_CM_DEFLATE,
                   status.encryption_method != ZIP_EM_NONE});
  }
  return out;
}

ZipArchive::Stream::Stream(ZipArchive& archive, std::uint64_t index)
    : archive_(archive), file_(zip_fopen_index(archive.zip_, index, 0)) {
  if (!file_) archive_.fail(zip_strerror(archive_.zip_));
  archive_.run_first_ = archive_.run_end_ = 0;
  archive_.run_broken_ = false;
}

std::size_t ZipArchive::Stream::read(std::span<std::byte> out) {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const zip_int64_t got = zip_fread(file_.get(), out.data() + filled, out.size() - filled);
    if (got < 0) archive_.fail(zip_file_strerror(file_.get()));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  count_ += filled;
  return filled;
}

std::optional<std::uint64_t> ZipArchive::Stream::place() const {
  if (archive_.run_broken_ || archive_.run_end_ - archive_.run_first_ != count_)
    return std::nullopt;
  return archive_.run_first_;
}

zip_int64_t ZipArchive::read_some(void* data, zip_uint64_t length) {
  const std::uint64_t count = std::min(length, file_.bytes->size() - position_);
  file_.bytes->read(position_, {static_cast<std::byte*>(data), static_cast<std::size_t>(count)});
  if (run_first_ == run_end_) run_first_ = run_end_ = position_;
  run_broken_ = run_broken_ || position_ != run_end_;
  position_ += count;
  run_end_ = position_;
  return static_cast<zip_int64_t>(count);
}

zip_int64_t ZipArchive::callback(void* self, void* data, zip_uint64_t length,
                                 zip_source_cmd_t command) {
  auto& archive = *static_cast<ZipArchive*>(self);
  try {
    switch (command) {
      case ZIP_SOURCE_OPEN:
        archive.position_ = 0;
        return 0;
      case ZIP_SOURCE_READ:
        return archive.read_some(data, length);
      case ZIP_SOURCE_CLOSE:
      case ZIP_SOURCE_FREE:
        return 0;
      case ZIP_SOURCE_STAT: {
        auto* const status = static_cast<zip_stat_t*>(data);
        zip_stat_init(status);
        status->size = archive.file_.bytes->size();
        status->valid = ZIP_STAT_SIZE;
        return sizeof(zip_stat_t);
      }
      case ZIP_SOURCE_SEEK: {
        const zip_int64_t to = zip_source_seek_compute_offset(
            archive.position_, archive.file_.bytes->size(), data, length, &archive.error_.value);
        if (to < 0) return -1;
        archive.position_ = static_cast<std::uint64_t>(to);
        return 0;
      }
      case ZIP_SOURCE_TELL:
        return static_cast<zip_int64_t>(archive.position_);
      case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&archive.error_.value, data, length);
      case ZIP_SOURCE_SUPPORTS:
        return zip_source_make_command_bitmap(
            ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
            ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
      default:
        zip_error_set(&archive.error_.value, ZIP_ER_OPNOTSUPP, 0);
        return -1;
    }
  } catch (...) {
    archive.failure_ = std::current_exception();
    zip_error_set(&archive.error_.value, ZIP_ER_READ, 0);
    return -1;
  }
}

void ZipArchive::fail(const std::string& what) {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  throw_data(fmt::format("{}: the zip archive is damaged or truncated ({}); copy it again",
                         file_.label, what));
}

}  // namespace qualm::io
