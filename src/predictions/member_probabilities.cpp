// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "array/load_element.h"
#include "array/sorted_sum.h"
#include "predictions/place.h"
#include "qualm/predictions.h"

namespace qualm {
namespace {

// Sums differ from one by rounding, so that no probability is near two.
bool are_probabilities(std::span<const double> p) {
  const bool in_range = std::all_of(p.begin(), p.end(), [](double x) { return x >= 0 && x < 2; });
  return in_range && std::any_of(p.begin(), p.end(), [](double x) { return x > 0; });
}

}  // namespace

std::vector<double> member_probabilities(const Predictions& predictions, std::size_t instance,
                                         std::size_t member) {
  std::vector<double> p(predictions.n_classes());
  member_probabilities(predictions, instance, member, p);
  return p;
}

bool member_probabilities(const Predictions& predictions, std::size_t instance, std::size_t member,
                          std::span<double> p) {
  const PredictionOptions& options = predictions.options();
  if (options.input == Input::votes) {
    const double label = predictions.array().at(std::array{instance, member, std::size_t{0}});
    if (!(label >= 0 && label < static_cast<double>(p.size()))) {
      detail::throw_changed(predictions, instance, member);
    }
    std::fill(p.begin(), p.end(), 0.0);
    p[static_cast<std::size_t>(label)] = 1;
    return false;
  }
  const ArrayView& array = predictions.array();
  load_elements(array.data + static_cast<std::ptrdiff_t>(instance) * array.strides[0] +
                    static_cast<std::ptrdiff_t>(member) * array.strides[1],
                array.strides[2], array.dtype, array.byte_swapped, p);
  const bool logits = options.input == Input::logits;
  if (logits) {
    const double greatest = *std::max_element(p.begin(), p.end());
    for (double& value : p) value = std::exp(value - greatest);
  }
  bool is_rescaled = false;
  if (logits || options.renormalize) {
    static thread_local std::vector<double> terms;  // the memory of the call before
    terms.assign(p.begin(), p.end());
    const double sum = sorted_sum(terms);
    is_rescaled = logits || !(std::fabs(sum - 1) <= predictions.tolerance_of(member));
    if (is_rescaled) {
      for (double& value : p) value /= sum;
    }
  }
  if (!are_probabilities(p)) detail::throw_changed(predictions, instance, member);
  return is_rescaled;
}

}  // namespace qualm
