// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "qualm/analysis/explain.h"
#include "qualm/analysis/measure_blocks.h"
#include "qualm/analysis/ood.h"
#include "qualm/analysis/pictures.h"
#include "qualm/analysis/prediction_set.h"
#include "qualm/analysis/reject.h"
#include "qualm/group.h"
#include "qualm/io.h"
#include "qualm/measures.h"
#include "qualm/progress.h"

// One struct per command with all its arguments. An interface fills it and calls run(), which first
// calls check(). The page's job is in qualm/page.h.
namespace qualm {

/// Callbacks of a running job. Each may be empty.
struct Listener {
  Progress progress;
  std::function<void(const std::string& note)> note;  ///< a note for the user, for spelled()
};

/// A small array: in a file, or in memory.
struct GivenNumbers {
  std::string path, key = {};
  std::optional<io::Numbers> numbers = std::nullopt;  ///< used instead of the file

  [[nodiscard]] io::Numbers read() const;
};

/// A precomputed score, one number per row.
struct GivenScore {
  std::string name;
  GivenNumbers numbers;
};

/// One image per row: in a file, or already open.
struct GivenPictures {
  std::string path, key = {};
  std::shared_ptr<const PictureFile> file = nullptr;

  [[nodiscard]] bool is_given() const { return file != nullptr || !path.empty(); }
  /// Null if none are given.
  [[nodiscard]] std::shared_ptr<const PictureFile> open(std::size_t n_rows) const;
};

/// Predictions, and how they are measured.
struct MeasureJob {
  PredictionFiles files;                               ///< files to open, unless `set` is given
  std::shared_ptr<const PredictionSet> set = nullptr;  ///< already open predictions
  MeasureOptions measures;
  /// For named class weights: one name per weight, and the source for messages.
  std::vector<std::string> class_weight_names = {};
  std::string class_weights_source = {};
  /// Memory limit for the scores of reject and ood, in bytes; beyond it temporary files are used.
  /// 0: half of the available memory.
  std::uint64_t memory = 0;
  /// The processes that share the rows; each runs the job.
  Group* group = &only_process();

  [[nodiscard]] bool is_given() const {
    return set != nullptr || !files.paths.empty() || !files.shards.empty();
  }
  /// Throws usage if nothing is given.
  void check() const;
};
/// An option of a MeasureJob that every interface offers under its key: a flag, or a text.
struct CommonOption {
  const char* key;
  std::string_view group;                                 ///< group in the help
  const char* summary;                                    ///< what it does
  bool& (*flag)(MeasureJob&) = nullptr;                   ///< for a flag
  const char* values = nullptr;                           ///< else: possible values, "2|e|K"
  void (*read)(MeasureJob&, std::string_view) = nullptr;  ///< else: sets it; throws usage
};
[[nodiscard]] std::span<const CommonOption> common_options();

/// The opened predictions of a job, and its options with class weights in class order.
struct Measured {
  std::shared_ptr<const PredictionSet> set;
  MeasureOptions measures;
  Group* group = &only_process();
};
[[nodiscard]] Measured open(const MeasureJob& job, const Listener& listener = {});
/// Measures the rows of this process block by block, see measure_blocks; reports notes about the
/// values of all rows.
void run(const Measured& measured, const std::function<void(MeasuredBlock&)>& visit,
         const Listener& listener = {});
/// The same, concatenated; see measure_all.
[[nodiscard]] MeasuredBlock run(const Measured& measured, const Listener& listener = {});

/// Out-of-distribution rows and their name in the output.
struct OtherRows {
  std::string name;
  std::vector<std::string> paths =
      {};  ///< files, read like the in-distribution files, unless `set` is given
  std::shared_ptr<const PredictionSet> set = nullptr;  ///< already open predictions
  std::vector<GivenScore> given = {};   ///< precomputed scores, instead of predictions
  std::vector<io::Shards> shards = {};  ///< instead of paths
};
/// Opens the predictions of each set. Throws data unless members and classes agree.
[[nodiscard]] std::vector<std::shared_ptr<const PredictionSet>> open_others(
    const MeasureJob& job, const PredictionSet& in, const std::vector<OtherRows>& others,
    const Listener& listener = {});

template <class Result>
struct Outcome {
  Result result;
  std::optional<Measured> measured = std::nullopt;  ///< none if only scores were given
};

struct RejectJob {
  MeasureJob measured;              ///< with labels; may be empty if scores are given
  std::vector<std::string> scores;  ///< scores of the predictions; empty: all parts of each measure
  std::vector<GivenScore> given;    ///< precomputed scores, in addition or alone
  std::optional<GivenNumbers> correct;  ///< without predictions: 1 if correct, else 0
  RejectOptions options;
  /// Calibration rows for the guarantee: a share drawn with the bootstrap's seed, row numbers, or a
  /// mask.
  std::variant<std::monostate, double, GivenNumbers> calibration;

  void check() const;
};
[[nodiscard]] Outcome<RejectResult> run(const RejectJob& job, const Listener& listener = {});

struct OodJob {
  MeasureJob measured;            ///< in-distribution predictions, unless scores are `given`
  std::vector<GivenScore> given;  ///< precomputed scores; a repeated name is the next run
  std::vector<OtherRows> others;
  std::vector<std::string>
      scores;  ///< scores of the predictions; empty: the epistemic part of each measure
  OodOptions options;

  void check() const;
};
[[nodiscard]] Outcome<OodResult> run(const OodJob& job, const Listener& listener = {});

struct ExplainJob {
  MeasureJob measured;
  std::string by = {};        ///< a score; empty: the epistemic part of the first measure, of one
                              ///< member its total
  std::string of_class = {};  ///< for this class only, by name or number
  std::optional<std::size_t> top = std::nullopt;  ///< 9 by default
  std::optional<std::vector<std::string>> rows =
      std::nullopt;  ///< these rows instead of the top rows
  GivenPictures pictures = {};
  std::optional<std::size_t> label_next =
      std::nullopt;        ///< list this many candidates for labelling instead
  std::size_t budget = 0;  ///< maximum per predicted class; 0: no limit

  void check() const;
};
[[nodiscard]] Outcome<ExplainResult> run(const ExplainJob& job, const Listener& listener = {});
/// If label_next is set.
[[nodiscard]] Outcome<LabelNext> run_label_next(const ExplainJob& job,
                                                const Listener& listener = {});

}  // namespace qualm
