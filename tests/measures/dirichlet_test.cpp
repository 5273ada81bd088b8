// SPDX-License-Identifier: Apache-2.0
// What must hold for every Dirichlet, and the closed forms that exist.
#include "measures/dirichlet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "support/families.h"

namespace qualm::detail {
namespace {

const std::vector<Measure> every_family = families::measures_that(families::are_expectations);

PartValues measure(const qualm::Measure& family, const std::vector<double>& alpha) {
  return dirichlet_measure(family, alpha, {}, {});
}

void expect_near(const PartValues& parts, double aleatoric, double epistemic, double relative) {
  EXPECT_NEAR(parts.aleatoric, aleatoric, relative * aleatoric);
  EXPECT_NEAR(parts.epistemic, epistemic, relative * epistemic);
  EXPECT_NEAR(parts.total, aleatoric + epistemic, relative * (aleatoric + epistemic));
}

std::vector<std::vector<double>> random_alphas(double least_log10, double greatest_log10, int n) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<std::vector<double>> result;
  for (int i = 0; i < n; ++i) {
    const std::size_t n_classes = 2 + random() % (i % 5 == 0 ? 200 : 6);
    std::vector<double>& alpha = result.emplace_back(n_classes);
    const double low = least_log10 + (greatest_log10 - least_log10) * unit(random);
    const double high = least_log10 + (greatest_log10 - least_log10) * unit(random);
    for (double& value : alpha) value = std::pow(10, low + (high - low) * unit(random));
    if (i % 3 == 0) std::fill(alpha.begin() + 1, alpha.end(), alpha[1]);
  }
  return result;
}

TEST(Dirichlet, flat_on_two_classes_has_closed_forms) {
  const std::vector<double> flat = {1, 1};
  const double mean_norm = 0.5 + std::asinh(1.0) / (2 * std::numbers::sqrt2);
  expect_near(measure("variance", flat), 1.0 / 3, 1.0 / 6, 1e-14);
  expect_near(measure("entropy", flat), 0.5, std::numbers::ln2 - 0.5, 1e-14);
  expect_near(measure("label-entropy", flat), 1, 2 * std::numbers::ln2 - 1, 1e-14);
  expect_near(measure("spherical", flat), 1 - mean_norm, mean_norm - std::sqrt(0.5), 1e-12);
  expect_near(measure("zero-one", flat), 0.25, 0.25, 1e-12);
  const PartValues distance = measure("wasserstein", flat);
  EXPECT_NEAR(distance.total, 0.5, 1e-15);
  EXPECT_NEAR(distance.aleatoric, 0.25, 1e-12);
  EXPECT_NEAR(distance.epistemic, 0.25, 1e-12);
}

TEST(Dirichlet, flat_on_three_classes_has_closed_forms) {
  const std::vector<double> flat = {1, 1, 1};
  expect_near(measure("variance", flat), 0.5, 1.0 / 6, 1e-14);
  expect_near(measure("entropy", flat), 5.0 / 6, std::log(3.0) - 5.0 / 6, 1e-14);
  expect_near(measure("zero-one", flat), 1 - 11.0 / 18, 11.0 / 18 - 1.0 / 3, 1e-12);
  EXPECT_NEAR(measure("wasserstein", flat).epistemic, 8.0 / 27, 1e-12);
}

// Figure 1 of the paper: bits, and variances normalised by K / (K - 1).
TEST(Dirichlet, reproduces_the_beta_of_figure_1) {
  const PartValues entropy = measure("entropy", {8, 2});
  EXPECT_NEAR(entropy.total / std::numbers::ln2, .7219, 5e-5);
  EXPECT_NEAR(entropy.aleatoric / std::numbers::ln2, .6560, 5e-5);
  EXPECT_NEAR(entropy.epistemic / std::numbers::ln2, .0660, 5e-5);
  const PartValues variance = measure("variance", {8, 2});
  EXPECT_NEAR(variance.total * 2, .6400, 5e-5);
  EXPECT_NEAR(variance.aleatoric * 2, .5818, 5e-5);
  EXPECT_NEAR(variance.epistemic * 2, .0582, 5e-5);
}

// The maximum of n exponentials has mean 1 + 1/2 + ... + 1/n; the quantiles of equal marginals that
// sum to one are all 1/n.
TEST(Dirichlet, flat_on_many_classes_has_closed_forms) {
  for (std::size_t n = 2; n <= 1000; n = n < 5 ? n + 1 : n * 2 + 3) {
    const double k = static_cast<double>(n);
    const std::vector<double> flat(n, 1.0);
    double harmonic = 0;
    for (double i = k; i > 0; --i) harmonic += 1 / i;
    expect_near(measure("zero-one", flat), 1 - harmonic / k, (harmonic - 1) / k, 1e-11);
    expect_near(measure("variance", flat), (k - 1) / (k + 1), (k - 1) / (k * (k + 1)), 1e-13);
    const double aleatoric = harmonic - 1;  // psi(k + 1) - psi(2)
    expect_near(measure("entropy", flat), aleatoric, std::log(k) - aleatoric, 1e-12);
    EXPECT_NEAR(measure("wasserstein", flat).epistemic, std::pow((k - 1) / k, k), 1e-11);
  }
}

TEST(Dirichlet, every_part_is_non_negative_and_additive_families_add_up) {
  for (const std::vector<double>& alpha : random_alphas(-8, 8, 200)) {
    for (const Measure& family : every_family) {
      const PartValues parts = measure(family, alpha);
      EXPECT_GE(parts.total, 0);
      EXPECT_GE(parts.aleatoric, 0);
      EXPECT_GE(parts.epistemic, 0);
      if (family.family().relation == qualm::Relation::additive) {
        EXPECT_EQ(parts.total, parts.aleatoric + parts.epistemic);
      }
    }
  }
}

TEST(Dirichlet, total_depends_on_the_mean_alone) {
  for (const std::vector<double>& alpha : random_alphas(-6, 6, 200)) {
    double sum = 0;
    for (const double value : alpha) sum += value;
    double variance = 0, entropy = 0, square = 0, greatest = 0;
    for (const double value : alpha) {
      const double m = value / sum;
      variance += m * (1 - m);
      entropy -= m * std::log(m);
      square += m * m;
      greatest = std::max(greatest, m);
    }
    EXPECT_NEAR(measure("variance", alpha).total, variance, 1e-13);
    EXPECT_NEAR(measure("entropy", alpha).total, entropy, 1e-13 * (1 + entropy));
    EXPECT_NEAR(measure("spherical", alpha).total, 1 - std::sqrt(square), 1e-12);
    EXPECT_NEAR(measure("zero-one", alpha).total, 1 - greatest, 1e-12);
    EXPECT_NEAR(measure("wasserstein", alpha).total, 1 - greatest, 1e-13);
  }
}

TEST(Dirichlet, does_not_depend_on_the_order_of_the_classes) {
  std::mt19937_64 random(3);
  for (std::vector<double> alpha : random_alphas(-4, 4, 60)) {
    for (const Measure& family : every_family) {
      if (family.family().ordered) continue;
      const PartValues before = measure(family, alpha);
      std::shuffle(alpha.begin(), alpha.end(), random);
      const PartValues after = measure(family, alpha);
      EXPECT_NEAR(after.total, before.total, 1e-13 * before.total);
      EXPECT_NEAR(after.aleatoric, before.aleatoric, 1e-13 * before.aleatoric);
      EXPECT_NEAR(after.epistemic, before.epistemic, 1e-12 * before.epistemic);
    }
  }
}

TEST(Dirichlet, epistemic_fades_as_evidence_grows) {
  for (const Measure& family : every_family) {
    double before = 1;
    for (const double scale : {1.0, 1e2, 1e4, 1e6, 1e8}) {
      const PartValues parts = measure(family, {5 * scale, 3 * scale, 2 * scale});
      EXPECT_LT(parts.epistemic, before);
      before = std::max(parts.epistemic, 1e-300);
    }
    EXPECT_LT(before, 3e-5);
  }
}

TEST(Dirichlet, aleatoric_fades_as_all_concentrations_vanish) {
  for (const Measure& family : every_family) {
    if (!family.family().has(Part::aleatoric)) continue;
    for (const double scale : {1e-3, 1e-5, 1e-7}) {
      const PartValues parts = measure(family, {scale, 2 * scale, scale});
      EXPECT_GT(parts.aleatoric, 0);
      EXPECT_LT(parts.aleatoric, 20 * scale);
    }
  }
}

// Two classes only: min_q E |Theta - q| / 1 is at the median, and nothing is left of the simplex.
TEST(Dirichlet, wasserstein_epistemic_is_at_most_the_mean_distance_to_the_mean) {
  for (const std::vector<double>& alpha : random_alphas(-3, 3, 60)) {
    double sum = 0;
    for (const double value : alpha) sum += value;
    double bound = 0;  // 1/2 sum_k E |Theta_k - m_k| <= 1/2 sum_k sd(Theta_k)
    for (const double value : alpha) {
      bound += std::sqrt(value / sum * (sum - value) / sum / (sum + 1)) / 2;
    }
    const PartValues parts = measure("wasserstein", alpha);
    EXPECT_LE(parts.epistemic, bound * (1 + 1e-12));
    EXPECT_LE(parts.epistemic, parts.total * (1 + 1e-9));  // the distance to one corner
  }
}

TEST(Dirichlet, classes_sum_to_the_whole_with_their_weights) {
  const std::vector<double> alpha = {0.5, 3, 40, 1};
  const std::vector<double> weights = {2, 0, 1, 0.25};
  for (const char* const family : {"variance", "label-entropy"}) {
    std::vector<PartValues> per_class(alpha.size());
    const PartValues parts = dirichlet_measure(family, alpha, weights, per_class);
    PartValues sum{};
    for (std::size_t k = 0; k < alpha.size(); ++k) {
      EXPECT_EQ(per_class[k].total, per_class[k].aleatoric + per_class[k].epistemic);
      sum.total += weights[k] * per_class[k].total;
      sum.aleatoric += weights[k] * per_class[k].aleatoric;
      sum.epistemic += weights[k] * per_class[k].epistemic;
    }
    EXPECT_DOUBLE_EQ(parts.total, sum.total);
    EXPECT_DOUBLE_EQ(parts.aleatoric, sum.aleatoric);
    EXPECT_DOUBLE_EQ(parts.epistemic, sum.epistemic);
  }
}

TEST(Dirichlet, a_class_against_the_rest_is_a_beta) {
  const std::vector<double> alpha = {0.5, 3, 40, 1};
  std::vector<PartValues> per_class(alpha.size());
  (void)dirichlet_measure("label-entropy", alpha, {}, per_class);
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    const PartValues beta = measure("entropy", {alpha[k], 44.5 - alpha[k]});
    expect_near(per_class[k], beta.aleatoric, beta.epistemic, 1e-14);
  }
}

// Many different concentrations are summed by interpolation; merging them by hand must agree.
TEST(Dirichlet, many_different_concentrations_are_as_exact_as_few) {
  for (const double centre : {0.01, 1.0, 30.0, 5000.0}) {
    std::vector<double> spread(300, centre);
    for (std::size_t k = 0; k < spread.size(); ++k) {
      spread[k] += 1e-9 * centre * (static_cast<double>(k) - 149.5);
    }
    const std::vector<double> equal(300, centre);
    for (const Measure& family : every_family) {
      if (family.family().ordered) continue;  // its medians move by more
      const PartValues by_nodes = measure(family, spread);
      const PartValues by_group = measure(family, equal);
      EXPECT_NEAR(by_nodes.aleatoric, by_group.aleatoric, 1e-8 * by_group.aleatoric);
      // The greatest mean moves by 1.5e-7 of itself, and the EU of zero-one with it.
      EXPECT_NEAR(by_nodes.epistemic, by_group.epistemic, 1e-5 * by_group.epistemic);
    }
  }
}

TEST(Dirichlet, survives_the_whole_range_of_double) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  constexpr double greatest = std::numeric_limits<double>::max();
  const std::vector<double> values = {least, 1e-300, 1e-100, 1e-30, 1e-8,
                                      1,     1e8,    1e30,   1e300, greatest};
  for (const double a : values) {
    for (const double b : values) {
      for (const Measure& family : every_family) {
        const PartValues parts = measure(family, {a, b, b});
        for (const double part : {parts.total, parts.aleatoric, parts.epistemic}) {
          const double most = family.family().unbounded ? greatest / 2 : 2;
          EXPECT_TRUE(part >= 0 && part <= most) << a << ' ' << b << ' ' << family.name();
        }
      }
    }
  }
}

}  // namespace
}  // namespace qualm::detail
