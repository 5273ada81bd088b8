// SPDX-License-Identifier: Apache-2.0
// What random bytes are fed to. A target returns, or throws qualm::Error; anything else is a bug.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace fuzz {

using Bytes = std::span<const std::uint8_t>;

struct Target {
  std::string_view name;  ///< also of its folder in corpus/
  void (*run)(Bytes bytes);
};
[[nodiscard]] std::span<const Target> targets();
/// Throws std::invalid_argument.
[[nodiscard]] const Target& find_target(std::string_view name);

/// Runs a target on bytes. Ends the process unless it returns or throws qualm::Error.
void try_bytes(const Target& target, Bytes bytes) noexcept;

/// Ends the process with a message: what must hold does not.
void require(bool holds, const char* what) noexcept;

/// Calls a reader whose refusal must not keep the next one away.
void try_to(const std::function<void()>& read);

// The targets, each in the file of its name.
void run_arrays(Bytes bytes);
void run_checkpoints(Bytes bytes);
void run_datasets(Bytes bytes);
void run_hdf5(Bytes bytes);
void run_http(Bytes bytes);
void run_kernels(Bytes bytes);
void run_requests(Bytes bytes);
void run_states(Bytes bytes);
void run_texts(Bytes bytes);

}  // namespace fuzz
