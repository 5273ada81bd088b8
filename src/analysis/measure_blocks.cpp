// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/measure_blocks.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <system_error>
#include <utility>

#include "measures/check_results.h"
#include "qualm/error.h"

namespace qualm {
namespace {

// The same instances of every run, read and ready to be measured.
struct LoadedBlock {
  std::size_t first = 0, last = 0;
  std::vector<std::vector<std::byte>> buffers;
  std::vector<Predictions> runs;
};

// Reads the block that starts at `first`; `block` is an old one whose buffers are used again.
LoadedBlock load(const PredictionSet& set, std::size_t first, LoadedBlock block) {
  block.first = first;
  block.last = std::min(set.rows().last, first + set.block_rows());
  block.buffers.resize(set.n_runs());
  block.runs.clear();
  for (std::size_t run = 0; run < set.n_runs(); ++run) {
    block.runs.push_back(set.read(run, block.first, block.last, block.buffers[run]));
  }
  return block;
}

// Reads the next block on another thread while this one is measured.
std::future<LoadedBlock> load_ahead(const PredictionSet& set, std::size_t first,
                                    LoadedBlock block) {
  const auto start = [&](std::launch when) {
    return std::async(when, load, std::cref(set), first, std::move(block));
  };
  // Nothing is gained by looking ahead where there is nothing to wait for.
  if (set.is_in_memory()) return start(std::launch::deferred);
  try {
    return start(std::launch::async);
  } catch (const std::system_error&) {
    return start(std::launch::deferred);  // the system gives no more threads: one after the other
  }
}

// Mean and standard deviation (ddof 0) of each value over the runs.
void combine(const std::vector<const std::vector<double>*>& runs, std::vector<double>& mean,
             std::vector<double>& deviation) {
  const auto n_runs = static_cast<double>(runs.size());
  mean.assign(runs[0]->size(), 0);
  deviation.assign(runs[0]->size(), 0);
  for (std::size_t i = 0; i < mean.size(); ++i) {
    double sum = 0, squares = 0;
    for (const auto* values : runs) sum += (*values)[i];
    mean[i] = sum / n_runs;
    for (const auto* values : runs) squares += ((*values)[i] - mean[i]) * ((*values)[i] - mean[i]);
    deviation[i] = std::isinf(mean[i]) ? mean[i] : std::sqrt(squares / n_runs);
  }
}

template <class Select>
Parts combine_parts(const std::vector<Measures>& runs, const Select& select, Parts& deviation) {
  Parts mean;
  for (auto part : {&Parts::total, &Parts::aleatoric, &Parts::epistemic}) {
    std::vector<const std::vector<double>*> values;
    for (const Measures& run : runs) values.push_back(&(select(run).*part));
    combine(values, mean.*part, deviation.*part);
  }
  return mean;
}

MeasuredBlock combine_runs(const std::vector<Measures>& runs, bool per_class) {
  MeasuredBlock block;
  block.measures = runs.front();
  Measures& result = block.measures;
  result.renormalized_rows = 0;
  for (const Measures& run : runs) result.renormalized_rows += run.renormalized_rows;
  std::vector<double> unused;
  combine_predictions(runs, result.mean, result.predicted);
  for (std::size_t f = 0; f < result.families.size(); ++f) {
    Parts of_classes;
    result.families[f].parts = combine_parts(
        runs, [f](const Measures& run) -> const Parts& { return run.families[f].parts; },
        block.deviation.emplace_back());
    result.families[f].per_class = combine_parts(
        runs, [f](const Measures& run) -> const Parts& { return run.families[f].per_class; },
        of_classes);
    if (!per_class) result.families[f].per_class = {};
    for (std::size_t e = 0; e < result.families[f].extras.size(); ++e) {
      std::vector<const std::vector<double>*> values;
      for (const Measures& run : runs) values.push_back(&run.families[f].extras[e].values);
      combine(values, result.families[f].extras[e].values, unused);
    }
  }
  if (!per_class) result.mean.clear();
  return block;
}

void remove_rows(Parts& parts) {
  for (auto part : {&Parts::total, &Parts::aleatoric, &Parts::epistemic}) (parts.*part).clear();
}

// What every block has but for its rows: those of the first row are left out.
MeasuredBlock block_without_rows(const PredictionSet& set, const MeasureOptions& of_runs,
                                 bool per_class) {
  std::vector<std::byte> buffer;
  Measures first;
  measure(set.read(0, 0, 1, buffer), of_runs, first);
  const std::vector<Measures> runs(set.n_runs(), first);
  MeasuredBlock block;
  if (runs.size() == 1) {
    block.measures = first;
  } else {
    block = combine_runs(runs, per_class);
  }
  block.first_row = set.rows().first;
  block.measures.n_instances = 0;
  block.measures.renormalized_rows = 0;
  block.measures.predicted.clear();
  block.measures.mean.clear();
  for (FamilyResult& family : block.measures.families) {
    remove_rows(family.parts);
    remove_rows(family.per_class);
    for (ExtraResult& each : family.extras) each.values.clear();
  }
  for (Parts& parts : block.deviation) remove_rows(parts);
  return block;
}

// What is finite in each run need not be when it is summed or squared. NaN was looked at in each
// run, and nothing here makes a new one.
void check_combined(const MeasuredBlock& block, std::size_t first_row) {
  const detail::ResultPlace where{"over the runs: ", first_row};
  const auto is_undecided = [](std::string_view, std::size_t) { return true; };
  detail::check_results(block.measures, where, is_undecided);
  for (std::size_t f = 0; f < block.deviation.size(); ++f) {
    detail::check_parts(block.measures.families[f].measure, block.deviation[f], 1,
                        "'s standard deviation", where, is_undecided);
  }
}

}  // namespace

void combine_predictions(std::span<const Measures> runs, std::vector<double>& mean,
                         std::vector<std::uint32_t>& predicted) {
  const auto n_classes = static_cast<std::ptrdiff_t>(runs[0].n_classes);
  mean.assign(runs[0].mean.size(), 0);
  for (std::size_t i = 0; i < mean.size(); ++i) {
    for (const Measures& run : runs) mean[i] += run.mean[i];
    mean[i] /= static_cast<double>(runs.size());
  }
  predicted.clear();
  for (auto row = mean.begin(); row != mean.end(); row += n_classes) {
    predicted.push_back(static_cast<std::uint32_t>(std::max_element(row, row + n_classes) - row));
  }
}

void measure_runs(const PredictionSet& set, const MeasureOptions& options,
                  const std::function<void(RunBlock&)>& visit, const Progress& progress) {
  const io::RowRange& rows = set.rows();
  if (rows.size() == 0) return;
  LoadedBlock block = load(set, rows.first, {}), spare;
  RunBlock measured;
  measured.runs.resize(set.n_runs());
  while (true) {
    if (progress.cancelled && progress.cancelled()) {
      throw Error(ErrorKind::interrupted, "interrupted");
    }
    std::future<LoadedBlock> next;
    if (block.last < rows.last) next = load_ahead(set, block.last, std::move(spare));
    measured.first_row = block.first;
    for (std::size_t run = 0; run < set.n_runs(); ++run) {
      measure(block.runs[run], options, measured.runs[run]);
    }
    visit(measured);
    if (progress.report) progress.report(block.last - rows.first, rows.size());
    if (block.last >= rows.last) return;
    spare = std::exchange(block, next.get());
  }
}

void measure_blocks(const PredictionSet& set, const MeasureOptions& options,
                    const std::function<void(MeasuredBlock&)>& visit, const Progress& progress) {
  MeasureOptions of_runs = options;
  if (set.n_runs() > 1) of_runs.per_class = true;  // the runs' mean prediction needs each one's
  MeasuredBlock block;
  if (set.rows().size() == 0) {
    block = block_without_rows(set, of_runs, options.per_class);
    return visit(block);
  }
  measure_runs(
      set, of_runs,
      [&](RunBlock& measured) {
        if (measured.runs.size() == 1) {
          std::swap(block.measures, measured.runs[0]);  // their memory goes round
        } else {
          block = combine_runs(measured.runs, options.per_class);
          check_combined(block, measured.first_row);
        }
        block.first_row = measured.first_row;
        visit(block);
      },
      progress);
}

}  // namespace qualm
