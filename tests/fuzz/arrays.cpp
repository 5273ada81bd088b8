// SPDX-License-Identifier: Apache-2.0
// Every reader of arrays, which recognise the format by the bytes; and the axes, names and rows
// that predictions are made of.
#include <algorithm>
#include <vector>

#include "fuzz/bytes_file.h"
#include "qualm/analysis.h"
#include "qualm/io.h"

namespace fuzz {
namespace {

void read_both_ends(const qualm::io::StoredArray& array) {
  std::vector<std::byte> piece(std::min<std::uint64_t>(array.n_bytes(), 4096));
  array.read(0, piece);
  array.read(array.n_bytes() - piece.size(), piece);
}

}  // namespace

void run_arrays(Bytes bytes) {
  const BytesFile file(bytes);
  qualm::io::OpenOptions labels;
  labels.usual_key = "labels";
  try_to([&] { read_both_ends(qualm::io::open_array(file.path())); });
  try_to([&] { (void)qualm::io::array_names(file.path()); });
  try_to([&] { (void)qualm::io::read_numbers(file.path()); });
  try_to([&] { (void)qualm::io::read_entries(file.path(), labels); });
  try_to([&] {
    qualm::PredictionFiles files;
    files.paths = {file.path()};
    files.renormalize = true;
    files.look_for_labels = true;
    (void)qualm::PredictionSet(files);
  });
}

}  // namespace fuzz
