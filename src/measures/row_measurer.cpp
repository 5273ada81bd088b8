// SPDX-License-Identifier: Apache-2.0
#include "qualm/measures/row_measurer.h"

#include <algorithm>
#include <vector>

#include "kernels/target.h"
#include "measures/check_results.h"
#include "measures/sample_workplace.h"
#include "predictions/place.h"
#include "qualm/error.h"

namespace qualm {
namespace {

PredictionOptions of_members(const PredictionOptions& input) {
  if (input.input == Input::probs || input.input == Input::logits) return input;
  throw_usage("rows of " + std::string(name(input.input)) +
              " cannot be measured one at a time: give probs or logits");
}

}  // namespace

template <class T>
struct RowMeasurer<T>::State {
  State(std::size_t n_members, std::size_t n_classes, const MeasureOptions& measure_options,
        const PredictionOptions& input)
      : options(measure_options),
        row(n_members * n_classes, T(1) / static_cast<T>(std::max<std::size_t>(n_classes, 1))),
        predictions(contiguous_view(std::span<const T>(row), {1, n_members, n_classes}),
                    of_members(input)),
        result(qualm::measure(predictions, options)),  // makes room and checks the options
        job(detail::sample_job(predictions, options, result)),
        measure_block(kernels::measure_block_for(kernels::chosen_target())),
        workplace(job, predictions, options, result) {}

  MeasureOptions options;
  std::vector<T> row;
  Predictions predictions;  // of the row
  Measures result;
  kernels::SampleJob job;
  kernels::MeasureBlock measure_block;
  detail::SampleWorkplace workplace;
};

template <class T>
RowMeasurer<T>::RowMeasurer(std::size_t n_members, std::size_t n_classes,
                            const MeasureOptions& options, const PredictionOptions& input)
    : state_(std::make_unique<State>(n_members, n_classes, options, input)) {}

template <class T>
RowMeasurer<T>::RowMeasurer(RowMeasurer&&) noexcept = default;
template <class T>
RowMeasurer<T>& RowMeasurer<T>::operator=(RowMeasurer&&) noexcept = default;
template <class T>
RowMeasurer<T>::~RowMeasurer() = default;

template <class T>
const Measures& RowMeasurer<T>::operator()(std::span<const T> row) {
  State& state = *state_;
  if (row.size() != state.row.size()) {
    throw_usage("a row of " + std::to_string(row.size()) + " numbers: this RowMeasurer is for " +
                std::to_string(state.predictions.n_members()) + " members times " +
                std::to_string(state.predictions.n_classes()) + " classes");
  }
  std::copy(row.begin(), row.end(), state.row.begin());
  state.result.renormalized_rows = state.workplace.measure(state.measure_block, 0, 1);
  const Origin& origin = state.predictions.options().origin;
  const bool may_be_undecided = static_cast<bool>(state.options.undecided);
  detail::check_results(
      state.result, {detail::file_prefix(origin), origin.first_row},
      [may_be_undecided](std::string_view, std::size_t) { return may_be_undecided; });
  return state.result;
}

template class RowMeasurer<float>;
template class RowMeasurer<double>;

}  // namespace qualm
