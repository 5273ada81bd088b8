// SPDX-License-Identifier: Apache-2.0
// Expressions: what is read, and errors that point at the character.
#include "qualm/theory/distributions.h"
#include "support/expect_error.h"

namespace qualm {
namespace {

TEST(ParseDistribution, text_reads_back_as_the_same_distribution) {
  for (const char* text : {"beta(8,2)", "uniform(0.3,0.7)", "dirichlet(2,3,5)",
                           "0.5*dirac(0)+0.25*normal(0.5,0.1)+0.25*beta(1e-08,100000000)"}) {
    EXPECT_EQ(parse_distribution(parse_distribution(text).text()).text(),
              parse_distribution(text).text());
  }
  EXPECT_EQ(parse_distribution("uniform(.3,.7)").text(), "uniform(0.3,0.7)");
  EXPECT_EQ(parse_distribution("  0.5 * dirac( 0 ) +\t1/2*dirac(1)").text(),
            "0.5*dirac(0)+0.5*dirac(1)");
}

TEST(ParseDistribution, errors_point_at_the_character) {
  const std::pair<const char*, const char*> cases[] = {
      {"beta(8,,2)", "'beta(8,,2)': a number is missing at character 8"},
      {"", "a distribution is missing (uniform, normal, beta, dirac, dirichlet) at the end"},
      {"bete(8,2)", "unknown distribution 'bete' at character 1: did you mean beta?"},
      {"0.5*beta(1,1)+0.5*gauss(1,1)", "at character 19"},
      {"beta 8,2", "'(' is missing at character 6"},
      {"beta(8,2", "')' or ',' is missing, the end found at the end"},
      {"beta(8,2))", "')' is not expected at character 10"},
      {"beta(8)", "beta(a,b) needs 2 numbers at character 7"},
      {"beta(8,2,3)", "beta(a,b) takes 2 numbers at character 10"},
      {"beta(-1,2)", "a concentration must be > 0, not -1 at character 6"},
      {"beta(1,1e9)", "at character 8"},
      {"normal(.5,0)", "the standard deviation must be > 0, not 0 at character 11"},
      {"uniform(.7,.3)", "the interval from 0.7 to 0.3 is empty"},
      {"uniform(.7,1.3)", "1.3 is not within [0,1] at character 12"},
      {"dirac(-0.1)", "-0.1 is not within [0,1] at character 7"},
      {"dirac(-inf)", "this is not a number at character 7"},
      {"dirac(1e999)", "the number is out of range at character 7"},
      {"dirac(1/0)", "the number is not finite at character 7"},
      {"0.5 beta(1,1)", "'*' is missing after the weight, 'b' found at character 5"},
      {"0*beta(1,1)", "a weight must be > 0"},
      {"0.5*beta(1,1)+0.4*dirac(0)", "the weights sum to 0.9, not to one"},
      {"0.5*dirichlet(1,1,1)+0.5*beta(1,1)",
       "2 classes, but the first component has 3 at character 22"}};
  for (const auto& [expression, message] : cases) {
    expect_error(ErrorKind::usage, {message},
                 [&text = expression] { static_cast<void>(parse_distribution(text)); });
  }
}

TEST(ParseDistribution, any_bytes_give_one_short_line) {
  const std::string many(100'000, '('), bytes("be\n\x01\xff\0ta(", 10);
  std::string mixture = "dirac(0)";
  for (int i = 0; i < 2000; ++i) mixture += "+dirac(0)";
  std::string classes = "dirichlet(1";
  for (int i = 0; i < 2000; ++i) classes += ",1";
  for (const std::string& text : {many, bytes, mixture, classes + ")", "dirac(" + many}) {
    try {
      static_cast<void>(parse_distribution(text));
      ADD_FAILURE() << text.substr(0, 20);
    } catch (const Error& error) {
      EXPECT_LT(std::string(error.what()).size(), 400U);
      EXPECT_EQ(std::string(error.what()).find_first_of("\n\x01\xff"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace qualm
