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
      throw_usage("--outputs goes with --model: an ensemble of qualm train needs no --outputs");
    }
    if (job.trust_model) {
      throw_usage(
          "--trust-model goes with --model: an ensemble of qualm train runs no foreign code");
    }
  } else {
    job.datasets.insert(job.datasets.begin(), arguments.first);
    if (job.run) throw_usage("--run goes with an ensemble of qualm train, not with --model");
  }
  if (!job.normalization.empty() && !(job.mean.empty() && job.deviation.empty())) {
    throw_usage("--normalization gives mean and deviation already: leave --mean and --std out");
  }
  if (job.datasets.empty()) throw_usage("missing DATASET: what is to be predicted?");
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
  group.value(
      "--normalization", "DATASET|none",
      "pictures as this data set's recipe has them, or none: the numbers of the file as they "
      "are; by default as the ensemble was trained, with --model only divided by 255",
      [&](const auto& text) {
        training::check_normalization(text);
        job.normalization = text;
      });
  group.value("--mean", "X,...",
              "subtracted from pixels from 0 to 1 (or features), per channel or one for all",
              [&](const auto& text) { job.mean = numbers_from("--mean", text); });
  group.value("--std", "X,...", "what they are divided by then",
              [&](const auto& text) { job.deviation = parse_deviations("--std", text); });
  group.value("--resize", "HxW", "resizes pictures, bilinear",
              [&](const auto& text) { job.resize = parse_size("--resize", text); });
}

void add_data_options(CommandBuilder& command, PredictJob& job) {
  OptionGroup group(command, "Data");
  group.choice("--split", "which part of a data set; test by default", std::vector{"test", "train"},
               job.split);
  group.text("--data-dir", "FOLDER", "where data sets are looked for first", job.data_dir);
  group.text("--labels", "FILE", "labels, where DATASET is a file of pictures or features only",
             job.labels);
  group.value("--limit", "N", "only the first N rows", [&](const auto& text) {
    job.limit = parse_whole("--limit", text, 1, 1'000'000'000);
  });
  add_normalization_options(group, job);
  group.flag("--raw-pixels", "pictures from 0 to 255: shows the effect of not dividing by 255",
             job.raw_pixels);
}

void add_model_options(CommandBuilder& command, PredictJob& job) {
  OptionGroup group(command, "Models");
  group.repeated("--model", "FILE",
                 "a TorchScript model instead of ENSEMBLE; give it once per member", job.models);
  group.flag("--trust-model",
             "such models may read and write every file that you can; without it they can do "
             "neither",
             job.trust_model);
  group.choice("--outputs",
               "what such a model gives; auto: probs if every row is not negative and sums to one",
               std::vector{"auto", "logits", "probs"}, job.outputs);
  group.value("--dropout-samples", "N",
              "members for each network, with dropout kept on; 20 by default for an ensemble of "
              "--method mc-dropout",
              [&](const auto& text) {
                job.dropout_samples = parse_whole("--dropout-samples", text, 1, 10'000);
              });
  group.value("--run", "R", "only this run of an ensemble (the first is 0)",
              [&](const auto& text) { job.run = parse_whole("--run", text, 0, 10'000); });
  group.value("--seed", "N", "of the dropout; 0 by default", [&](const auto& text) {
    job.seed = parse_whole("--seed", text, 0, std::numeric_limits<std::uint64_t>::max());
  });
}

}  // namespace

Run setup_predict(CommandBuilder& command) {
  auto arguments = std::make_shared<PredictArguments>();
  PredictJob& job = arguments->job;
  command.examples(predict_examples);
  command.argument("ENSEMBLE", "TEXT", "a folder made by qualm train; none with --model",
                   arguments->first, Presence::required);
  command.argument("DATASET", "TEXT",
                   "data sets by name (see 'qualm data list'), or files or folders of your own",
                   job.datasets, Presence::optional);
  add_data_options(command, job);
  add_model_options(command, job);
  OptionGroup output(command, "Output");
  output.text("-o,--output", "FILE",
              "the .npz of predictions, labels and provenance; {r} stands for the run, {data} for "
              "the data set",
              job.out);
  add_resource_options(command, job.resources);
  OptionGroup computing(command, "Computing");
  computing.value("--batch-size", "N", "rows at once; 500 by default", [&job](const auto& text) {
    job.batch_size = parse_whole("--batch-size", text, 1, 1'000'000);
  });
  return [arguments] { return run_predict(*arguments); };
}

}  // namespace qualm::cli
