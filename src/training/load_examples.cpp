// SPDX-License-Identifier: Apache-2.0
#include "training/load_examples.h"

#include <fmt/format.h>

#include "datasets/digest.h"
#include "qualm/datasets.h"
#include "qualm/error.h"

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
    throw_data(fmt::format("{}: no labels: name their file by {}", data.name, argument("labels")));
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
  examples.sha256 = sha256_of(examples);
  for (std::string& note : data.notes) notes.push_back(std::move(note));
  return examples;
}

}  // namespace qualm::training
