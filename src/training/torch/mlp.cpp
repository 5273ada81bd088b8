// SPDX-License-Identifier: Apache-2.0
#include "training/torch/network.h"

namespace qualm::training {
namespace {

using namespace torch::nn;

class Mlp : public Network {
 public:
  explicit Mlp(const TrainingPlan& plan) : layers_(register_module("layers", Sequential())) {
    std::size_t width = plan.shape[0];
    for (const std::size_t next : plan.hidden) {
      layers_->push_back(Linear(whole(width), whole(next)));
      layers_->push_back(ReLU());
      if (plan.dropout > 0) layers_->push_back(Dropout(plan.dropout));
      width = next;
    }
    layers_->push_back(Linear(whole(width), whole(plan.n_classes)));
  }

  torch::Tensor forward(torch::Tensor rows) override { return layers_->forward(rows); }

 private:
  Sequential layers_;
};

}  // namespace

std::shared_ptr<Network> make_mlp(const TrainingPlan& plan) {
  return std::make_shared<Mlp>(plan);
}

}  // namespace qualm::training
