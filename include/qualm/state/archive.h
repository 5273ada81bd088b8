// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "qualm/analysis/measure_blocks.h"
#include "qualm/analysis/ood_source.h"
#include "qualm/analysis/reject_source.h"
#include "qualm/analysis/score_table.h"
#include "qualm/evaluation/ranking.h"

// Values as bytes, to be sent or stored: little-endian, numbers bit by bit, lengths before
// contents. Unpacking checks every length against the bytes that are left before it takes memory,
// and all bytes must be used: throws data else. Bytes of other versions of qualm may not fit.
namespace qualm {

template <class T>
[[nodiscard]] std::string pack(const T& value);
template <class T>
[[nodiscard]] T unpack(std::string_view bytes);

// There are these.
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
