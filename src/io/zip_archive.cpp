// SPDX-License-Identifier: Apache-2.0
#include "io/zip_archive.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "qualm/error.h"

namespace qualm::io {

struct ZipArchive::State {
  const SourceFile& file;
  zip_t* zip = nullptr;
  zip_error_t error{};
  std::exception_ptr failure;  // of our own reading, which must not cross libzip's C code
  std::uint64_t position = 0;
  // The run of bytes that libzip read since a stream was opened.
  std::uint64_t run_first = 0, run_end = 0;
  bool run_broken = false;

  explicit State(const SourceFile& source) : file(source) { zip_error_init(&error); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (zip != nullptr) zip_discard(zip);
    zip_error_fini(&error);
  }

  // libzip reads the archive through this callback, so stdin and files are the same to it.
  static zip_int64_t callback(void* self, void* data, zip_uint64_t length,
                              zip_source_cmd_t command);
  zip_int64_t answer(void* data, zip_uint64_t length, zip_source_cmd_t command);
  zip_int64_t read_some(void* data, zip_uint64_t length);
  [[noreturn]] void fail(const std::string& what);
};

struct ZipArchive::Stream::File {
  zip_file_t* file;

  explicit File(zip_file_t* opened) : file(opened) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (file != nullptr) zip_fclose(file);
  }
};

ZipArchive::ZipArchive(SourceFile file)
    : file_(std::move(file)), state_(std::make_unique<State>(file_)) {
  zip_source_t* const source =
      zip_source_function_create(&State::callback, state_.get(), &state_->error);
  if (source == nullptr) state_->fail(zip_error_strerror(&state_->error));
  state_->zip = zip_open_from_source(source, ZIP_RDONLY, &state_->error);
  if (state_->zip == nullptr) {
    const std::string what = zip_error_strerror(&state_->error);
    zip_source_free(source);
    state_->fail(what);
  }
}

ZipArchive::~ZipArchive() = default;

std::vector<ZipEntry> ZipArchive::entries() {
  std::vector<ZipEntry> out;
  zip_t* const zip = state_->zip;
  const auto count =
      static_cast<std::uint64_t>(std::max<zip_int64_t>(zip_get_num_entries(zip, 0), 0));
  for (std::uint64_t i = 0; i < count; ++i) {
    zip_stat_t status;
    zip_stat_init(&status);
    constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                                    ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(zip, i, 0, &status) != 0 || (status.valid & needed) != needed) {
      state_->fail(zip_strerror(zip));
    }
    out.push_back({i, status.name, status.size, status.comp_size,
                   status.comp_method == ZIP_CM_STORE, status.comp_method == ZIP_CM_DEFLATE,
                   status.encryption_method != ZIP_EM_NONE});
  }
  return out;
}

ZipArchive::Stream::Stream(ZipArchive& archive, std::uint64_t index)
    : archive_(archive),
      file_(std::make_unique<File>(zip_fopen_index(archive.state_->zip, index, 0))) {
  State& state = *archive_.state_;
  if (file_->file == nullptr) state.fail(zip_strerror(state.zip));
  state.run_first = state.run_end = 0;
  state.run_broken = false;
}

ZipArchive::Stream::~Stream() = default;

std::size_t ZipArchive::Stream::read(std::span<std::byte> out) {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const zip_int64_t got = zip_fread(file_->file, out.data() + filled, out.size() - filled);
    if (got < 0) archive_.state_->fail(zip_file_strerror(file_->file));
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  count_ += filled;
  return filled;
}

std::optional<std::uint64_t> ZipArchive::Stream::place() const {
  const State& state = *archive_.state_;
  if (state.run_broken || state.run_end - state.run_first != count_) return std::nullopt;
  return state.run_first;
}

zip_int64_t ZipArchive::State::read_some(void* data, zip_uint64_t length) {
  const std::uint64_t count = std::min(length, file.bytes->size() - position);
  file.bytes->read(position, {static_cast<std::byte*>(data), static_cast<std::size_t>(count)});
  if (run_first == run_end) run_first = run_end = position;
  run_broken = run_broken || position != run_end;
  position += count;
  run_end = position;
  return static_cast<zip_int64_t>(count);
}

zip_int64_t ZipArchive::State::callback(void* self, void* data, zip_uint64_t length,
                                        zip_source_cmd_t command) {
  auto& state = *static_cast<State*>(self);
  try {
    return state.answer(data, length, command);
  } catch (...) {
    state.failure = std::current_exception();
    zip_error_set(&state.error, ZIP_ER_READ, 0);
    return -1;
  }
}

zip_int64_t ZipArchive::State::answer(void* data, zip_uint64_t length, zip_source_cmd_t command) {
  switch (command) {
    case ZIP_SOURCE_OPEN:
      position = 0;
      return 0;
    case ZIP_SOURCE_READ:
      return read_some(data, length);
    case ZIP_SOURCE_CLOSE:
    case ZIP_SOURCE_FREE:
      return 0;
    case ZIP_SOURCE_STAT: {
      auto* const status = static_cast<zip_stat_t*>(data);
      zip_stat_init(status);
      status->size = file.bytes->size();
      status->valid = ZIP_STAT_SIZE;
      return sizeof(zip_stat_t);
    }
    case ZIP_SOURCE_SEEK: {
      const zip_int64_t to =
          zip_source_seek_compute_offset(position, file.bytes->size(), data, length, &error);
      if (to < 0) return -1;
      position = static_cast<std::uint64_t>(to);
      return 0;
    }
    case ZIP_SOURCE_TELL:
      return static_cast<zip_int64_t>(position);
    case ZIP_SOURCE_ERROR:
      return zip_error_to_data(&error, data, length);
    case ZIP_SOURCE_SUPPORTS:
      return zip_source_make_command_bitmap(
          ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
          ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS, -1);
    default:
      zip_error_set(&error, ZIP_ER_OPNOTSUPP, 0);
      return -1;
  }
}

void ZipArchive::State::fail(const std::string& what) {
  if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
  throw_data(fmt::format("{}: the zip archive is damaged or truncated ({}); copy it again",
                         file.label, what));
}

}  // namespace qualm::io
