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

// What a user asks for, one struct per command. A front door fills it and calls run(), which checks
// it first; nothing is read before that. The page's job is in qualm/page.h.
namespace qualm {

/// Who hears of a job while it runs. Each may be empty.
struct Listener {
  Progress progress;
  std::function<void(const std::string& note)> note;  ///< what the user should know, for spelled()
};

/// A small array: in a file, or in memory.
struct GivenNumbers {
  std::string path, key = {};
  std::optional<io::Numbers> numbers = std::nullopt;  ///< used instead of the file

  [[nodiscard]] io::Numbers read() const;
};

/// A score of any origin, one number per row.
struct GivenScore {
  std::string name;
  GivenNumbers numbers;
};

/// One picture per row: in a file, or open already.
struct GivenPictures {
  std::string path, key = {};
  std::shared_ptr<const PictureFile> file = nullptr;

  [[nodiscard]] bool is_given() const { return file != nullptr || !path.empty(); }
  /// Null if none are given.
  [[nodiscard]] std::shared_ptr<const PictureFile> open(std::size_t n_rows) const;
};

/// Predictions, and how they are measured.
struct MeasureJob {
  PredictionFiles files;                               ///< to be opened, unless
  std::shared_ptr<const PredictionSet> set = nullptr;  ///< they are open already
  MeasureOptions measures;
  /// Where the class weights come with names: one each, and what messages call their source.
  std::vector<std::string> class_weight_names = {};
  std::string class_weights_source = {};
  /// Of the scores of reject and ood, in bytes: what does not fit lies in temporary files. 0: half
  /// of what there is.
  std::uint64_t memory = 0;
  /// The processes that share the rows; each of them runs the job.
  Group* group = &only_process();

  [[nodiscard]] bool is_given() const {
    return set != nullptr || !files.paths.empty() || !files.shards.empty();
  }
  /// Throws usage if nothing is given.
  void check() const;
};
/// An option of a MeasureJob that every front door offers under its key: a switch, or a text.
struct CommonOption {
  const char* key;
  std::string_view group;                ///< of options that it stands with
  const char* summary;                   ///< what it does
  bool& (*flag)(MeasureJob&) = nullptr;  ///< where it is a switch
  const char* values = nullptr;          ///< where it is none: what it may be, "2|e|K"
  void (*read)(MeasureJob&, std::string_view) = nullptr;  ///< and takes it; throws usage
};
[[nodiscard]] std::span<const CommonOption> common_options();

/// The predictions of a job, open, and its options with class weights in the order of the classes.
struct Measured {
  std::shared_ptr<const PredictionSet> set;
  MeasureOptions measures;
  Group* group = &only_process();
};
[[nodiscard]] Measured open(const MeasureJob& job, const Listener& listener = {});
/// Measures the rows of this process block by block, see measure_blocks; notes what users should
/// know of the values of all rows.
void run(const Measured& measured, const std::function<void(MeasuredBlock&)>& visit,
         const Listener& listener = {});
/// All blocks put together, see measure_all.
[[nodiscard]] MeasuredBlock run(const Measured& measured, const Listener& listener = {});

/// Rows from elsewhere under the name they have in output.
struct OtherRows {
  std::string name;
  std::vector<std::string> paths = {};                 ///< read as the in-distribution ones, unless
  std::shared_ptr<const PredictionSet> set = nullptr;  ///< they are open already
  std::vector<GivenScore> given = {};                  ///< of any origin, instead of predictions
  std::vector<io::Shards> shards = {};                 ///< instead of paths
};
/// The predictions of each, open. Throws data unless one ensemble predicted all.
[[nodiscard]] std::vector<std::shared_ptr<const PredictionSet>> open_others(
    const MeasureJob& job, const PredictionSet& in, const std::vector<OtherRows>& others,
    const Listener& listener = {});

template <class Result>
struct Outcome {
  Result result;
  std::optional<Measured> measured = std::nullopt;  ///< none if only scores were given
};

struct RejectJob {
  MeasureJob measured;                  ///< with labels; may be empty where scores are given
  std::vector<std::string> scores;      ///< of the predictions; empty: every part of each measure
  std::vector<GivenScore> given;        ///< beside them, or alone
  std::optional<GivenNumbers> correct;  ///< without predictions: 1 where right, else 0
  RejectOptions options;
  /// The rows for the guarantee: a share drawn by the bootstrap's seed, or numbers or mask of rows.
  std::variant<std::monostate, double, GivenNumbers> calibration;

  void check() const;
};
[[nodiscard]] Outcome<RejectResult> run(const RejectJob& job, const Listener& listener = {});

struct OodJob {
  MeasureJob measured;            ///< in-distribution, unless
  std::vector<GivenScore> given;  ///< scores of any origin are; the same name again: the next run
  std::vector<OtherRows> others;
  std::vector<std::string> scores;  ///< of predictions; empty: the epistemic part of each measure
  OodOptions options;

  void check() const;
};
[[nodiscard]] Outcome<OodResult> run(const OodJob& job, const Listener& listener = {});

struct ExplainJob {
  MeasureJob measured;
  std::string by = {};        ///< a score; empty: the epistemic part of the first measure
  std::string of_class = {};  ///< of this class only, by name or number
  std::optional<std::size_t> top = std::nullopt;                ///< 9 by default
  std::optional<std::vector<std::string>> rows = std::nullopt;  ///< these instead of the top ones
  GivenPictures pictures = {};
  std::optional<std::size_t> label_next = std::nullopt;  ///< list so many rows instead
  std::size_t budget = 0;  ///< of these at most so many of each predicted class; 0: no limit

  void check() const;
};
[[nodiscard]] Outcome<ExplainResult> run(const ExplainJob& job, const Listener& listener = {});
/// Instead, where label_next is set.
[[nodiscard]] Outcome<LabelNext> run_label_next(const ExplainJob& job,
                                                const Listener& listener = {});

}  // namespace qualm
