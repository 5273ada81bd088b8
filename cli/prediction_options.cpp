// SPDX-License-Identifier: Apache-2.0
#include "prediction_options.h"

#include <fmt/format.h>

#include "add_options.h"
#include "list_or_file.h"
#include "process_group.h"
#include "qualm/error.h"
#include "qualm/theory.h"
#include "spell_option.h"

namespace qualm::cli {

namespace {

void add_common_options(OptionGroup& group, std::string_view name, MeasureJob& job) {
  for (const CommonOption& each : common_options()) {
    if (each.group != name) continue;
    const std::string option = spell_option(each.key, {});
    if (each.flag != nullptr) {
      group.flag(option, each.summary, each.flag(job));
    } else {
      group.value(option, each.values, each.summary,
                  [&job, read = each.read](const std::string& text) { read(job, text); });
    }
  }
}

}  // namespace

namespace {

constexpr const char* predictions_summary =
    ".npy, .npz, .safetensors, .h5, .csv or .jsonl files, also gzipped, or - for standard input. "
    "Several 2-D files are the members of one ensemble; several 3-D files are independent runs";

/// Entries of all rows, or of those that this process works on.
io::Entries read_rows(const PredictionArguments& arguments, const std::string& path,
                      const io::OpenOptions& options, bool of_texts) {
  const Group& group = process_group();
  const io::EntryShare wanted{{group.rank(), group.size()}, of_texts};
  if (!arguments.shards.empty() && io::is_pattern(path)) {
    return io::read_entries(io::find_shards(path), options, wanted);
  }
  return io::read_entries(path, options, wanted);
}

}  // namespace

std::vector<Measure> parse_measures(const std::string& text) {
  const std::vector<std::string> names = split_list(text);
  return {names.begin(), names.end()};
}

void add_predictions_argument(CommandBuilder& command, PredictionArguments& arguments) {
  command.argument("PREDICTIONS", "FILE", predictions_summary, arguments.job.files.paths,
                   Presence::optional);
  OptionGroup(command, "Input")
      .repeated("--shards", "PATTERN",
                "instead of PREDICTIONS: pattern for the files of one array that is split along "
                "instances, in quotes, such as 'preds-*.npy' (sorted by number, preds-2 before "
                "preds-10). --labels and --ids can then be patterns too. Repeat for further arrays",
                arguments.shards);
}

void find_shards(PredictionArguments& arguments) {
  PredictionFiles& files = arguments.job.files;
  if (files.paths.empty() && arguments.shards.empty()) {
    throw_usage(fmt::format("missing PREDICTIONS: {}", predictions_summary));
  }
  if (!files.paths.empty() && !arguments.shards.empty()) {
    throw_usage(
        fmt::format("--shards and the file {}: give one of them, and put the pattern in "
                    "quotes so that the shell does not expand it",
                    files.paths[0]));
  }
  for (const std::string& each : arguments.shards) files.shards.push_back(io::find_shards(each));
}

void add_input_options(CommandBuilder& command, PredictionArguments& arguments, InputKinds kinds) {
  PredictionFiles& files = arguments.job.files;
  OptionGroup group(command, "Input");
  group.text("--axes", "AXES",
             "meaning of each axis, such as nmk: n instance, m member, k class. Default: inferred "
             "from the data, with an error if it is ambiguous",
             files.axes);
  const bool or_scores = kinds == InputKinds::predictions_or_scores;
  group.value("--input",
              or_scores ? "probs|logits|dirichlet|counts|votes|scores"
                        : "probs|logits|dirichlet|counts|votes",
              or_scores ? "kind of input. Default: probs. scores: precomputed uncertainty scores, "
                          "one number per row, named after their file"
                        : "kind of input. Default: probs",
              [&arguments, or_scores](const std::string& text) {
                arguments.are_scores = or_scores && text == "scores";
                if (!arguments.are_scores) arguments.job.files.input = parse_input(text);
              });
  group.text("--key", "NAME",
             "name of the array in an .npz, .safetensors or HDF5 file, or key of JSON lines",
             files.key);
  group.text("--member-weights", "LIST|FILE", "weights of the members, normalized to sum to 1",
             arguments.member_weights);
  group.text("--class-names", "LIST|FILE",
             "class names, such as cat,dog, or a file with one name per line. If the predictions "
             "have class names, this selects and orders classes by name",
             arguments.class_names);
  group.text(
      "--columns", "LIST|FILE",
      "columns of a .csv, or keys of JSON lines, that are classes. Default: all numeric columns",
      arguments.columns);
  group.text("--ids", "FILE", "one ID per row, shown in every output that lists rows",
             arguments.ids);
  group.text("--ids-key", "NAME", "column of the table or array of the file that has the IDs",
             arguments.ids_key);
  group.value("--classes", "K", "number of classes, for votes in which some classes may not occur",
              [&](const std::string& text) {
                files.n_classes = parse_whole("--classes", text, 2, most_classes);
              });
  add_common_options(group, "Input", arguments.job);
}

void add_measure_options(CommandBuilder& command, PredictionArguments& arguments) {
  MeasureOptions& measures = arguments.job.measures;
  OptionGroup group(command, "Measures");
  group.value(
      "--measure", "FAMILY,...",
      fmt::format(
          "families of measures: {}. Default: variance,entropy. variance has per-class values and "
          "satisfies more axioms; entropy can be better at OoD detection, so both are shown",
          measure_names()),
      [&](const std::string& text) { measures.measures = parse_measures(text); });
  group.text("--class-weights", "LIST|FILE",
             "class weights for label-wise measures. Default: all 1. A .csv can have the class "
             "names in its header",
             arguments.class_weights);
  add_common_options(group, "Measures", arguments.job);
}

void add_label_options(CommandBuilder& command, PredictionArguments& arguments,
                       std::string_view note) {
  OptionGroup group(command, "Input");
  group.text(
      "--labels", "FILE",
      fmt::format("true class of each row, as a number counted from 0 or a class name. {}", note),
      arguments.labels);
  group.text("--labels-key", "NAME", "column of the table or array of the file that has the labels",
             arguments.labels_key);
}

void add_prediction_options(CommandBuilder& command, PredictionArguments& arguments) {
  add_predictions_argument(command, arguments);
  add_input_options(command, arguments);
  add_measure_options(command, arguments);
  add_output_options(command, arguments.output);
  add_compute_options(command, arguments.compute);
}

void resolve(PredictionArguments& arguments) {
  MeasureJob& job = arguments.job;
  job.group = &process_group();
  job.measures.threads = arguments.compute.threads;
  if (!arguments.class_weights.empty()) {
    NamedNumbers weights = named_numbers_from("--class-weights", arguments.class_weights);
    job.measures.class_weights = std::move(weights.values);
    job.class_weight_names = std::move(weights.names);
    job.class_weights_source = arguments.class_weights;
  }
  if (!arguments.member_weights.empty()) {
    job.files.member_weights = numbers_from("--member-weights", arguments.member_weights);
  }
  if (!arguments.class_names.empty()) {
    job.files.class_names = names_from("--class-names", arguments.class_names);
  }
  if (!arguments.columns.empty()) job.files.columns = names_from("--columns", arguments.columns);
  if (!arguments.ids.empty()) {
    job.files.ids = read_rows(
        arguments, arguments.ids,
        {.key = arguments.ids_key, .key_argument = "ids_key", .usual_key = "ids", .of_ids = true},
        true);
  } else if (!arguments.ids_key.empty()) {
    throw_usage("--ids-key is for --ids: name the file of the IDs");
  }
}

void give_labels(PredictionArguments& arguments) {
  PredictionFiles& files = arguments.job.files;
  if (!arguments.labels.empty()) {
    // Whether texts are names or numbers is decided in view of all.
    files.labels = read_rows(arguments, arguments.labels,
                             {arguments.labels_key, "labels_key", "labels"}, false);
  } else if (!arguments.labels_key.empty()) {
    throw_usage("--labels-key is for --labels: name the file of the labels");
  }
  files.look_for_labels = arguments.labels.empty();
}

std::vector<std::string> input_paths(const PredictionArguments& arguments) {
  std::vector<std::string> paths = arguments.job.files.paths;
  for (const io::Shards& each : arguments.job.files.shards) {
    paths.insert(paths.end(), each.paths.begin(), each.paths.end());
  }
  for (const std::string* path :
       {&arguments.class_weights, &arguments.member_weights, &arguments.class_names,
        &arguments.columns, &arguments.ids, &arguments.labels}) {
    if (!path->empty()) paths.push_back(*path);
  }
  return paths;
}

}  // namespace qualm::cli
