// SPDX-License-Identifier: Apache-2.0
#include "train_options.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "add_options.h"
#include "error/number_text.h"
#include "list_or_file.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

using training::TrainJob;

double parse_within(std::string_view option, std::string_view text, double least, double greatest) {
  const double value = parse_exactly<double>(text).value_or(NAN);
  if (!(value >= least && value <= greatest)) {
    throw_usage(fmt::format("{} {}: give a number from {} to {}", option, text, least, greatest));
  }
  return value;
}

bool parse_yes_no(std::string_view option, std::string_view text) {
  return choose_or_complain(fmt::format("{} {}", option, text), text, {"yes", "no"}) == 0;
}

/// "20:0.001,25:0.0001"
std::vector<training::RateStep> parse_steps(std::string_view option, const std::string& text) {
  std::vector<training::RateStep> steps;
  if (text == "none") return steps;
  for (const std::string& entry : split_list(text)) {
    const std::size_t colon = entry.find(':');
    if (colon == std::string::npos) {
      throw_usage(fmt::format("{} {}: give EPOCH:RATE, such as 20:0.001,25:0.0001", option, text));
    }
    steps.push_back({parse_whole(option, entry.substr(0, colon), 0, 1'000'000),
                     parse_within(option, entry.substr(colon + 1), 0, 1000)});
    if (steps.size() > 1 && steps[steps.size() - 2].epoch >= steps.back().epoch) {
      throw_usage(fmt::format("{} {}: epochs must increase", option, text));
    }
  }
  return steps;
}

constexpr const char* training_heading = "Training (default: as in the paper for this data set)";

void add_network_options(CommandBuilder& command, TrainJob& job) {
  OptionGroup group(command, "Network");
  group.value("--model", OptionGroup::joined(training::models()),
              "network. Default: as in the paper for this data set",
              [&](const auto& text) { job.model = training::find_model(text).name; });
  group.value("--method", OptionGroup::joined(training::methods()), "how the members are made",
              [&](const auto& text) { job.method = training::find_method(text).name; });
  group.choice("--stem",
               "first layers of resnet18: imagenet is 7x7 with stride 2 and pooling, cifar is 3x3. "
               "Default: imagenet",
               std::vector{"imagenet", "cifar"}, job.stem);
  group.value("--hidden", "N,...", "units per hidden layer of mlp. Default: 256,256",
              [&](const auto& text) {
                job.hidden.clear();
                for (const std::string& entry : split_list(text)) {
                  job.hidden.push_back(parse_whole("--hidden", entry, 1, 65536));
                }
              });
  group.value("--dropout", "P", "with --method mc-dropout: dropout rate. Default: 0.5",
              [&](const auto& text) { job.dropout = parse_within("--dropout", text, .001, .999); });
}

void add_members_options(CommandBuilder& command, TrainJob& job) {
  OptionGroup group(command, training_heading);
  group.value("--members", "N", "members per ensemble. Default: 5",
              [&](const auto& text) { job.members = parse_whole("--members", text, 1, 10'000); });
  group.value("--runs", "N", "number of independent ensembles. Default: 1",
              [&](const auto& text) { job.runs = parse_whole("--runs", text, 1, 10'000); });
  group.text("--start-from", "FOLDER",
             "ensemble of the same network whose members provide the initial weights",
             job.start_from);
}

}  // namespace

void add_recipe_options(CommandBuilder& command, TrainJob& job) {
  OptionGroup group(command, training_heading);
  group.value("--recipe", OptionGroup::joined(training::recipe_sources()),
              "recipe of the paper's text or of one of its authors' programs. Default: text",
              [&](const auto& text) { job.recipe = training::find_recipe_source(text).name; });
  group.value("--epochs", "N", "number of epochs",
              [&](const auto& text) { job.epochs = parse_whole("--epochs", text, 1, 100'000); });
  group.value("--batch-size", "N", "rows per batch", [&](const auto& text) {
    job.batch_size = parse_whole("--batch-size", text, 1, 1'000'000);
  });
  group.choice("--optimizer", "optimizer", std::vector{"adam", "sgd"}, job.optimizer);
  group.value("--rate", "R", "learning rate",
              [&](const auto& text) { job.rate = parse_within("--rate", text, 0, 1e9); });
  group.value("--rate-steps", "EPOCH:RATE,...",
              "learning rate schedule, epochs counted from 0, or none",
              [&](const auto& text) { job.rate_steps = parse_steps("--rate-steps", text); });
  group.value("--momentum", "X", "momentum of sgd",
              [&](const auto& text) { job.momentum = parse_within("--momentum", text, 0, 1); });
  group.value("--weight-decay", "X", "L2 penalty", [&](const auto& text) {
    job.weight_decay = parse_within("--weight-decay", text, 0, 1000);
  });
  group.value("--shuffle", "yes|no",
              "shuffle the rows in each epoch, or keep the order of the data. Default: yes",
              [&](const auto& text) { job.shuffle = parse_yes_no("--shuffle", text); });
  group.value("--augment", "yes|no", "random crops and flips of images",
              [&](const auto& text) { job.augment = parse_yes_no("--augment", text); });
  group.value("--seed", "N",
              "random seed, from which each member of each run gets its own seed. Default: 0",
              [&](const auto& text) {
                job.seed =
                    parse_whole("--seed", text, 0, std::numeric_limits<std::uint64_t>::max());
              });
}

void add_train_options(CommandBuilder& command, TrainJob& job) {
  command.argument("DATASET", "TEXT",
                   "name of a data set (see 'qualm data list'), a file or a folder", job.dataset,
                   Presence::required);
  OptionGroup data(command, "Data");
  data.text("--data-dir", "FOLDER", "folder to search for the data set first", job.data_dir);
  data.text("--labels", "FILE", "labels, if DATASET is a file of images or features without labels",
            job.labels);
  data.value("--limit", "N", "use only the first N rows",
             [&](const auto& text) { job.limit = parse_whole("--limit", text, 1, 1'000'000'000); });
  data.text("--rows", "FILE", "only the rows with these numbers, counted from 0", job.rows);
  OptionGroup output(command, "Output");
  output.text("--out", "FOLDER", "folder for the ensemble and its checkpoints (required)", job.out);
  output.value(
      "--evaluate-every", "N",
      "compute the accuracy on the test split every N epochs. Default: after the last epoch",
      [&](const auto& text) {
        job.evaluate_every = parse_whole("--evaluate-every", text, 1, 100'000);
      });
  add_network_options(command, job);
  add_members_options(command, job);
  add_recipe_options(command, job);
  add_resource_options(command, job.resources);
  OptionGroup computing(command, "Computing");
  computing.value("--threads", "N",
                  "threads per member; training members in parallel is faster. Default: 1",
                  [&](const auto& text) { job.threads = parse_whole("--threads", text, 1, 1024); });
}

void add_resource_options(CommandBuilder& command, training::Resources& resources) {
  OptionGroup group(command, "Computing");
  group.choice("--device", "device; auto: cuda if LibTorch supports it",
               std::vector{"auto", "cpu", "cuda"}, resources.device);
  group.value(
      "--jobs", "N", "members to process in parallel. Default: the number of cores",
      [&](const std::string& text) { resources.jobs = parse_whole("--jobs", text, 1, 1024); });
  group.flag("--quiet", "do not print notes, the log and the progress bar to standard error",
             resources.quiet);
}

}  // namespace qualm::cli
