// SPDX-License-Identifier: Apache-2.0
#include "training/torch/network.h"
#include "training/torch/small_convolution.h"

namespace qualm::training {
namespace {

using namespace torch::nn;

Conv2d convolution(std::int64_t in, std::int64_t out, std::int64_t size, std::int64_t stride) {
  Conv2d layer(Conv2dOptions(in, out, size).stride(stride).padding(size / 2).bias(false));
  init::kaiming_normal_(layer->weight, 0, torch::kFanOut, torch::kReLU);
  return layer;
}

/// Two 3x3 convolutions and a way around them (He et al. 2016).
class BasicBlock : public Module {
 public:
  BasicBlock(std::int64_t in, std::int64_t out, std::int64_t stride)
      : conv1_(register_module("conv1", convolution(in, out, 3, stride))),
        conv2_(register_module("conv2", convolution(out, out, 3, 1))),
        norm1_(register_module("bn1", BatchNorm2d(out))),
        norm2_(register_module("bn2", BatchNorm2d(out))),
        around_(register_module("downsample", Sequential())) {
    if (stride == 1 && in == out) return;
    around_->push_back(convolution(in, out, 1, stride));
    around_->push_back(BatchNorm2d(out));
  }

  torch::Tensor forward(const torch::Tensor& rows) {
    const torch::Tensor around = around_->is_empty() ? rows : around_->forward(rows);
    const torch::Tensor inner = norm1_->forward(convolve(conv1_, rows)).relu_();
    return norm2_->forward(convolve(conv2_, inner)).add_(around).relu_();
  }

 private:
  Conv2d conv1_, conv2_;
  BatchNorm2d norm1_, norm2_;
  Sequential around_;
};

Conv2d first_convolution(const TrainingPlan& plan) {
  const auto channels = whole(plan.shape[2]);
  return plan.stem == "cifar" ? convolution(channels, 64, 3, 1) : convolution(channels, 64, 7, 2);
}

class ResNet18 : public Network {
 public:
  explicit ResNet18(const TrainingPlan& plan)
      : pools_(plan.stem != "cifar"),
        conv1_(register_module("conv1", first_convolution(plan))),
        norm1_(register_module("bn1", BatchNorm2d(64))),
        layers_(register_module("layers", Sequential())),
        dropout_(register_module("dropout", Dropout(plan.dropout))),
        fc_(register_module("fc", Linear(512, whole(plan.n_classes)))) {
    for (const std::int64_t width : {64, 128, 256, 512}) {
      layers_->push_back(BasicBlock(width == 64 ? 64 : width / 2, width, width == 64 ? 1 : 2));
      layers_->push_back(BasicBlock(width, width, 1));
    }
  }

  torch::Tensor forward(torch::Tensor rows) override {
    rows = norm1_->forward(conv1_->forward(rows)).relu_();
    if (pools_) rows = torch::max_pool2d(rows, 3, 2, 1);
    rows = layers_->forward(rows).mean({2, 3});
    return fc_->forward(dropout_->forward(rows));
  }

  [[nodiscard]] bool prefers_channels_last() const override { return true; }

 private:
  bool pools_;
  Conv2d conv1_;
  BatchNorm2d norm1_;
  Sequential layers_;
  Dropout dropout_;
  Linear fc_;
};

}  // namespace

std::shared_ptr<Network> make_resnet18(const TrainingPlan& plan) {
  return std::make_shared<ResNet18>(plan);
}

}  // namespace qualm::training
