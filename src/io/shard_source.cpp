// SPDX-License-Identifier: Apache-2.0
#include "io/shard_source.h"

#include <algorithm>
#include <utility>

#include "io/source.h"
#include "qualm/error.h"

namespace qualm::io {

ShardSource::ShardSource(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {
  std::uint64_t end = 0;
  for (const Piece& piece : pieces_) ends_.push_back(end += piece.n_bytes);
}

std::shared_ptr<const ByteSource> ShardSource::bytes_of(std::size_t piece) const {
  if (pieces_[piece].bytes) return pieces_[piece].bytes;
  const std::lock_guard lock(mutex_);
  if (!open_ || opened_ != piece) {
    open_ = open_source(pieces_[piece].path, [](const std::string&, std::string_view) {}).bytes;
    opened_ = piece;
  }
  return open_;
}

void ShardSource::read(std::uint64_t offset, std::span<std::byte> out) const {
  const auto found = std::upper_bound(ends_.begin(), ends_.end(), offset);
  for (auto piece = static_cast<std::size_t>(found - ends_.begin()); !out.empty(); ++piece) {
    if (piece == pieces_.size()) throw_data("the shards end before what is to be read");
    const Piece& from = pieces_[piece];
    const std::uint64_t within = offset - (ends_[piece] - from.n_bytes);
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), from.n_bytes - within));
    if (count > 0) bytes_of(piece)->read(from.first_byte + within, out.first(count));
    offset += count;
    out = out.subspan(count);
  }
}

}  // namespace qualm::io
