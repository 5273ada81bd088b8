// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <torch/script.h>

#include <filesystem>

#include "io/text.h"
#include "qualm/error.h"
#include "training/torch/predictor.h"

namespace qualm::training {
namespace {

std::string first_line(const char* what) {
  const std::string_view text = what;
  return io::printable(text.substr(0, text.find('\n')));
}

torch::jit::Module load_script(const std::string& path, torch::Device device) {
  if (!std::filesystem::exists(path)) throw_system(fmt::format("{}: no such file", path));
  try {
    return torch::jit::load(path, device);
  } catch (const c10::Error&) {
    throw_data(
        fmt::format("{}: not TorchScript; what torch.save writes is a Python pickle, which can run "
                    "anything and is not read: export the model in Python by "
                    "torch.jit.script(model.eval()).save('{}')",
                    path, std::filesystem::path(path).filename().string()));
  }
}

class ScriptModel : public Predictor {
 public:
  ScriptModel(std::string path, torch::Device device)
      : path_(std::move(path)), module_(load_script(path_, device)) {
    module_.eval();
  }

  torch::Tensor forward(const torch::Tensor& rows) override {
    torch::IValue result;
    try {
      result = module_.forward({rows});
    } catch (const std::exception& error) {
      throw_data(fmt::format("{}: the model failed on a batch of shape {}: {}", path_,
                             fmt::join(rows.sizes().vec(), "x"), first_line(error.what())));
    }
    if (!result.isTensor() || result.toTensor().dim() != 2 ||
        result.toTensor().size(0) != rows.size(0)) {
      throw_data(path_ + ": the model's output is not one row of classes for each picture");
    }
    return result.toTensor();
  }

  bool keep_dropout() override {
    bool found = false;
    for (torch::jit::Module module : module_.modules()) {
      const auto name = module.type()->name();
      if (!name || name->name().find("Dropout") == std::string::npos) continue;
      module.train();
      found = true;
    }
    return found;
  }

 private:
  std::string path_;
  torch::jit::Module module_;
};

}  // namespace

PredictorSource script_model(const std::string& path) {
  return {path,
          [path](torch::Device device) { return std::make_unique<ScriptModel>(path, device); }};
}

}  // namespace qualm::training
