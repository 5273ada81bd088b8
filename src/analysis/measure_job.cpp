// SPDX-License-Identifier: Apache-2.0
#include "analysis/measure_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "analysis/undecided_rows.h"
#include "parallel/parallel.h"
#include "qualm/analysis/entries.h"
#include "qualm/analysis/infinite_rows.h"
#include "qualm/analysis/notes.h"
#include "qualm/column.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"
#include "system/system_calls.h"

namespace qualm {

io::Numbers GivenNumbers::read() const {
  return numbers ? *numbers : io::read_numbers(path, {key});
}

std::shared_ptr<const PictureFile> GivenPictures::open(std::size_t n_rows) const {
  if (path.empty()) return file;
  return std::make_shared<const PictureFile>(path, key, n_rows);
}

void MeasureJob::check() const {
  if (!is_given()) throw_usage("no predictions were given");
  if (measures.measures.empty()) {
    throw_usage(argument("measures") + " is empty: name at least one measure");
  }
}

Measured open(const MeasureJob& job, const Listener& listener) {
  job.check();
  detail::tell(listener, notes_on_options(job.measures));
  Measured measured{job.set, job.measures, job.group};
  if (!measured.set) {
    PredictionFiles files = job.files;
    files.share = detail::share_of(*job.group);
    agree(*job.group, [&] { measured.set = std::make_shared<const PredictionSet>(files); });
  }
  detail::tell(listener, measured.set->notes());
  if (!job.class_weight_names.empty()) {
    measured.measures.class_weights =
        weights_in_order(job.measures.class_weights, job.class_weight_names,
                         measured.set->class_names(), job.class_weights_source);
  }
  return measured;
}

void run(const Measured& measured, const std::function<void(MeasuredBlock&)>& visit,
         const Listener& listener) {
  std::size_t n_rescaled = 0;
  InfiniteRows infinite;
  UndecidedRows undecided;
  MeasureOptions options = measured.measures;
  options.undecided = [&](const Undecided& value) { undecided.add(value); };
  bool any_aleatoric = measured.set->n_members() == 0;
  Group& group = *measured.group;
  agree(group, [&] {
    measure_blocks(
        *measured.set, options,
        [&](MeasuredBlock& block) {
          n_rescaled += block.measures.renormalized_rows;
          infinite.add(block.measures);
          any_aleatoric = any_aleatoric || !has_no_aleatoric(block.measures);
          visit(block);
        },
        listener.progress);
  });
  detail::tell_after_reading(listener, *measured.set, group.sum(n_rescaled));
  infinite.add_up(group);
  detail::tell(listener, infinite.notes());
  undecided.add_up(group);
  detail::tell(listener, undecided.notes());
  if (group.sum(any_aleatoric ? 1 : 0) > 0) return;
  if (const auto note = note_on_one_hot_rows(measured.measures)) detail::tell(listener, {*note});
}

std::vector<std::shared_ptr<const PredictionSet>> open_others(const MeasureJob& job,
                                                              const PredictionSet& in,
                                                              const std::vector<OtherRows>& others,
                                                              const Listener& listener) {
  std::vector<std::shared_ptr<const PredictionSet>> sets;
  for (const OtherRows& each : others) {
    sets.push_back(each.set);
    if (!sets.back()) {
      PredictionFiles files = job.files;
      files.paths = each.paths;
      files.shards = each.shards;
      files.share = detail::share_of(*job.group);
      agree(*job.group, [&] {
        sets.back() = std::make_shared<const PredictionSet>(files_like(in, std::move(files)));
      });
    }
    detail::tell(listener, sets.back()->notes());
    check_same_ensemble(in, *sets.back(), each.name);
  }
  return sets;
}

namespace detail {

io::Share share_of(const Group& group) {
  return {group.rank(), group.size()};
}

ScoreTable rows_of(ScoreTable table, const Group& group) {
  if (group.is_alone()) return table;
  const io::RowRange rows = share_of(group).of(table.n_rows);
  std::vector<std::uint8_t> flags(table.n_rows, 0);
  std::fill_n(flags.begin() + static_cast<std::ptrdiff_t>(rows.first), rows.size(), 1);
  return take_rows(table, flags);
}

void tell(const Listener& listener, const std::vector<std::string>& notes) {
  if (!listener.note) return;
  for (const std::string& note : notes) listener.note(note);
}

void tell_after_reading(const Listener& listener, const PredictionSet& set,
                        std::size_t n_rescaled) {
  tell(listener, set.notes_after_reading());
  if (set.renormalizes()) tell(listener, {note_on_rescaled_rows(n_rescaled)});
}

std::vector<Score> choose_scores(const std::vector<std::string>& texts, const Measured& measured,
                                 std::span<const Part> by_default) {
  const std::vector<Measure>& measures = measured.measures.measures;
  return texts.empty() ? scores_of(measures, by_default)
                       : parse_scores(texts, measured.set->class_names(), measures);
}

void limit_columns(const MeasureJob& job) {
  set_column_memory(job.memory != 0 ? job.memory : sys::available_memory() / 2);
}

namespace {

void check_one_per_row(const std::string& label, const std::vector<std::size_t>& shape,
                       std::size_t n_numbers) {
  const auto longest = std::max_element(shape.begin(), shape.end());
  if (longest == shape.end() || *longest == n_numbers) return;
  throw_data(fmt::format("{}: shape {}; scores have one number per row", label, shape_text(shape)));
}

/// Of a long column: what a thread reads at a time.
constexpr std::size_t rows_at_a_time = std::size_t{1} << 16U;

}  // namespace

Column<std::uint8_t> read_wrong(const GivenNumbers& correct, std::size_t n_rows, FilesOfRows& files,
                                unsigned threads) {
  Column<std::uint8_t> wrong(n_rows);
  const auto set = [&](std::size_t first, std::span<const double> flags, const std::string& label) {
    bool are_flags = true;
    for (std::size_t i = 0; i < flags.size(); ++i) {
      are_flags = are_flags && (flags[i] == 0 || flags[i] == 1);
      wrong[first + i] = flags[i] == 0 ? 1 : 0;
    }
    for (std::size_t i = 0; !are_flags && i < flags.size(); ++i) {
      static_cast<void>(check_flag(flags[i], first + i, label));
    }
  };
  if (correct.numbers) {
    qualm::check_one_per_row(correct.numbers->values.size(), n_rows, correct.numbers->label);
    set(0, correct.numbers->values, correct.numbers->label);
    return wrong;
  }
  const io::StoredArray array = io::open_array(correct.path, {correct.key});
  qualm::check_one_per_row(static_cast<std::size_t>(array.n_bytes() / item_size(array.dtype)),
                           n_rows, array.label);
  files.add(array);
  parallel_for(n_rows, rows_at_a_time, threads, [&](std::size_t first, std::size_t last) {
    std::vector<double> flags(last - first);
    io::read_some(array, first, flags);
    set(first, flags, array.label);
  });
  return wrong;
}

/// Throws data if whole numbers are so large that doubles cannot distinguish all of them.
static void check_digits(std::span<const double> scores, DType dtype, const std::string& label) {
  if (dtype != DType::i64 && dtype != DType::u64) return;
  constexpr double greatest = 9007199254740992;  // 2^53
  const auto found = std::find_if(scores.begin(), scores.end(),
                                  [](double score) { return std::fabs(score) > greatest; });
  if (found == scores.end()) return;
  throw_data(
      fmt::format("{}: row {} is {:.0f}: whole numbers beyond 2^53 would be rounded, and "
                  "different scores could "
                  "become equal: subtract a constant from all scores",
                  label, found - scores.begin(), *found));
}

Column<double> read_score(const GivenScore& score, FilesOfRows& files, unsigned threads) {
  const GivenNumbers& given = score.numbers;
  if (given.numbers) {
    const io::Numbers& numbers = *given.numbers;
    check_one_per_row(numbers.label, numbers.shape, numbers.values.size());
    check_scores(numbers.values, numbers.label);
    check_digits(numbers.values, numbers.dtype, numbers.label);
    return {numbers.values.begin(), numbers.values.end()};
  }
  const io::StoredArray array = io::open_array(given.path, {given.key});
  const auto n_rows = static_cast<std::size_t>(array.n_bytes() / item_size(array.dtype));
  check_one_per_row(array.label, array.shape, n_rows);
  files.add(array);
  Column<double> scores(n_rows);
  std::atomic<bool> has_nan = false;
  parallel_for(n_rows, rows_at_a_time, threads, [&](std::size_t first, std::size_t last) {
    const std::span<double> piece = std::span(scores).subspan(first, last - first);
    io::read_some(array, first, piece);
    bool found = false;
    for (const double value : piece) found |= std::isnan(value);
    if (found) has_nan = true;
  });
  if (has_nan || scores.empty()) check_scores(scores, array.label);  // which says where
  check_digits(scores, array.dtype, array.label);
  return scores;
}

}  // namespace detail
}  // namespace qualm
