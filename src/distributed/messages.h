// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/group.h"

namespace qualm::distributed {

/// Several texts of bytes as one, and back.
[[nodiscard]] std::string join_bytes(const std::vector<std::string>& parts);
[[nodiscard]] std::vector<std::string_view> split_bytes(std::string_view bytes);

/// Together: what each process gives, in every process; one per rank.
[[nodiscard]] std::vector<std::string> share_all(Group& group, const std::string& own);

/// Work on one item in the process that owns it. `to_owner` gives a process's bytes for an item;
/// `work` gets those of all ranks and gives an answer to each rank.
struct OwnedWork {
  std::size_t n_items = 0;
  std::function<std::string(std::size_t item)> to_owner;
  std::function<std::vector<std::string>(std::size_t item, std::vector<std::string> from_each)>
      work;
};
/// Together: items go round the ranks, one each at a time, so that no process holds more than one.
/// Gives the answers to this process, one per item.
[[nodiscard]] std::vector<std::string> work_by_owners(Group& group, const OwnedWork& owned);

}  // namespace qualm::distributed
