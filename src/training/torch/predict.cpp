// SPDX-License-Identifier: Apache-2.0
#include "training/torch/predict.h"

#include <fmt/format.h>
#include <torch/version.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>

#include "io/text.h"
#include "qualm/error.h"
#include "qualm/io.h"
#include "qualm/training/registry.h"
#include "system/sandbox.h"
#include "training/json.h"
#include "training/load_examples.h"
#include "training/log.h"
#include "training/output_path.h"
#include "training/resize.h"
#include "training/torch/device.h"
#include "training/torch/ensemble_outputs.h"

namespace qualm::training {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Who predicts: a run of an ensemble, or models brought by somebody.
struct Ensemble {
  std::vector<PredictorSource> members;
  std::size_t run = 0;
  OutputKind kind = OutputKind::logits;
  std::size_t dropout_samples = 0;
  std::vector<std::string> class_names;
  json provenance;
};

const char* name_of(OutputKind kind) {
  return kind == OutputKind::probs ? "probs" : "logits";
}

/// Whether float16 has these numbers.
bool fit_half_precision(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value <= 65504; });
}

class PredictionWriter {
 public:
  PredictionWriter(const PredictJob& job, const PredictEvents& events)
      : job_(job), events_(events), device_(resolve_device(job.resources.device)) {
    if (!job.ensemble.empty()) record_ = EnsembleFolder(job.ensemble).read_record();
  }

  void write_all() {
    const std::vector<Ensemble> ensembles = find_ensembles();
    check_output(job_, ensembles.size());
    for (const std::string& dataset : job_.datasets) {
      std::vector<std::string> notes;
      const bool as_they_are = job_.normalization == no_normalization;
      Examples examples = load_examples({dataset,
                                         job_.data_dir,
                                         job_.labels,
                                         job_.split,
                                         job_.limit,
                                         {},
                                         false,
                                         as_they_are ? FloatPixels::kept : FloatPixels::scaled},
                                        notes);
      for (const std::string& note : notes) events_.note(note);
      if (!job_.resize.empty()) resize_pictures(examples, job_.resize[0], job_.resize[1]);
      align_features(examples, record_.feature_names);
      check_shape(examples);
      if (!job_.ensemble.empty()) align(examples);
      for (const Ensemble& ensemble : ensembles) write(ensemble, examples);
    }
  }

 private:
  [[nodiscard]] std::vector<Ensemble> find_ensembles() const {
    std::vector<Ensemble> ensembles;
    if (job_.ensemble.empty()) {
      Ensemble ensemble;
      tell_rights();
      for (const std::string& path : job_.models) {
        ensemble.members.push_back(script_model(path, job_.trust_model));
      }
      ensemble.kind = job_.outputs == "auto"     ? OutputKind::automatic
                      : job_.outputs == "logits" ? OutputKind::logits
                                                 : OutputKind::probs;
      ensemble.dropout_samples = job_.dropout_samples;
      ensemble.provenance["models"] = job_.models;
      ensembles.push_back(std::move(ensemble));
      return ensembles;
    }
    const EnsembleFolder folder(job_.ensemble);
    const Method& method = find_method(record_.plan.method);
    if (job_.run && *job_.run >= record_.runs) {
      throw_usage(fmt::format("{}: {} has {} runs, numbered from 0",
                              argument("run", std::to_string(*job_.run)), job_.ensemble,
                              record_.runs));
    }
    for (std::size_t run = job_.run.value_or(0); run < job_.run.value_or(record_.runs - 1) + 1;
         ++run) {
      Ensemble ensemble;
      std::vector<std::string> notes;
      ensemble.members = members_of(folder, record_, run, notes);
      for (const std::string& note : notes) events_.note(note);
      ensemble.run = run;
      if (method.evidential) ensemble.kind = OutputKind::dirichlet;
      ensemble.dropout_samples = job_.dropout_samples;
      if (method.drops_out && job_.dropout_samples == 0) ensemble.dropout_samples = 20;
      ensemble.class_names = record_.plan.class_names;
      ensemble.provenance = {{"training", record_.plan}, {"trained_by", record_.versions}};
      for (const MemberLog& log : member_logs(folder.log_path(), run, record_.members)) {
        ensemble.provenance["training_seconds"].push_back(log.seconds);
        ensemble.provenance["test_accuracies"].push_back(log.test_accuracy);
      }
      ensembles.push_back(std::move(ensemble));
    }
    return ensembles;
  }

  void tell_rights() const {
    if (job_.trust_model) return;
    if (device_ != "cpu") {
      events_.note(fmt::format("on {} the models run with all your file permissions", device_));
    } else if (!sys::can_confine_reading()) {
      events_.note(
          "this system has no Landlock: the models can read and truncate your files, but cannot "
          "write to them");
    }
  }

  void check_shape(const Examples& examples) const {
    if (job_.ensemble.empty() || examples.shape == record_.plan.shape) return;
    throw_data(fmt::format("{} has rows of {}, {} was trained on rows of {} ({})", examples.name,
                           shape_text(examples.shape), job_.ensemble,
                           shape_text(record_.plan.shape), record_.plan.dataset));
  }

  /// Labels of other classes are no labels of these predictions.
  void align(Examples& examples) const {
    const auto other = align_labels(examples, record_.plan.class_names);
    if (!other) return;
    examples.has_labels = false;
    events_.note(fmt::format("{}: the labels are left out, because {} is none of the classes of {}",
                             examples.name, io::in_quotes(*other), job_.ensemble));
  }

  /// One number stands for all channels.
  static std::vector<double> per_channel(const std::vector<double>& numbers,
                                         const Examples& examples) {
    if (numbers.size() != 1) return numbers;
    return std::vector<double>(examples.shape.back(), numbers[0]);
  }

  [[nodiscard]] Normalization normalization(const Examples& examples) const {
    Normalization result;
    if (!job_.mean.empty() || !job_.deviation.empty()) {
      result.divisor = examples.are_features() ? 1 : 255;
      result.mean = per_channel(job_.mean, examples);
      result.deviation = per_channel(job_.deviation, examples);
    } else if (job_.normalization == no_normalization) {
      return result;
    } else if (!job_.normalization.empty()) {
      result = recipe_for(job_.normalization, examples.are_features()).normalization;
    } else if (!job_.ensemble.empty()) {
      result = record_.plan.normalization;
    } else if (!examples.are_features()) {
      result.divisor = 255;
    }
    if (job_.raw_pixels) result.divisor = 1;
    return result;
  }

  /// How the outputs of models brought by somebody were read.
  void tell_kinds(const EnsembleOutputs& outputs) const {
    if (job_.models.empty()) return;
    for (std::size_t m = 0; m < outputs.kinds.size() && job_.outputs == "auto"; ++m) {
      events_.note(fmt::format(
          "{}: read the outputs as {}; {} says otherwise", job_.models[m],
          name_of(outputs.kinds[m]),
          argument("outputs", outputs.kinds[m] == OutputKind::probs ? "logits" : "probs")));
    }
    if (outputs.n_rescaled > 0) {
      events_.note(
          fmt::format("{} rows of probabilities were rescaled to sum to 1", outputs.n_rescaled));
    }
  }

  void write(const Ensemble& ensemble, const Examples& examples) {
    const OutputRequest request{
        examples,  normalization(examples), ensemble.kind, ensemble.dropout_samples,
        job_.seed, job_.batch_size,         n_jobs(),      device_};
    const std::string path = output_path(job_, examples.name, ensemble.run);
    if (!written_.insert(path).second) {
      throw_usage(fmt::format("two data sets would be written to {}: predict one at a time", path));
    }
    if (const fs::path folder = fs::path(path).parent_path(); !folder.empty()) {
      std::error_code ignored;  // what cannot be made, the file itself complains about
      fs::create_directories(folder, ignored);
    }
    const auto sink = io::open_atomic_file(path);
    const EnsembleOutputs outputs = ensemble_outputs(ensemble.members, request, events_);
    tell_kinds(outputs);
    const std::vector<std::string> provenance{
        provenance_text(ensemble, examples, request, outputs)};
    const std::size_t n = examples.n_rows();
    std::vector<io::NamedArray> arrays{
        {"predictions", {n, outputs.n_members, outputs.n_classes}, outputs.probabilities, true}};
    if (!outputs.alpha.empty()) {
      std::vector<std::size_t> shape{n, outputs.n_members, outputs.n_classes};
      if (outputs.n_members == 1) shape.erase(shape.begin() + 1);
      arrays.push_back({"alpha", shape, outputs.alpha, true});
    }
    if (examples.has_labels) arrays.push_back({"labels", {n}, {}, false, examples.labels});
    if (ensemble.class_names.size() == outputs.n_classes) {
      arrays.push_back({"class_names", {outputs.n_classes}, {}, false, {}, ensemble.class_names});
    }
    arrays.push_back({"provenance", {1}, {}, false, {}, provenance});
    for (io::NamedArray& array : arrays) {
      array.compressed = job_.compact;
      array.half_precision = job_.compact && fit_half_precision(array.numbers);
    }
    io::write_npz(*sink, arrays);
    sink->finish();
    events_.note(fmt::format("{}: {} x {} x {} predictions of {}", path, n, outputs.n_members,
                             outputs.n_classes, examples.name));
  }

  [[nodiscard]] std::string provenance_text(const Ensemble& ensemble, const Examples& examples,
                                            const OutputRequest& request,
                                            const EnsembleOutputs& outputs) const {
    json document = ensemble.provenance;
    document["schema"] = "qualm.predictions/1";
    document["run"] = ensemble.run;
    document["data"] = {{"name", examples.name},
                        {"split", examples.split},
                        {"n_rows", examples.n_rows()},
                        {"sha256", examples.sha256}};
    if (!job_.resize.empty()) document["resized"] = job_.resize;
    document["normalization"] = request.normalization;
    document["dropout_samples"] = request.dropout_samples;
    if (!job_.models.empty()) {
      for (const OutputKind kind : outputs.kinds) document["outputs"].push_back(name_of(kind));
    }
    document["seed"] = request.seed;
    document["predicted_by"] = {{"qualm", QUALM_VERSION}, {"libtorch", TORCH_VERSION}};
    for (const PredictorSource& member : ensemble.members) {
      // Where the ensemble lies is nobody's business.
      document["members"].push_back(
          job_.ensemble.empty() ? member.path
                                : fs::path(member.path).lexically_relative(job_.ensemble).string());
    }
    return document.dump();
  }

  [[nodiscard]] std::size_t n_jobs() const {
    if (job_.resources.jobs > 0) return job_.resources.jobs;
    return device_ == "cpu" ? std::max(1U, std::thread::hardware_concurrency()) : 1;
  }

  const PredictJob& job_;
  const PredictEvents& events_;
  std::string device_;
  EnsembleRecord record_;
  std::set<std::string> written_;
};

}  // namespace

void predict(const PredictJob& job, const PredictEvents& events) {
  PredictionWriter(job, events).write_all();
}

}  // namespace qualm::training
