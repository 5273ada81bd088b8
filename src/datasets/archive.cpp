// SPDX-License-Identifier: Apache-2.0
#include "datasets/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "io/gzip.h"
#include "io/source.h"
#include "io/zip_archive.h"
#include "qualm/error.h"

namespace qualm {
namespace {

constexpr std::size_t piece = std::size_t{1} << 18U;

std::string_view without_folders(std::string_view name) {
  return name.substr(name.find_last_of('/') + 1);
}

void unpack_zip(const io::SourceFile& file, const ChooseTarget& choose) {
  io::ZipArchive archive(file);
  for (const io::ZipEntry& entry : archive.entries()) {
    const std::unique_ptr<io::Sink> sink = choose(without_folders(entry.name));
    if (sink == nullptr) continue;
    io::ZipArchive::Stream stream(archive, entry.index);
    std::string buffer(piece, '\0');
    for (std::size_t count = piece; count == piece;) {
      count = stream.read(std::as_writable_bytes(std::span(buffer)));
      sink->write(std::string_view(buffer).substr(0, count));
    }
    sink->finish();
  }
}

// Of a tar header, by POSIX ustar: what stands where.
constexpr std::size_t tar_block = 512, tar_name_bytes = 100, tar_size_at = 124, tar_size_bytes = 12,
                      tar_sum_at = 148, tar_sum_bytes = 8, tar_type_at = 156;

std::uint64_t octal(const std::string& label, std::string_view field) {
  const std::size_t first = field.find_first_not_of(' ');
  std::uint64_t number = 0;
  field.remove_prefix(std::min(first, field.size()));
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number, 8);
  if (error != std::errc{}) throw_data(label + ": the tar archive is damaged; get it again");
  return number;
}

void check_sum(const std::string& label, std::string_view header) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const bool in_sum = i >= tar_sum_at && i < tar_sum_at + tar_sum_bytes;
    sum += static_cast<unsigned char>(in_sum ? ' ' : header[i]);
  }
  if (sum != octal(label, header.substr(tar_sum_at, tar_sum_bytes))) {
    throw_data(label + ": a header of the tar archive is damaged; get it again");
  }
}

void unpack_tar(const io::SourceFile& file, const ChooseTarget& choose) {
  io::GzipReader reader(file);
  const auto next = [&](std::size_t count) {
    std::string bytes = reader.read(count);
    if (bytes.size() < count) {
      throw_data(file.label + ": the tar archive ends early: it is truncated; get it again");
    }
    return bytes;
  };
  for (;;) {
    const std::string header = next(tar_block);
    if (header.find_first_not_of('\0') == std::string::npos) return;  // the end mark
    check_sum(file.label, header);
    const std::string_view name(
        header.c_str(), std::min(std::char_traits<char>::length(header.c_str()), tar_name_bytes));
    const std::uint64_t size =
        octal(file.label, std::string_view(header).substr(tar_size_at, tar_size_bytes));
    const bool is_file = header[tar_type_at] == '0' || header[tar_type_at] == '\0';
    const std::unique_ptr<io::Sink> sink = is_file ? choose(without_folders(name)) : nullptr;
    for (std::uint64_t done = 0; done < size;) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(piece, size - done));
      const std::string bytes = next(count);
      if (sink != nullptr) sink->write(bytes);
      done += count;
    }
    if (sink != nullptr) sink->finish();
    static_cast<void>(next((tar_block - size % tar_block) % tar_block));
  }
}

}  // namespace

void unpack_archive(const std::string& path, const ChooseTarget& choose) {
  bool is_zip = false;
  const io::SourceFile file =
      io::open_source(path, [&](const std::string& label, std::string_view start) {
        is_zip = start.starts_with("PK\3\4");
        if (!is_zip && !start.starts_with("\x1f\x8b")) {
          throw_data(label + ": is neither a .zip nor a .tar.gz archive; get it again");
        }
      });
  (is_zip ? unpack_zip : unpack_tar)(file, choose);
}

}  // namespace qualm
