// SPDX-License-Identifier: Apache-2.0
// The elementary functions at every target: their stated error against long double, and the same
// bits.
#include "kernels/instruction_sets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/vector_math_test.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h has to come first.
#include <hwy/highway.h>

#include "kernels/digamma-inl.h"
#include "kernels/divergence-inl.h"
#include "kernels/exponential-inl.h"
#include "kernels/load_block-inl.h"
#include "kernels/vector_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Applies f to n numbers, whole vectors at a time; n is a multiple of block_lanes.
template <class T, class F>
void apply(const T* x, T* y, std::size_t n, const F& f) {
  const Tag<T> d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    hn::StoreU(f(d, hn::LoadU(d, x + i)), d, y + i);
  }
}

void log2_float(const float* x, float* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR { return log2_of(d, v).value(); });
}
void log2_double(const double* x, double* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR { return log2_of(d, v).value(); });
}
void log2_one_minus_float(const float* x, float* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR {
    return log2_of(d, hn::Sub(hn::Set(d, hn::TFromD<decltype(d)>(1)), v), v).value();
  });
}
void log2_one_minus_double(const double* x, double* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR {
    return log2_of(d, hn::Sub(hn::Set(d, hn::TFromD<decltype(d)>(1)), v), v).value();
  });
}
void exp_double(const double* x, double* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR { return exp_of_difference(d, v, hn::Zero(d)); });
}
void exponential(const double* x, double* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR { return exponential_of(d, v).value; });
}
void exponential_less_one(const double* x, double* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR { return exponential_of(d, v).less_one; });
}
// The divergence of x from 0.3.
template <class T>
void divergence(const T* x, T* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR {
    const auto mean = hn::Set(d, T(0.3));
    const auto deviation = hn::Mul(hn::Sub(v, mean), hn::Set(d, T(deviation_scale)));
    const DivergenceFrom<decltype(d)> from(d, scaled(d, mean));
    return hn::Mul(from.term(d, scaled(d, v), deviation), hn::Set(d, T(divergence_bits)));
  });
}
void divergence_double(const double* x, double* y, std::size_t n) {
  divergence(x, y, n);
}
void divergence_float(const float* x, float* y, std::size_t n) {
  divergence(x, y, n);
}
void digamma_rise(const double* x, double* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR { return digamma_of(d, v).rise; });
}
void digamma_excess(const double* x, double* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR { return digamma_of(d, v).excess; });
}
// Over a step of x * 2^-30, and one of x.
void digamma_rise_by_little(const double* x, double* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR {
    const auto step = hn::Mul(v, hn::Set(d, 0x1p-30));
    return digamma_change(d, v, step, hn::Add(v, step)).rise;
  });
}
void digamma_excess_by_little(const double* x, double* y, std::size_t n) {
  apply(x, y, n, [](auto d, auto v) HWY_ATTR {
    const auto step = hn::Mul(v, hn::Set(d, 0x1p-30));
    return digamma_change(d, v, step, hn::Add(v, step)).excess;
  });
}
void digamma_rise_by_much(const double* x, double* y, std::size_t n) {
  apply(x, y, n,
        [](auto d, auto v) HWY_ATTR { return digamma_change(d, v, v, hn::Add(v, v)).rise; });
}
void digamma_excess_by_much(const double* x, double* y, std::size_t n) {
  apply(x, y, n,
        [](auto d, auto v) HWY_ATTR { return digamma_change(d, v, v, hn::Add(v, v)).excess; });
}
void halves(const std::uint16_t* x, float* y, std::size_t n) {
  convert_halves(reinterpret_cast<const std::byte*>(x), n, y);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <gtest/gtest.h>

#include <bit>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <iterator>

#include "kernels/target.h"
#include "qualm/random.h"

namespace qualm::kernels {
namespace {

HWY_EXPORT(log2_float);
HWY_EXPORT(log2_double);
HWY_EXPORT(log2_one_minus_float);
HWY_EXPORT(log2_one_minus_double);
HWY_EXPORT(exp_double);
HWY_EXPORT(exponential);
HWY_EXPORT(exponential_less_one);
HWY_EXPORT(divergence_float);
HWY_EXPORT(divergence_double);
HWY_EXPORT(digamma_rise);
HWY_EXPORT(digamma_excess);
HWY_EXPORT(digamma_rise_by_little);
HWY_EXPORT(digamma_excess_by_little);
HWY_EXPORT(digamma_rise_by_much);
HWY_EXPORT(digamma_excess_by_much);
HWY_EXPORT(halves);

// Where there is one target, its index is not that of the one entry.
template <class Table>
const auto& entry_for(const Target& target, const Table& table) {
  hwy::ChosenTarget chosen;
  chosen.Update(target.bit);
  return table[std::size(table) == 1 ? 0 : chosen.GetIndex()];
}

template <class T>
std::vector<T> numbers_between(double from, double to, bool logarithmic, std::size_t n = 1 << 16) {
  std::vector<T> x(n);
  Random random(3);
  for (T& value : x) {
    const double u = random.uniform();
    value = static_cast<T>(logarithmic ? from * std::pow(to / from, u) : from + (to - from) * u);
  }
  return x;
}

// Runs a function at every target, demands the same bits of all, and returns the greatest relative
// error against the definition.
template <class T, class Table>
double worst_error(const Table& table, const std::vector<T>& x,
                   long double (*definition)(long double)) {
  std::vector<T> first;
  for (const Target& target : supported_targets()) {
    std::vector<T> y(x.size());
    entry_for(target, table)(x.data(), y.data(), x.size());
    if (first.empty()) first = y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      if (std::bit_cast<Bits>(first[i]) == std::bit_cast<Bits>(y[i])) continue;
      ADD_FAILURE() << target.name << " differs at " << x[i];
      return 1;
    }
  }
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double expected = definition(x[i]);
    if (expected == 0) continue;
    const auto error = static_cast<double>(std::fabs((first[i] - expected) / expected));
    worst = std::max(worst, error);
  }
  return worst;
}

long double log2_definition(long double x) {
  return std::log2(x);
}
long double log2_one_minus_definition(long double x) {
  return std::log1p(-x) / std::log(2.0L);
}
long double exp_definition(long double x) {
  return std::exp(x);
}
long double exp_less_one_definition(long double x) {
  return std::expm1(x);
}
template <class T>
long double divergence_definition(long double p) {
  const long double mean = static_cast<T>(0.3L), x = (p - mean) / mean;
  if (std::fabs(x) < 0.25L) {
    long double sum = 0, power = x * x;
    for (int n = 2; n < 40; ++n, power *= -x) sum += power / (n * (n - 1));
    return mean * sum / std::log(2.0L);
  }
  return ((p > 0 ? p * std::log(p / mean) : 0) - (p - mean)) / std::log(2.0L);
}

// psi(x + 1) - psi(1) and psi(x + 1) - log x to 60 digits, of which differences keep enough.
using Digits60 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>,
                                               boost::multiprecision::et_off>;
Digits60 rise_of(const Digits60& x) {
  return boost::math::digamma(x + 1) - boost::math::digamma(Digits60(1));
}
Digits60 excess_of(const Digits60& x) {
  return boost::math::digamma(x + 1) - log(x);
}
template <Digits60 (*function)(const Digits60&)>
long double value_definition(long double x) {
  return static_cast<long double>(function(Digits60(x)));
}
template <Digits60 (*function)(const Digits60&), int power>
long double change_definition(long double x) {
  const Digits60 from = x, to = from * (1 + ldexp(Digits60(1), power));
  return static_cast<long double>(abs(function(to) - function(from)));
}

TEST(VectorMath, digamma_keeps_its_digits_at_both_ends) {
  const auto x = numbers_between<double>(1e-12, 1e12, true, 512);
  const auto seam = numbers_between<double>(0.5, 3, true, 128);
  for (const auto& numbers : {x, seam}) {
    EXPECT_LT(
        worst_error<double>(HWY_DISPATCH_TABLE(digamma_rise), numbers, value_definition<rise_of>),
        2e-13);
    EXPECT_LT(worst_error<double>(HWY_DISPATCH_TABLE(digamma_excess), numbers,
                                  value_definition<excess_of>),
              2e-13);
  }
}

TEST(VectorMath, differences_of_digamma_keep_their_digits_for_tiny_steps) {
  const auto x = numbers_between<double>(1e-12, 1e10, true, 512);
  const auto seam = numbers_between<double>(0.5, 3, true, 128);
  for (const auto& numbers : {x, seam}) {
    EXPECT_LT(worst_error<double>(HWY_DISPATCH_TABLE(digamma_rise_by_little), numbers,
                                  change_definition<rise_of, -30>),
              1e-12);
    EXPECT_LT(worst_error<double>(HWY_DISPATCH_TABLE(digamma_excess_by_little), numbers,
                                  change_definition<excess_of, -30>),
              1e-12);
    EXPECT_LT(worst_error<double>(HWY_DISPATCH_TABLE(digamma_rise_by_much), numbers,
                                  change_definition<rise_of, 0>),
              1e-12);
    EXPECT_LT(worst_error<double>(HWY_DISPATCH_TABLE(digamma_excess_by_much), numbers,
                                  change_definition<excess_of, 0>),
              1e-12);
  }
}

TEST(VectorMath, log2_keeps_its_error_bound_and_its_bits_on_every_target) {
  for (const auto& [from, to] :
       {std::pair{1e-37, 1.0}, std::pair{0.5, 1.0}, std::pair{0.99, 1.0}}) {
    EXPECT_LT(worst_error<float>(HWY_DISPATCH_TABLE(log2_float),
                                 numbers_between<float>(from, to, true), log2_definition),
              2.5e-7);
    EXPECT_LT(worst_error<double>(HWY_DISPATCH_TABLE(log2_double),
                                  numbers_between<double>(from, to, true), log2_definition),
              6e-16);
  }
}

TEST(VectorMath, log2_of_numbers_near_one_keeps_its_error_bound_and_its_bits_on_every_target) {
  for (const auto& [from, to] : {std::pair{1e-30, 0.999}, std::pair{0.1, 0.9}}) {
    EXPECT_LT(worst_error<float>(HWY_DISPATCH_TABLE(log2_one_minus_float),
                                 numbers_between<float>(from, to, true), log2_one_minus_definition),
              4e-7);
    EXPECT_LT(
        worst_error<double>(HWY_DISPATCH_TABLE(log2_one_minus_double),
                            numbers_between<double>(from, to, true), log2_one_minus_definition),
        8e-16);
  }
}

TEST(VectorMath, exp_keeps_its_error_bound_and_its_bits_on_every_target) {
  EXPECT_LT(worst_error<double>(HWY_DISPATCH_TABLE(exp_double),
                                numbers_between<double>(-700, 0, false), exp_definition),
            5e-16);
  EXPECT_LT(worst_error<double>(HWY_DISPATCH_TABLE(exp_double),
                                numbers_between<double>(-1, 0, false), exp_definition),
            5e-16);
}

TEST(VectorMath, exp_less_one_keeps_its_digits_near_zero) {
  for (const double reach : {1e-12, 0.4, 1.0, 80.0}) {
    const auto x = numbers_between<double>(-reach, reach, false);
    const double bound = 1e-15 * std::max(1.0, reach);
    EXPECT_LT(worst_error<double>(HWY_DISPATCH_TABLE(exponential), x, exp_definition), bound);
    EXPECT_LT(
        worst_error<double>(HWY_DISPATCH_TABLE(exponential_less_one), x, exp_less_one_definition),
        bound);
  }
}

TEST(VectorMath, divergence_keeps_its_error_bound_and_its_bits_on_every_target) {
  const double mean = 0.3, float_mean = 0.3F;
  for (const double factor : {1e-7, 1e-4, 0.1, 0.9}) {
    EXPECT_LT(worst_error<double>(
                  HWY_DISPATCH_TABLE(divergence_double),
                  numbers_between<double>(mean * (1 - factor), mean * (1 + factor), false),
                  divergence_definition<double>),
              1e-14);
    EXPECT_LT(worst_error<float>(HWY_DISPATCH_TABLE(divergence_float),
                                 numbers_between<float>(float_mean * (1 - factor),
                                                        float_mean * (1 + factor), false),
                                 divergence_definition<float>),
              2e-6);
  }
  EXPECT_LT(
      worst_error<double>(HWY_DISPATCH_TABLE(divergence_double),
                          numbers_between<double>(1e-300, 1, true), divergence_definition<double>),
      1e-14);
  EXPECT_LT(
      worst_error<float>(HWY_DISPATCH_TABLE(divergence_float),
                         numbers_between<float>(1e-37, 1, true), divergence_definition<float>),
      2e-6);
}

TEST(VectorMath, every_half_is_converted_exactly_on_every_target) {
  std::vector<std::uint16_t> bits(1 << 16);
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<std::uint16_t>(i);
  for (const Target& target : supported_targets()) {
    std::vector<float> y(bits.size());
    entry_for(target, HWY_DISPATCH_TABLE(halves))(bits.data(), y.data(), bits.size());
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const float expected = half_to_float(bits[i]);
      if (!std::isfinite(expected)) continue;  // refused before anything is computed from them
      ASSERT_EQ(std::bit_cast<std::uint32_t>(expected), std::bit_cast<std::uint32_t>(y[i]))
          << target.name << " bits " << i;
    }
  }
}

}  // namespace
}  // namespace qualm::kernels
#endif  // HWY_ONCE
