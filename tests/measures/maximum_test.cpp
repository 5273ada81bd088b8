// SPDX-License-Identifier: Apache-2.0
// The greatest total uncertainty of each family, and the point where weighted variance reaches it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "qualm/error.h"
#include "qualm/measures.h"
#include "qualm/random.h"

namespace {

using Weights = std::vector<double>;

double weighted_variance(const Weights& w, const std::vector<double>& theta) {
  double sum = 0;
  for (std::size_t k = 0; k < w.size(); ++k) sum += w[k] * theta[k] * (1 - theta[k]);
  return sum;
}

Weights random_weights(qualm::Random& random, std::size_t k) {
  Weights weights(k);
  for (double& weight : weights) weight = std::exp(3 * random.normal());
  if (random.below(3) == 0) weights[0] = 0;
  return weights;
}

TEST(Maximizer, satisfies_the_conditions_of_an_optimum_for_any_weights) {
  qualm::Random random(4);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const Weights w = random_weights(random, 2 + random.below(8));
    const auto beta = qualm::variance_maximizer(w);
    EXPECT_NEAR(std::accumulate(beta.begin(), beta.end(), 0.0), 1, 1e-12);
    // One multiplier mu: w_k (1 - 2 beta_k) = mu where beta_k > 0, at most mu where beta_k = 0.
    double mu = 0, scale = 0;
    for (std::size_t k = 0; k < w.size(); ++k) {
      EXPECT_GE(beta[k], 0);
      scale = std::max(scale, w[k]);
      if (beta[k] > 0) mu = std::max(mu, w[k] * (1 - 2 * beta[k]));
    }
    for (std::size_t k = 0; k < w.size(); ++k) {
      const double slope = w[k] * (1 - 2 * beta[k]);
      if (beta[k] > 1e-9) {
        EXPECT_NEAR(slope, mu, 1e-9 * scale);
      }
      EXPECT_LE(slope, mu + 1e-9 * scale);
    }
  }
}

TEST(Maximizer, is_not_beaten_by_a_random_search) {
  qualm::Random random(9);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Weights w = random_weights(random, 2 + random.below(5));
    const auto beta = qualm::variance_maximizer(w);
    const double best = weighted_variance(w, beta);
    for (int i = 0; i < 2000; ++i) {
      std::vector<double> theta(w.size());
      double sum = 0;
      for (std::size_t k = 0; k < w.size(); ++k) sum += theta[k] = random.gamma(0.5) + 1e-300;
      const double step = random.uniform();  // near the optimum and far from it
      for (std::size_t k = 0; k < w.size(); ++k) {
        theta[k] = beta[k] + step * (theta[k] / sum - beta[k]);
      }
      ASSERT_LE(weighted_variance(w, theta), best * (1 + 1e-12));
    }
  }
}

TEST(Maximizer, is_the_papers_formula_where_that_stays_in_the_simplex) {
  const Weights w = {1, 1.5, 2, 1.2};
  const auto beta = qualm::variance_maximizer(w);
  double inverse = 0;
  for (const double weight : w) inverse += 1 / weight;
  for (std::size_t k = 0; k < w.size(); ++k) {
    EXPECT_NEAR(beta[k], 0.5 * (1 - (4.0 - 2) / w[k] / inverse), 1e-14);
  }
}

TEST(Maximizer, stays_in_the_simplex_where_the_papers_formula_leaves_it) {
  const auto beta = qualm::variance_maximizer(Weights{0.01, 1, 1, 1});
  EXPECT_EQ(beta[0], 0);
  for (std::size_t k = 1; k < 4; ++k) EXPECT_NEAR(beta[k], 1.0 / 3, 1e-15);
}

TEST(Maximizer, is_exactly_uniform_for_equal_weights) {
  for (const double weight : {1.0, 0.1, 3.7, 1e-300}) {
    for (std::size_t k = 2; k < 100; ++k) {
      for (const double share : qualm::variance_maximizer(Weights(k, weight))) {
        ASSERT_EQ(share, 1 / static_cast<double>(k));
      }
    }
  }
}

TEST(Maximizer, puts_what_is_left_over_on_the_classes_without_weight) {
  EXPECT_EQ(qualm::variance_maximizer(Weights{0, 3, 0}), (std::vector<double>{.25, .5, .25}));
  EXPECT_EQ(qualm::variance_maximizer(Weights{0, 3, 1}), (std::vector<double>{0, .5, .5}));
  EXPECT_EQ(qualm::variance_maximizer(Weights{2, 2, 2, 0})[3], 0);
}

TEST(Maximizer, refuses_weights_that_have_none) {
  for (const Weights& w : {Weights{0, 0}, Weights{1, -1}, Weights{1, NAN}, Weights{1, INFINITY}}) {
    EXPECT_THROW((void)qualm::variance_maximizer(w), qualm::Error);
  }
}

// Climbs by moving mass between two classes at a time: the objective is concave, so the place where
// no such move helps is the maximum.
TEST(Maximum, of_weighted_label_entropy_is_what_climbing_finds) {
  const auto objective = [](const Weights& w, const std::vector<double>& theta) {
    double sum = 0;
    for (std::size_t k = 0; k < w.size(); ++k) {
      for (const double p : {theta[k], 1 - theta[k]}) {
        if (p > 0) sum -= w[k] * p * std::log2(p);
      }
    }
    return sum;
  };
  for (const Weights& w : {Weights{1, 3}, Weights{0, 1}, Weights{1, 0, 0}, Weights{2, 3, 0},
                           Weights{1, 1, 1, 0}, Weights{.01, 1, 1, 1}, Weights{5, 1, 1, 1},
                           Weights{1, 2, 3, 4, 5}, Weights{0, 0, 1, 2, 3}, Weights{7, 7, 7}}) {
    std::vector<double> theta(w.size(), 1 / static_cast<double>(w.size()));
    double best = objective(w, theta);
    for (double step = 0.25; step > 1e-8; step /= 2) {
      for (bool improved = true; improved;) {
        improved = false;
        for (std::size_t from = 0; from < w.size(); ++from) {
          for (std::size_t to = 0; to < w.size(); ++to) {
            const double mass = std::min(step, theta[from]);
            std::vector<double> moved = theta;
            moved[from] -= mass;
            moved[to] += mass;
            if (objective(w, moved) <= best + 1e-14) continue;
            theta = moved;
            best = objective(w, moved);
            improved = true;
          }
        }
      }
    }
    EXPECT_NEAR(qualm::Measure("label-entropy").family().maximum(w.size(), w, {}), best,
                1e-11 * best);
  }
}

TEST(Maximum, of_every_family_is_reached_at_the_uniform_distribution_for_equal_weights) {
  for (const std::size_t k : {2UL, 5UL, 1000UL}) {
    const std::vector<double> uniform(k, 1 / static_cast<double>(k));
    qualm::MeasureOptions options;
    options.measures.clear();
    options.measures = qualm::all_measures();
    options.ordered = true;
    const auto result = qualm::measure(
        qualm::Predictions(qualm::contiguous_view(std::span(uniform), {1, k}), {}), options);
    for (const qualm::FamilyResult& got : result.families) {
      // Of ordered classes it is at their ends, see ordinal_test.cpp.
      if (!got.measure.family().maximum || got.measure.family().ordered) continue;
      const double maximum = got.measure.family().maximum(k, {}, {});
      EXPECT_NEAR(got.parts.total[0] / maximum, 1, 1e-12) << got.measure.name();
    }
  }
}

TEST(Maximum, of_weighted_families_is_not_beaten_by_random_predictions) {
  qualm::Random random(31);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const std::size_t k = 2 + random.below(6);
    qualm::MeasureOptions options;
    options.measures = {"variance", "label-entropy"};
    options.class_weights = random_weights(random, k);
    std::vector<double> p(k * 200);
    for (std::size_t i = 0; i < 200; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < k; ++j) sum += p[i * k + j] = random.gamma(1) + 1e-300;
      for (std::size_t j = 0; j < k; ++j) p[i * k + j] /= sum;
    }
    const auto result = qualm::measure(
        qualm::Predictions(qualm::contiguous_view(std::span<const double>(p), {200, k}), {}),
        options);
    for (const qualm::FamilyResult& got : result.families) {
      // Of ordered classes it is at their ends, see ordinal_test.cpp.
      if (!got.measure.family().maximum || got.measure.family().ordered) continue;
      const double maximum = got.measure.family().maximum(k, options.class_weights, {});
      for (const double total : got.parts.total) ASSERT_LE(total, maximum * (1 + 1e-9));
    }
  }
}

}  // namespace
