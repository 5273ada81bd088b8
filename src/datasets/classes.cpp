// SPDX-License-Identifier: Apache-2.0
#include "datasets/classes.h"

#include <fmt/format.h>

#include <algorithm>

#include "qualm/array.h"
#include "qualm/error.h"

namespace qualm {
namespace {

void check_shape(const DatasetInfo& info, const std::string& label, const Dataset& dataset) {
  if (dataset.shape.size() == 4 &&
      std::equal(info.shape.begin(), info.shape.end(), dataset.shape.begin() + 1)) {
    return;
  }
  throw_data(fmt::format("{}: holds {}, but images of {} are {}: is it another data set?", label,
                         shape_text(dataset.shape), info.title, shape_text(info.shape)));
}

void check_count(const DatasetInfo& info, const DatasetSplit& split, std::size_t limit,
                 const std::string& label, Dataset& dataset) {
  const std::size_t n = dataset.n_instances();
  if (n > split.n_instances) {
    throw_data(fmt::format("{}: holds {} images, but {} {} has {}: is it another data set?", label,
                           n, info.title, split.name, split.n_instances));
  }
  if (n < split.n_instances && (limit == 0 || n < limit)) {
    dataset.notes.push_back(fmt::format("{} {} is partial: {} of {} images", info.title, split.name,
                                        n, split.n_instances));
  }
}

void shift_labels(const DatasetInfo& info, const std::string& label, Dataset& dataset) {
  const std::size_t n_classes = info.class_names.size();
  for (std::size_t row = 0; row < dataset.labels.size(); ++row) {
    std::uint32_t& value = dataset.labels[row];
    if (value < info.first_label || value - info.first_label >= n_classes) {
      throw_data(fmt::format("{}: row {} has the label {}; those of {} are {} ... {}", label, row,
                             value, info.title, info.first_label,
                             info.first_label + n_classes - 1));
    }
    value -= info.first_label;
  }
}

void transpose(Dataset& dataset) {
  const std::size_t height = dataset.shape[1], width = dataset.shape[2], depth = dataset.shape[3];
  std::vector<std::uint8_t> upright(height * width * depth);
  for (std::size_t n = 0; n < dataset.n_instances(); ++n) {
    const auto first = dataset.pixels.begin() + static_cast<std::ptrdiff_t>(n * upright.size());
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        for (std::size_t c = 0; c < depth; ++c) {
          upright[(x * height + y) * depth + c] =
              first[static_cast<std::ptrdiff_t>((y * width + x) * depth + c)];
        }
      }
    }
    std::copy(upright.begin(), upright.end(), first);
  }
  std::swap(dataset.shape[1], dataset.shape[2]);
}

}  // namespace

void make_known(const DatasetInfo& info, const std::string& split, std::size_t limit,
                const std::string& label, Dataset& dataset) {
  check_shape(info, label, dataset);
  check_count(info, split_of(info, split), limit, label, dataset);
  shift_labels(info, label, dataset);
  if (info.transposed) transpose(dataset);
  dataset.name = info.name;
  dataset.split = split;
  dataset.class_names.assign(info.class_names.begin(), info.class_names.end());
}

void name_classes(Dataset& dataset) {
  const auto [least, greatest] = std::minmax_element(dataset.labels.begin(), dataset.labels.end());
  if (greatest == dataset.labels.end()) return;
  if (*least == 1) {
    dataset.notes.push_back(
        fmt::format("{}: no label is 0, but labels count from 0: if yours count from 1, subtract 1",
                    dataset.name));
  }
  if (!dataset.class_names.empty()) return;
  dataset.classes_are_numbered = true;
  for (std::uint32_t k = 0; k <= *greatest; ++k) dataset.class_names.push_back(std::to_string(k));
}

}  // namespace qualm
