// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/script.h>

#include <optional>
#include <string>

namespace qualm::training {

/// Whether an operation of TorchScript opens files: "aten::save".
[[nodiscard]] bool opens_files(std::string_view operation);

/// The first operation in the code of a model that opens files; nothing if there is none.
[[nodiscard]] std::optional<std::string> file_operation_in(const torch::jit::Module& module);

}  // namespace qualm::training
