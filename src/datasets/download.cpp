// SPDX-License-Identifier: Apache-2.0
#include "datasets/download.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <thread>

#include "datasets/curl_library.h"
#include "qualm/error.h"

namespace qualm {
namespace {

const CurlLibrary& curl() {
  static const CurlLibrary library;
  return library;
}

/// One request. What goes wrong in a callback must not cross libcurl's C code.
class Transfer {
 public:
  Transfer(const std::string& address, std::uint64_t most_bytes, PartFile& part,
           const Progress& progress)
      : most_bytes_(most_bytes), part_(part), progress_(progress), first_(part.size()) {
    if (handle_ == nullptr) throw std::bad_alloc();
    const bool is_file = address.starts_with("file:");
    set(CURLOPT_URL, address.c_str());
    set(CURLOPT_PROTOCOLS_STR, is_file ? "file" : "http,https");
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, 10L);
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_CONNECTTIMEOUT, 30L);
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(CURLOPT_LOW_SPEED_TIME, 60L);
    set(CURLOPT_BUFFERSIZE, 1L << 18);
    set(CURLOPT_USERAGENT, "qualm/" QUALM_VERSION);
    set(CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(first_));
    set(CURLOPT_WRITEFUNCTION, &take);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(CURLOPT_XFERINFOFUNCTION, &tell);
    set(CURLOPT_XFERINFODATA, static_cast<void*>(this));
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_ERRORBUFFER, error_.data());
  }

  CURLcode perform() {
    const CURLcode code = curl().perform(handle_.get());
    if (failure_) std::rethrow_exception(failure_);
    return code;
  }

  [[nodiscard]] long status() const {
    long status = 0;
    curl().get(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    return status;
  }
  [[nodiscard]] std::string reason(CURLcode code) const {
    if (too_long_)
      return fmt::format("sends more than the {} bytes that the file has", most_bytes_);
    return error_[0] != '\0' ? error_.data() : curl().error_text(code);
  }
  [[nodiscard]] bool is_too_long() const noexcept { return too_long_; }

 private:
  template <class Value>
  void set(CURLoption option, Value value) {
    if (curl().set(handle_.get(), option, value) != CURLE_OK) {
      throw_system("libcurl lacks a required option; is it too old?");
    }
  }

  static std::size_t take(char* bytes, std::size_t, std::size_t count, void* self) noexcept {
    auto& transfer = *static_cast<Transfer*>(self);
    if (transfer.part_.size() + count > transfer.most_bytes_) {
      transfer.too_long_ = true;
      return 0;
    }
    try {
      transfer.part_.append(bytes, count);
      return count;
    } catch (...) {
      transfer.failure_ = std::current_exception();
      return 0;
    }
  }

  static int tell(void* self, curl_off_t total, curl_off_t done, curl_off_t, curl_off_t) noexcept {
    auto& transfer = *static_cast<Transfer*>(self);
    try {
      // The total is 0 until it is known.
      const auto so_far = static_cast<std::uint64_t>(done), all = static_cast<std::uint64_t>(total);
      const Progress silent{{}, transfer.progress_.cancelled};
      step(all > 0 ? transfer.progress_ : silent, transfer.first_ + so_far, transfer.first_ + all);
      return 0;
    } catch (...) {
      transfer.failure_ = std::current_exception();
      return 1;
    }
  }

  struct Cleanup {
    void operator()(CURL* handle) const noexcept { curl().cleanup(handle); }
  };
  std::unique_ptr<CURL, Cleanup> handle_{curl().init()};
  std::uint64_t most_bytes_;
  PartFile& part_;
  const Progress& progress_;
  std::uint64_t first_;
  std::array<char, CURL_ERROR_SIZE> error_{};
  std::exception_ptr failure_;
  bool too_long_ = false;
};

/// Longer after each try: 0, .1, .2, .4, ... seconds.
void wait_before_retry(int tries, const Progress& progress) {
  constexpr std::chrono::milliseconds piece{100};
  for (int pieces = tries == 0 ? 0 : 1 << (tries - 1); pieces > 0; --pieces) {
    if (progress.cancelled && progress.cancelled()) return;
    std::this_thread::sleep_for(piece);
  }
}

}  // namespace

DownloadFailure download(const std::string& address, std::uint64_t most_bytes, PartFile& part,
                         const Progress& progress) {
  // A server that cannot go on in the middle and breaks off again and again must not hold us.
  constexpr int most_tries = 6;
  std::uint64_t furthest = part.size();
  for (int tries = 0;; ++tries) {
    const std::uint64_t before = part.size();
    Transfer transfer(address, most_bytes, part, progress);
    const CURLcode code = transfer.perform();
    constexpr long nothing_left = 416, gone = 410, not_found = 404;
    if (code == CURLE_OK || transfer.status() == nothing_left) return {};
    if (code == CURLE_RANGE_ERROR || code == CURLE_BAD_DOWNLOAD_RESUME) {
      part.clear();  // the server cannot go on in the middle, or has less than we
      if (before > 0 && tries < most_tries) continue;
    }
    const bool broke_off =
        code == CURLE_PARTIAL_FILE || code == CURLE_RECV_ERROR || code == CURLE_OPERATION_TIMEDOUT;
    if (part.size() > furthest) tries = 0;
    furthest = std::max(furthest, part.size());
    if (broke_off && part.size() > before && tries < most_tries) {
      wait_before_retry(tries, progress);
      continue;
    }
    const long status = transfer.status();
    if (transfer.is_too_long()) part.clear();
    return {code == CURLE_FILE_COULDNT_READ_FILE || status == not_found || status == gone,
            transfer.reason(code)};
  }
}

}  // namespace qualm
