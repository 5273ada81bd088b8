// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "add_options.h"
#include "commands.h"
#include "list_or_file.h"
#include "output_options.h"
#include "qualm/error.h"
#include "qualm/training/recipes.h"
#include "run_torch.h"
#include "train_options.h"

namespace qualm::cli {
namespace {

using training::PredictJob;

constexpr const char* predict_examples =
    R"(qualm predict ensemble fashion-mnist -o predictions.npz
qualm measure predictions.npz
qualm predict ensemble fashion-mnist mnist kmnist -o '{data}.run{r}.npz'
qualm predict --model a.pt --model b.pt --dropout-samples 20 pictures.npz -o predictions.npz)";

struct PredictArguments {
  PredictJob job;
  std::string first;  ///< the ensemble, or with --model a data set
};

int run_predict(PredictArguments& arguments) {
  PredictJob& job = arguments.job;
  if (job.models.empty()) {
    job.ensemble = arguments.first;
    if (job.outputs != "auto") {
      throw_usage("--outputs is for --model: leave it out for an ensemble of qualm train");
    }
    if (job.trust_model) {
      throw_usage(
          "--trust-model is for --model: an ensemble of qualm train runs no third-party code");
    }
  } else {
    job.datasets.insert(job.datasets.begin(), arguments.first);
    if (job.run) throw_usage("--run is for an ensemble of qualm train, not for --model");
  }
  if (!job.normalization.empty() && !(job.mean.empty() && job.deviation.empty())) {
    throw_usage(
        "--normalization already sets mean and standard deviation: leave --mean and --std out");
  }
  if (job.datasets.empty()) throw_usage("missing DATASET: name the data set to predict");
  if (job.out.empty()) throw_usage("-o is missing: name the .npz file for the predictions");
  check_ending(job.out, {".npz"});
  become_torch("predict", training::to_json(job));
}

/// "28x28": height and width.
std::vector<std::size_t> parse_size(std::string_view option, const std::string& text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) {
    throw_usage(fmt::format("{} {}: give height x width, such as 28x28", option, text));
  }
  constexpr std::size_t most = 16384;
  return {parse_whole(option, text.substr(0, cross), 1, most),
          parse_whole(option, text.substr(cross + 1), 1, most)};
}

std::vector<double> parse_deviations(std::string_view option, const std::string& text) {
  std::vector<double> numbers = numbers_from(option, text);
  for (const double number : numbers) {
    if (!(number > 0)) throw_usage(fmt::format("{} {}: give numbers above 0", option, text));
  }
  return numbers;
}

void add_normalization_options(OptionGroup& group, PredictJob& job) {
  group.value("--normalization", "DATASET|none",
              "normalize images as for this data set; none: use the values of the file unchanged. "
              "Default: as the ensemble was trained; with --model, divide by 255",
              [&](const auto& text) {
                training::check_normalization(text);
                job.normalization = text;
              });
  group.value("--mean", "X,...",
              "mean to subtract from pixels in [0, 1] (or features), per channel or one for all",
              [&](const auto& text) { job.mean = numbers_from("--mean", text); });
  group.value("--std", "X,...", "standard deviation to divide by after that",
              [&](const auto& text) { job.deviation = parse_deviations("--std", text); });
  group.value("--resize", "HxW", "resize images (bilinear)",
              [&](const auto& text) { job.resize = parse_size("--resize", text); });
}

void add_data_options(CommandBuilder& command, PredictJob& job) {
  OptionGroup group(command, "Data");
  group.choice("--split", "split of the data set. Default: test", std::vector{"test", "train"},
               job.split);
  group.text("--data-dir", "FOLDER", "folder to search for data sets first", job.data_dir);
  group.text("--labels", "FILE",
             "labels, if DATASET is a file of images or features without labels", job.labels);
  group.value("--limit", "N", "use only the first N rows", [&](const auto& text) {
    job.limit = parse_whole("--limit", text, 1, 1'000'000'000);
  });
  add_normalization_options(group, job);
  group.flag("--raw-pixels", "do not divide pixels by 255, to show the effect of this mistake",
             job.raw_pixels);
}

void add_model_options(CommandBuilder& command, PredictJob& job) {
  OptionGroup group(command, "Models");
  group.repeated("--model", "FILE",
                 "TorchScript model, instead of ENSEMBLE; repeat for each member", job.models);
  group.flag("--trust-model",
             "let TorchScript models read and write all files that you can. Default: their access "
             "to files is restricted",
             job.trust_model);
  group.choice(
      "--outputs",
      "output of the TorchScript model; auto: probs if every row is non-negative and sums to 1",
      std::vector{"auto", "logits", "probs"}, job.outputs);
  group.value("--dropout-samples", "N",
              "forward passes per network with dropout enabled (MC dropout). Default: 20 for an "
              "ensemble of --method mc-dropout",
              [&](const auto& text) {
                job.dropout_samples = parse_whole("--dropout-samples", text, 1, 10'000);
              });
  group.value("--run", "R", "use only this run of the ensemble, counted from 0",
              [&](const auto& text) { job.run = parse_whole("--run", text, 0, 10'000); });
  group.value("--seed", "N", "random seed of dropout. Default: 0", [&](const auto& text) {
    job.seed = parse_whole("--seed", text, 0, std::numeric_limits<std::uint64_t>::max());
  });
}

}  // namespace

Run setup_predict(CommandBuilder& command) {
  auto arguments = std::make_shared<PredictArguments>();
  PredictJob& job = arguments->job;
  command.examples(predict_examples);
  command.argument("ENSEMBLE", "TEXT", "folder written by qualm train; none with --model",
                   arguments->first, Presence::required);
  command.argument("DATASET", "TEXT",
                   "names of data sets (see 'qualm data list'), files or folders", job.datasets,
                   Presence::optional);
  add_data_options(command, job);
  add_model_options(command, job);
  OptionGroup output(command, "Output");
  output.text("-o,--output", "FILE",
              ".npz file for predictions, labels and provenance; {r} is replaced by the run, "
              "{data} by the data set",
              job.out);
  output.flag("--compact",
              "store float16, compressed: about a fifth of the size, about three digits",
              job.compact);
  add_resource_options(command, job.resources);
  OptionGroup computing(command, "Computing");
  computing.value("--batch-size", "N", "rows per batch. Default: 500", [&job](const auto& text) {
    job.batch_size = parse_whole("--batch-size", text, 1, 1'000'000);
  });
  return [arguments] { return run_predict(*arguments); };
}

}  // namespace qualm::cli
