// SPDX-License-Identifier: Apache-2.0
#include "page_options.h"

#include <algorithm>

#include "add_options.h"
#include "progress_bar.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

/// A file of --images and the number of the set that it belongs to.
std::pair<std::size_t, std::string> parse_images(const std::string& text,
                                                 const std::vector<OtherRows>& others) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::string before = others[i].name + "=";
    if (text.starts_with(before)) return {i + 1, text.substr(before.size())};
  }
  return {0, text};
}

void fill_job(PageArguments& arguments) {
  page::Job& job = arguments.job;
  job.seed = arguments.predictions.compute.seed;
  job.others = named_files("--ood", arguments.ood);
  for (const std::string& text : arguments.images) {
    const auto [set, path] = parse_images(text, job.others);
    job.pictures.resize(std::max(job.pictures.size(), set + 1));
    if (job.pictures[set].is_given()) throw_usage("--images is given twice for the same rows");
    job.pictures[set] = {path, arguments.images_key};
  }
}

}  // namespace

void add_page_options(CommandBuilder& command, PageArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  add_predictions_argument(command, predictions);
  add_input_options(command, predictions);
  add_label_options(command, predictions);
  OptionGroup input(command, "Input");
  input.repeated("--ood", "NAME=FILE",
                 "predictions for out-of-distribution rows and a name for them. Repeat the name "
                 "for further runs or members",
                 arguments.ood);
  input.repeated(
      "--images", "FILE",
      "one image per row: .npy or .npz of N x H x W (x 3), or idx, also gzipped. An array rows in "
      "the .npz lists the rows that have an image. NAME=FILE for the rows of --ood",
      arguments.images);
  input.text("--images-key", "NAME", "name of the array of images in an .npz file",
             arguments.images_key);
  add_measure_options(command, predictions);
  OptionGroup which(command, "Page");
  which.value("--rows", "N",
              "number of rows in the page: the most uncertain rows, errors and a sample of the "
              "rest; for each --ood set a quarter as many. Default: 2000",
              [&](const std::string& text) {
                arguments.job.n_rows = parse_whole("--rows", text, 1, 20'000);
              });
  which.text("--title", "TEXT", "title of the page. Default: the name of the first file",
             arguments.job.title);
}

std::vector<std::string> input_paths(const PageArguments& arguments) {
  std::vector<std::string> paths = input_paths(arguments.predictions);
  const std::vector<OtherRows> others = named_files("--ood", arguments.ood);
  for (const OtherRows& set : others) {
    paths.insert(paths.end(), set.paths.begin(), set.paths.end());
  }
  for (const std::string& text : arguments.images) {
    paths.push_back(parse_images(text, others).second);
  }
  return paths;
}

page::Request open_request(PageArguments& arguments, const Listener& listener) {
  fill_job(arguments);
  give_labels(arguments.predictions);
  return open(arguments.job, listener);
}

}  // namespace qualm::cli
