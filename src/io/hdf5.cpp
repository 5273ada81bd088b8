// SPDX-License-Identifier: Apache-2.0
// libhdf5 crashes on some damaged files, so it runs in a process of its own. That says where in the
// file the numbers are, or sends them where they are compressed or in pieces.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "io/array_header.h"
#include "io/choose_array.h"
#include "io/format.h"
#include "io/gzip.h"
#include "io/hdf5_library.h"
#include "io/run_apart.h"
#include "io/spool.h"
#include "io/text.h"
#include "qualm/error.h"
#include "system/system_calls.h"

namespace qualm::io {
namespace {

constexpr unsigned read_only = 0;  // the macro of that name calls the library
constexpr std::size_t most_axes = 32;
constexpr std::size_t most_objects = 10'000;
constexpr std::uint64_t most_chunk_bytes = std::uint64_t{128} << 20U;
constexpr std::size_t most_names = 1'000'000;
constexpr std::size_t most_name_bytes = 4096;
constexpr std::uint64_t piece_bytes = std::uint64_t{8} << 20U;

using Lengths = std::array<hsize_t, most_axes>;

/// What one process says to the other about a dataset.
struct Description {
  DType dtype = DType::f64;
  bool byte_swapped = false;
  bool in_place = false;
  std::uint64_t first_byte = 0;
  std::uint64_t n_class_names = 0;  // they follow, a message each
  std::size_t n_axes = 0;
  std::array<std::uint64_t, most_axes> shape{};
};

const Hdf5Library& hdf5() {
  static const Hdf5Library library;
  return library;
}

class Hdf5File {
 public:
  Hdf5File(std::string label, const std::string& path) : label_(std::move(label)) {
    ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
    hdf5().report_errors(H5E_DEFAULT, nullptr, nullptr);
    file_ = checked(hdf5().open_file(path.c_str(), read_only, H5P_DEFAULT));
  }

  /// The paths of all datasets, without those behind links to other places.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found, groups{""};
    for (std::size_t next = 0; next < groups.size(); ++next) {
      const std::string group = groups[next];
      const hid_t id = checked(hdf5().open_object(file_, ("/" + group).c_str(), H5P_DEFAULT));
      H5G_info_t info{};
      checked(hdf5().group_info(id, &info));
      for (hsize_t i = 0; i < info.nlinks; ++i) {
        const std::string name = link_name(id, i);
        H5L_info_t link{};
        checked(hdf5().link_info(id, name.c_str(), &link, H5P_DEFAULT));
        if (link.type != H5L_TYPE_HARD) continue;
        const hid_t object = checked(hdf5().open_object(id, name.c_str(), H5P_DEFAULT));
        const H5I_type_t kind = hdf5().kind_of(object);
        const std::string path = group.empty() ? name : group + "/" + name;
        if (kind == H5I_DATASET) found.push_back(path);
        if (kind == H5I_GROUP) groups.push_back(path);
        checked(hdf5().close_object(object));
        if (found.size() + groups.size() > most_objects) {
          throw_data(
              fmt::format("{}: holds more than {} datasets and groups; save the predictions "
                          "alone",
                          label_, most_objects));
        }
      }
      checked(hdf5().close_object(id));
    }
    return found;
  }

  /// The texts of a dataset with one axis.
  [[nodiscard]] std::vector<std::string> texts(const std::string& name) const {
    const std::string label = fmt::format("{}[{}]", label_, printable(name));
    const hid_t dataset = checked(hdf5().open_dataset(file_, name.c_str(), H5P_DEFAULT));
    const hid_t type = checked(hdf5().type_of(dataset));
    if (hdf5().type_class(type) != H5T_STRING) {
      throw_data(label + ": holds no texts; save names as texts");
    }
    Lengths lengths{};
    const hid_t space = checked(hdf5().space_of(dataset));
    if (checked(hdf5().n_axes(space)) != 1) throw_data(label + ": is not a list of names");
    checked(hdf5().lengths(space, lengths.data(), nullptr));
    const std::size_t n = std::min<hsize_t>(lengths[0], most_names + 1);
    const bool is_variable = checked(hdf5().is_variable_text(type)) > 0;
    const std::size_t size = is_variable ? sizeof(char*) : hdf5().type_size(type);
    if (n > most_names || (!is_variable && size > most_name_bytes)) {
      throw_data(fmt::format("{}: more than {} names or {} bytes per name", label, most_names,
                             most_name_bytes));
    }
    std::vector<std::string> found;
    const auto add = [&](std::string_view text) {
      if (!decode_utf8(text))
        throw_data(fmt::format("{}: name {} is not UTF-8", label, found.size()));
      found.emplace_back(text.substr(0, most_name_bytes));
    };
    if (is_variable) {
      std::vector<const char*> pointers(n);
      checked(hdf5().read(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()));
      for (const char* each : pointers) add(each == nullptr ? "" : each);
    } else {
      std::string bytes(n * size, '\0');
      checked(hdf5().read(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()));
      for (std::size_t i = 0; i < n; ++i) {
        const std::string_view text = std::string_view(bytes).substr(i * size, size);
        add(text.substr(0, text.find('\0')));
      }
    }
    return found;
  }

  /// The numbers of a dataset, after their description, the name and the class names beside it.
  void send(const std::string& name, const std::vector<std::string>& class_names,
            const SendBytes& send) const {
    const std::string label = fmt::format("{}[{}]", label_, printable(name));
    hid_t dataset = checked(hdf5().open_dataset(file_, name.c_str(), H5P_DEFAULT));
    const hid_t creation = checked(hdf5().creation_of(dataset));
    const hid_t space = checked(hdf5().space_of(dataset));
    const hid_t type = checked(hdf5().type_of(dataset));
    Description out;
    set_type(label, type, out);
    Lengths lengths{};
    const int n_axes = checked(hdf5().n_axes(space));
    if (static_cast<std::size_t>(n_axes) > most_axes) refuse(label, "has too many axes");
    checked(hdf5().lengths(space, lengths.data(), nullptr));
    out.n_axes = static_cast<std::size_t>(n_axes);
    std::copy(lengths.begin(), lengths.end(), out.shape.begin());
    if (checked(hdf5().n_external(creation)) > 0) refuse(label, "has its numbers in other files");
    const H5D_layout_t layout = hdf5().layout(creation);
    if (layout == H5D_VIRTUAL) refuse(label, "has its numbers in other files");
    const haddr_t offset = hdf5().offset_of(dataset);
    out.in_place = layout == H5D_CONTIGUOUS && offset != HADDR_UNDEF &&
                   checked(hdf5().n_filters(creation)) == 0;
    if (out.in_place) out.first_byte = offset;
    out.n_class_names = class_names.size();
    send({reinterpret_cast<const char*>(&out), sizeof out});
    send(name);
    for (const std::string& each : class_names) send(each + '\0');
    if (out.in_place) return;

    ArrayHeader header{
        out.dtype, out.byte_swapped, false, {out.shape.begin(), out.shape.begin() + n_axes}};
    settle_size(label, header, true);
    const std::uint64_t stored = hdf5().storage_size_of(dataset);
    if (is_bomb(header.data_bytes, stored)) {
      throw_data(
          fmt::format("{}: {} bytes come out of {} stored ones: refused as a bomb; if it is "
                      "yours, save it without compression",
                      label, header.data_bytes, stored));
    }
    if (layout == H5D_CHUNKED) {
      check_filters(label, creation);
      check_chunks(label, creation, n_axes, item_size(out.dtype));
      const hid_t access = checked(hdf5().access_of(dataset));
      checked(hdf5().set_chunk_cache(access, 10007, most_chunk_bytes, 1.0));
      checked(hdf5().close_object(dataset));
      dataset = checked(hdf5().open_dataset(file_, name.c_str(), access));
    }
    if (header.data_bytes > 0) send_pieces(dataset, type, space, header, send);
  }

 private:
  template <class Number>
  Number checked(Number result) const {
    if (result < 0) {
      throw_data(label_ + ": cannot be read as an HDF5 file: it is damaged; write it again");
    }
    return result;
  }

  [[noreturn]] static void refuse(const std::string& label, std::string_view why) {
    throw_data(
        fmt::format("{}: {}; save it with h5py: file[\"p\"] = a.astype(\"float32\")", label, why));
  }

  [[nodiscard]] std::string link_name(hid_t group, hsize_t i) const {
    std::array<char, 4096> name{};
    const auto length = checked(hdf5().link_name(group, ".", H5_INDEX_NAME, H5_ITER_INC, i,
                                                 name.data(), name.size(), H5P_DEFAULT));
    if (static_cast<std::size_t>(length) >= name.size()) checked(-1);
    return {name.data(), static_cast<std::size_t>(length)};
  }

  void set_type(const std::string& label, hid_t type, Description& out) const {
    const std::size_t size = hdf5().type_size(type);
    const H5T_class_t kind = hdf5().type_class(type);
    if (kind != H5T_FLOAT && kind != H5T_INTEGER) refuse(label, "holds no numbers");
    if (hdf5().type_precision(type) != 8 * size) refuse(label, "holds numbers with unused bits");
    const auto pick = [&](DType one, DType two, DType four, DType eight) {
      if (size == 1) return one;
      if (size == 2) return two;
      if (size == 4) return four;
      if (size != 8) refuse(label, fmt::format("holds numbers of {} bytes", size));
      return eight;
    };
    if (kind == H5T_INTEGER) {
      out.dtype = hdf5().type_sign(type) == H5T_SGN_NONE
                      ? pick(DType::u8, DType::u16, DType::u32, DType::u64)
                      : pick(DType::i8, DType::i16, DType::i32, DType::i64);
    } else {
      out.dtype = pick(DType::boolean, DType::f16, DType::f32, DType::f64);
      std::size_t sign = 0, exponent = 0, exponent_size = 0, mantissa = 0, mantissa_size = 0;
      checked(
          hdf5().float_fields(type, &sign, &exponent, &exponent_size, &mantissa, &mantissa_size));
      const std::size_t expected = size == 2 ? 5 : size == 4 ? 8 : 11;
      if (size == 1 || exponent_size != expected || sign != 8 * size - 1 ||
          mantissa_size != exponent || mantissa != 0) {
        refuse(label, "holds floating point numbers of an unsupported type");
      }
    }
    const H5T_order_t order = hdf5().type_order(type);
    if (size > 1 && order != H5T_ORDER_LE && order != H5T_ORDER_BE) {
      refuse(label, "holds numbers in an unsupported byte order");
    }
    constexpr H5T_order_t own =
        std::endian::native == std::endian::little ? H5T_ORDER_LE : H5T_ORDER_BE;
    out.byte_swapped = size > 1 && order != own;
  }

  // A filter that the library does not have fails only when the numbers are read.
  void check_filters(const std::string& label, hid_t creation) const {
    const int n_filters = checked(hdf5().n_filters(creation));
    for (unsigned i = 0; i < static_cast<unsigned>(n_filters); ++i) {
      unsigned flags = 0, config = 0;
      std::size_t n_values = 0;
      std::array<char, 64> name{};
      const H5Z_filter_t id = checked(hdf5().filter(creation, i, &flags, &n_values, nullptr,
                                                    name.size() - 1, name.data(), &config));
      if (hdf5().has_filter(id) > 0) continue;
      throw_data(
          fmt::format("{}: is stored with the filter {} (number {}), which this libhdf5 does not "
                      "have; save it without compression, or with compression=\"gzip\"",
                      label, in_quotes(name.data()), id));
    }
  }

  void check_chunks(const std::string& label, hid_t creation, int n_axes, std::size_t item) const {
    Lengths lengths{};
    checked(hdf5().chunk_lengths(creation, n_axes, lengths.data()));
    std::uint64_t size = item;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(n_axes); ++axis) {
      size = lengths[axis] > most_chunk_bytes ? most_chunk_bytes + 1 : size * lengths[axis];
      if (size > most_chunk_bytes) {
        refuse(label, fmt::format("has chunks of more than {} MiB", most_chunk_bytes >> 20U));
      }
    }
  }

  // In the order of the array: whole rows of the last axes, as many as a piece holds.
  void send_pieces(hid_t dataset, hid_t type, hid_t space, const ArrayHeader& header,
                   const SendBytes& send) const {
    const std::size_t n_axes = header.shape.size(), item = item_size(header.dtype);
    std::uint64_t inner = item;  // bytes of one step along the axis that is cut
    std::size_t cut = n_axes - 1;
    while (cut > 0 && inner * header.shape[cut] <= piece_bytes) inner *= header.shape[cut--];
    const std::uint64_t step = std::max<std::uint64_t>(piece_bytes / inner, 1);
    Lengths start{}, count{};
    std::fill_n(count.begin(), n_axes, 1);
    for (std::size_t axis = cut + 1; axis < n_axes; ++axis) count[axis] = header.shape[axis];
    std::vector<char> buffer;
    for (;;) {
      count[cut] = std::min<std::uint64_t>(step, header.shape[cut] - start[cut]);
      checked(hdf5().select(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
      const hid_t memory =
          checked(hdf5().make_space(static_cast<int>(n_axes), count.data(), nullptr));
      buffer.resize(count[cut] * inner);
      checked(hdf5().read(dataset, type, memory, space, H5P_DEFAULT, buffer.data()));
      send({buffer.data(), buffer.size()});
      std::size_t axis = cut;
      start[axis] += count[axis];
      while (axis > 0 && start[axis] >= header.shape[axis]) {
        start[axis] = 0;
        ++start[--axis];
      }
      if (start[0] >= header.shape[0]) return;
    }
  }

  std::string label_;
  hid_t file_ = -1;
};

/// The path under which another process can open the file.
std::string openable_path(const SourceFile& file) {
  const auto* const source = dynamic_cast<const FileSource*>(file.bytes.get());
  struct stat status {};
  if (source == nullptr || ::fstat(source->descriptor(), &status) != 0 || status.st_nlink == 0) {
    throw_data(file.label +
               ": is HDF5 from a pipe or a gzip file, which libhdf5 cannot read; save it as a file "
               "of its own");
  }
  return sys::path_of_descriptor(source->descriptor());
}

/// The class names in the group of a dataset, else in the root; none if that is the dataset.
std::vector<std::string> class_names_beside(const Hdf5File& opened, const std::string& chosen,
                                            const std::vector<std::string>& all) {
  const std::string own = beside(chosen, "class_names");
  for (const std::string& name : {own, std::string("class_names")}) {
    if (name == chosen) return {};
    if (std::find(all.begin(), all.end(), name) != all.end()) return opened.texts(name);
  }
  return {};
}

/// Runs `work` on the file in a process of its own.
void read_apart(const SourceFile& file,
                const std::function<void(const Hdf5File& opened, const SendBytes& send)>& work,
                const std::function<void(std::string_view bytes)>& take) {
  static_cast<void>(hdf5());  // loaded here, because the other process may read no library
  const std::string path = openable_path(file);
  run_apart(
      file.label, path, [&](const SendBytes& send) { work(Hdf5File(file.label, path), send); },
      take);
  // libhdf5 reads zeros where a file was cut off since it was opened.
  std::byte last{};
  file.bytes->read(file.bytes->size() - 1, {&last, 1});
}

}  // namespace

std::vector<std::string> hdf5_names(const SourceFile& file) {
  std::vector<std::string> names;
  read_apart(
      file,
      [](const Hdf5File& opened, const SendBytes& send) {
        for (const std::string& name : opened.names()) send(name);
      },
      [&](std::string_view name) { names.emplace_back(name); });
  return names;
}

StoredArray open_hdf5(const SourceFile& file, const OpenOptions& options) {
  StoredArray array;
  array.label = file.label;
  ArrayHeader header;
  Description described;
  Spool spool(file.label);
  std::uint64_t n_bytes = 0;
  std::size_t n_messages = 0;
  const auto take = [&](std::string_view bytes) {
    ++n_messages;
    if (n_messages == 1) {
      if (bytes.size() != sizeof described) throw_data(file.label + ": is damaged");
      std::memcpy(&described, bytes.data(), sizeof described);
      described.n_axes = std::min(described.n_axes, most_axes);
    } else if (n_messages == 2) {
      array.label = fmt::format("{}[{}]", file.label, printable(bytes));
      header.dtype = described.dtype;
      header.shape.assign(described.shape.begin(),
                          described.shape.begin() + static_cast<std::ptrdiff_t>(described.n_axes));
      settle_size(array.label, header, options.may_have_no_rows);
    } else if (n_messages <= 2 + described.n_class_names) {
      array.class_names.emplace_back(bytes.substr(0, bytes.size() - 1));
    } else {
      spool.append(std::as_bytes(std::span(bytes)));
      n_bytes += bytes.size();
    }
  };
  read_apart(
      file,
      [&](const Hdf5File& opened, const SendBytes& send) {
        const std::vector<std::string> names = opened.names();
        if (names.empty()) throw_data(file.label + ": holds no dataset; save the predictions");
        const std::string& chosen = names[choose_array(file.label, names, options)];
        opened.send(chosen, class_names_beside(opened, chosen, names), send);
      },
      take);
  array.dtype = header.dtype;
  array.byte_swapped = described.byte_swapped;
  array.shape = header.shape;
  array.in_archive = true;
  if (described.in_place) {
    array.bytes = file.bytes;
    array.first_byte = described.first_byte;
    const std::uint64_t size = file.bytes->size();
    n_bytes = std::min(header.data_bytes, size - std::min(size, array.first_byte));
  } else {
    array.bytes = spool.finish();
  }
  check_array_size(array.label, header, n_bytes);
  return array;
}

}  // namespace qualm::io
