// SPDX-License-Identifier: Apache-2.0
#include "training/load_examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "datasets/digest.h"
#include "error/choose.h"
#include "io/text.h"
#include "qualm/datasets.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::training {
namespace {

std::string sha256_of(const Examples& examples) {
  Digest digest(DigestKind::sha256);
  const auto add = [&](const auto& values) {
    digest.update(
        {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])});
  };
  add(examples.pixels);
  add(examples.features);
  add(examples.labels);
  return digest.finish();
}

/// Keeps these rows alone, in this order.
void choose_rows(Examples& examples, const std::string& path) {
  const io::Numbers numbers = io::read_numbers(path);
  std::vector<std::size_t> rows;
  for (const double number : numbers.values) {
    if (!(number >= 0 && number < static_cast<double>(examples.n_rows())) ||
        number != std::floor(number)) {
      throw_data(fmt::format("{}: {} is not a row of {}, which has {} rows, counted from 0",
                             numbers.label, number, examples.name, examples.n_rows()));
    }
    rows.push_back(static_cast<std::size_t>(number));
  }
  if (rows.empty()) throw_data(fmt::format("{}: it names no row", numbers.label));
  const auto take = [&](auto& values) {
    const std::size_t width = values.size() / examples.n_rows();
    std::remove_reference_t<decltype(values)> taken;
    taken.reserve(rows.size() * width);
    for (const std::size_t row : rows) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(row * width);
      taken.insert(taken.end(), first, first + static_cast<std::ptrdiff_t>(width));
    }
    values = std::move(taken);
  };
  take(examples.pixels);
  take(examples.features);
  take(examples.labels);
}

}  // namespace

Examples load_examples(const ExamplesRequest& request, std::vector<std::string>& notes) {
  DatasetRequest wanted;
  wanted.source = request.dataset;
  wanted.split = request.split;
  wanted.data_dir = request.data_dir;
  wanted.labels = request.labels;
  wanted.limit = request.limit;
  wanted.float_pixels = request.float_pixels;
  Dataset data = load_dataset(wanted);
  if (data.n_instances() == 0) throw_data(fmt::format("{}: it has no rows", data.name));
  if (request.needs_labels && data.labels.empty()) {
    throw_data(
        fmt::format("{}: no labels: name their file with {}", data.name, argument("labels")));
  }
  Examples examples;
  examples.name = data.name;
  examples.split = data.split;
  examples.shape.assign(data.shape.begin() + 1, data.shape.end());
  examples.pixels = std::move(data.pixels);
  examples.features = std::move(data.features);
  examples.has_labels = !data.labels.empty();
  examples.labels = std::move(data.labels);
  examples.labels.resize(data.n_instances());
  examples.class_names = std::move(data.class_names);
  examples.classes_are_numbered = data.classes_are_numbered;
  examples.feature_names = std::move(data.feature_names);
  if (!request.rows.empty()) choose_rows(examples, request.rows);
  examples.sha256 = sha256_of(examples);
  for (std::string& note : data.notes) notes.push_back(std::move(note));
  return examples;
}

std::optional<std::string> align_labels(Examples& examples,
                                        const std::vector<std::string>& class_names) {
  if (examples.class_names == class_names || !examples.has_labels) return std::nullopt;
  std::vector<std::uint32_t> places;
  for (std::size_t k = 0; k < examples.class_names.size(); ++k) {
    const auto found =
        examples.classes_are_numbered
            ? class_names.begin() + static_cast<std::ptrdiff_t>(std::min(k, class_names.size()))
            : std::find(class_names.begin(), class_names.end(), examples.class_names[k]);
    places.push_back(static_cast<std::uint32_t>(found - class_names.begin()));
  }
  for (const std::uint32_t label : examples.labels) {
    if (places[label] == class_names.size()) return examples.class_names[label];
  }
  for (std::uint32_t& label : examples.labels) label = places[label];
  examples.class_names = class_names;
  return std::nullopt;
}

void align_features(Examples& examples, const std::vector<std::string>& names) {
  const std::vector<std::string>& here = examples.feature_names;
  if (names.empty() || here.empty() || here == names) return;
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto found = std::find(here.begin(), here.end(), name);
    if (found == here.end()) {
      throw_data(fmt::format(
          "{}: there is no column {}, a feature of the training data; {}", examples.name,
          io::in_quotes(name),
          did_you_mean(name, here,
                       {.otherwise = "its columns are matched by name", .shown = io::in_quotes})));
    }
    places.push_back(static_cast<std::size_t>(found - here.begin()));
  }
  std::vector<float> features;
  features.reserve(examples.n_rows() * names.size());
  for (std::size_t row = 0; row < examples.n_rows(); ++row) {
    for (const std::size_t place : places) {
      features.push_back(examples.features[row * here.size() + place]);
    }
  }
  examples.features = std::move(features);
  examples.feature_names = names;
  examples.shape = {names.size()};
}

}  // namespace qualm::training
