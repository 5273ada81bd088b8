// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "add_options.h"
#include "commands.h"
#include "demo_files.h"
#include "output_options.h"
#include "qualm/error.h"
#include "qualm/page.h"
#include "qualm/report.h"

namespace qualm::cli {
namespace {

struct DemoArguments {
  std::string save, report;
  Color color = Color::automatic;
};

/// The predictions of a real ensemble: its test set, and two out-of-distribution sets.
struct DemoData {
  InMemoryFile fashion{demo_files()[0]}, mnist{demo_files()[1]}, kmnist{demo_files()[2]};
  InMemoryFile pictures{demo_files()[3]};
};

std::shared_ptr<const PredictionSet> predictions_in(const InMemoryFile& file,
                                                    bool with_labels = false) {
  PredictionFiles files;
  files.paths = {file.path()};
  files.axes = "nmk";
  files.look_for_labels = with_labels;
  return std::make_shared<const PredictionSet>(files);
}

void save(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw_system(fmt::format("{}: this folder cannot be made: {}", folder, error.message()));
  for (const DemoFile& file : demo_files()) {
    const auto sink = io::open_atomic_file(fmt::format("{}/{}", folder, file.name));
    sink->write(file.bytes);
    sink->finish();
  }
}

void show_measures(io::Sink& sink, const PredictionSet& set, report::TableStyle style) {
  style.top = 5;
  MeasureOptions options;
  const auto writer = report::make_measure_writer(report::Format::table, sink,
                                                  report::measure_info(set, options), style);
  writer->begin();
  measure_blocks(set, options, [&](const MeasuredBlock& block) { writer->block(block); });
  writer->end();
}

void show_rejection(io::Sink& sink, const PredictionSet& set, const report::TableStyle& style) {
  const Measure both[] = {"variance", "entropy"};
  RejectOptions options;
  options.bootstrap.replicates = 0;
  const RejectResult result = reject(
      collect_scores(set, {scores_of(both, std::vector{Part::total}), {}, set.labels()}), options);
  plot::TextOptions look;
  look.color = style.color;
  look.width = style.width == 0 ? 80 : std::max<std::size_t>(style.width, 20);
  look.height = 10;
  sink.write(plot::render_text(report::reject_curves_figure(result), look));
  const ScoreRejection& variance = result.scores[0];
  sink.write(
      fmt::format("Accuracy {:.4f}; after rejecting the most uncertain 10%: {:.4f}, 20%: {:.4f}\n",
                  result.accuracy.value.value, variance.accuracy_at_coverage[1].value.value,
                  variance.accuracy_at_coverage[0].value.value));
}

void show_detection(io::Sink& sink, const DemoData& data, const PredictionSet& in,
                    const report::TableStyle& style) {
  const Measure both[] = {"variance", "entropy"};
  const ScoreRequest request{scores_of(both, std::vector{Part::epistemic}), {}};
  std::vector<OodSet> others;
  others.push_back({"mnist", collect_scores(*predictions_in(data.mnist), request)});
  others.push_back({"kmnist", collect_scores(*predictions_in(data.kmnist), request)});
  report::write_ood(report::Format::table, sink, ood(collect_scores(in, request), others), {},
                    style);
}

void show_instances(io::Sink& sink, const PredictionSet& set, const report::TableStyle& style) {
  for (const Part part : {Part::epistemic, Part::aleatoric}) {
    const ExplainRequest request{{"variance", part}, {}, 1, set.labels()};
    report::write_explain(report::Format::table, sink, explain(set, request),
                          report::measure_info(set, {}), style);
    sink.write("\n");
  }
}

/// The page that `qualm report` would make of the same files.
void write_page(const std::string& path, const DemoData& data,
                const std::shared_ptr<const PredictionSet>& in) {
  const auto sink = io::open_atomic_file(path);
  page::Request request;
  request.sets = {
      {"FashionMNIST",
       {"fashion-mnist.npz"},
       in,
       std::make_shared<PictureFile>(data.pictures.path(), "pictures", in->n_instances())},
      {"mnist", {"mnist.npz"}, predictions_in(data.mnist)},
      {"kmnist", {"kmnist.npz"}, predictions_in(data.kmnist)}};
  sink->write(page::Page(std::move(request)).report());
  sink->finish();
}

int run_demo(const DemoArguments& arguments) {
  if (!arguments.save.empty()) save(arguments.save);
  const DemoData data;
  const std::shared_ptr<const PredictionSet> in = predictions_in(data.fashion, true);
  const PredictionSet& set = *in;
  OutputArguments output;
  output.color = arguments.color;
  const report::TableStyle style = table_style(output);

  const auto sink = io::open_stdout();
  sink->write("Five networks, trained on FashionMNIST, and its test images.\n\n");
  show_measures(*sink, set, style);
  sink->write("\nRejection of uncertain rows\n\n");
  show_rejection(*sink, set, style);
  sink->write(
      "\nOut-of-distribution detection: digits (mnist) and Japanese characters (kmnist)\n\n");
  show_detection(*sink, data, set, style);
  sink->write("\nSingle rows, class by class\n\n");
  show_instances(*sink, set, style);
  const std::string folder = arguments.save.empty() ? "demo" : arguments.save;
  sink->write(fmt::format(
      "Next\n{}  qualm measure {}/fashion-mnist.npz --sort-by variance.epistemic\n"
      "  qualm reject {}/fashion-mnist.npz --labels {}/fashion-mnist.npz --plot curves.svg\n"
      "  qualm ood --in {}/fashion-mnist.npz --out mnist={}/mnist.npz --plot roc.svg\n",
      arguments.save.empty() ? "  qualm demo --save demo\n" : "", folder, folder, folder, folder,
      folder));
  sink->finish();  // where the page fails, the tour has been shown
  if (!arguments.report.empty()) {
    page::require_page();
    write_page(arguments.report, data, in);
    const auto last = io::open_stdout();
    last->write(fmt::format("\nThe page of these predictions: {}\n", arguments.report));
    last->finish();
  }
  return 0;
}

}  // namespace

Run setup_demo(CommandBuilder& command) {
  auto arguments = std::make_shared<DemoArguments>();
  command.examples("qualm demo\nqualm demo --save demo\nqualm demo --report demo.html");
  OptionGroup group(command, "Output");
  group.text("--save", "FOLDER", "also write the predictions, labels and images to this folder",
             arguments->save);
  group.text("--report", "FILE", "also write the page of `qualm report` for them",
             arguments->report);
  group.value("--color", "auto|always|never",
              "use color. Default: auto, on a terminal unless NO_COLOR is set",
              [arguments](const auto& text) { arguments->color = parse_color(text); });
  return [arguments] { return run_demo(*arguments); };
}

}  // namespace qualm::cli
