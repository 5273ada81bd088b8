// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "analysis/infer_axes.h"
#include "predictions/place.h"
#include "qualm/analysis/prediction_set.h"
#include "qualm/error.h"

namespace qualm {
namespace {

std::vector<detail::ProbedArray> probe_all(const std::vector<io::StoredArray>& arrays,
                                           const std::vector<ArrayView>& views) {
  std::vector<detail::ProbedArray> probed;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    probed.push_back(views.empty() ? detail::probe(arrays[i])
                                   : detail::probe(views[i], arrays[i].label));
  }
  return probed;
}

detail::KnownLengths known_lengths(const OtherFiles& said, const io::StoredArray& first) {
  const PredictionFiles& files = said.files;
  detail::KnownLengths known;
  if (!said.labels_beside.empty()) known.n = said.labels_beside[0].entries.size();
  if (files.labels) {
    known.n = files.labels->size();
    for (const double label : files.labels->numbers) {
      if (label < most_classes) known.least_k = std::max(known.least_k, label + 1);
    }
  }
  if (files.ids) known.n = files.ids->size();
  known.m = files.member_weights.empty() ? said.n_members : files.member_weights.size();
  known.k = !first.class_names.empty()   ? first.class_names.size()
            : !files.class_names.empty() ? files.class_names.size()
                                         : said.n_classes;
  return known;
}

// What an array with another number of axes may be, and what to do with it.
std::string other_axes_hint(std::size_t n_axes, Input input, bool in_memory) {
  if (n_axes == 4 && detail::is_sample(input)) {
    return std::string("pixels or time steps are rows: reshape it to members x rows x classes, ") +
           "a.reshape(len(a), -1, a.shape[-1]), and labels likewise; of several runs give one " +
           (in_memory ? "array each, list(a)" : "file each");
  }
  if (n_axes == 3) {
    return input == Input::votes
               ? "for one-hot votes give a.argmax(axis=-1)"
               : "ensembles of Dirichlet distributions are not supported: give one member, or the "
                 "members' mean probabilities, a / a.sum(axis=-1, keepdims=True), as " +
                     argument("input", "probs");
  }
  if (n_axes != 1) return "give one number per row, member and class";
  return "for votes stack the members, numpy.stack(votes, axis=1); for the probability p of one of "
         "two classes, numpy.stack([1 - p, p], axis=-1); labels go into " +
         argument("labels");
}

bool has_lengths(const io::StoredArray& array, const std::string& axes, const OtherFiles& said) {
  return (axes.find('m') == std::string::npos ||
          detail::length_of(array, axes, 'm') == said.n_members) &&
         (axes.find('k') == std::string::npos ||
          detail::length_of(array, axes, 'k') == said.n_classes);
}

}  // namespace

void PredictionSet::find_axes(const OtherFiles& said, const std::vector<io::StoredArray>& arrays,
                              const std::vector<ArrayView>& views) {
  const io::StoredArray& first = arrays.front();
  const std::size_t n_axes = first.shape.size();
  const bool sample = detail::is_sample(files_.input);
  if (n_axes != 2 && !(n_axes == 3 && sample)) {
    throw_data(first.label + ": input " + std::string(name(files_.input)) + " has " +
               (sample ? "2 axes (one member) or 3" : "2 axes") + ", this array has " +
               std::to_string(n_axes) + " (" + shape_text(first.shape) +
               "): " + other_axes_hint(n_axes, files_.input, !views.empty()));
  }
  if (!files_.axes.empty()) {
    const std::string expected = n_axes == 3 ? "nmk" : files_.input == Input::votes ? "nm" : "nk";
    static_cast<void>(parse_axes(files_.axes, expected));
    axes_ = files_.axes;
    return;
  }
  if (said.likely_axes.size() == n_axes && has_lengths(first, said.likely_axes, said)) {
    axes_ = said.likely_axes;
    return;
  }
  detail::InferredAxes inferred = detail::infer_axes(
      probe_all(arrays, views), files_.input, files_.renormalize, known_lengths(said, first));
  axes_ = std::move(inferred.axes);
  if (!inferred.note.empty()) notes_.push_back(std::move(inferred.note));
}

// Probabilities that somebody calls logits give numbers, only wrong ones.
void PredictionSet::note_probabilities(const std::vector<io::StoredArray>& arrays,
                                       const std::vector<ArrayView>& views) {
  if (files_.input == Input::probs || files_.input == Input::votes) return;
  if (!detail::look_like_probabilities(probe_all(arrays, views), axes_)) return;
  notes_.push_back(arrays.front().label + ": is read as " + std::string(name(files_.input)) +
                   ", but its rows sum to 1: if these are probabilities, use " +
                   argument("input", "probs"));
}

}  // namespace qualm
