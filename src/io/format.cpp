// SPDX-License-Identifier: Apache-2.0
#include "io/format.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/idx.h"
#include "io/npy_header.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view export_array = "export the array with numpy.save(\"p.npy\", a)";
constexpr std::string_view unpack = "unpack it first";
constexpr std::string_view need_numbers =
    "an array of predictions is needed, such as a .npy, .npz or .csv file";

struct Magic {
  std::string_view bytes;
  std::string_view what;
  std::string_view remedy;
  std::size_t offset = 0;
};
// Longer marks first where one begins like another.
constexpr Magic foreign[] = {
    {"MATLAB 7.3 MAT-file"sv, "a MATLAB file", export_array},
    {"MATLAB 5.0 MAT-file"sv, "a MATLAB file", export_array},
    {"PAR1"sv, "a Parquet file", "export it with pandas: DataFrame.to_csv(\"p.csv\", index=False)"},
    {"ARROW1"sv, "an Arrow file",
     "export it with pandas: DataFrame.to_csv(\"p.csv\", index=False)"},
    {"BZh"sv, "a bzip2 file", unpack},
    {"\xfd"
     "7zXZ\0"sv,
     "an xz file", unpack},
    {"\x28\xb5\x2f\xfd"sv, "a zstd file", unpack},
    {"7z\xbc\xaf\x27\x1c"sv, "a 7z archive", unpack},
    {"ustar"sv, "a tar archive", unpack, 257},
    {"\x89PNG\r\n\x1a\n"sv, "a PNG image", need_numbers},
    {"\xff\xd8\xff"sv, "a JPEG image", need_numbers},
    {"GIF8"sv, "a GIF image", need_numbers},
    {"II*\0"sv, "a TIFF image", need_numbers},
    {"MM\0*"sv, "a TIFF image", need_numbers},
    {"%PDF-"sv, "a PDF document", need_numbers},
    {"SQLite format 3\0"sv, "an SQLite data base", export_array},
    {"\x7f"
     "ELF"sv,
     "a program", need_numbers},
    {"\x03\x08\0\0"sv, "an idx file in the wrong byte order", "write it again"},
    {"\x01\x08\0\0"sv, "an idx file in the wrong byte order", "write it again"},
    {"\xff\xfe"sv, "UTF-16 text", "save it as UTF-8"},
    {"\xfe\xff"sv, "UTF-16 text", "save it as UTF-8"},
    {"version https://git-lfs"sv, "a Git LFS pointer", "fetch the file with git lfs pull"},
    {"<"sv, "an HTML or XML page", "a failed download? get the file again"},
};

void refuse_pickle(const std::string& label, std::string_view start) {
  if (start.size() < 2 || start[0] != '\x80' || static_cast<unsigned char>(start[1]) > 5) return;
  if (start.starts_with("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20"sv)) {
    throw_data(fmt::format("{}: {}", label, torch_refusal));
  }
  throw_data(
      fmt::format("{}: is a pickle, which can run code when it is loaded; export it in Python: "
                  "numpy.save(\"p.npy\", numpy.asarray(pickle.load(open(\"p.pkl\", \"rb\"))))",
                  label));
}

bool is_text(std::string_view start) {
  return std::none_of(start.begin(), start.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
}

bool is_json(std::string_view start) {
  if (start.starts_with("\xEF\xBB\xBF")) start.remove_prefix(3);
  return start.starts_with('{') || start.starts_with('[');
}

}  // namespace

Format tell_format(const std::string& label, std::string_view start) {
  if (start.empty()) throw_data(label + ": is empty; was it written to the end?");
  if (start.starts_with(npy_magic)) return Format::npy;
  if (start.starts_with("PK\3\4") || start.starts_with("PK\5\6")) return Format::zip;
  if (start.starts_with("\x1f\x8b")) return Format::gzip;
  if (start.starts_with("\x89HDF\r\n\x1a\n"sv)) return Format::hdf5;
  if (is_safetensors(start)) return Format::safetensors;
  if (is_json(start)) return Format::json_lines;
  refuse_pickle(label, start);
  for (const Magic& magic : foreign) {
    if (start.size() >= magic.offset && start.substr(magic.offset).starts_with(magic.bytes)) {
      throw_data(fmt::format("{}: looks like {}; {}", label, magic.what, magic.remedy));
    }
  }
  if (is_idx(start)) return Format::idx;
  if (is_text(start)) return Format::text;
  throw_data(fmt::format("{}: has an unknown format (it begins with {}); {}", label,
                         in_quotes(start.substr(0, 8)), export_array));
}

}  // namespace qualm::io
