// SPDX-License-Identifier: Apache-2.0
// Many rows of concentrations at a time, against the definitions in 80 digits.
#include <gtest/gtest.h>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>

#include "measures/dirichlet.h"
#include "qualm/error.h"
#include "qualm/measures.h"
#include "qualm/random.h"
#include "support/families.h"
#include "support/log_gamma.h"

namespace qualm {
namespace {

using Digits80 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<80>,
                                               boost::multiprecision::et_off>;

struct ExactParts {
  Digits80 aleatoric = 0, epistemic = 0;

  void add(const ExactParts& other, const Digits80& weight = 1) {
    aleatoric += weight * other.aleatoric;
    epistemic += weight * other.epistemic;
  }
};

using Exact = std::vector<Digits80>;

Digits80 sum_of_exact(const Exact& alpha) {
  Digits80 sum = 0;
  for (const Digits80& a : alpha) sum += a;
  return sum;
}

ExactParts shares_of(const Digits80& total, const Digits80& sum) {
  return {total * sum / (sum + 1), total / (sum + 1)};
}

ExactParts exact_entropy(const Exact& alpha) {
  const Digits80 sum = sum_of_exact(alpha);
  ExactParts parts{boost::math::digamma(Digits80(sum + 1)), 0};
  for (const Digits80& a : alpha) {
    parts.aleatoric -= a / sum * boost::math::digamma(Digits80(a + 1));
    parts.epistemic -= a / sum * log(Digits80(a / sum));
  }
  parts.epistemic -= parts.aleatoric;
  return parts;
}

ExactParts exact_variance_of_pair(const Exact& pair) {
  const Digits80 sum = pair[0] + pair[1];
  return shares_of(pair[0] * pair[1] / (sum * sum), sum);
}

// A family of pairs: label-wise, each class against the rest, or ordinal, below and above.
ExactParts sum_over_pairs(const Exact& alpha, bool is_ordinal,
                          ExactParts (*of_pair)(const Exact& pair), Point class_weights) {
  const Digits80 sum = sum_of_exact(alpha);
  ExactParts parts;
  Digits80 below = 0;
  for (std::size_t k = 0; k + (is_ordinal ? 1 : 0) < alpha.size(); ++k) {
    below = is_ordinal ? below + alpha[k] : alpha[k];
    parts.add(of_pair({below, sum - below}), class_weights.empty() ? 1 : class_weights[k]);
  }
  return parts;
}

ExactParts exact_tsallis(const Exact& alpha, double q) {
  using log_gamma::Digits150;
  const Digits150 sum = Digits150(sum_of_exact(alpha)), order = q;
  Digits150 moments = 0, powers = 0;
  for (const Digits80& a : alpha) {
    moments += log_gamma::moment(Digits150(a), sum, order);
    powers += pow(Digits150(Digits150(a) / sum), order);
  }
  return {Digits80((1 - moments) / (order - 1)), Digits80((moments - powers) / (order - 1))};
}

ExactParts exact(const Measure& measure, const Exact& alpha, Point class_weights) {
  const std::string& family = measure.family().name;
  if (family == "tsallis") return exact_tsallis(alpha, measure.arguments()[0]);
  if (family == "entropy") return exact_entropy(alpha);
  if (family == "variance") {
    return sum_over_pairs(alpha, false, exact_variance_of_pair, class_weights);
  }
  if (family == "label-entropy") return sum_over_pairs(alpha, false, exact_entropy, class_weights);
  if (family == "ordinal-variance") return sum_over_pairs(alpha, true, exact_variance_of_pair, {});
  if (family == "ordinal-entropy") return sum_over_pairs(alpha, true, exact_entropy, {});
  const Digits80 sum = sum_of_exact(alpha);
  const Digits80 pairwise = Digits80(alpha.size() - 1) / sum;
  if (family == "pairwise-entropy") return {exact_entropy(alpha).aleatoric, pairwise};
  if (family == "reverse-entropy") return {0, pairwise - exact_entropy(alpha).epistemic};
  EXPECT_EQ(family, "integer-variance");
  Digits80 mean = 0, square = 0;
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    mean += Digits80(k) * alpha[k] / sum;
    square += Digits80(k * k) * alpha[k] / sum;
  }
  return shares_of(square - mean * mean, sum);
}

MeasureOptions closed_forms() {
  MeasureOptions options;
  options.measures = families::measures_that(
      [](const Family& family) { return family.dirichlet_kernel.has_value(); });
  options.ordered = true;
  options.log_base = LogBase::e;
  return options;
}

// Gamma functions of 150 digits take long: those with an order have a test of their own.
MeasureOptions without_orders() {
  MeasureOptions options = closed_forms();
  std::erase_if(options.measures,
                [](const Measure& measure) { return !measure.arguments().empty(); });
  return options;
}

Measures measured(const std::vector<double>& alpha, std::size_t n_classes,
                  const MeasureOptions& options, Input input = Input::dirichlet) {
  PredictionOptions how;
  how.input = input;
  return measure(Predictions(contiguous_view(std::span<const double>(alpha),
                                             {alpha.size() / n_classes, n_classes}),
                             how),
                 options);
}

void expect_near(double value, const Digits80& exact_value, double relative) {
  const auto wanted = static_cast<double>(exact_value);
  EXPECT_NEAR(value, wanted, relative * wanted);
}

void expect_promise(const std::vector<double>& alpha, std::size_t n_classes,
                    const MeasureOptions& options) {
  const Measures result = measured(alpha, n_classes, options);
  for (const FamilyResult& values : result.families) {
    const Family& family = values.measure.family();
    for (std::size_t i = 0; i < result.n_instances; ++i) {
      const auto row = alpha.begin() + static_cast<std::ptrdiff_t>(i * n_classes);
      const Exact here(row, row + static_cast<std::ptrdiff_t>(n_classes));
      SCOPED_TRACE(testing::Message()
                   << values.measure.name() << ", row " << i << ": " << alpha[i * n_classes] << " "
                   << alpha[i * n_classes + 1] << " ...");
      const ExactParts wanted = exact(values.measure, here, options.class_weights);
      const double relative = family.promised.of_dirichlet;
      if (family.has(Part::aleatoric)) {
        expect_near(values.parts.aleatoric[i], wanted.aleatoric, relative);
        EXPECT_EQ(values.parts.total[i], values.parts.aleatoric[i] + values.parts.epistemic[i]);
      }
      expect_near(values.parts.epistemic[i], wanted.epistemic, relative);
    }
  }
}

// Evenly spread over the powers of ten from `least` to `most`.
std::vector<double> mixed_concentrations(std::size_t n, double least, double most,
                                         std::uint64_t seed) {
  Random random(seed);
  std::vector<double> alpha(n);
  for (double& a : alpha) a = least * std::pow(most / least, random.uniform());
  return alpha;
}

TEST(DirichletKernel, keeps_the_promised_accuracy_for_concentrations_of_all_sizes) {
  for (const std::size_t n_classes : {2UL, 3UL, 10UL}) {
    expect_promise(mixed_concentrations(24 * n_classes, 1e-8, 1e8, n_classes), n_classes,
                   without_orders());
    for (const auto& [least, most] :
         {std::pair{1e-8, 1e-6}, std::pair{0.1, 3.0}, std::pair{1.0, 30.0}, std::pair{1e6, 1e8}}) {
      expect_promise(mixed_concentrations(10 * n_classes, least, most, n_classes), n_classes,
                     without_orders());
    }
  }
}

TEST(DirichletKernel, keeps_it_with_weights_of_classes_that_differ_much) {
  MeasureOptions options = without_orders();
  options.class_weights = {1, 1e-12, 0, 3};
  expect_promise(mixed_concentrations(80, 1e-8, 1e8, 9), 4, options);
}

TEST(DirichletKernel, keeps_it_for_all_orders_of_the_power_entropy) {
  MeasureOptions options;
  options.measures = {"tsallis:0.3",         "tsallis:0.31", "tsallis:0.999999999999",
                      "tsallis:1.000000001", "tsallis:2",    "tsallis:2.2",
                      "tsallis:4",           "tsallis:0.29", "tsallis:4.1"};
  for (const auto& [least, most] :
       {std::pair{1e-8, 1e8}, std::pair{1e-8, 1e-6}, std::pair{0.1, 3.0}, std::pair{1e4, 1e8}}) {
    expect_promise(mixed_concentrations(6 * 3, least, most, 5), 3, options);
  }
}

TEST(DirichletKernel, agrees_with_the_definitions_class_by_class) {
  MeasureOptions options = closed_forms();
  options.measures = {"variance", "label-entropy"};
  options.per_class = true;
  const std::size_t n_classes = 5;
  const std::vector<double> alpha = mixed_concentrations(40 * n_classes, 1e-8, 1e8, 3);
  const Measures result = measured(alpha, n_classes, options);
  std::vector<PartValues> wanted(n_classes);
  for (std::size_t i = 0; i < result.n_instances; ++i) {
    const Point row = Point(alpha).subspan(i * n_classes, n_classes);
    for (std::size_t k = 0; k < n_classes; ++k) {
      EXPECT_NEAR(result.mean[i * n_classes + k], row[k] / detail::sum_of(row), 1e-15);
    }
    for (const FamilyResult& values : result.families) {
      static_cast<void>(detail::dirichlet_measure(values.measure, row, {}, wanted));
      for (std::size_t k = 0; k < n_classes; ++k) {
        for (const Part part : all_parts) {
          const double expected = get(wanted[k], part);
          EXPECT_NEAR(get(values.per_class, part)[i * n_classes + k], expected, 1e-11 * expected);
        }
      }
    }
  }
}

TEST(DirichletKernel, leaves_concentrations_beyond_its_range_to_the_definitions) {
  const std::size_t n_classes = 3;
  std::vector<double> alpha = mixed_concentrations(50 * n_classes, 0.1, 10, 4);
  const double extremes[] = {1e-300, 1e-20, 1e12, 1e300, std::numeric_limits<double>::denorm_min()};
  for (std::size_t i = 0; i < std::size(extremes); ++i) alpha[i * 7 * n_classes + 1] = extremes[i];
  const Measures result = measured(alpha, n_classes, closed_forms());
  for (std::size_t i = 0; i < result.n_instances; ++i) {
    const Point row = Point(alpha).subspan(i * n_classes, n_classes);
    EXPECT_EQ(result.predicted[i], std::max_element(row.begin(), row.end()) - row.begin());
    for (const FamilyResult& values : result.families) {
      const PartValues wanted = detail::dirichlet_measure(values.measure, row, {}, {});
      EXPECT_NEAR(values.parts.epistemic[i], wanted.epistemic, 1e-11 * wanted.epistemic)
          << values.measure.name() << " of row " << i;
    }
  }
}

TEST(DirichletKernel, counts_are_concentrations_less_one) {
  const std::vector<double> counts = {0, 0, 3, 7, 1, 0, 0, 0, 0};
  std::vector<double> alpha;
  for (const double count : counts) alpha.push_back(count + 1);
  const Measures of_counts = measured(counts, 3, closed_forms(), Input::counts);
  const Measures of_alpha = measured(alpha, 3, closed_forms());
  EXPECT_EQ(of_counts.predicted, of_alpha.predicted);
  for (std::size_t f = 0; f < of_alpha.families.size(); ++f) {
    EXPECT_EQ(of_counts.families[f].parts.epistemic, of_alpha.families[f].parts.epistemic);
  }
}

TEST(DirichletKernel, refuses_the_first_forbidden_number_of_a_block) {
  for (const double forbidden : {0.0, -1e-3, std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::infinity()}) {
    std::vector<double> alpha(20 * 2, 0.5);
    alpha[7 * 2 + 1] = alpha[9 * 2] = forbidden;
    try {
      static_cast<void>(measured(alpha, 2, closed_forms()));
      FAIL();
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("row 7,"), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(static_cast<void>(measured({1, -1e-20}, 2, closed_forms(), Input::counts)), Error);
}

}  // namespace
}  // namespace qualm
