// SPDX-License-Identifier: Apache-2.0
// Closed forms, stated errors and identities of measures of distributions.
#include "qualm/theory/distributions.h"

#include <cmath>
#include <numbers>

#include "support/expect_error.h"
#include "support/families.h"

namespace qualm {
namespace {

// Those of a generalised entropy: the others have no values of distributions.
std::vector<Measure> measures_of_distributions() {
  std::vector<Measure> measures = all_measures();
  std::erase_if(measures, [](const Measure& each) {
    return !each.family().entropy || !each.family().divergence || !each.family().of_dirichlet;
  });
  return measures;
}
const std::vector<Measure> every_family = measures_of_distributions();

DistributionMeasure one(const std::string& expression, const qualm::Measure& family,
                        bool normalized = false) {
  MeasureOptions options;
  options.measures = {family};
  options.normalized = normalized;
  return measure(parse_distribution(expression), options)[0];
}

void expect_within_errors(const DistributionMeasure& measured, double aleatoric, double epistemic) {
  EXPECT_LE(std::abs(measured.values.aleatoric - aleatoric), measured.errors.aleatoric + 1e-16);
  EXPECT_LE(std::abs(measured.values.epistemic - epistemic), measured.errors.epistemic + 1e-16);
}

TEST(Distributions, figure_one_has_the_papers_numbers) {
  // U[0,1], N(.5,.1), Beta(8,2), U[.3,.7], U[.6,1], the corners: entropy, then variance.
  const double wanted[6][6] = {
      {1, .7213, .2787, 1, .6667, .3333},         {1, .9705, .0295, 1, .9600, .0400},
      {.7219, .6560, .0660, .6400, .5818, .0582}, {1, .9609, .0391, 1, .9467, .0533},
      {.7219, .6541, .0678, .6400, .5867, .0533}, {1, 0, 1, 1, 0, 1}};
  MeasureOptions options;
  options.measures = {"entropy", "variance"};
  options.normalized = true;
  const std::vector<NamedDistribution> rows = figure_one();
  ASSERT_EQ(rows.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto measured = measure(rows[i].distribution, options);
    for (std::size_t j = 0; j < 6; ++j) {
      EXPECT_NEAR(get(measured[j / 3].values, all_parts[j % 3]), wanted[i][j], 5.1e-5)
          << rows[i].name << " " << j;
    }
  }
}

TEST(Distributions, a_uniform_has_its_closed_forms) {
  using std::numbers::ln2;
  expect_within_errors(one("uniform(0,1)", "entropy"), 0.5 / ln2, 1 - 0.5 / ln2);
  expect_within_errors(one("uniform(0,1)", "variance"), 1.0 / 3, 1.0 / 6);
  expect_within_errors(one("uniform(0,1)", "zero-one"), 0.25, 0.25);
  expect_within_errors(one("uniform(0,1)", "wasserstein"), 0.25, 0.25);
  expect_within_errors(one("uniform(.25,.5)", "zero-one"), 0.375, 0);
  // E |Theta| for theta uniform on [0,1] is 1/2 + asinh(1) / (2 sqrt 2)
  const double norm = 0.5 + std::asinh(1.0) / (2 * std::numbers::sqrt2);
  expect_within_errors(one("uniform(0,1)", "spherical"), 1 - norm, norm - std::numbers::sqrt2 / 2);
}

TEST(Distributions, a_narrow_normal_has_the_moments_of_the_whole_one) {
  for (const double sd : {0.01, 1e-6, 1e-12, 1e-30}) {
    const Distribution q({{Shape::normal, {0.5, sd}, 1}});
    MeasureOptions options;
    options.measures = every_family;
    const auto measured = measure(q, options);
    const double mean_distance = sd * std::sqrt(2 / std::numbers::pi);
    EXPECT_NEAR(measured[0].values.epistemic / (2 * sd * sd), 1, 1e-12);
    EXPECT_NEAR(measured[1].values.epistemic * std::numbers::ln2 / (2 * sd * sd), 1,
                3 * sd * sd + 1e-12);
    EXPECT_NEAR(measured[4].values.epistemic / mean_distance, 1, 1e-12);
    EXPECT_NEAR(measured[5].values.epistemic / mean_distance, 1, 1e-12);
  }
}

TEST(Distributions, a_very_wide_normal_is_uniform) {
  for (const Measure& family : every_family) {
    const auto wide = one("normal(.2,1e7)", family), flat = one("uniform(0,1)", family);
    for (const Part part : all_parts) {
      EXPECT_NEAR(get(wide.values, part), get(flat.values, part), 1e-12) << name(part);
    }
  }
}

// The same law written in two ways goes through different code.
TEST(Distributions, ways_to_write_one_distribution_agree_within_the_stated_errors) {
  const std::pair<const char*, const char*> pairs[] = {
      {"beta(1,1)", "uniform(0,1)"},
      {"dirichlet(8,2)", "beta(8,2)"},
      {"uniform(.1,.5)", "0.25*uniform(.1,.2)+0.75*uniform(.2,.5)"},
      {"uniform(.6,1)", "0.5*uniform(.6,.8)+0.5*uniform(.8,1)"},
      {"beta(3,.5)", "0.3*beta(3,.5)+0.7*beta(3,.5)"},
      {"normal(.3,.2)", "1/3*normal(.3,.2)+2/3*normal(.3,.2)"},
      {"dirichlet(2,3,5)", "0.5*dirichlet(2,3,5)+0.5*dirichlet(2,3,5)"},
      // a Dirichlet is the mixture of those with one more count, weighted with its mean
      {"dirichlet(2,3,5)", "0.2*dirichlet(3,3,5)+0.3*dirichlet(2,4,5)+0.5*dirichlet(2,3,6)"},
      {"dirichlet(.2,.3,.5)",
       "0.2*dirichlet(1.2,.3,.5)+0.3*dirichlet(.2,1.3,.5)+0.5*dirichlet(.2,.3,1.5)"},
      {"beta(200,600)", "0.25*beta(201,600)+0.75*beta(200,601)"}};
  for (const auto& [left, right] : pairs) {
    for (const Measure& family : every_family) {
      const auto a = one(left, family), b = one(right, family);
      for (const Part part : all_parts) {
        EXPECT_LE(std::abs(get(a.values, part) - get(b.values, part)),
                  get(a.errors, part) + get(b.errors, part))
            << left << " " << right << " " << family.name() << " " << name(part);
        EXPECT_LT(get(b.errors, part), 1e-9) << right;
      }
    }
  }
}

TEST(Distributions, what_is_mirrored_has_the_same_uncertainty) {
  const std::pair<const char*, const char*> pairs[] = {
      {"uniform(.0625,.25)", "uniform(.75,.9375)"},
      {"normal(.25,.5)", "normal(.75,.5)"},
      {"0.5*normal(0,.125)+0.5*dirac(.25)", "0.5*normal(1,.125)+0.5*dirac(.75)"}};
  for (const auto& [left, right] : pairs) {
    for (const Measure& family : every_family) {
      const auto a = one(left, family), b = one(right, family);
      for (const Part part : all_parts) {
        EXPECT_LE(std::abs(get(a.values, part) - get(b.values, part)),
                  get(a.errors, part) + get(b.errors, part));
      }
    }
  }
}

TEST(Distributions, epistemic_is_zero_when_all_is_one_point) {
  for (const Measure& family : every_family) {
    EXPECT_EQ(one("dirac(.3)", family).values.epistemic, 0);
    EXPECT_EQ(one("0.3*dirac(.3)+0.7*dirac(.3)", family).values.epistemic, 0);
  }
}

TEST(Distributions, corners_have_all_of_the_epistemic_uncertainty) {
  for (const Measure& family : every_family) {
    const auto corners = one("0.5*dirac(0)+0.5*dirac(1)", family, true);
    EXPECT_NEAR(corners.values.total, 1, 1e-13);
    EXPECT_EQ(corners.values.aleatoric, 0);
    EXPECT_NEAR(corners.values.epistemic, 1, 1e-13);
  }
}

TEST(Distributions, bad_components_are_refused) {
  const auto expect_refused = [](std::vector<Component> components, const std::string& words) {
    expect_error(ErrorKind::usage, {words}, [&] { Distribution{components}; });
  };
  expect_refused({}, "0 components");
  expect_refused({{Shape::beta, {1, NAN}, 1}}, "concentration");
  expect_refused({{Shape::normal, {0.5, HUGE_VAL}, 1}}, "standard deviation");
  expect_refused({{Shape::dirac, {0.5}, NAN}}, "weight");
  expect_refused({{Shape::dirac, {0.5}, 0.5}}, "sum to 0.5");
  MeasureOptions weighted;
  weighted.class_weights = {1, 2};
  expect_error(ErrorKind::usage, {"class weights"},
               [&] { static_cast<void>(measure(parse_distribution("beta(1,1)"), weighted)); });
}

}  // namespace
}  // namespace qualm
