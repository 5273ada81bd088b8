// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>

#include "qualm/error.h"
#include "training/sealed_archive.h"
#include "training/torch/archive.h"
#include "training/torch/network.h"
#include "training/torch/predictor.h"

namespace qualm::training {
namespace {

class Member : public Predictor {
 public:
  Member(const TrainingPlan& plan, const std::string& path, torch::Device device)
      : network_(make_network(plan)), drops_out_(plan.dropout > 0) {
    load_weights(*network_, path);
    network_->to(device);
    network_->eval();
  }

  torch::Tensor forward(const torch::Tensor& rows) override { return network_->forward(rows); }

  bool keep_dropout() override {
    for (const auto& module : network_->modules()) {
      if (module->as<torch::nn::Dropout>() != nullptr) module->train();
    }
    return drops_out_;
  }

  [[nodiscard]] bool prefers_channels_last() const override {
    return network_->prefers_channels_last();
  }

 private:
  std::shared_ptr<Network> network_;
  bool drops_out_;
};

}  // namespace

std::vector<PredictorSource> members_of(const EnsembleFolder& folder, const EnsembleRecord& record,
                                        std::size_t run, std::vector<std::string>& notes) {
  std::vector<PredictorSource> sources;
  std::size_t n_untrained = 0, n_unsealed = 0;
  for (std::size_t member = 0; member < record.members; ++member) {
    const std::string path = folder.member_path(run, member);
    if (std::filesystem::exists(folder.diverged_path(run, member))) {
      notes.push_back(fmt::format("run {} member {} diverged and is left out", run, member));
      continue;
    }
    if (!std::filesystem::exists(path)) {
      ++n_untrained;
      continue;
    }
    if (lacks_seal(path)) ++n_unsealed;
    sources.push_back({path, [path, plan = record.plan](torch::Device device) {
                         return std::make_unique<Member>(plan, path, device);
                       }});
  }
  if (sources.empty() && n_untrained > 0) {
    throw_system(fmt::format("{}: none of its {} members is trained yet: start qualm train again",
                             folder.run_path(run), record.members));
  }
  if (n_untrained > 0) {
    notes.push_back(
        fmt::format("run {} is unfinished: {} of its {} members predict; qualm train trains the "
                    "others",
                    run, sources.size(), record.members));
  }
  if (n_unsealed > 0) {
    notes.push_back(
        fmt::format("run {}: {} of its members carry no checksum of their file, because an older "
                    "version wrote them: damage may go unnoticed",
                    run, n_unsealed));
  }
  if (sources.empty()) throw_data(fmt::format("{}: no member is left", folder.run_path(run)));
  return sources;
}

}  // namespace qualm::training
