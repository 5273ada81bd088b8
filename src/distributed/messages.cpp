// SPDX-License-Identifier: Apache-2.0
#include "distributed/messages.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace qualm::distributed {

std::string join_bytes(const std::vector<std::string>& parts) {
  std::size_t total = 0;
  for (const std::string& part : parts) total += sizeof(std::uint64_t) + part.size();
  std::string bytes;
  bytes.reserve(total);
  for (const std::string& part : parts) {
    const std::uint64_t size = part.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes += part;
  }
  return bytes;
}

std::vector<std::string_view> split_bytes(std::string_view bytes) {
  std::vector<std::string_view> parts;
  while (!bytes.empty()) {
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data(), sizeof size);
    bytes.remove_prefix(sizeof size);
    parts.push_back(bytes.substr(0, static_cast<std::size_t>(size)));
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return parts;
}

std::vector<std::string> share_all(Group& group, const std::string& own) {
  return group.exchange(std::vector<std::string>(group.size(), own));
}

std::vector<std::string> work_by_owners(Group& group, const OwnedWork& owned) {
  const std::size_t n_ranks = group.size();
  std::vector<std::string> answers;
  for (std::size_t first = 0; first < owned.n_items; first += n_ranks) {
    const std::size_t n = std::min(n_ranks, owned.n_items - first);
    std::vector<std::string> messages(n_ranks);
    agree(group, [&] {
      for (std::size_t owner = 0; owner < n; ++owner) {
        messages[owner] = owned.to_owner(first + owner);
      }
    });
    std::vector<std::string> received = group.exchange(std::move(messages));
    std::vector<std::string> replies(n_ranks);
    agree(group, [&] {
      if (group.rank() < n) replies = owned.work(first + group.rank(), std::move(received));
    });
    std::vector<std::string> answered = group.exchange(std::move(replies));
    for (std::size_t owner = 0; owner < n; ++owner) answers.push_back(std::move(answered[owner]));
  }
  return answers;
}

}  // namespace qualm::distributed
