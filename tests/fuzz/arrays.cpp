// SPDX-License-Identifier: Apache-2.0
// Every reader of arrays, which recognise the format by the bytes; the axes, names and rows that
// predictions are made of; labels, IDs, class names and weights.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "fuzz/bytes_file.h"
#include "qualm/analysis.h"
#include "qualm/io.h"
#include "qualm/measures.h"

namespace fuzz {
namespace {

void read_both_ends(const qualm::io::StoredArray& array) {
  std::vector<std::byte> piece(std::min<std::uint64_t>(array.n_bytes(), 4096));
  array.read(0, piece);
  array.read(array.n_bytes() - piece.size(), piece);
}

// As many predictions as there are entries, of classes with names.
void read_as_labels(const std::string& path, bool as_ids) {
  qualm::PredictionFiles said;
  said.paths = {"predictions"};
  said.axes = "nk";
  said.class_names = {"cat", "dog", "2"};
  const qualm::io::Entries entries = qualm::io::read_entries(path, {.usual_key = "labels"});
  const std::vector<float> row = {0.25F, 0.25F, 0.5F};
  qualm::ArrayView rows = qualm::contiguous_view(std::span(row), {1, 3});
  rows.shape[0] = entries.size();
  rows.strides[0] = 0;
  (as_ids ? said.ids : said.labels) = entries;
  const qualm::PredictionSet set({rows}, said);
  require(as_ids ? set.ids().size() == entries.size() : set.labels().size() == entries.size(),
          "there is one entry per row");
  for (const std::uint32_t label : set.labels()) require(label < 3, "a label is a class");
}

// One weight per member, and one per class.
void read_as_weights(const std::string& path) {
  const std::vector<double> weights = qualm::io::read_numbers(path).values;
  const double share = 1 / static_cast<double>(weights.size());
  qualm::ArrayView row = qualm::contiguous_view(std::span(&share, 1), {1, 1, 1});
  row.shape = {1, weights.size(), weights.size()};
  row.strides = {0, 0, 0};
  if (weights.size() > 1000) return;
  qualm::PredictionFiles said;
  said.paths = {"predictions"};
  said.axes = "nmk";
  said.member_weights = weights;
  const qualm::PredictionSet set({row}, said);
  std::vector<std::byte> buffer;
  qualm::MeasureOptions options;
  options.class_weights = weights;
  const qualm::Measures result = qualm::measure(set.read(0, 0, 1, buffer), options);
  for (const qualm::FamilyResult& family : result.families) {
    require(family.parts.epistemic[0] == 0, "members that are equal agree");
  }
}

}  // namespace

void run_arrays(Bytes bytes) {
  const BytesFile file(bytes);
  try_to([&] { read_both_ends(qualm::io::open_array(file.path())); });
  try_to([&] { (void)qualm::io::array_names(file.path()); });
  try_to([&] { (void)qualm::io::read_numbers(file.path()); });
  try_to([&] { (void)qualm::io::read_lines(file.path()); });
  try_to([&] { read_as_labels(file.path(), false); });
  try_to([&] { read_as_labels(file.path(), true); });
  try_to([&] {
    qualm::PredictionFiles files;
    files.paths = {file.path()};
    files.renormalize = true;
    files.look_for_labels = true;
    (void)qualm::PredictionSet(files);
  });
  try_to([&] { read_as_weights(file.path()); });
}

}  // namespace fuzz
