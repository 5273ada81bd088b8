// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace qualm::training {

/// "cpu" or "cuda" for itself, for "auto" what LibTorch offers. Throws usage if it does not offer
/// jobs. Leaves this process without CUDA, so that workers can begin with it.
[[nodiscard]] std::string resolve_device(const std::string& name);

}  // namespace qualm::training
