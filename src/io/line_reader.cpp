// SPDX-License-Identifier: Apache-2.0
#include "io/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "qualm/error.h"

namespace qualm::io {

LineReader::LineReader(const SourceFile& file) : file_(file), buffer_(std::size_t{1} << 18) {
  refill();
  if (std::string_view(buffer_.data(), end_).starts_with("\xEF\xBB\xBF")) begin_ = 3;
}

bool LineReader::next(std::string_view& line) {
  std::size_t searched = begin_;
  const char* newline = nullptr;
  for (;;) {
    newline =
        static_cast<const char*>(std::memchr(buffer_.data() + searched, '\n', end_ - searched));
    if (newline != nullptr) break;
    const std::size_t pending = end_ - begin_;
    if (pending > max_line) {
      throw_data(fmt::format("{}: line {} is longer than {} MiB; write one instance per line",
                             file_.label, line_number_ + 1, max_line >> 20));
    }
    if (!refill()) break;
    searched = begin_ + pending;
  }
  if (newline == nullptr && begin_ == end_) return false;
  const std::size_t stop =
      newline == nullptr ? end_ : static_cast<std::size_t>(newline - buffer_.data());
  line = {buffer_.data() + begin_, stop - begin_};
  if (line.ends_with('\r')) line.remove_suffix(1);
  begin_ = newline == nullptr ? stop : stop + 1;
  ++line_number_;
  return true;
}

// Moves what is pending to the front and reads on behind it; the buffer doubles only for long
// lines.
bool LineReader::refill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const auto count = static_cast<std::size_t>(
      std::min<std::uint64_t>(buffer_.size() - end_, file_.bytes->size() - offset_));
  file_.bytes->read(offset_, std::as_writable_bytes(std::span(buffer_).subspan(end_, count)));
  end_ += count;
  offset_ += count;
  return count > 0;
}

}  // namespace qualm::io
