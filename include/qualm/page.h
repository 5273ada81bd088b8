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

// One page that shows where a model doubts: `qualm report` writes it with its data into one file,
// `qualm serve` sends it and pages the rows on demand. What is on it: docs/page.md.
namespace qualm::page {

/// What a user asks a page of.
struct Job {
  MeasureJob measured;                  ///< in distribution; with labels it has curves
  std::vector<OtherRows> others;        ///< predictions
  std::vector<GivenPictures> pictures;  ///< of these sets in their order, as many as are given
  std::string title = {};               ///< empty: the name of the first file
  std::size_t n_rows = 2000;            ///< rows within a report, see docs/page.md for which
  std::uint64_t seed = 0;

  void check() const;
};

/// One set of predictions, open.
struct Source {
  std::string name;                ///< for the set in distribution what the page is called
  std::vector<std::string> files;  ///< as shown
  std::shared_ptr<const PredictionSet> predictions;
  std::shared_ptr<const PictureFile> pictures = nullptr;  ///< may be null
};

/// A job with all its files open.
struct Request {
  std::vector<Source> sets;  ///< the first is in distribution, the others are not
  MeasureOptions measures;
  std::size_t n_rows = 2000;
  std::uint64_t seed = 0;
};
[[nodiscard]] Request open(const Job& job, const Listener& listener = {});

/// Which rows, and in which order: what the list of instances asks for.
struct RowQuery {
  enum class Part { all, rejected, kept };
  std::string sort;                     ///< a score, "gap.epistemic" (see docs/page.md) or "row"
  std::optional<std::size_t> of_class;  ///< of this class only
  bool ascending = false;               ///< else the greatest first; the lower row where tied
  std::vector<double> class_weights;    ///< empty: those of the request
  std::optional<std::size_t> set, row;  ///< empty: all
  std::optional<std::uint32_t> predicted, label;
  std::optional<bool> wrong;
  Part part = Part::all;
  std::string rejected_by;  ///< the score that rejects
  double portion = 0;       ///< of the rows in distribution that is rejected
  struct Box {
    std::string measure = "variance";
    double aleatoric[2] = {0, 0}, epistemic[2] = {0, 0};  ///< both ends included
  };
  std::optional<Box> box;
  std::size_t first = 0, count = 100;
  bool class_by_class = true;  ///< else scores only
};

struct State;

/// Measures all sets once; then answers. Calls of its const members may come from several threads.
class Page {
 public:
  /// Throws as `reject`, `ood` and `explain` do, and has their notes on scores.
  explicit Page(Request request, const Listener& listener = {});
  ~Page();
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  /// A file that needs nothing else. Throws as require_page does.
  [[nodiscard]] std::string report(const Progress& progress = {}) const;
  /// The same page for a server that answers summary, rows and picture.
  [[nodiscard]] std::string live(const Progress& progress = {}) const;

  /// Everything but rows as JSON, with other class weights (empty: those of the request); these
  /// come without the intervals that take a bootstrap.
  [[nodiscard]] std::string summary(const std::vector<double>& class_weights = {}) const;
  /// A block of rows as bytes, see src/page/row_block.h. Throws usage for a score or class that
  /// does not exist.
  [[nodiscard]] std::string rows(const RowQuery& query) const;
  /// A PNG file; empty if there is no such picture.
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
