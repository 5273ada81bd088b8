// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include "array/sorted_sum.h"
#include "predictions/place.h"
#include "qualm/error.h"
#include "qualm/predictions.h"

namespace qualm {
namespace {

std::string text(double value) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.precision(9);
  stream << value;
  return stream.str();
}

std::string in_quotes(const std::string& name) {
  return "\"" + name + "\"";
}

// One row of K numbers, and where it is.
struct Row {
  const Predictions& predictions;
  std::size_t instance, member;

  [[nodiscard]] double operator[](std::size_t k) const {
    return predictions.array().at(std::array{instance, member, k});
  }
  [[nodiscard]] std::string place() const {
    return detail::row_place(predictions, instance, member);
  }
  [[nodiscard]] const Origin& origin() const { return predictions.options().origin; }
  [[nodiscard]] bool is_of_columns() const { return !origin().columns.empty(); }
  [[noreturn]] void refuse(std::size_t k, const std::string& remedy) const {
    throw_data(place() + ", class " + std::to_string(k) +
               (is_of_columns() ? " (column " + in_quotes(origin().columns[k]) + ")" : "") + ": " +
               text((*this)[k]) + " " + remedy);
  }
};

void check_finite(const Row& row) {
  for (std::size_t k = 0; k < row.predictions.n_classes(); ++k) {
    if (!std::isfinite(row[k])) {
      const bool is_masked = row.predictions.options().input == Input::logits && row[k] < 0;
      row.refuse(k, is_masked ? "is not a finite number: give a class that is masked out a logit "
                                "such as -10000"
                              : "is not a finite number: fix the model or leave the row out");
    }
  }
}

std::string choose_columns() {
  return "specify the class columns with " + argument("columns");
}

// Whether the rows, of which a few are looked at, sum to one without column k.
bool sum_to_one_without(const Predictions& predictions, std::size_t k, double tolerance) {
  constexpr std::size_t most_rows = 50;
  const std::size_t n_rows = std::min(predictions.n_instances(), most_rows);
  for (std::size_t i = 0; i < n_rows; ++i) {
    const Row row{predictions, i, 0};
    double sum = 0;
    for (std::size_t j = 0; j < predictions.n_classes(); ++j) {
      if (j != k) sum += row[j];
    }
    if (!(std::fabs(sum - 1) <= tolerance)) return false;
  }
  return true;
}

// The column without which the rows would sum to one.
std::string extra_column(const Row& row, double sum, double tolerance) {
  for (std::size_t k = 0; k < row.origin().columns.size(); ++k) {
    if (row[k] > tolerance && std::fabs(sum - row[k] - 1) <= tolerance &&
        sum_to_one_without(row.predictions, k, tolerance)) {
      return row.origin().columns[k];
    }
  }
  return {};
}

std::string rescale() {
  return "rescale with " + argument("renormalize", "true");
}

// How far numbers get from what they should be by rounding to float16, or to three decimals.
constexpr double most_rounding = 0.02;

bool may_be_rounded(double sum) {
  return std::fabs(sum - 1) < most_rounding;
}

// Of numbers that are not negative: what else than the probabilities of one row they may be.
std::string other_numbers_hint(const Row& row) {
  if (row.is_of_columns()) {
    return "give one column per class: for the probability p of one of two classes, p and 1 - p";
  }
  if (row.predictions.n_members() > 1) return "check the class axis (" + argument("axes") + ")";
  return "for the probability p of one of two classes store p and 1 - p; else check the class axis "
         "(" +
         argument("axes") + ")";
}

std::string negative_hint(const Row& row, std::size_t class_number) {
  double sum = 0;
  for (std::size_t k = 0; k < row.predictions.n_classes(); ++k) sum += row[k];
  if (may_be_rounded(sum) && row[class_number] > -most_rounding) {
    return "is negative, probabilities are not: the row sums to 1, so set it to 0 and " + rescale();
  }
  return "is negative, probabilities are not: are these logits? Use " +
         argument("input", "logits") +
         (row.is_of_columns() ? "; if this is not a class, " + choose_columns() : "");
}

bool are_whole(const Row& row) {
  for (std::size_t k = 0; k < row.predictions.n_classes(); ++k) {
    if (row[k] != std::floor(row[k])) return false;
  }
  return true;
}

std::string row_sum_hint(const Row& row, double sum, double greatest, double tolerance) {
  if (row.origin().classes_were_chosen) {
    return argument("class_names") + " leaves some classes out: name all, or " + rescale();
  }
  const std::string extra = extra_column(row, sum, tolerance);
  if (!extra.empty()) {
    return "without the column " + in_quotes(extra) + " they do: " + choose_columns();
  }
  if (greatest > 1 && std::fabs(sum - 100) < 1)
    return "these look like percentages: divide them by 100";
  if (row.is_of_columns() && are_whole(row)) {
    return "these are whole numbers: for the class that each member predicts use " +
           argument("input", "votes") + ", for counts of evidence " + argument("input", "counts");
  }
  const double members = std::round(sum);
  if (row.is_of_columns() && greatest <= 1 && members > 1 &&
      std::fabs(sum - members) <= members * tolerance) {
    return "these look like " + text(members) +
           " members side by side: give an array N x M x K, or name the columns of a .csv "
           "p_<member>_<class>";
  }
  const std::string or_columns =
      row.is_of_columns() ? "; if a column is not a class, " + choose_columns() : "";
  if (greatest > 1) {
    return "these look like logits, counts, or concentrations of Dirichlet distributions: use " +
           argument("input", "logits") + " (or counts, or dirichlet)" + or_columns;
  }
  if (may_be_rounded(sum) || std::fabs(sum - 1) < 2 * tolerance) {
    return "they look rounded, such as to float16 or few decimals: " + rescale() + or_columns;
  }
  if (sum > 1) return other_numbers_hint(row) + or_columns;
  if (row.predictions.n_members() == 1) {
    return other_numbers_hint(row) + "; if classes were left out, or numbers rounded, " +
           rescale() + or_columns;
  }
  return (row.is_of_columns() ? rescale()
                              : "check the class axis (" + argument("axes") +
                                    "); if classes were left out, " + rescale()) +
         or_columns;
}

void check_probabilities(const Row& row) {
  const std::size_t n_classes = row.predictions.n_classes();
  std::vector<double> terms(n_classes);
  double greatest = 0;
  for (std::size_t k = 0; k < n_classes; ++k) {
    const double p = row[k];
    if (p < 0) {
      row.refuse(k, negative_hint(row, k));
    }
    terms[k] = p;
    greatest = std::max(greatest, p);
  }
  const double sum = sorted_sum(terms);  // whether a row is refused does not depend on the order
  if (sum == 0) {
    throw_data(
        row.place() +
        (row.origin().classes_were_chosen
             ? ": the " + std::to_string(n_classes) + " classes that " + argument("class_names") +
                   " selects have probability zero: select more classes, or leave the row out"
             : ": all " + std::to_string(n_classes) +
                   " probabilities are zero: leave the row out"));
  }
  if (std::isinf(sum))
    throw_data(row.place() + ": the row sums to infinity: divide it by its greatest number");
  const double tolerance = row.predictions.tolerance_of(row.member);
  if (!row.predictions.options().renormalize && std::fabs(sum - 1) > tolerance) {
    throw_data(row.place() + ": the probabilities sum to " + text(sum) + ", not 1 (tolerance " +
               text(tolerance) + "): " + row_sum_hint(row, sum, greatest, tolerance));
  }
}

void check_concentrations(const Row& row) {
  const bool counts = row.predictions.options().input == Input::counts;
  double sum = 0;
  for (std::size_t k = 0; k < row.predictions.n_classes(); ++k) {
    const double value = row[k];
    if (counts && value < 0) row.refuse(k, "is negative: counts of evidence are not");
    if (!counts && value <= 0) {
      row.refuse(k, "is not a concentration, alpha > 0: if this is evidence, use " +
                        argument("input", "counts"));
    }
    sum += value;
  }
  if (std::isinf(sum))
    throw_data(row.place() + ": the concentrations sum to infinity: leave the row out");
}

void check_votes(const Predictions& predictions, std::size_t instance) {
  for (std::size_t member = 0; member < predictions.n_members(); ++member) {
    const double label = predictions.array().at(std::array{instance, member, std::size_t{0}});
    const auto n_classes = static_cast<double>(predictions.n_classes());
    if (label >= 0 && label < n_classes && label == std::floor(label)) continue;
    throw_data(detail::row_place(predictions, instance, member) + ": the vote " + text(label) +
               " is not a class: labels are whole numbers from 0 to " + text(n_classes - 1) +
               (label == n_classes ? "; if yours start at 1, subtract 1" : ""));
  }
}

}  // namespace

void check_rows(const Predictions& predictions, std::size_t first, std::size_t last) {
  for (std::size_t instance = first; instance < last; ++instance) {
    if (predictions.options().input == Input::votes) {
      check_votes(predictions, instance);
      continue;
    }
    const std::size_t n_rows = predictions.is_dirichlet() ? 1 : predictions.n_members();
    for (std::size_t member = 0; member < n_rows; ++member) {
      const Row row{predictions, instance, member};
      check_finite(row);
      if (predictions.is_dirichlet()) check_concentrations(row);
      if (predictions.options().input == Input::probs) check_probabilities(row);
    }
  }
}

}  // namespace qualm
