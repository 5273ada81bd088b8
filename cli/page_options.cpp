// SPDX-License-Identifier: Apache-2.0
#include "page_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "add_options.h"
#include "io/text.h"
#include "progress_bar.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

std::string file_name(const std::string& path) {
  return path == "-" ? "standard input"
                     : io::printable(std::filesystem::path(path).filename().string());
}

std::vector<std::string> file_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(file_name(path));
  return names;
}

/// A file of --images and the number of the set that it belongs to.
std::pair<std::size_t, std::string> parse_images(const std::string& text,
                                                 const std::vector<NamedFiles>& others) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::string before = others[i].name + "=";
    if (text.starts_with(before)) return {i + 1, text.substr(before.size())};
  }
  return {0, text};
}

void open_pictures(const PageArguments& arguments, PageMaterial& material) {
  material.pictures.resize(1 + material.others.size());
  const std::vector<NamedFiles> others = named_files("--ood", arguments.ood);
  for (const std::string& text : arguments.images) {
    const auto [set, path] = parse_images(text, others);
    if (material.pictures[set]) throw_usage("--images is given twice for the same rows");
    const PredictionSet& predictions = set == 0 ? *material.in : material.others[set - 1].second;
    material.pictures[set].emplace(path, arguments.images_key, predictions.n_instances());
  }
}

}  // namespace

void add_page_options(CommandBuilder& command, PageArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  add_predictions_argument(command, predictions);
  add_input_options(command, predictions);
  add_label_options(command, arguments.labels);
  OptionGroup input(command, "Input");
  input.repeated("--ood", "NAME=FILE",
                 "predictions for rows unlike those trained on, named for the page; the same name "
                 "again: the next run (or member)",
                 arguments.ood);
  input.repeated("--images", "FILE",
                 "one picture per row: .npy or .npz of N x H x W (x 3), or idx, maybe gzipped; an "
                 ".npz with an array rows has pictures of these rows only; NAME=FILE for the rows "
                 "of --ood",
                 arguments.images);
  input.text("--images-key", "NAME", "which array of an .npz the pictures are",
             arguments.images_key);
  add_measure_options(command, predictions);
  OptionGroup which(command, "Page");
  which.value(
      "--rows", "N",
      "rows within the page: the most uncertain ones, errors, and a sample of the rest; 2000 by "
      "default, and a quarter as many of each --ood set",
      [&](const std::string& text) { arguments.rows = parse_whole("--rows", text, 1, 20'000); });
  which.text("--title", "TEXT", "what the page is called; by default the name of the first file",
             arguments.title);
}

std::vector<std::string> input_paths(const PageArguments& arguments) {
  std::vector<std::string> paths = input_paths(arguments.predictions);
  if (arguments.labels.given()) paths.push_back(arguments.labels.path);
  const std::vector<NamedFiles> others = named_files("--ood", arguments.ood);
  for (const NamedFiles& set : others) {
    paths.insert(paths.end(), set.paths.begin(), set.paths.end());
  }
  for (const std::string& text : arguments.images) {
    paths.push_back(parse_images(text, others).second);
  }
  return paths;
}

std::unique_ptr<PageMaterial> make_page(PageArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  auto material = std::make_unique<PageMaterial>();
  give_labels(arguments.labels, predictions.files);
  material->in.emplace(open_predictions(predictions, predictions.files));
  const PredictionSet& in = *material->in;
  const std::vector<NamedFiles> others = named_files("--ood", arguments.ood);
  material->others = open_others(in, predictions.files, others, predictions.output);
  open_pictures(arguments, *material);

  page::Request request;
  const auto pictures_of = [&](std::size_t set) {
    return material->pictures[set] ? &*material->pictures[set] : nullptr;
  };
  const std::string title =
      arguments.title.empty()
          ? std::filesystem::path(file_name(predictions.files.paths[0])).stem().string()
          : io::printable(arguments.title);
  request.sets.push_back({title, file_names(predictions.files.paths), &in, pictures_of(0)});
  for (std::size_t i = 0; i < others.size(); ++i) {
    request.sets.push_back({others[i].name, file_names(others[i].paths),
                            &material->others[i].second, pictures_of(i + 1)});
  }
  request.labels = in.labels();
  request.measures = predictions.measures;
  request.member_weights = predictions.files.member_weights;
  request.n_rows = arguments.rows;
  request.seed = predictions.compute.seed;
  ProgressBar bar(!predictions.output.quiet, standard_error());
  material->page = std::make_unique<page::Page>(std::move(request), bar.progress());
  bar.wipe();
  return material;
}

}  // namespace qualm::cli
