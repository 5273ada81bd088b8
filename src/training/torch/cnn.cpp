// SPDX-License-Identifier: Apache-2.0
#include "training/torch/network.h"

namespace qualm::training {
namespace {

using namespace torch::nn;

std::int64_t after_convolutions(std::size_t size) {
  return whole(((size - 4) / 2 - 4) / 2);
}

/// The paper's: 5x5 convolutions with 32 and 64 filters, each with ReLU and 2x2 max-pooling, then
/// 512 and K fully connected units. Pooling stands before ReLU: the same values with less work.
class Cnn : public Network {
 public:
  explicit Cnn(const TrainingPlan& plan)
      : conv1_(register_module("conv1", Conv2d(Conv2dOptions(whole(plan.shape[2]), 32, 5)))),
        conv2_(register_module("conv2", Conv2d(Conv2dOptions(32, 64, 5)))),
        fc1_(register_module("fc1", Linear(64 * after_convolutions(plan.shape[0]) *
                                               after_convolutions(plan.shape[1]),
                                           512))),
        fc2_(register_module("fc2", Linear(512, whole(plan.n_classes)))),
        dropout_(register_module("dropout", Dropout(plan.dropout))),
        drops_out_(plan.dropout > 0) {}

  /// Max-pooling is vectorised over channels only.
  [[nodiscard]] bool prefers_channels_last() const override { return true; }

  torch::Tensor forward(torch::Tensor rows) override {
    rows = torch::max_pool2d(conv1_->forward(rows), 2).relu_();
    rows = torch::max_pool2d(conv2_->forward(rows), 2).relu_().flatten(1);
    if (drops_out_) rows = dropout_->forward(rows);
    rows = fc1_->forward(rows).relu_();
    if (drops_out_) rows = dropout_->forward(rows);
    return fc2_->forward(rows);
  }

 private:
  Conv2d conv1_, conv2_;
  Linear fc1_, fc2_;
  Dropout dropout_;
  bool drops_out_;
};

}  // namespace

std::shared_ptr<Network> make_cnn(const TrainingPlan& plan) {
  return std::make_shared<Cnn>(plan);
}

}  // namespace qualm::training
