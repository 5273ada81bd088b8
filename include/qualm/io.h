// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/array.h"

namespace qualm::io {

/// Bytes that can be read at any offset, by several threads at once.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `out` from `offset`. Throws system on an I/O error, data if the bytes end before.
  virtual void read(std::uint64_t offset, std::span<std::byte> out) const = 0;
};

/// An array that lies in a file: described, checked against the size of the file, not yet read.
struct StoredArray {
  std::string label;  ///< for messages: "preds.npy", "preds.npz[probs]", "<stdin>"
  DType dtype = DType::f64;
  bool byte_swapped = false;
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  std::optional<int> decimals;           ///< text formats: most digits seen behind the point
  std::vector<std::string> class_names;  ///< where the file names them, else empty
  std::vector<std::string> notes;        ///< what a user should know, such as columns left out
  /// Columns of numbers of a .csv that OpenOptions::likely_columns left out.
  std::vector<std::string> columns_left_out;
  bool in_archive = false;  ///< an array of an .npz
  std::shared_ptr<const ByteSource> bytes;
  std::uint64_t first_byte = 0;

  [[nodiscard]] std::uint64_t n_bytes() const noexcept;
  /// Whether its classes are columns of a table that names them, so that others can be chosen.
  [[nodiscard]] bool names_columns() const noexcept;
  /// Reads elements' bytes as they lie in the file. `offset` counts from the array's first byte.
  void read(std::uint64_t offset, std::span<std::byte> out) const;
};

struct OpenOptions {
  std::string key;                   ///< the array's name in an .npz; empty: the only one
  std::string key_argument = "key";  ///< what says so, for messages
  std::string usual_key = {};        ///< taken if no key is given and there are several arrays
  bool key_for_archives = false;     ///< a key is ignored for files that are no archive
  /// A .csv with a header: which columns are the numbers, in this order; empty: all that hold
  /// numbers and do not describe the rows.
  std::vector<std::string> columns = {};
  /// The same, in the order of the header, if that has every one of these names; else ignored.
  std::vector<std::string> likely_columns = {};
};

/// Opens a .npy, .npz, .csv or idx (maybe gzipped) file, or "-" for stdin; the format is recognised
/// by its content. Throws system if it cannot be read, data if it is not such a file, usage if a
/// key is given and it is no .npz. A .csv is parsed here; an array in an .npz is read once, to
/// verify its CRC.
[[nodiscard]] StoredArray open_array(const std::string& path, const OpenOptions& options = {});

/// The names of the arrays in an .npz, in order; none for any other file that open_array reads.
/// Throws as it does.
[[nodiscard]] std::vector<std::string> array_names(const std::string& path);

/// A small array (labels, weights, scores) read whole, flattened in C order, as doubles.
struct Numbers {
  std::string label;
  DType dtype = DType::f64;
  std::vector<std::size_t> shape;
  std::vector<double> values;
};
/// Throws as open_array does. 64-bit integers beyond 2^53 are rounded.
[[nodiscard]] Numbers read_numbers(const std::string& path, const OpenOptions& options = {});

/// One entry per row: labels, ids. Those of a text file are texts, whatever they look like.
struct Entries {
  std::string label;  ///< for messages
  std::vector<double> numbers;
  std::vector<std::string> texts;  ///< used instead of numbers when not empty

  [[nodiscard]] std::size_t size() const noexcept { return numbers.size() + texts.size(); }
  [[nodiscard]] bool are_texts() const noexcept { return !texts.empty(); }
};
/// Reads an array of numbers or texts (dtype <U..) of a .npy or .npz, or a column of a .csv: the
/// key, else the usual key (or its singular), else the only column. A file with one entry per line
/// needs no header. Throws as open_array does, and data if there is no such column.
[[nodiscard]] Entries read_entries(const std::string& path, const OpenOptions& options = {});

/// The lines of a UTF-8 text file without line ends (class names: one per line), no empty ones at
/// the end. Throws data if it is empty, not UTF-8, or has control characters.
[[nodiscard]] std::vector<std::string> read_lines(const std::string& path);

/// Where output goes, piece by piece. A signal whose handler returns makes a blocked write (and a
/// blocked read of stdin) throw ErrorKind::interrupted, unless it was installed with SA_RESTART.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Throws system if the bytes cannot be written.
  virtual void write(std::string_view bytes) = 0;
  /// All was written: make it visible. Without it nothing appears.
  virtual void finish() = 0;
};

/// A file that appears whole, by rename, at finish(), or not at all; an old one stays until then.
/// Links are followed, permissions kept. A pipe or device (/dev/stdout) is written to directly.
[[nodiscard]] std::unique_ptr<Sink> open_atomic_file(const std::string& path);
/// Standard output. A closed pipe throws ErrorKind::interrupted with an empty message: end quietly.
/// Needs: SIGPIPE is ignored, else the system ends the program first.
[[nodiscard]] std::unique_ptr<Sink> open_stdout();

/// True if both paths name the same existing file.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

/// An array to be written: doubles, or float32 where `single_precision`, or unsigned 32-bit labels.
struct NamedArray {
  std::string name;
  std::vector<std::size_t> shape;
  std::span<const double> numbers = {};
  bool single_precision = false;
  std::span<const std::uint32_t> labels = {};  ///< used instead of numbers when not empty
  std::span<const std::string> texts = {};     ///< likewise, UTF-8 (dtype <U..)
};
/// An .npz archive (stored, not compressed), readable by numpy.load; equal arrays make equal bytes.
/// Neither calls finish(). Both throw what the sink throws, and data if a text is not UTF-8.
void write_npz(Sink& sink, std::span<const NamedArray> arrays);
void write_npy(Sink& sink, const NamedArray& array);

}  // namespace qualm::io
