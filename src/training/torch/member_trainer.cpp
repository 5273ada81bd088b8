// SPDX-License-Identifier: Apache-2.0
#include "training/torch/member_trainer.h"

#include <torch/torch.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "qualm/error.h"
#include "qualm/io.h"
#include "qualm/training/registry.h"
#include "training/batches.h"
#include "training/log.h"
#include "training/seeds.h"
#include "training/torch/accuracy.h"
#include "training/torch/archive.h"
#include "training/torch/losses.h"
#include "training/torch/tensors.h"
#include "training/torch/training_state.h"

namespace qualm::training {
namespace {

class MemberTrainer {
 public:
  MemberTrainer(const TrainingContext& context, std::size_t run, std::size_t member)
      : context_(context),
        plan_(context.plan),
        method_(find_method(plan_.method)),
        run_(run),
        member_(member),
        random_(plan_.seed, run, member),
        device_(plan_.device),
        batches_(context.train, plan_.normalization),
        rows_(context.train.n_rows()) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    if (method_.resamples) rows_ = random_.bootstrap_rows(rows_.size());
  }

  Outcome train() {
    torch::manual_seed(random_.initialization());
    state_ = begin_training(plan_, device_);
    const std::string checkpoint = context_.folder.checkpoint_path(run_, member_);
    if (std::filesystem::exists(checkpoint)) {
      load_checkpoint(state_, checkpoint);
    } else if (!context_.start_from.empty()) {
      load_weights(*state_.network, EnsembleFolder(context_.start_from).member_path(run_, member_));
    }
    while (state_.epoch < plan_.epochs) {
      const Outcome outcome = train_epoch();
      if (outcome != Outcome::finished) return outcome;
    }
    if (!method_.snapshots) save_weights(*state_.network, member_path(member_));
    std::filesystem::remove(checkpoint);
    return Outcome::finished;
  }

 private:
  Outcome train_epoch() {
    const auto start = std::chrono::steady_clock::now();
    const std::size_t first_step = state_.step;
    if (first_step == 0) torch::manual_seed(random_.epoch(state_.epoch));
    const std::vector<std::uint32_t> order =
        plan_.shuffle ? random_.order(state_.epoch, rows_) : rows_;
    const std::size_t n_steps = (order.size() + plan_.batch_size - 1) / plan_.batch_size;
    state_.network->train();
    for (; state_.step < n_steps; ++state_.step) {
      if (context_.stopped()) {
        save_checkpoint(state_, context_.folder.checkpoint_path(run_, member_));
        return Outcome::stopped;
      }
      const std::size_t first = state_.step * plan_.batch_size;
      const std::size_t size = std::min(plan_.batch_size, order.size() - first);
      state_.set_rate(
          learning_rate(plan_, context_.members, state_.epoch,
                        static_cast<double>(state_.step) / static_cast<double>(n_steps)));
      if (!train_step(std::span(order).subspan(first, size), first)) return diverge();
      context_.count(size);
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    finish_epoch((n_steps - first_step) * plan_.batch_size, seconds.count());
    return Outcome::finished;
  }

  /// False if the loss is not finite.
  bool train_step(std::span<const std::uint32_t> rows, std::size_t first) {
    BatchMaker::Augment augment;
    if (plan_.augment) {
      augment = [&](std::size_t i) { return random_.augmentation(state_.epoch, first + i); };
    }
    const torch::Tensor inputs = input_tensor(batches_, context_.train, rows, device_,
                                              state_.network->prefers_channels_last(), augment);
    const torch::Tensor labels = label_tensor(context_.train, rows, device_);
    const torch::Tensor outputs = state_.network->forward(inputs);
    const torch::Tensor loss = method_.evidential
                                   ? evidential_loss(outputs, labels, state_.epoch)
                                   : torch::nn::functional::cross_entropy(outputs, labels);
    const double value = loss.item<double>();
    if (!std::isfinite(value)) return false;
    state_.optimizer->zero_grad();
    loss.backward();
    state_.optimizer->step();
    state_.loss_sum += value * static_cast<double>(rows.size());
    state_.n_correct += count_correct(outputs, labels);
    return true;
  }

  EpochLine epoch_line() const {
    const auto n = static_cast<double>(rows_.size());
    EpochLine line;
    line.run = run_;
    line.member = member_;
    line.epoch = state_.epoch;
    line.loss = state_.loss_sum / n;
    line.accuracy = static_cast<double>(state_.n_correct) / n;
    return line;
  }

  void finish_epoch(std::size_t images, double seconds) {
    EpochLine line = epoch_line();
    line.seconds = seconds;
    line.images_per_second = static_cast<double>(images) / seconds;
    const bool is_last = state_.epoch + 1 == plan_.epochs;
    const bool is_due =
        context_.evaluate_every > 0 && (state_.epoch + 1) % context_.evaluate_every == 0;
    if (context_.test != nullptr && (is_last || is_due)) {
      line.test_accuracy = accuracy(*state_.network, *context_.test, plan_.normalization, device_);
    }
    ++state_.epoch;
    state_.step = 0;
    state_.loss_sum = 0;
    state_.n_correct = 0;
    const std::string text = to_json(line);
    // The log goes first: a line too many is found by the checkpoint, one too few is lost.
    append_line(context_.folder.log_path(), text);
    if (method_.snapshots && state_.epoch % (plan_.epochs / context_.members) == 0) {
      save_weights(*state_.network,
                   member_path(state_.epoch / (plan_.epochs / context_.members) - 1));
    }
    if (!is_last) save_checkpoint(state_, context_.folder.checkpoint_path(run_, member_));
    context_.report(text);
  }

  Outcome diverge() {
    EpochLine line = epoch_line();
    line.loss = std::numeric_limits<double>::quiet_NaN();
    const auto sink = io::open_atomic_file(context_.folder.diverged_path(run_, member_));
    sink->write(to_json(line) + '\n');
    sink->finish();
    std::filesystem::remove(context_.folder.checkpoint_path(run_, member_));
    return Outcome::diverged;
  }

  std::string member_path(std::size_t member) const {
    return context_.folder.member_path(run_, member);
  }

  const TrainingContext& context_;
  const TrainingPlan& plan_;
  const Method& method_;
  std::size_t run_, member_;
  MemberRandom random_;
  torch::Device device_;
  BatchMaker batches_;
  std::vector<std::uint32_t> rows_;
  TrainingState state_;
};

}  // namespace

Outcome train_member(const TrainingContext& context, std::size_t run, std::size_t member) {
  return MemberTrainer(context, run, member).train();
}

}  // namespace qualm::training
