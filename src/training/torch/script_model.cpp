// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/runtime/print_handler.h>
#include <torch/script.h>
#include <torch/version.h>

#include <algorithm>
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

/// LibTorch tells the cause of an error in a model last, after a trace of many lines.
std::string cause_in(std::string_view what) {
  constexpr std::string_view cause = "RuntimeError: ";
  if (const std::size_t at = what.rfind(cause); at != std::string_view::npos) {
    what.remove_prefix(at + cause.size());
  }
  what.remove_prefix(std::min(what.find_first_not_of("\n "), what.size()));
  what = what.substr(0, what.find('\n'));
  if (what.ends_with('.')) what.remove_suffix(1);
  return io::printable(what);
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

[[noreturn]] void refuse_newer(const std::string& path, std::string_view what) {
  throw_data(fmt::format(
      "{}: LibTorch {} cannot run this model: {}: export it with that version of PyTorch", path,
      TORCH_VERSION, cause_in(what)));
}

torch::jit::Module load_script(const std::string& path, torch::Device device) {
  if (!std::filesystem::exists(path)) throw_system(fmt::format("{}: no such file", path));
  check_records(path, "copy or export it again");
  try {
    return torch::jit::load(path, device);
  } catch (const torch::jit::ErrorReport& error) {
    refuse_newer(path, error.what());
  } catch (const c10::Error& error) {
    const std::string_view what = error.what();
    if (what.find("maximum supported version") != what.npos) refuse_newer(path, what);
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
                             fmt::join(rows.sizes().vec(), "x"), cause_in(error.what())));
    }
    if (!result.isTensor() || result.toTensor().dim() != 2 ||
        result.toTensor().size(0) != rows.size(0)) {
      throw_data(path_ + ": the model's output is not one row of classes for each image");
    }
    if (result.toTensor().is_complex()) {
      throw_data(path_ +
                 ": the model's outputs are complex numbers: return logits or probabilities");
    }
    if (result.toTensor().size(1) < 2) {
      throw_data(fmt::format(
          "{}: the model has {} for each image: it needs one for each class; for the probability p "
          "of one of two classes, return p and 1 - p",
          path_, result.toTensor().size(1) == 1 ? "one output" : "no output"));
    }
    return result.toTensor();
  }

  bool keep_dropout() override {
    bool found = false;
    for (torch::jit::Module module : module_.modules()) {
      const auto name = module.type()->name();
      if (!name || name->name().find("Dropout") == std::string::npos) continue;
      // Not by train(), which would reach a batch normalisation inside of it.
      if (module.hasattr("training")) module.setattr("training", true);
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
