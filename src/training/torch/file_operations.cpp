// SPDX-License-Identifier: Apache-2.0
#include "training/torch/file_operations.h"

#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/ir/ir.h>

#include <algorithm>
#include <array>

namespace qualm::training {
namespace {

std::optional<std::string> first_in_block(const torch::jit::Block& block) {
  for (const torch::jit::Node* node : block.nodes()) {
    std::string operation = node->kind().toQualString();
    if (opens_files(operation)) return operation;
    for (const torch::jit::Block* inner : node->blocks()) {
      if (auto found = first_in_block(*inner)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace

bool opens_files(std::string_view operation) {
  constexpr std::array known = {"aten::save", "aten::from_file"};
  return std::find(known.begin(), known.end(), operation) != known.end();
}

std::optional<std::string> file_operation_in(const torch::jit::Module& module) {
  // Every method and function that came with the model, called or not.
  for (torch::jit::Function* function : module._ivalue()->compilation_unit()->get_functions()) {
    function->ensure_defined();
    auto* const with_graph = torch::jit::tryToGraphFunction(*function);
    if (with_graph == nullptr) continue;
    if (auto found = first_in_block(*with_graph->graph()->block())) return found;
  }
  return std::nullopt;
}

}  // namespace qualm::training
