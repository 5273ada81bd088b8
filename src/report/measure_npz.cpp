// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <utility>

#include "report/writers.h"

namespace qualm::report {
namespace {

class NpzWriter final : public MeasureWriter {
 public:
  NpzWriter(io::Sink& sink, MeasureInfo info)
      : info_(std::move(info)), archive_(sink, *info_.group) {}

  void begin() override {}

  void block(const MeasuredBlock& block) override {
    if (columns_.empty()) declare(block);
    archive_.append(predicted_, block.measures.predicted);
    for (const Column& column : columns_) archive_.append(column.array, column.of(block));
  }

  void end() override { archive_.finish(); }

 private:
  using Values = const std::vector<double>&;
  using ValuesOf = std::function<Values(const MeasuredBlock&)>;
  struct Column {
    std::size_t array;
    ValuesOf of;
  };

  void add_rows(std::string name, std::vector<std::size_t> row_shape, ValuesOf of) {
    columns_.push_back({archive_.add_rows(std::move(name), info_.n_instances, std::move(row_shape),
                                          io::NpzRows::Items::doubles),
                        std::move(of)});
  }

  void add_texts(const char* name, const std::vector<std::string>& entries, bool is_whole) {
    archive_.add({name, {entries.size()}, {}, false, {}, entries, is_whole});
  }

  /// All arrays, by what the first block has.
  void declare(const MeasuredBlock& block) {
    const std::size_t k = info_.n_classes;
    const bool per_class = info_.options.per_class;
    predicted_ = archive_.add_rows("predicted", info_.n_instances, {}, io::NpzRows::Items::labels);
    if (info_.has_labels()) {
      archive_.add({"labels", {info_.labels.size()}, {}, false, info_.labels, {}});
    }
    if (per_class) {
      add_rows("mean", {k}, [](const auto& from) -> Values { return from.measures.mean; });
    }
    for (std::size_t f = 0; f < block.measures.families.size(); ++f) {
      declare_family(f, block.measures.families[f], !block.deviation.empty());
    }
    if (info_.has_ids()) add_texts("ids", info_.ids, false);
    add_texts("class_names", info_.class_names, true);
    add_texts("measures", names_, true);
    add_texts("units", units_, true);
  }

  void declare_family(std::size_t f, const FamilyResult& result, bool has_deviation) {
    names_.push_back(result.measure.name());
    units_.push_back(result.unit);
    for (std::size_t e = 0; e < result.extras.size(); ++e) {
      add_rows(column_name(result.measure, result.extras[e].name), {},
               [f, e](const auto& from) -> Values {
                 return from.measures.families[f].extras[e].values;
               });
    }
    for (const Part part : result.measure.family().parts) {
      const std::string column = column_name(result.measure, qualm::name(part));
      add_rows(column, {}, [f, part](const auto& from) -> Values {
        return get(from.measures.families[f].parts, part);
      });
      if (has_deviation) {
        add_rows(column + "_std", {},
                 [f, part](const auto& from) -> Values { return get(from.deviation[f], part); });
      }
      if (info_.options.per_class && result.measure.family().label_wise) {
        add_rows(column + "_per_class", {info_.n_classes}, [f, part](const auto& from) -> Values {
          return get(from.measures.families[f].per_class, part);
        });
      }
    }
  }

  MeasureInfo info_;
  io::NpzRows archive_;
  std::size_t predicted_ = 0;
  std::vector<Column> columns_;
  std::vector<std::string> names_, units_;
};

}  // namespace

std::unique_ptr<MeasureWriter> make_npz_writer(io::Sink& sink, MeasureInfo info,
                                               const TableStyle& /*style*/) {
  return std::make_unique<NpzWriter>(sink, std::move(info));
}

}  // namespace qualm::report
