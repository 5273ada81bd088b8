// SPDX-License-Identifier: Apache-2.0
// One instance per line: an array of classes, an array of members with arrays of classes, or an
// object that has such an array, or a number for each class.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "io/choose_array.h"
#include "io/csv_long.h"
#include "io/csv_table.h"
#include "io/format.h"
#include "io/json_rows.h"
#include "io/row_ids.h"
#include "io/spool.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {
namespace {

/// Reads the numbers of one line after the other, all with the axes of the first.
class JsonArrayReader {
 public:
  explicit JsonArrayReader(const std::string& label) : spool_(label) {}

  /// A number, an array, or an array of arrays, whichever comes next.
  void add(JsonScanner& json) {
    numbers_.clear();
    shape_.clear();
    if (json.peek() == '[') {
      read_array(json);
    } else {
      read_number(json);
    }
    if (n_rows_ == 0) first_shape_ = shape_;
    if (shape_ != first_shape_) {
      json.fail(fmt::format("holds {}, the first line holds {}; each line needs the same number",
                            words(shape_), words(first_shape_)));
    }
    spool_.append(std::as_bytes(std::span(numbers_)));
    ++n_rows_;
  }

  [[nodiscard]] StoredArray finish(std::string label) {
    StoredArray array;
    array.label = std::move(label);
    array.shape = {n_rows_};
    array.shape.insert(array.shape.end(), first_shape_.begin(), first_shape_.end());
    array.decimals = decimals_;
    array.bytes = spool_.finish();
    return array;
  }

 private:
  static std::string words(const std::vector<std::size_t>& shape) {
    if (shape.empty()) return "a number";
    return shape.size() == 1 ? fmt::format("{} numbers", shape[0])
                             : fmt::format("{} arrays of {} numbers", shape[0], shape[1]);
  }

  void read_number(JsonScanner& json) {
    const TextNumber number = json.number();
    numbers_.push_back(number.value);
    decimals_ = std::max(decimals_, number.decimals);
  }

  void read_array(JsonScanner& json) {
    json.expect('[');
    if (json.peek() != '[') {
      shape_ = {read_numbers(json)};
      return;
    }
    std::size_t n_members = 0, n_classes = 0;
    do {
      json.expect('[');
      if (json.peek() == '[') {
        json.fail(
            "has more than two levels of arrays; write one instance per line: its classes, "
            "or its members with their classes");
      }
      const std::size_t n = read_numbers(json);
      if (n_members > 0 && n != n_classes) {
        json.fail(
            fmt::format("array {} has {} numbers, those before have {}; each member needs "
                        "each class",
                        n_members, n, n_classes));
      }
      n_classes = n;
      ++n_members;
    } while (json.take(','));
    json.expect(']');
    shape_ = {n_members, n_classes};
  }

  // Behind the bracket that opens them; how many there are.
  std::size_t read_numbers(JsonScanner& json) {
    const std::size_t before = numbers_.size();
    if (json.peek() == ']') json.fail("holds an empty array; fill it or remove the line");
    do read_number(json);
    while (json.take(','));
    json.expect(']');
    return numbers_.size() - before;
  }

  Spool spool_;
  std::vector<double> numbers_;
  std::vector<std::size_t> shape_, first_shape_;
  int decimals_ = 0;
  std::size_t n_rows_ = 0;
};

StoredArray read_arrays(const SourceFile& file, const OpenOptions& options) {
  if (!options.key.empty() && !options.key_for_archives) {
    throw_usage(file.label + ": its lines are arrays without names, so " +
                argument(options.key_argument) + " does not apply; leave it out");
  }
  if (!options.columns.empty()) {
    throw_usage(file.label + ": its lines are arrays without names, so " + argument("columns") +
                " does not apply; leave it out");
  }
  JsonLines lines(file);
  JsonArrayReader reader(file.label);
  while (lines.next()) {
    reader.add(lines.json());
    lines.json().expect_end();
  }
  StoredArray array = reader.finish(file.label);
  if (array.shape.size() == 3 && array.shape[0] == 1) {
    array.notes.push_back(fmt::format(
        "{}: one line is one instance: read as 1 x {} members x {} classes; write one line per "
        "instance if these are {} instances",
        file.label, array.shape[1], array.shape[2], array.shape[1]));
  }
  return array;
}

/// What the first object says about all of them.
struct FirstObject {
  std::string place;
  std::vector<std::string> names, arrays;  // arrays: names of those that hold one
  std::vector<std::string> ids;            // those that identify the row
};

/// The value of this key in every line, and those that identify the rows.
StoredArray read_key(const SourceFile& file, const std::string& key, const FirstObject& first) {
  JsonLines lines(file);
  JsonArrayReader reader(file.label);
  RowIdColumns ids;
  for (std::size_t i = 0; i < first.ids.size(); ++i) {
    if (first.ids[i] != key) ids.watch(i, first.ids[i]);
  }
  while (lines.next()) {
    JsonScanner& json = lines.json();
    bool found = false;
    std::vector<std::string_view> row(first.ids.size());
    json.expect('{');
    if (!json.take('}')) {
      do {
        const std::string_view name = json.text();
        const auto id = std::find(first.ids.begin(), first.ids.end(), name) - first.ids.begin();
        const bool is_key = name == key;
        if (is_key && found) json.fail(fmt::format("has the key {} twice", in_quotes(key)));
        json.expect(':');
        if (is_key) {
          reader.add(json);
        } else {
          const std::string_view value = json.peek() == '"' ? json.text() : json.value();
          if (id < std::ssize(row)) row[static_cast<std::size_t>(id)] = value;
        }
        found = found || is_key;
      } while (json.take(','));
      json.expect('}');
    }
    json.expect_end();
    if (!found) json.fail(fmt::format("has no key {} though others have it", in_quotes(key)));
    ids.add(row);
  }
  StoredArray array = reader.finish(fmt::format("{}[{}]", file.label, printable(key)));
  array.in_archive = true;
  array.row_ids = ids.finish();
  return array;
}

FirstObject read_first(const SourceFile& file) {
  JsonLines lines(file);
  JsonScanner& json = lines.json();
  static_cast<void>(lines.next());
  FirstObject first;
  first.place = lines.place();
  json.expect('{');
  if (json.take('}')) json.fail("is an object without keys");
  do {
    first.names.emplace_back(json.text());
    json.expect(':');
    const char begins = json.peek();
    if (begins == '[') first.arrays.push_back(first.names.back());
    if (begins != '[' && begins != '{' && identifies_rows(first.names.back())) {
      first.ids.push_back(first.names.back());
    }
    static_cast<void>(json.value());
  } while (json.take(','));
  json.expect('}');
  json.expect_end();
  return first;
}

StoredArray read_objects(const SourceFile& file, const OpenOptions& options) {
  const FirstObject first = read_first(file);
  const bool is_table = first.arrays.empty();
  if (!options.key.empty() && !(is_table && options.key_for_archives)) {
    return read_key(file, first.names[choose_array(file.label, first.names, options)], first);
  }
  if (!is_table && options.columns.empty()) {
    return read_key(file, first.arrays[choose_array(file.label, first.arrays, options)], first);
  }
  CsvLayout layout;
  layout.label = file.label;
  const std::vector<std::string_view> names(first.names.begin(), first.names.end());
  JsonRows start(file), rows(file);
  static_cast<void>(start.next());
  static_cast<void>(start.next());
  settle_columns(layout, first.place, names, start.fields(), options);
  if (layout.is_long) return read_long_table(rows, layout);
  TableReader table(layout);
  static_cast<void>(rows.next());
  while (rows.next()) table.add(rows);
  return table.finish();
}

bool holds_objects(const SourceFile& file) {
  JsonLines lines(file);
  return lines.next() && lines.json().peek() == '{';
}

}  // namespace

StoredArray open_json_lines(const SourceFile& file, const OpenOptions& options) {
  return holds_objects(file) ? read_objects(file, options) : read_arrays(file, options);
}

Entries json_entries(const SourceFile& file, const OpenOptions& options) {
  if (!holds_objects(file)) return entries_of(open_json_lines(file, options));
  return table_entries(
      file.label, [&] { return std::make_unique<JsonRows>(file); }, options);
}

}  // namespace qualm::io
