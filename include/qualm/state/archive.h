// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "qualm/analysis/measure_blocks.h"
#include "qualm/analysis/ood_source.h"
#include "qualm/analysis/reject_source.h"
#include "qualm/analysis/score_table.h"
#include "qualm/evaluation/ranking.h"

// Serialization: little-endian, exact bits, length-prefixed. Unpacking checks every length against
// the remaining bytes before it allocates, and all bytes must be used: throws data otherwise. Not
// compatible between versions of qualm.
namespace qualm {

template <class T>
[[nodiscard]] std::string pack(const T& value);
template <class T>
[[nodiscard]] T unpack(std::string_view bytes);

// Instances.
extern template std::string pack(const ScoreTable&);
extern template ScoreTable unpack(std::string_view);
extern template std::string pack(const MeasuredBlock&);
extern template MeasuredBlock unpack(std::string_view);
extern template std::string pack(const ScoreRejection&);
extern template ScoreRejection unpack(std::string_view);
extern template std::string pack(const ScoreDetection&);
extern template ScoreDetection unpack(std::string_view);
extern template std::string pack(const PairMoments&);
extern template PairMoments unpack(std::string_view);
extern template std::string pack(const CalibrationSums&);
extern template CalibrationSums unpack(std::string_view);
template <>
std::string pack(const Tally&);
template <>
Tally unpack(std::string_view);

}  // namespace qualm
