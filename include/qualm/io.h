// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/array.h"
#include "qualm/group.h"

namespace qualm::io {

/// Rows first up to last, without the last.
struct RowRange {
  std::size_t first = 0, last = 0;

  [[nodiscard]] std::size_t size() const noexcept { return last - first; }
};

/// One of `count` parts of rows, as even as can be: the first ones have a row more.
struct Share {
  std::size_t index = 0, count = 1;

  [[nodiscard]] RowRange of(std::size_t n_rows) const noexcept;
  [[nodiscard]] bool is_whole() const noexcept { return count == 1; }
};

/// How many rows one of several files has that hold the rows of one array.
struct ShardRows {
  std::string label;
  std::size_t n_rows = 0;
};

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
  bool is_bfloat16 = false;              ///< float32 numbers that were rounded to bfloat16
  std::optional<int> decimals;           ///< text formats: most digits seen behind the point
  std::vector<std::string> class_names;  ///< where the file names them, else empty
  std::vector<std::string> notes;        ///< what a user should know, such as columns left out
  /// Columns of numbers of a .csv that OpenOptions::likely_columns left out.
  std::vector<std::string> columns_left_out;
  bool in_archive = false;        ///< one of the arrays that a file holds by name, as in an .npz
  bool in_place = false;          ///< `bytes` are those of the file, not a copy
  std::vector<ShardRows> shards;  ///< in order, of an array in several files; else empty
  std::shared_ptr<const ByteSource> bytes;
  std::uint64_t first_byte = 0;

  [[nodiscard]] std::uint64_t n_bytes() const noexcept;
  /// Whether its classes are columns of a table that names them, so that others can be chosen.
  [[nodiscard]] bool names_columns() const noexcept;
  /// Reads elements' bytes as they lie in the file. `offset` counts from the array's first byte.
  void read(std::uint64_t offset, std::span<std::byte> out) const;
};

struct OpenOptions {
  std::string key;                   ///< the array's name in an .npz, ...; empty: the only one
  std::string key_argument = "key";  ///< what says so, for messages
  std::string usual_key = {};        ///< taken if no key is given and there are several arrays
  bool key_for_archives = false;     ///< a key is ignored for files that are no archive
  /// A .csv with a header: which columns are the numbers, in this order; empty: all that hold
  /// numbers and do not describe the rows.
  std::vector<std::string> columns = {};
  /// The same, in the order of the header, if that has every one of these names; else ignored.
  std::vector<std::string> likely_columns = {};
  bool may_have_no_rows = false;  ///< of a .npy: its first axis may have length 0
};

/// Opens a .npy, .npz, .safetensors, HDF5, .csv, JSON lines or idx file, maybe gzipped, or "-" for
/// stdin; the format is recognised by its content. Throws system if it cannot be read, data if it
/// is not such a file, usage if a key is given and its arrays have no names. Text is parsed here;
/// an array in an .npz is read once, to verify its CRC.
[[nodiscard]] StoredArray open_array(const std::string& path, const OpenOptions& options = {});

/// The names of the arrays in an .npz, .safetensors or HDF5 file, in order; none for any other file
/// that open_array reads. Throws as it does.
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
/// The same numbers piece by piece, in the order of the file: memory for one piece.
void visit_numbers(const StoredArray& array,
                   const std::function<void(std::span<const double> piece)>& take);

/// One entry per row: labels, ids. Those of a text file are texts, whatever they look like.
struct Entries {
  std::string label;  ///< for messages
  std::vector<double> numbers;
  std::vector<std::string> texts;          ///< used instead of numbers when not empty
  std::size_t first_row = 0;               ///< of the entries held here,
  std::size_t n_elsewhere = 0;             ///< and the number of those that are not
  std::function<Entries()> read_all = {};  ///< where not all are held here
  std::vector<ShardRows> shards = {};      ///< in order, of entries in several files; else empty

  [[nodiscard]] std::size_t n_held() const noexcept { return numbers.size() + texts.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return n_held() + n_elsewhere; }
  [[nodiscard]] bool are_texts() const noexcept { return !texts.empty(); }
};
/// Reads an array of numbers or texts (dtype <U..) of a .npy or .npz, an array of numbers of a
/// .safetensors or HDF5 file, or a column of a .csv or of JSON lines: the
/// key, else the usual key (or its singular), else the only column. A file with one entry per line
/// needs no header. Throws as open_array does, and data if there is no such column.
[[nodiscard]] Entries read_entries(const std::string& path, const OpenOptions& options = {});

/// Which entries of a file are wanted. All are read where their rows cannot be found without that:
/// only a .npy is read in part.
struct EntryShare {
  Share share;
  bool of_texts = true;  ///< false: texts are read whole
};
[[nodiscard]] Entries read_entries(const std::string& path, const OpenOptions& options,
                                   const EntryShare& wanted);

/// The files of one array that was cut along its first axis.
struct Shards {
  std::string pattern;             ///< what messages call the array
  std::vector<std::string> paths;  ///< in order
};
/// Whether a path has a letter of patterns and names no file.
[[nodiscard]] bool is_pattern(const std::string& path);
/// The files that a shell's pattern matches, numbers within names in their order: p-2 before p-10.
/// Throws system if there are none.
[[nodiscard]] Shards find_shards(const std::string& pattern);
/// All files as one array. Files with no row are fine. Throws as open_array does for each; data,
/// naming the file, unless all are in C order and alike but for the length of the first axis.
[[nodiscard]] StoredArray open_shards(const Shards& shards, const OpenOptions& options = {});
/// The entries of all files.
[[nodiscard]] Entries read_entries(const Shards& shards, const OpenOptions& options,
                                   const EntryShare& wanted);

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
  /// Where several processes write one output: what follows stands behind what every process has
  /// written so far. All of them call it as often.
  virtual void cut() {}
  /// All was written: make it visible. Without it nothing appears.
  virtual void finish() = 0;
};

/// A file that appears whole, by rename, at finish(), or not at all; an old one stays until then.
/// Links are followed, permissions kept. A pipe or device (/dev/stdout) is written to directly.
[[nodiscard]] std::unique_ptr<Sink> open_atomic_file(const std::string& path);
/// Standard output. A closed pipe throws ErrorKind::interrupted with an empty message: end quietly.
/// Needs: SIGPIPE is ignored, else the system ends the program first.
[[nodiscard]] std::unique_ptr<Sink> open_stdout();

/// Packs what is written as gzip; equal bytes make equal files.
[[nodiscard]] std::unique_ptr<Sink> pack_gzip(std::unique_ptr<Sink> into);

/// The same for an output that a group writes together: first what rank 0 wrote, then rank 1, ...,
/// up to each cut. All call finish(), which writes each one's bytes at their place; a pipe gets
/// them from rank 0. Until then they wait in TMPDIR (see Spool). An empty path: standard output.
[[nodiscard]] std::unique_ptr<Sink> open_together(const std::string& path, Group& group);

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
  /// Of a group: everybody has all of it; else each has some of its rows.
  bool is_whole = false;
};
/// An .npz archive (stored, not compressed), readable by numpy.load; equal arrays make equal bytes.
/// Neither calls finish(). Both throw what the sink throws, and data if a text is not UTF-8.
void write_npz(Sink& sink, std::span<const NamedArray> arrays, Group& group = only_process());
void write_npy(Sink& sink, const NamedArray& array);

}  // namespace qualm::io
