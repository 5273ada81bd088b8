// SPDX-License-Identifier: Apache-2.0
// Shards of results as bytes. A state that is accepted is written as it was read.
#include <zlib.h>

#include <algorithm>
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

// Random bytes have no valid checksum: it is put in place of the last ones.
std::string with_checksum(std::string bytes) {
  constexpr std::size_t size = sizeof(std::uint32_t);
  bytes.resize(std::max(bytes.size(), size) - size);
  const auto sum = static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  return bytes.append(reinterpret_cast<const char*>(&sum), size);
}

void read_and_write(const std::string& text) {
  const qualm::State state = qualm::from_bytes(text, "state");
  require(qualm::to_bytes(state) == text, "a state is written as it was read");
}

// What is accepted is merged, or refused. Bootstraps take as long as the state says.
void merge(const std::string& text) {
  constexpr std::size_t short_bootstrap = 100;
  const qualm::State state = qualm::from_bytes(text, "state");
  qualm::MergedState merged({{"state", [&] { return text; }}}, true);
  merged.threads = 1;
  if (merged.command() == "measure") merged.measure([](const qualm::MeasuredBlock&) {});
  if (const auto* rejected = std::get_if<qualm::RejectState>(&state.content)) {
    if (rejected->options.bootstrap.replicates <= short_bootstrap) (void)merged.reject();
  }
  if (const auto* detected = std::get_if<qualm::OodState>(&state.content)) {
    if (detected->options.bootstrap.replicates <= short_bootstrap) (void)merged.ood();
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
  try_to([&] { read_and_write(text); });
  try_to([&] { read_and_write(with_checksum(text)); });
  try_to([&] { merge(with_checksum(text)); });
}

}  // namespace fuzz
