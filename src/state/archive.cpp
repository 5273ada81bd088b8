// SPDX-License-Identifier: Apache-2.0
#include "qualm/state/archive.h"

#include <algorithm>
#include <limits>

#include "state/fields.h"
#include "state/valid.h"

namespace qualm {

template <class T>
std::string pack(const T& value) {
  state::Packer packer;
  packer(value);
  return packer.take();
}

template <class T>
T unpack(std::string_view bytes) {
  state::Unpacker unpacker(bytes);
  T value;
  unpacker(value);
  unpacker.end();
  state::check(value);
  return value;
}

template <>
std::string pack(const Tally& tally) {
  state::Packer packer;
  packer(tally.scores, tally.negatives.all(), tally.positives.all());
  return packer.take();
}

template <>
Tally unpack(std::string_view bytes) {
  state::Unpacker unpacker(bytes);
  Column<double> scores;
  Column<std::uint32_t> negatives, positives;
  unpacker(scores, negatives, positives);
  unpacker.end();
  const auto not_below = [](double a, double b) { return !(a < b); };
  if (negatives.size() != scores.size() || positives.size() != scores.size() ||
      std::adjacent_find(scores.begin(), scores.end(), not_below) != scores.end()) {
    throw_data("damaged: a tally without order");
  }
  return {std::move(scores), Counts(negatives), Counts(positives)};
}

template std::string pack(const ScoreTable&);
template ScoreTable unpack(std::string_view);
template std::string pack(const MeasuredBlock&);
template MeasuredBlock unpack(std::string_view);
template std::string pack(const ScoreRejection&);
template ScoreRejection unpack(std::string_view);
template std::string pack(const ScoreDetection&);
template ScoreDetection unpack(std::string_view);
template std::string pack(const PairMoments&);
template PairMoments unpack(std::string_view);
template std::string pack(const CalibrationSums&);
template CalibrationSums unpack(std::string_view);

}  // namespace qualm
