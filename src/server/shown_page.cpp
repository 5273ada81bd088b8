// SPDX-License-Identifier: Apache-2.0
#include "server/shown_page.h"

#include <algorithm>

namespace qualm::server {

void ShownPage::set(const page::Page& page) noexcept {
  const std::lock_guard lock(mutex_);
  page_ = &page;
  is_there_.notify_all();
}

void ShownPage::report(std::uint64_t done, std::uint64_t total) noexcept {
  const std::lock_guard lock(mutex_);
  percent_ = total == 0 ? 0 : static_cast<unsigned>(100 * std::min(done, total) / total);
}

const page::Page* ShownPage::wait(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  is_there_.wait_for(lock, longest, [&] { return page_ != nullptr; });
  return page_;
}

unsigned ShownPage::percent() {
  const std::lock_guard lock(mutex_);
  return percent_;
}

}  // namespace qualm::server
