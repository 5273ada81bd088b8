// SPDX-License-Identifier: Apache-2.0
#include "training/torch/training_state.h"

#include <ATen/CPUGeneratorImpl.h>
#include <fmt/format.h>

#include "qualm/error.h"
#include "training/torch/archive.h"

namespace qualm::training {
namespace {

constexpr const char* remedy = "remove it to train this member from the beginning";

std::unique_ptr<torch::optim::Optimizer> make_optimizer(const TrainingPlan& plan,
                                                        const Network& network) {
  if (plan.optimizer == "adam") {
    return std::make_unique<torch::optim::Adam>(
        network.parameters(), torch::optim::AdamOptions(plan.rate).weight_decay(plan.weight_decay));
  }
  return std::make_unique<torch::optim::SGD>(
      network.parameters(),
      torch::optim::SGDOptions(plan.rate).momentum(plan.momentum).weight_decay(plan.weight_decay));
}

/// Epoch, step, correct rows and summed loss as one tensor of doubles: all are exact in it.
torch::Tensor place_of(const TrainingState& state) {
  return torch::tensor({static_cast<double>(state.epoch), static_cast<double>(state.step),
                        static_cast<double>(state.n_correct), state.loss_sum},
                       torch::kFloat64);
}

torch::Tensor read_place(torch::serialize::InputArchive& archive) {
  torch::Tensor place;
  archive.read("place", place);
  TORCH_CHECK(place.dim() == 1 && place.size(0) == 4 && place.dtype() == torch::kFloat64);
  return place;
}

std::size_t size_at(const torch::Tensor& place, std::int64_t i) {
  return static_cast<std::size_t>(place[i].item<double>());
}

}  // namespace

void TrainingState::set_rate(double rate) {
  for (torch::optim::OptimizerParamGroup& group : optimizer->param_groups()) {
    group.options().set_lr(rate);
  }
}

TrainingState begin_training(const TrainingPlan& plan, torch::Device device) {
  TrainingState state;
  state.network = make_network(plan);
  state.network->to(device);
  if (state.network->prefers_channels_last()) {
    const torch::NoGradGuard no_gradients;
    for (torch::Tensor& weights : state.network->parameters()) {
      if (weights.dim() == 4) weights.set_data(weights.contiguous(at::MemoryFormat::ChannelsLast));
    }
  }
  state.optimizer = make_optimizer(plan, *state.network);
  return state;
}

void save_checkpoint(const TrainingState& state, const std::string& path) {
  torch::serialize::OutputArchive archive, network, optimizer;
  state.network->save(network);
  state.optimizer->save(optimizer);
  archive.write("network", network);
  archive.write("optimizer", optimizer);
  archive.write("place", place_of(state));
  archive.write("generator", at::detail::getDefaultCPUGenerator().get_state());
  write_archive(archive, path);
}

void load_checkpoint(TrainingState& state, const std::string& path) {
  torch::serialize::InputArchive archive = read_archive(path, remedy);
  try {
    torch::serialize::InputArchive network, optimizer;
    archive.read("network", network);
    archive.read("optimizer", optimizer);
    state.network->load(network);
    state.optimizer->load(optimizer);
    torch::Tensor generator;
    archive.read("generator", generator);
    at::Generator ours = at::detail::getDefaultCPUGenerator();
    ours.set_state(generator);
    const torch::Tensor place = read_place(archive);
    state.epoch = size_at(place, 0);
    state.step = size_at(place, 1);
    state.n_correct = size_at(place, 2);
    state.loss_sum = place[3].item<double>();
  } catch (const c10::Error&) {
    throw_data(fmt::format("{}: not a checkpoint of this network: {}", path, remedy));
  }
}

CheckpointPlace read_checkpoint_place(const std::string& path) {
  torch::serialize::InputArchive archive = read_archive(path, remedy);
  try {
    const torch::Tensor place = read_place(archive);
    return {size_at(place, 0), size_at(place, 1)};
  } catch (const c10::Error&) {
    throw_data(fmt::format("{}: not a checkpoint: {}", path, remedy));
  }
}

}  // namespace qualm::training
