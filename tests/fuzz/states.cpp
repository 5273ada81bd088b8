// SPDX-License-Identifier: Apache-2.0
// Shards of results as bytes. A state that is accepted is written as it was read.
#include <string>

#include "fuzz/targets.h"
#include "qualm/error.h"
#include "qualm/state.h"

namespace fuzz {
namespace {

template <class T>
void unpack_and_pack(std::string_view bytes) {
  try {
    const T value = qualm::unpack<T>(bytes);
    require(qualm::pack(value).size() == bytes.size(), "what is unpacked packs to as many bytes");
  } catch (const qualm::Error& error) {
    require(error.kind() == qualm::ErrorKind::data, "other bytes are bad data");
  }
}

}  // namespace

void run_states(Bytes bytes) {
  const std::string text(bytes.begin(), bytes.end());
  unpack_and_pack<qualm::ScoreTable>(text);
  unpack_and_pack<qualm::MeasuredBlock>(text);
  unpack_and_pack<qualm::ScoreRejection>(text);
  unpack_and_pack<qualm::ScoreDetection>(text);
  unpack_and_pack<qualm::PairMoments>(text);
  unpack_and_pack<qualm::CalibrationSums>(text);
  unpack_and_pack<qualm::Tally>(text);
  const qualm::State state = qualm::from_bytes(text, "state");
  require(qualm::to_bytes(state) == text, "a state is written as it was read");
}

}  // namespace fuzz
