// SPDX-License-Identifier: Apache-2.0
// What the C++ library says of plain numbers, to the last bit: total, aleatoric and epistemic of
// every family and instance, a line each. usage: library_digits FILE f4|f8 INSTANCES MEMBERS
// CLASSES
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "qualm/measures.h"

int main(int count, char** values) {
  if (count != 6) return 2;
  std::ifstream file(values[1], std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const qualm::DType dtype =
      std::string_view(values[2]) == "f4" ? qualm::DType::f32 : qualm::DType::f64;
  std::vector<std::size_t> shape;
  for (int i = 3; i < count; ++i) shape.push_back(std::strtoull(values[i], nullptr, 10));
  qualm::MeasureOptions options;
  options.measures.clear();
  options.measures = qualm::all_measures();
  const qualm::Predictions predictions(qualm::contiguous_view(bytes.data(), dtype, shape), {});
  const qualm::Measures measures = qualm::measure(predictions, options);
  for (const qualm::FamilyResult& family : measures.families) {
    for (std::size_t i = 0; i < measures.n_instances; ++i) {
      std::printf("%a %a %a\n", family.parts.total[i], family.parts.aleatoric[i],
                  family.parts.epistemic[i]);
    }
  }
  return 0;
}
