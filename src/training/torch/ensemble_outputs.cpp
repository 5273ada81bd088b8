// SPDX-License-Identifier: Apache-2.0
#include "training/torch/ensemble_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "qualm/error.h"
#include "qualm/random.h"
#include "training/batches.h"
#include "training/torch/losses.h"
#include "training/torch/read_outputs.h"
#include "training/torch/shared_array.h"
#include "training/torch/tensors.h"
#include "training/torch/workers.h"

namespace qualm::training {
namespace {

class OutputsOfMember {
 public:
  OutputsOfMember(const PredictorSource& source, const OutputRequest& request)
      : source_(source), request_(request), device_(request.device) {
    torch::set_num_threads(1);
    torch::set_num_interop_threads(1);
    predictor_ = source.open(device_);
    if (request.dropout_samples > 0 && !predictor_->keep_dropout()) {
      throw_usage(source.path +
                  ": no layer of it is called Dropout: export it with nn.Dropout, or leave " +
                  argument("dropout_samples") + " out");
    }
  }

  /// Calls take(row, sample, values) for every row and sample.
  using Take = std::function<void(std::size_t row, std::size_t sample, std::span<const float>)>;
  void visit(std::size_t member, std::size_t n_rows, const Take& take,
             const std::function<bool(std::size_t)>& count) {
    const torch::InferenceMode inference;
    const BatchMaker batches(request_.examples, request_.normalization);
    const std::size_t n_samples = std::max<std::size_t>(1, request_.dropout_samples);
    for (std::size_t first = 0; first < n_rows; first += request_.batch_size) {
      std::vector<std::uint32_t> rows(std::min(request_.batch_size, n_rows - first));
      std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(first));
      const torch::Tensor inputs = input_tensor(batches, request_.examples, rows, device_,
                                                predictor_->prefers_channels_last());
      for (std::size_t sample = 0; sample < n_samples; ++sample) {
        const std::uint64_t stream = std::uint64_t{member} << 48U | sample << 32U | first;
        torch::manual_seed(Random(request_.seed, stream).bits64());
        torch::Tensor outputs = predictor_->forward(inputs);
        if (request_.kind == OutputKind::dirichlet) outputs = dirichlet_of(outputs);
        outputs = outputs.to(torch::kCPU, torch::kFloat32).contiguous();
        hand_on(outputs, first, sample, take);
      }
      if (!count(rows.size())) return;
    }
  }

 private:
  void hand_on(const torch::Tensor& outputs, std::size_t first, std::size_t sample,
               const Take& take) const {
    const auto n_classes = static_cast<std::size_t>(outputs.size(1));
    const std::span all(outputs.data_ptr<float>(), static_cast<std::size_t>(outputs.numel()));
    const auto bad =
        std::find_if(all.begin(), all.end(), [](float v) { return !std::isfinite(v); });
    if (bad != all.end()) {
      const auto place = static_cast<std::size_t>(bad - all.begin());
      throw_data(fmt::format("{}: the output for row {} is not finite", source_.path,
                             first + place / n_classes));
    }
    for (std::size_t i = 0; i * n_classes < all.size(); ++i) {
      take(first + i, sample, all.subspan(i * n_classes, n_classes));
    }
  }

  const PredictorSource& source_;
  const OutputRequest& request_;
  torch::Device device_;
  std::unique_ptr<Predictor> predictor_;
};

void wait_for_all(Workers& workers, std::uint64_t total, const PredictEvents& events,
                  std::size_t n_at_most) {
  while (workers.n_running() > n_at_most) {
    if (events.cancelled()) throw Error(ErrorKind::interrupted, "interrupted");
    workers.wait(50, {[](const std::string&) {}, [](std::size_t, int) {}});
    if (total > 0) events.progress(workers.counted(), total);
  }
}

/// A worker that looks at one row tells how many classes there are.
std::size_t count_classes(const PredictorSource& source, const OutputRequest& request,
                          const PredictEvents& events) {
  const SharedFloats answer(1);
  Workers workers;
  workers.start(0, [&] {
    OutputsOfMember outputs(source, request);
    outputs.visit(
        0, 1,
        [&](std::size_t, std::size_t, std::span<const float> values) {
          answer.values()[0] = static_cast<float>(values.size());
        },
        [](std::size_t) { return true; });
    return 0;
  });
  wait_for_all(workers, 0, events, 0);
  return static_cast<std::size_t>(answer.values()[0]);
}

}  // namespace

EnsembleOutputs ensemble_outputs(const std::vector<PredictorSource>& members,
                                 const OutputRequest& request, const PredictEvents& events) {
  const std::size_t n_samples = std::max<std::size_t>(1, request.dropout_samples);
  const std::size_t n_rows = request.examples.n_rows();
  EnsembleOutputs result;
  result.n_members = members.size() * n_samples;
  result.n_classes = count_classes(members.front(), request, events);
  const std::size_t n_classes = result.n_classes;
  const SharedFloats shared(n_rows * result.n_members * n_classes);
  Workers workers;
  const std::uint64_t total = std::uint64_t{members.size()} * n_rows;
  for (std::size_t member = 0; member < members.size(); ++member) {
    wait_for_all(workers, total, events, request.jobs - 1);
    workers.start(member, [&, member] {
      const auto take = [&](std::size_t row, std::size_t sample, std::span<const float> values) {
        if (values.size() != n_classes) {
          throw_data(fmt::format("{} has {} classes, {} has {}", members[member].path,
                                 values.size(), members[0].path, n_classes));
        }
        const std::size_t place = row * result.n_members + member * n_samples + sample;
        std::copy(values.begin(), values.end(),
                  shared.values().begin() + static_cast<std::ptrdiff_t>(place * n_classes));
      };
      OutputsOfMember(members[member], request).visit(member, n_rows, take, [&](std::size_t n) {
        workers.count(n);
        return !workers.is_stopped();
      });
      return 0;
    });
  }
  wait_for_all(workers, total, events, 0);
  result.probabilities.assign(shared.values().begin(), shared.values().end());
  for (std::size_t member = 0; member < members.size(); ++member) {
    const RawOutputs raw{members[member].path,
                         std::span(result.probabilities).subspan(member * n_samples * n_classes),
                         n_rows,
                         n_samples,
                         n_classes,
                         result.n_members * n_classes};
    if (n_samples > 1) check_samples_differ(raw);
    if (request.kind == OutputKind::dirichlet) continue;
    const ReadOutputs read = read_outputs(raw, request.kind);
    result.kinds.push_back(read.kind);
    result.n_rescaled += read.n_rescaled;
  }
  if (request.kind == OutputKind::dirichlet) {
    result.alpha = result.probabilities;
    for (auto row = result.probabilities.begin(); row != result.probabilities.end();
         row += static_cast<std::ptrdiff_t>(n_classes)) {
      const auto end = row + static_cast<std::ptrdiff_t>(n_classes);
      const double strength = std::accumulate(row, end, 0.0);
      std::for_each(row, end, [&](double& value) { value /= strength; });
    }
  }
  return result;
}

}  // namespace qualm::training
