// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "io/text.h"
#include "report/text_table.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

TextTable::Cell state_of(const FoundSplit& found) {
  if (found.is_whole()) return {"whole", Ink::blue};
  if (found.is_absent()) return {"-", Ink::dim};
  return {
      fmt::format("{} of {} files", found.paths.size() - found.missing.size(), found.paths.size()),
      Ink::red};
}

/// Where the splits lie: one folder, as a rule.
std::string folders_of(const FoundDataset& found) {
  std::string folders;
  for (const FoundSplit& split : found.splits) {
    if (split.is_absent() || folders == split.folder) continue;
    folders += (folders.empty() ? "" : ", ") + split.folder;
  }
  return io::printable(folders, 4096);
}

std::string missing_of(const FoundDataset& found) {
  std::string text;
  for (const FoundSplit& split : found.splits) {
    if (split.is_whole() || split.is_absent()) continue;
    text += fmt::format("{} {}: {} missing in {}\n", found.info->name, split.split,
                        fmt::join(split.missing, ", "), io::printable(split.folder, 4096));
  }
  return text;
}

/// One line per file: its name, a word about it, and what there is to say.
struct FileLine {
  std::string name, word, remark;
  bool is_bad = false;
};

FileLine line_of(const CheckedFile& file) {
  const std::string place = io::printable(file.path, 4096);
  return {file.name, std::string(name(file.verdict)),
          file.detail.empty() ? place : place + ": " + file.detail,
          file.verdict == FileVerdict::different || file.verdict == FileVerdict::missing};
}

FileLine line_of(const GotFile& file) {
  std::string remark = io::printable(file.path, 4096);
  if (file.verdict == FileVerdict::unknown) remark += ": its checksum is not known";
  return {file.name, file.from.empty() ? "there already" : "new", remark, false};
}

template <class File>
void write_files(io::Sink& sink, std::span<const File> files, const TableStyle& style) {
  std::vector<FileLine> lines;
  std::size_t name_width = 0, word_width = 0;
  for (const File& file : files) {
    const FileLine& line = lines.emplace_back(line_of(file));
    name_width = std::max(name_width, display_width(line.name));
    word_width = std::max(word_width, display_width(line.word));
  }
  for (const FileLine& line : lines) {
    sink.write(fmt::format(
        "{}  {}  {}\n", pad_right(line.name, name_width),
        inked(pad_right(line.word, word_width), line.is_bad ? Ink::red : Ink::plain, style.color),
        line.remark));
  }
}

}  // namespace

void write_found_table(io::Sink& sink, std::span<const FoundDataset> found,
                       std::span<const std::string> places, const TableStyle& style) {
  TextTable table({"data set", "train", "", "test", "", "found in"});
  std::string missing, packages;
  for (const FoundDataset& dataset : found) {
    const DatasetInfo& info = *dataset.info;
    table.row({{std::string(info.name), Ink::bold},
               {std::to_string(info.splits[0].n_instances)},
               state_of(dataset.splits[0]),
               {std::to_string(info.splits[1].n_instances)},
               state_of(dataset.splits[1]),
               {folders_of(dataset)}});
    missing += missing_of(dataset);
    if (!info.debian_package.empty()) {
      packages +=
          fmt::format("{} is also in the Debian package {}.\n", info.name, info.debian_package);
    }
  }
  sink.write(table.text(style.width, style.color));
  std::string text = "\n" + missing + "Folders with these names were searched, in this order, in ";
  for (std::size_t i = 0; i < places.size(); ++i) {
    text += (i == 0 ? "" : ", ") + io::printable(places[i], 4096);
  }
  text += ".\nGet one with: qualm data get NAME\n" + packages;
  sink.write(wrapped(text, style.width));
}

void write_checked_table(io::Sink& sink, const DatasetInfo& /*info*/,
                         std::span<const CheckedFile> files, const TableStyle& style) {
  write_files(sink, files, style);
}

void write_got_table(io::Sink& sink, const DatasetInfo& /*info*/, std::span<const GotFile> files,
                     const TableStyle& style) {
  write_files(sink, files, style);
}

}  // namespace qualm::report
