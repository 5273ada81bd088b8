// SPDX-License-Identifier: Apache-2.0
// What the C++ library says of plain numbers, to the last bit: the parts of every family and
// instance, a line each with its name. usage: library_digits FILE f4|f8 INSTANCES MEMBERS
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
  options.ordered = true;
  const qualm::Predictions predictions(qualm::contiguous_view(bytes.data(), dtype, shape), {});
  const qualm::Measures measures = qualm::measure(predictions, options);
  for (const qualm::FamilyResult& family : measures.families) {
    for (std::size_t i = 0; i < measures.n_instances; ++i) {
      for (const qualm::Part part : family.measure.family().parts) {
        std::printf("%s.%s %a\n", family.measure.name().c_str(), name(part).data(),
                    get(family.parts, part)[i]);
      }
    }
  }
  return 0;
}
