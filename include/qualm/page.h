// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/analysis.h"

// The interactive page: `qualm report` writes it with its data into one file, `qualm serve` serves
// it and sends rows on demand. Its content: docs/page.md.
namespace qualm::page {

/// The input of a page.
struct Job {
  MeasureJob measured;                  ///< in-distribution predictions; labels add accuracy curves
  std::vector<OtherRows> others;        ///< predictions
  std::vector<GivenPictures> pictures;  ///< images of the sets, in the order of the sets
  std::string title = {};               ///< empty: the name of the first file
  std::size_t n_rows = 2000;            ///< rows within a report, see docs/page.md for which
  std::uint64_t seed = 0;

  void check() const;
};

/// One set of predictions, open.
struct Source {
  std::string name;                ///< name of the set; for the first set, the title of the page
  std::vector<std::string> files;  ///< as shown
  std::shared_ptr<const PredictionSet> predictions;
  std::shared_ptr<const PictureFile> pictures = nullptr;  ///< may be null
};

/// A job with all its files open.
struct Request {
  std::vector<Source> sets;  ///< the first is in-distribution, the others are out-of-distribution
  MeasureOptions measures;
  std::size_t n_rows = 2000;
  std::uint64_t seed = 0;
};
[[nodiscard]] Request open(const Job& job, const Listener& listener = {});

/// A query of the list of instances: which rows, in which order.
struct RowQuery {
  enum class Part { all, rejected, kept };
  std::string sort;                     ///< a score, "gap.epistemic" (see docs/page.md) or "row"
  std::optional<std::size_t> of_class;  ///< for this class only
  bool ascending = false;               ///< else descending; ties by row number
  std::vector<double> class_weights;    ///< empty: those of the request
  std::optional<std::size_t> set, row;  ///< empty: all
  std::optional<std::uint32_t> predicted, label;
  std::optional<bool> wrong;
  Part part = Part::all;
  std::string rejected_by;  ///< the score that rejects
  double portion = 0;       ///< rejected share of the in-distribution rows
  struct Box {
    std::string measure = "variance";
    double aleatoric[2] = {0, 0}, epistemic[2] = {0, 0};  ///< both ends included
  };
  std::optional<Box> box;
  std::size_t first = 0, count = 100;
  bool class_by_class = true;  ///< else scores only
};

struct State;

/// Measures all sets once, then answers queries. Const members are thread-safe.
class Page {
 public:
  /// Throws as `reject`, `ood` and `explain` do; reports their notes.
  explicit Page(Request request, const Listener& listener = {});
  ~Page();
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  /// Returns a self-contained HTML file. Throws as require_page does.
  [[nodiscard]] std::string report(const Progress& progress = {}) const;
  /// Returns the same page for a server that provides summary, rows and picture.
  [[nodiscard]] std::string live(const Progress& progress = {}) const;

  /// Returns everything except rows as JSON, for these class weights (empty: those of the request);
  /// with other weights, without bootstrap intervals.
  [[nodiscard]] std::string summary(const std::vector<double>& class_weights = {}) const;
  /// Returns a block of rows as bytes, see src/page/row_block.h. Throws usage for a score or class
  /// that does not exist.
  [[nodiscard]] std::string rows(const RowQuery& query) const;
  /// Returns a PNG file; empty if there is no such image.
  [[nodiscard]] std::string picture(std::size_t set, std::size_t row) const;

 private:
  std::unique_ptr<State> state_;
};

/// Throws system, with the remedy, if this program was built without the page.
void require_page();

/// The inline script and style of the page as a content security policy names them: 'sha256-...'.
/// Empty if this program was built without the page.
[[nodiscard]] std::string_view script_hash() noexcept;
[[nodiscard]] std::string_view style_hash() noexcept;

}  // namespace qualm::page
