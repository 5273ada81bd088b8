// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "io/npy_writer.h"
#include "io/zip_records.h"
#include "qualm/error.h"
#include "qualm/io.h"
#include "system/system_calls.h"

namespace qualm::io {
class NpzRows::Arrays {
 public:
  /// Rows that append() gives.
  struct Rows {
    std::string name;
    std::vector<std::size_t> shape;  // of all of them
    Items items;

    [[nodiscard]] NpyStart start() const {
      return items == Items::labels ? npy_start("u4", 4, shape) : npy_start("f8", 8, shape);
    }
    [[nodiscard]] std::size_t n_items() const {
      std::size_t count = 1;
      for (const std::size_t length : shape) count *= length;
      return count;
    }
  };

  virtual ~Arrays() = default;
  virtual void add(NamedArray array) = 0;
  virtual std::size_t add(Rows rows) = 0;
  virtual void append(std::size_t array, std::span<const double> rows) = 0;
  virtual void append(std::size_t array, std::span<const std::uint32_t> rows) = 0;
  virtual void finish() = 0;
};

/// Each array at its place in a file.
class NpzRows::PlacedArrays final : public Arrays {
 public:
  explicit PlacedArrays(Sink& sink) : sink_(sink) {}

  void add(NamedArray array) override {
    place(array.name, npy_start(array));
    places_.back().whole = std::move(array);
  }
  std::size_t add(Rows rows) override {
    place(rows.name, rows.start());
    return places_.size() - 1;
  }
  void append(std::size_t array, std::span<const double> rows) override {
    write(places_[array], bytes_of(rows));
  }
  void append(std::size_t array, std::span<const std::uint32_t> rows) override {
    write(places_[array], bytes_of(rows));
  }

  void finish() override {
    std::string directory;
    for (Place& each : places_) {
      if (each.whole) {
        visit_npy_data(*each.whole, text_width(*each.whole),
                       [&](std::string_view bytes) { write(each, bytes); });
      }
      if (each.written != each.start.data_bytes) {
        throw Error(ErrorKind::internal, fmt::format("{}: {} bytes of {}", each.entry.name,
                                                     each.written, each.start.data_bytes));
      }
      sink_.write_at(each.entry.offset, local_header(each.entry) + each.start.header);
      directory += central_header(each.entry);
    }
    sink_.write_at(end_, directory + end_of_archive(places_.size(), end_, end_ + directory.size()));
  }

 private:
  struct Place {
    ZipMember entry;
    NpyStart start;
    std::uint64_t first = 0;    // where its data begins
    std::uint64_t written = 0;  // bytes of it
    std::optional<NamedArray> whole = {};
  };

  void place(const std::string& name, NpyStart start) {
    Place to{{name + ".npy", crc32_of(start.header), start.header.size() + start.data_bytes, end_},
             std::move(start)};
    to.first = end_ + local_header(to.entry).size() + to.start.header.size();
    end_ = to.first + to.start.data_bytes;
    places_.push_back(std::move(to));
  }
  void write(Place& to, std::string_view bytes) {
    sink_.write_at(to.first + to.written, bytes);
    to.entry.crc = crc32_of(bytes, to.entry.crc);
    to.written += bytes.size();
  }

  Sink& sink_;
  std::vector<Place> places_;
  std::uint64_t end_ = 0;
};

/// All arrays in memory until finish().
class NpzRows::KeptArrays final : public Arrays {
 public:
  KeptArrays(Sink& sink, Group& group) : sink_(sink), group_(group) {}

  void add(NamedArray array) override { kept_.push_back({.whole = std::move(array)}); }
  std::size_t add(Rows rows) override {
    kept_.push_back({.rows = std::move(rows)});
    return kept_.size() - 1;
  }
  void append(std::size_t array, std::span<const double> rows) override {
    append(kept_[array].rows, kept_[array].numbers, rows);
  }
  void append(std::size_t array, std::span<const std::uint32_t> rows) override {
    append(kept_[array].rows, kept_[array].labels, rows);
  }

  void finish() override {
    std::vector<NamedArray> arrays;
    for (const Kept& each : kept_) {
      if (each.whole) {
        arrays.push_back(*each.whole);
        continue;
      }
      std::vector<std::size_t> shape = each.rows.shape;
      shape[0] = 1;
      const std::size_t row_items = Rows{{}, shape, {}}.n_items();
      shape[0] = (each.numbers.size() + each.labels.size()) / row_items;
      arrays.push_back({.name = each.rows.name,
                        .shape = std::move(shape),
                        .numbers = each.numbers,
                        .labels = each.labels});
    }
    write_npz(sink_, arrays, group_);
  }

 private:
  struct Kept {
    std::optional<NamedArray> whole = {};
    Rows rows = {};
    std::vector<double> numbers = {};
    std::vector<std::uint32_t> labels = {};
  };

  /// Room for all rows at once: untouched pages cost nothing, moving does.
  template <class T>
  void append(const Rows& all, std::vector<T>& to, std::span<const T> rows) const {
    if (to.empty()) {
      to.reserve(all.n_items() / group_.size() + rows.size());
      sys::prefer_large_pages(to.data(), to.capacity() * sizeof(T));
    }
    to.insert(to.end(), rows.begin(), rows.end());
  }

  Sink& sink_;
  Group& group_;
  std::vector<Kept> kept_;
};

NpzRows::NpzRows(Sink& sink, Group& group) {
  if (sink.takes_any_order() && group.is_alone()) {
    arrays_ = std::make_unique<PlacedArrays>(sink);
  } else {
    arrays_ = std::make_unique<KeptArrays>(sink, group);
  }
}

NpzRows::~NpzRows() = default;

void NpzRows::add(NamedArray array) {
  arrays_->add(std::move(array));
}

std::size_t NpzRows::add_rows(std::string name, std::size_t n_rows,
                              std::vector<std::size_t> row_shape, Items items) {
  row_shape.insert(row_shape.begin(), n_rows);
  return arrays_->add(Arrays::Rows{std::move(name), std::move(row_shape), items});
}

void NpzRows::append(std::size_t array, std::span<const double> rows) {
  arrays_->append(array, rows);
}

void NpzRows::append(std::size_t array, std::span<const std::uint32_t> rows) {
  arrays_->append(array, rows);
}

void NpzRows::finish() {
  arrays_->finish();
}

}  // namespace qualm::io
