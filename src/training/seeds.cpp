// SPDX-License-Identifier: Apache-2.0
#include "training/seeds.h"

#include <utility>

#include "qualm/random.h"

namespace qualm::training {
namespace {

/// What a stream is for; never renumber, it would change every result.
enum class Purpose : std::uint64_t { initialization = 1, epoch, bootstrap, order, augmentation };

std::uint64_t stream(Purpose purpose, std::size_t epoch = 0, std::size_t place = 0) {
  return static_cast<std::uint64_t>(purpose) << 56U | std::uint64_t{epoch} << 32U | place;
}

}  // namespace

MemberRandom::MemberRandom(std::uint64_t seed, std::size_t run, std::size_t member) noexcept
    : seed_(Random(seed, std::uint64_t{run} << 32U | member).bits64()) {}

std::uint64_t MemberRandom::initialization() const noexcept {
  return Random(seed_, stream(Purpose::initialization)).bits64();
}

std::uint64_t MemberRandom::epoch(std::size_t epoch) const noexcept {
  return Random(seed_, stream(Purpose::epoch, epoch)).bits64();
}

std::vector<std::uint32_t> MemberRandom::bootstrap_rows(std::size_t n) const {
  Random random(seed_, stream(Purpose::bootstrap));
  std::vector<std::uint32_t> rows(n);
  for (std::uint32_t& row : rows) row = static_cast<std::uint32_t>(random.below(n));
  return rows;
}

std::vector<std::uint32_t> MemberRandom::order(std::size_t epoch,
                                               std::vector<std::uint32_t> rows) const {
  Random random(seed_, stream(Purpose::order, epoch));
  for (std::size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[random.below(i)]);
  return rows;
}

MemberRandom::Augmentation MemberRandom::augmentation(std::size_t epoch,
                                                      std::size_t place) const noexcept {
  Random random(seed_, stream(Purpose::augmentation, epoch, place));
  const auto down = static_cast<std::size_t>(random.below(9));
  const auto right = static_cast<std::size_t>(random.below(9));
  return {down, right, random.below(2) == 1};
}

}  // namespace qualm::training
