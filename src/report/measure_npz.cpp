// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "report/writers.h"

namespace qualm::report {
namespace {

class NpzWriter final : public MeasureWriter {
 public:
  NpzWriter(io::Sink& sink, MeasureInfo info) : sink_(sink), info_(std::move(info)) {}

  void begin() override {}

  void block(const MeasuredBlock& block) override { append(collected_, block, info_.n_instances); }

  void end() override {
    const Measures& all = collected_.measures;
    const std::size_t n = all.n_instances, k = info_.n_classes;
    std::vector<io::NamedArray> arrays;
    arrays.push_back({"predicted", {n}, {}, false, all.predicted, {}});
    if (info_.has_labels()) arrays.push_back({"labels", {n}, {}, false, info_.labels, {}});
    const auto add = [&](std::string name, std::vector<std::size_t> shape,
                         const std::vector<double>& numbers) {
      arrays.push_back({std::move(name), std::move(shape), numbers, false, {}, {}});
    };
    if (info_.options.per_class) add("mean", {n, k}, all.mean);
    std::vector<std::string> names, units;
    for (std::size_t f = 0; f < all.families.size(); ++f) {
      const FamilyResult& result = all.families[f];
      names.push_back(result.measure.name());
      units.push_back(result.unit);
      for (const ExtraResult& each : result.extras) {
        add(column_name(result.measure, each.name), {n}, each.values);
      }
      for (const Part part : result.measure.family().parts) {
        const std::string column = column_name(result.measure, qualm::name(part));
        add(column, {n}, get(result.parts, part));
        if (!collected_.deviation.empty()) {
          add(column + "_std", {n}, get(collected_.deviation[f], part));
        }
        if (info_.options.per_class && result.measure.family().label_wise) {
          add(column + "_per_class", {n, k}, get(result.per_class, part));
        }
      }
    }
    const auto add_texts = [&](const char* name, const std::vector<std::string>& entries,
                               bool is_whole) {
      arrays.push_back({name, {entries.size()}, {}, false, {}, entries, is_whole});
    };
    if (info_.has_ids()) add_texts("ids", info_.ids, false);
    add_texts("class_names", info_.class_names, true);
    add_texts("measures", names, true);
    add_texts("units", units, true);
    io::write_npz(sink_, arrays, *info_.group);
  }

 private:
  io::Sink& sink_;
  MeasureInfo info_;
  MeasuredBlock collected_;
};

}  // namespace

std::unique_ptr<MeasureWriter> make_npz_writer(io::Sink& sink, MeasureInfo info,
                                               const TableStyle& /*style*/) {
  return std::make_unique<NpzWriter>(sink, std::move(info));
}

}  // namespace qualm::report
