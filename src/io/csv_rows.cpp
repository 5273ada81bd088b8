// SPDX-License-Identifier: Apache-2.0
#include "io/csv_rows.h"

#include <fmt/format.h>

#include "qualm/error.h"

namespace qualm::io {
namespace {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

bool RowReader::next(std::string_view& row) {
  while (lines_.next(row)) {
    const auto first = row.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
      if (started_ && empty_line_ == 0) empty_line_ = lines_.line_number();
      if (!started_) comment_.clear();
      continue;
    }
    if (row[first] == '#') {
      if (!started_) comment_ = row.substr(first + 1);
      continue;
    }
    if (empty_line_ != 0) {
      throw_data(fmt::format("{}: line {} is empty though rows follow; fill or remove it",
                             file_.label, empty_line_));
    }
    started_ = true;
    return true;
  }
  return false;
}

std::string RowReader::place() const {
  return fmt::format("{}: line {}", file_.label, lines_.line_number());
}

const std::vector<std::string_view>& FieldSplitter::split(std::string_view row,
                                                          const RowReader& reader) {
  fields_.clear();
  unescaped_.clear();
  unescaped_.reserve(row.size());  // fields point into it: it must not move
  for (;;) {
    const auto start = row.find_first_not_of(' ');
    if (start != std::string_view::npos && row[start] == '"') {
      row.remove_prefix(start + 1);
      fields_.push_back(take_quoted(row, reader));
      if (row.empty()) return fields_;
      row.remove_prefix(1);
      continue;
    }
    const auto end = row.find(delimiter_);
    fields_.push_back(trim(row.substr(0, end)));
    if (end == std::string_view::npos) return fields_;
    row.remove_prefix(end + 1);
  }
}

// Leaves `rest` empty or at the next delimiter.
std::string_view FieldSplitter::take_quoted(std::string_view& rest, const RowReader& reader) {
  const std::size_t begin = unescaped_.size();
  for (;;) {
    const auto quote = rest.find('"');
    if (quote == std::string_view::npos) {
      throw_data(fmt::format("{}, column {}: a quote does not end on its line", reader.place(),
                             fields_.size() + 1));
    }
    unescaped_ += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) break;
    unescaped_ += '"';
    rest.remove_prefix(1);
  }
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  if (!rest.empty() && rest[0] != delimiter_) {
    throw_data(
        fmt::format("{}, column {}: text follows the closing quote; double the quotes within",
                    reader.place(), fields_.size() + 1));
  }
  return trim(std::string_view(unescaped_).substr(begin));
}

namespace {

class CsvRows final : public TableRows {
 public:
  explicit CsvRows(const SourceFile& file) : rows_(file), splitter_(delimiter_of(file)) {}

  bool next() override {
    std::string_view row;
    if (!rows_.next(row)) return false;
    fields_ = &splitter_.split(row, rows_);
    return true;
  }
  const std::vector<std::string_view>& fields() const override { return *fields_; }
  std::string place() const override { return rows_.place(); }

 private:
  static char delimiter_of(const SourceFile& file) {
    RowReader rows(file);
    std::string_view row;
    if (!rows.next(row)) throw_data(file.label + ": holds no rows; was it written to the end?");
    return find_delimiter(row);
  }

  RowReader rows_;
  FieldSplitter splitter_;
  const std::vector<std::string_view>* fields_ = nullptr;
};

}  // namespace

std::unique_ptr<TableRows> csv_rows(const SourceFile& file) {
  return std::make_unique<CsvRows>(file);
}

char find_delimiter(std::string_view row) {
  bool quoted = false, semicolon = false;
  for (const char c : row) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\t') return c;
    if (c == ';') semicolon = true;
  }
  return semicolon ? ';' : ',';
}

}  // namespace qualm::io
