// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hwy/cache_control.h>

#include <algorithm>

#include "kernels/sample_job.h"

namespace qualm::kernels {

/// Asks the memory for what will be read next, the tile beside the present one or the next block, a
/// share for each class of the present tile and each vector of lanes: asked for at once it would be
/// waited for.
class ReadAhead {
 public:
  /// `first` is the first instance of the block, the classes are those of the tile, and n_lanes are
  /// in a vector.
  ReadAhead(const SampleJob& job, std::size_t first, std::size_t first_class, std::size_t end_class,
            std::size_t n_lanes) {
    const auto item = static_cast<std::ptrdiff_t>(item_size(job.dtype));
    if (job.stride_k != item) return;  // classes that do not lie side by side
    const bool is_last = end_class == job.n_classes;
    const std::size_t next = is_last ? 0 : end_class;
    const std::size_t n_next = end_of_tile(next, job.n_classes) - next;
    at_ = outer_ = job.data +
                   static_cast<std::ptrdiff_t>(first + (is_last ? block_lanes : 0)) * job.stride_n +
                   static_cast<std::ptrdiff_t>(next) * item;
    std::size_t n_rows = block_lanes * job.n_members;
    inner_stride_ = job.stride_n;
    outer_stride_ = job.stride_m;
    row_bytes_ = static_cast<std::ptrdiff_t>(n_next) * item;
    if (n_next == job.n_classes && job.stride_m == row_bytes_ &&
        job.stride_n == row_bytes_ * static_cast<std::ptrdiff_t>(job.n_members)) {
      // One piece of memory: each line of it once.
      n_inner_ = n_rows * static_cast<std::size_t>(row_bytes_) / line + 1;
      n_rows = n_inner_;
      inner_stride_ = line;
      row_bytes_ = 1;
    }
    const std::size_t n_shares = (end_class - first_class) * (block_lanes / n_lanes);
    share_ = (n_rows + n_shares - 1) / n_shares;
    n_left_ = n_rows;
  }

  void next_share() {
    const std::size_t n = std::min(share_, n_left_);
    n_left_ -= n;
    if (inner_stride_ == line && row_bytes_ == 1) {  // one piece
      for (std::size_t i = 0; i < n; ++i, at_ += line) hwy::Prefetch(at_);
      return;
    }
    for (std::size_t row = 0; row < n; ++row) {
      for (std::ptrdiff_t i = 0; i < row_bytes_; i += line) hwy::Prefetch(at_ + i);
      hwy::Prefetch(at_ + row_bytes_ - 1);  // a row may begin in the middle of a line
      at_ += inner_stride_;
      if (++inner_ < n_inner_) continue;
      inner_ = 0;
      at_ = outer_ += outer_stride_;
    }
  }

 private:
  static constexpr std::ptrdiff_t line = 64;

  const std::byte* at_ = nullptr;
  const std::byte* outer_ = nullptr;
  std::ptrdiff_t inner_stride_ = 0, outer_stride_ = 0, row_bytes_ = 0;
  std::size_t inner_ = 0, n_inner_ = block_lanes;
  std::size_t share_ = 0, n_left_ = 0;
};

}  // namespace qualm::kernels
