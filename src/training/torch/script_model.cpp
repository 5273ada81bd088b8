// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <torch/csrc/jit/runtime/print_handler.h>
#include <torch/script.h>

#include <cerrno>
#include <filesystem>

#include "io/text.h"
#include "qualm/error.h"
#include "system/sandbox.h"
#include "training/sealed_archive.h"
#include "training/torch/file_operations.h"
#include "training/torch/predictor.h"

namespace qualm::training {
namespace {

std::string first_line(const char* what) {
  const std::string_view text = what;
  return io::printable(text.substr(0, text.find('\n')));
}

/// The rights that a network needs: to read its own file.
void give_up_rights(const std::string& path) {
  std::vector<std::string> readable(sys::system_files().begin(), sys::system_files().end());
  readable.push_back(path);
  if (!sys::confine_files(readable)) {
    throw_system(
        fmt::format("{}: the model's permissions cannot be restricted: {}; add {} if you trust "
                    "it",
                    path, io::system_text(errno), argument("trust_model", "true")));
  }
  torch::jit::setPrintHandler([](const std::string&) {});
}

void refuse_file_operations(const torch::jit::Module& module, const std::string& path) {
  if (const auto operation = file_operation_in(module)) {
    throw_data(fmt::format(
        "{}: the model calls {}, which reads or writes files: add {} if you trust its source", path,
        *operation, argument("trust_model", "true")));
  }
}

torch::jit::Module load_script(const std::string& path, torch::Device device) {
  if (!std::filesystem::exists(path)) throw_system(fmt::format("{}: no such file", path));
  check_records(path, "copy or export it again");
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
  ScriptModel(std::string path, torch::Device device, bool is_trusted)
      : path_(std::move(path)), module_(load_script(path_, device)) {
    if (!is_trusted) refuse_file_operations(module_, path_);
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
      throw_data(path_ + ": the model's output is not one row of classes for each image");
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

PredictorSource script_model(const std::string& path, bool is_trusted) {
  return {path, [path, is_trusted](torch::Device device) {
            // To load a model may run parts of it already. A driver needs more rights than we know.
            if (!is_trusted && device.is_cpu()) give_up_rights(path);
            return std::make_unique<ScriptModel>(path, device, is_trusted);
          }};
}

}  // namespace qualm::training
