// SPDX-License-Identifier: Apache-2.0
#include "qualm/group.h"

#include <utility>

namespace qualm {
namespace {

class OnlyProcess final : public Group {
 public:
  [[nodiscard]] std::size_t rank() const noexcept override { return 0; }
  [[nodiscard]] std::size_t size() const noexcept override { return 1; }
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> all(
      const std::vector<std::uint64_t>& own) override {
    return {own};
  }
  [[nodiscard]] std::vector<std::string> exchange(std::vector<std::string> to_each) override {
    return to_each;
  }
  void post(std::size_t /*to*/, Note /*note*/, std::uint64_t /*number*/) override {}
  [[nodiscard]] std::optional<Posted> poll(Note /*note*/) override { return std::nullopt; }
};

}  // namespace

Group& only_process() noexcept {
  static OnlyProcess process;
  return process;
}

std::uint64_t Group::sum(std::uint64_t own) {
  return sums({own})[0];
}

std::vector<std::uint64_t> Group::sums(const std::vector<std::uint64_t>& own) {
  std::vector<std::uint64_t> sums(own.size(), 0);
  for (const std::vector<std::uint64_t>& of_rank : all(own)) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += of_rank[i];
  }
  return sums;
}

std::vector<std::string> Group::gather(std::string own, std::size_t root) {
  std::vector<std::string> to_each(size());
  to_each[root] = std::move(own);
  std::vector<std::string> received = exchange(std::move(to_each));
  return rank() == root ? received : std::vector<std::string>();
}

std::string Group::broadcast(const std::string& bytes, std::size_t root) {
  std::vector<std::string> to_each(size());
  if (rank() == root) to_each.assign(size(), bytes);
  return std::move(exchange(std::move(to_each))[root]);
}

}  // namespace qualm
