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

/// The rows [first, last).
struct RowRange {
  std::size_t first = 0, last = 0;

  [[nodiscard]] std::size_t size() const noexcept { return last - first; }
};

/// Part number `index` of `count` parts of the rows, with sizes that differ by at most one row.
struct Share {
  std::size_t index = 0, count = 1;

  [[nodiscard]] RowRange of(std::size_t n_rows) const noexcept;
  [[nodiscard]] bool is_whole() const noexcept { return count == 1; }
};

/// The number of rows in one file of a sharded array.
struct ShardRows {
  std::string label;
  std::size_t n_rows = 0;
};

/// Random-access bytes; thread-safe.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `out` from `offset`. Throws system on an I/O error, data if the bytes end before.
  virtual void read(std::uint64_t offset, std::span<std::byte> out) const = 0;
};

/// A column of a table that identifies the rows: one 64-bit hash per row.
struct RowIds {
  std::string column;
  std::shared_ptr<const ByteSource> hashes;
};
[[nodiscard]] RowIds hash_ids(const std::string& column, const std::vector<std::string>& ids);

/// Description of an array in a file, checked against the size of the file; the data is not read
/// yet.
struct StoredArray {
  std::string label;  ///< for messages: "preds.npy", "preds.npz[probs]", "<stdin>"
  DType dtype = DType::f64;
  bool byte_swapped = false;
  bool fortran_order = false;
  std::vector<std::size_t> shape;
  bool is_bfloat16 = false;              ///< float32 numbers that were rounded to bfloat16
  std::optional<int> decimals;           ///< text formats: greatest number of decimals
  std::vector<std::string> class_names;  ///< class names in the file, or empty
  std::vector<std::string> notes;        ///< notes for the user, such as ignored columns
  /// Numeric columns of a .csv that OpenOptions::likely_columns leaves out.
  std::vector<std::string> columns_left_out;
  std::vector<RowIds> row_ids;    ///< of a table, from columns such as id
  bool in_archive = false;        ///< one of the named arrays of a file, as in an .npz
  bool in_place = false;          ///< `bytes` are those of the file, not a copy
  std::vector<ShardRows> shards;  ///< files of a sharded array, in order; else empty
  std::shared_ptr<const ByteSource> bytes;
  std::uint64_t first_byte = 0;

  [[nodiscard]] std::uint64_t n_bytes() const noexcept;
  /// True if the classes are named columns of a table, so that columns can be selected.
  [[nodiscard]] bool names_columns() const noexcept;
  /// Reads the raw bytes of elements. `offset` is relative to the first byte of the array.
  void read(std::uint64_t offset, std::span<std::byte> out) const;
};

struct OpenOptions {
  std::string key;                   ///< name of the array in an .npz, ...; empty: the only array
  std::string key_argument = "key";  ///< name of the argument that sets the key, for messages
  std::string usual_key = {};        ///< used if no key is given and there are several arrays
  bool key_for_archives = false;     ///< ignore the key for files that are not archives
  /// A .csv with a header: columns to read, in this order; empty: all numeric columns except row
  /// descriptions.
  std::vector<std::string> columns = {};
  /// The same in the order of the header, if it has all of these names; else ignored.
  std::vector<std::string> likely_columns = {};
  bool may_have_no_rows = false;  ///< .npy: the first axis may have length 0
  bool of_ids = false;  ///< entries: the only column that identifies the rows, not the only other
};

/// Opens a .npy, .npz, .safetensors, HDF5, .csv, JSON lines or idx file, also gzipped, or "-" for
/// stdin; the format is recognised by its content. Throws system if it cannot be read, data if the
/// format is not supported, usage if a key is given and the array has no name. Text is parsed here;
/// an array in an .npz is read once, to verify its CRC.
[[nodiscard]] StoredArray open_array(const std::string& path, const OpenOptions& options = {});

/// What is seen of one column of a table.
struct TableColumn {
  std::string name;
  bool is_text = false;       ///< the first entry is a text
  bool starts_whole = false;  ///< the first entry is a whole number
  bool has_fraction = false;  ///< an entry is not
  bool is_distinct = false;   ///< no two entries are equal
  bool counts_rows = false;   ///< 0, 1, 2, ... or 1, 2, 3, ... in at least 4 rows
};
/// The columns of a table that are classes, or members of votes.
struct ChosenColumns {
  std::vector<std::size_t> values;
  std::vector<std::string> notes;  ///< which columns are left out
};
/// True for the name of a column of row numbers or IDs: id, index, sample, ...
[[nodiscard]] bool identifies_rows(const std::string& column);
/// Leaves out texts, and by name row numbers, IDs and labels. Throws data, naming the column, if
/// its name and entries contradict each other. Columns of a file are chosen in the same way.
[[nodiscard]] ChosenColumns choose_columns(const std::string& label,
                                           const std::vector<TableColumn>& columns);

/// Returns the names of the arrays in an .npz, .safetensors or HDF5 file, in order; empty for other
/// formats. Throws as
/// open_array does.
[[nodiscard]] std::vector<std::string> array_names(const std::string& path);

/// A small array (labels, weights, scores) in memory, flattened in C order, as doubles.
struct Numbers {
  std::string label;
  DType dtype = DType::f64;
  std::vector<std::size_t> shape;
  std::vector<double> values;
};
/// Throws as open_array does. 64-bit integers beyond 2^53 are rounded.
[[nodiscard]] Numbers read_numbers(const std::string& path, const OpenOptions& options = {});
/// Reads as many of an array's numbers, in file order, as there is room for. Thread-safe.
void read_some(const StoredArray& array, std::uint64_t first, std::span<double> to);

/// One entry per row (labels, IDs). Entries of a text file are always texts.
struct Entries {
  std::string label;  ///< for messages
  std::vector<double> numbers;
  std::vector<std::string> texts;          ///< used instead of numbers when not empty
  std::size_t first_row = 0;               ///< row of the first entry held here
  std::size_t n_elsewhere = 0;             ///< number of entries not held here
  std::function<Entries()> read_all = {};  ///< reads all entries, if not all are held here
  std::vector<ShardRows> shards = {};      ///< files of sharded entries, in order; else empty
  std::vector<RowIds> row_ids = {};        ///< columns such as id beside those of a table
  bool are_flags = false;                  ///< true and false, not numbers
  /// The numbers as texts, if some are integers that no double has; else empty.
  std::vector<std::string> integers = {};
  /// Of an .npz or HDF5 file: its class_names, which whole numbers as labels refer to. Empty: it
  /// has none.
  std::vector<std::string> class_names = {};

  [[nodiscard]] std::size_t n_held() const noexcept { return numbers.size() + texts.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return n_held() + n_elsewhere; }
  [[nodiscard]] bool are_texts() const noexcept { return !texts.empty(); }
};
/// Reads an array of numbers or texts (dtype <U..) of a .npy or .npz, an array of numbers of a
/// .safetensors or HDF5 file, or a column of a .csv or of JSON lines: the
/// key, else the usual key (or its singular), else the only column. A file with one entry per line
/// needs no header. Throws as open_array does, and data if there is no such column.
[[nodiscard]] Entries read_entries(const std::string& path, const OpenOptions& options = {});

/// Which entries of a file to read. Only .npy files are read in part; other formats are read as a
/// whole.
struct EntryShare {
  Share share;
  bool of_texts = true;  ///< false: read texts as a whole
};
[[nodiscard]] Entries read_entries(const std::string& path, const OpenOptions& options,
                                   const EntryShare& wanted);

/// The files of one array that is split along its first axis.
struct Shards {
  std::string pattern;             ///< name of the array in messages
  std::vector<std::string> paths;  ///< in order
};
/// True if a path has wildcard characters and is not an existing file.
[[nodiscard]] bool is_pattern(const std::string& path);
/// Returns the files that match a glob pattern, sorted with numbers by value: p-2 before p-10.
/// Throws system if there are none.
[[nodiscard]] Shards find_shards(const std::string& pattern);
/// Opens all files as one array. Files may have no rows. Throws as open_array does for each; data,
/// naming the file, unless all are in C order and differ only in the length of the first axis.
[[nodiscard]] StoredArray open_shards(const Shards& shards, const OpenOptions& options = {});
/// Reads the entries of all files.
[[nodiscard]] Entries read_entries(const Shards& shards, const OpenOptions& options,
                                   const EntryShare& wanted);

/// Reads the lines of a UTF-8 text file, without line ends and trailing empty lines (class names:
/// one per line). Throws data if it is empty, not UTF-8, or has control characters.
[[nodiscard]] std::vector<std::string> read_lines(const std::string& path);

/// A destination for output bytes. A signal whose handler returns makes a blocked write (and a
/// blocked read of stdin) throw ErrorKind::interrupted, unless it was installed with SA_RESTART.
class Sink {
 public:
  virtual ~Sink() = default;
  /// Throws system if the bytes cannot be written.
  virtual void write(std::string_view bytes) = 0;
  /// For an output shared by several processes: places later bytes after all bytes that any process
  /// has written so far. Collective: all processes call it equally often.
  virtual void cut() {}
  /// Whether bytes can be written in any order: to a file, by one process.
  [[nodiscard]] virtual bool takes_any_order() const noexcept { return false; }
  /// Needs takes_any_order(). What is never written is zero; not to be mixed with write().
  virtual void write_at(std::uint64_t /*offset*/, std::string_view /*bytes*/) {}
  /// Completes the output. Without this call, no file appears.
  virtual void finish() = 0;
};

/// A file written atomically: it replaces an old file by rename at finish(), or nothing changes.
/// Links are followed and permissions kept. A pipe or device (/dev/stdout) is written to directly.
[[nodiscard]] std::unique_ptr<Sink> open_atomic_file(const std::string& path);
/// Standard output. A closed pipe throws ErrorKind::interrupted with an empty message.
/// Requires that SIGPIPE is ignored.
[[nodiscard]] std::unique_ptr<Sink> open_stdout();
/// Compresses what is written as gzip; equal bytes give equal files.
[[nodiscard]] std::unique_ptr<Sink> pack_gzip(std::unique_ptr<Sink> into);

/// The same for an output written by a group: the bytes of rank 0, then rank 1, ..., up to each
/// cut. All ranks call finish(), which writes the bytes of each rank at their offset; a pipe gets
/// them from rank 0. Until then they are buffered in TMPDIR (see Spool). An empty path: standard
/// output.
[[nodiscard]] std::unique_ptr<Sink> open_together(const std::string& path, Group& group);

/// True if both paths name the same existing file.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

/// An array to write: doubles (float32 if `single_precision`, float16 if `half_precision`),
/// unsigned 32-bit labels or texts.
struct NamedArray {
  std::string name;
  std::vector<std::size_t> shape;
  std::span<const double> numbers = {};
  bool single_precision = false;
  std::span<const std::uint32_t> labels = {};  ///< used instead of numbers when not empty
  std::span<const std::string> texts = {};     ///< likewise, UTF-8 (dtype <U..)
  /// In a group: true if every process has the whole array, false if each has some rows.
  bool is_whole = false;
  bool half_precision = false;
  bool compressed = false;  ///< in an .npz; held in memory as a whole, so not of a group
};
/// An .npz archive, readable by numpy.load; equal arrays make equal bytes.
/// Does not call finish(). Throws what the sink throws, and data if a text is not UTF-8.
void write_npz(Sink& sink, std::span<const NamedArray> arrays, Group& group = only_process());
void write_npy(Sink& sink, const NamedArray& array);

/// The archive that write_npz() writes, for arrays whose rows come piece by piece, side by side. In
/// a file each piece is written at its place and forgotten; another output, and that of a group,
/// gets all rows in finish(), which keep their memory until then.
class NpzRows {
 public:
  enum class Items { doubles, labels };

  explicit NpzRows(Sink& sink, Group& group = only_process());
  NpzRows(const NpzRows&) = delete;
  NpzRows& operator=(const NpzRows&) = delete;
  ~NpzRows();

  /// The next array of the archive, all of it; what it refers to is read in finish().
  void add(NamedArray array);
  /// The next array: in all (not per process) `n_rows` rows, which append() gives. Returns its
  /// number. All arrays come before the first rows.
  std::size_t add_rows(std::string name, std::size_t n_rows, std::vector<std::size_t> row_shape,
                       Items items);
  /// The next rows of an array of doubles or labels. Throws what the sink throws.
  void append(std::size_t array, std::span<const double> rows);
  void append(std::size_t array, std::span<const std::uint32_t> rows);
  /// Throws internal if an array lacks rows, and what write_npz() throws. Does not call the sink's
  /// finish().
  void finish();

 private:
  class Arrays;
  class PlacedArrays;
  class KeptArrays;
  std::unique_ptr<Arrays> arrays_;
};

}  // namespace qualm::io
