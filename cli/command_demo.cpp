// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>

#include "add_options.h"
#include "commands.h"
#include "made_ensemble.h"
#include "output_options.h"
#include "qualm/io.h"
#include "qualm/measures.h"
#include "qualm/report.h"

namespace qualm::cli {
namespace {

struct DemoArguments {
  std::string save;
  Color color = Color::automatic;
};

void save(const MadeEnsemble& made, const std::string& path) {
  const std::vector<double> numbers(made.probabilities.begin(), made.probabilities.end());
  const auto sink = io::open_atomic_file(path);
  io::write_npy(*sink,
                {"", {made.n_instances, made.n_members, made.n_classes}, numbers, true, {}, {}});
  sink->finish();
}

void write_table(io::Sink& sink, const MadeEnsemble& made, const Measures& measures,
                 const MeasureOptions& options, const Terminal& terminal) {
  report::MeasureInfo info{made.n_instances, made.n_members, made.n_classes, 1,
                           made.class_names, "nmk",          Input::probs,   {},
                           options};
  info.options.per_class = false;
  report::TableStyle style;
  style.width = terminal.width;
  style.color = terminal.color;
  style.top = 5;
  MeasuredBlock block{0, measures, {}};
  for (FamilyResult& result : block.measures.families) result.per_class = {};
  const auto writer = report::make_measure_writer(report::Format::table, sink, info, style);
  writer->begin();
  writer->block(block);
  writer->end();
}

/// The row with the greatest value, the first where tied.
std::size_t greatest(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

std::string bars(const MadeEnsemble& made, const Parts& per_class, std::size_t row, bool color) {
  const auto of_row = [&](const std::vector<double>& values) {
    return std::span(values).subspan(row * made.n_classes, made.n_classes);
  };
  return report::label_bars_text(
      {made.class_names, of_row(per_class.epistemic), of_row(per_class.aleatoric), 0.25}, color,
      32);
}

int run(const DemoArguments& arguments) {
  const Terminal terminal = standard_output(arguments.color);
  const MadeEnsemble made = make_ensemble(20240501);
  if (!arguments.save.empty()) save(made, arguments.save);
  MeasureOptions options;
  options.per_class = true;
  const Predictions predictions(contiguous_view(std::span(made.probabilities),
                                                {made.n_instances, made.n_members, made.n_classes}),
                                {});
  const Measures measures = measure(predictions, options);
  const FamilyResult& variance = measures.families[0];
  const std::size_t unlike = greatest(variance.parts.epistemic);
  const std::size_t between = greatest(variance.parts.aleatoric);

  const auto sink = io::open_stdout();
  sink->write(
      "A made ensemble: five members that tell clothes apart. No real model stands behind it.\n\n");
  write_table(*sink, made, measures, options, terminal);
  sink->write(fmt::format(
      "\nClass by class: epistemic (blue, first) and aleatoric (red); the bar is full at 0.25\n"
      "\nRow {}: the members disagree. More data like this would help.\n{}"
      "\nRow {}: the members agree that it lies between classes. More data would not help.\n{}",
      unlike, bars(made, variance.per_class, unlike, terminal.color), between,
      bars(made, variance.per_class, between, terminal.color)));
  const std::string file = arguments.save.empty() ? "demo.npy" : arguments.save;
  sink->write(
      fmt::format("\nNext\n{}  qualm measure {} --sort-by variance.epistemic\n"
                  "  qualm measure {} --format csv -o measures.csv\n{}",
                  arguments.save.empty() ? "  qualm demo --save demo.npy\n" : "", file, file,
                  arguments.save.empty() ? "" : "  qualm help measure\n"));
  sink->finish();
  return 0;
}

}  // namespace

Run setup_demo(CLI::App& app) {
  auto arguments = std::make_shared<DemoArguments>();
  app.footer("qualm demo\nqualm demo --save demo.npy");
  OptionGroup group(app, "Output");
  group.text("--save", "FILE", "also write the predictions to this .npy file", arguments->save);
  group.value("--color", "auto|always|never", "auto: on a terminal, unless NO_COLOR is set",
              [arguments](const auto& text) { arguments->color = parse_color(text); });
  return [arguments] { return run(*arguments); };
}

}  // namespace qualm::cli
