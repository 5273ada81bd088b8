// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "report/npz_arrays.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

/// What `values_of` gives for each instance, one after another.
template <class ValuesOf>
std::vector<double> joined(const std::vector<Explanation>& instances, ValuesOf values_of) {
  std::vector<double> all;
  for (const Explanation& each : instances) {
    const std::vector<double>& values = values_of(each);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

}  // namespace

void write_explain_npz(io::Sink& sink, const ExplainResult& result, const MeasureInfo& info,
                       const TableStyle& /*style*/) {
  NpzArrays arrays;
  const std::vector<Explanation>& instances = result.instances;
  const std::size_t n = instances.size(), n_classes = result.class_names.size();
  arrays.integers("row", {n}, collected(instances, &Explanation::row));
  if (!info.ids.empty()) arrays.texts("ids", collected(instances, &Explanation::id));
  arrays.numbers("score", {n}, collected(instances, &Explanation::score));
  arrays.integers("predicted", {n}, collected(instances, &Explanation::predicted));
  if (n > 0 && instances[0].label) {
    std::vector<std::uint32_t> labels;
    for (const Explanation& each : instances) labels.push_back(each.label.value());
    arrays.integers("label", {n}, std::move(labels));
  }
  const auto of = [](const std::vector<double> Explanation::*member) {
    return [member](const Explanation& each) -> const std::vector<double>& { return each.*member; };
  };
  arrays.numbers("mean", {n, n_classes}, joined(instances, of(&Explanation::mean)));
  if (n > 0 && !instances[0].members.empty()) {
    const std::size_t n_members = instances[0].members.size() / n_classes;
    arrays.numbers("members", {n, n_members, n_classes},
                   joined(instances, of(&Explanation::members)));
  }
  for (const Part part : all_parts) {
    arrays.numbers("variance_" + std::string(qualm::name(part)) + "_per_class", {n, n_classes},
                   joined(instances, [part](const Explanation& each) -> const std::vector<double>& {
                     return get(each.variance, part);
                   }));
  }
  arrays.texts("class_names", result.class_names);
  arrays.write(sink);
}

}  // namespace qualm::report
