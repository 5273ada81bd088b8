// SPDX-License-Identifier: Apache-2.0
#include "plot/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace qualm::plot {
namespace {

// mantissa · 10^exponent, kept apart so that labels have exactly the digits the step needs.
struct Step {
  int mantissa = 1;
  int exponent = 0;

  [[nodiscard]] double value() const { return mantissa * std::pow(10.0, exponent); }
  [[nodiscard]] Step coarser() const {
    if (mantissa == 1) return {2, exponent};
    if (mantissa == 2) return {5, exponent};
    return {1, exponent + 1};
  }
};

// A negative power of ten is not exact in binary, its inverse is.
double times_power_of_ten(double value, int exponent) {
  return exponent < 0 ? value / std::pow(10.0, -exponent) : value * std::pow(10.0, exponent);
}

int decimal_exponent(double value) {
  return static_cast<int>(std::floor(std::log10(std::abs(value))));
}

std::string with_minus_sign(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

std::string fixed(double value, int decimals, std::string_view suffix) {
  std::string text = fmt::format("{:.{}f}", value, std::max(decimals, 0));
  if (text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-')) text.erase(0, 1);
  return with_minus_sign(text + std::string(suffix));
}

// All ticks of an axis get the same number of decimals and, if any, the same power of ten.
class Labels {
 public:
  Labels(double largest, Step step, TickFormat format) : step_(step), format_(format) {
    if (format_ == TickFormat::percent) step_.exponent += 2;
    exponent_ = decimal_exponent(largest) + (format_ == TickFormat::percent ? 2 : 0);
    scientific_ =
        exponent_ > 15 || ((exponent_ >= 6 || exponent_ < -3) && exponent_ - step_.exponent <= 6);
  }

  [[nodiscard]] std::string operator()(double value) const {
    const std::string_view suffix = format_ == TickFormat::percent ? "%" : "";
    if (value == 0.0)
      return scientific_ ? "0" + std::string(suffix) : fixed(0.0, -step_.exponent, suffix);
    const double shown = format_ == TickFormat::percent ? value * 100.0 : value;
    if (!scientific_) return fixed(shown, -step_.exponent, suffix);
    const int decimals = std::min(exponent_ - step_.exponent, 15);
    const std::string power = with_minus_sign(std::to_string(exponent_));
    return fixed(times_power_of_ten(shown, -exponent_), decimals,
                 "e" + power + std::string(suffix));
  }

 private:
  Step step_;
  TickFormat format_;
  int exponent_ = 0;
  bool scientific_ = false;
};

std::vector<double> multiples(double lo, double hi, Step step) {
  // A limit that is a multiple but for rounding counts as one.
  const double slack = 1e-9 * (hi - lo);
  std::vector<double> values;
  const double first = std::ceil((lo - slack) / step.value());
  const double last = std::floor((hi + slack) / step.value());
  for (double i = first; i <= last && values.size() < 1000; i += 1.0) {
    const double value = times_power_of_ten(i * step.mantissa, step.exponent);
    values.push_back(std::clamp(value == 0.0 ? 0.0 : value, lo, hi));
  }
  return values;
}

std::string power_label(int mantissa, int exponent) {
  static constexpr std::array<std::string_view, 10> raised_digits = {"⁰", "¹", "²", "³", "⁴",
                                                                     "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = mantissa == 1 ? "10" : fmt::format("{}·10", mantissa);
  for (const char c : std::to_string(exponent)) {
    text += c == '-' ? "⁻" : raised_digits.at(static_cast<std::size_t>(c - '0'));
  }
  return text;
}

}  // namespace

std::vector<Tick> linear_ticks(double lo, double hi, std::size_t max_count, TickFormat format) {
  const std::size_t limit = std::max<std::size_t>(max_count, 1);
  Step step{1, decimal_exponent((hi - lo) / static_cast<double>(limit)) - 1};
  std::vector<double> values;
  do {
    step = step.coarser();
    values = multiples(lo, hi, step);
  } while (values.size() > limit);
  const Labels label(std::max(std::abs(lo), std::abs(hi)), step, format);
  std::vector<Tick> ticks;
  ticks.reserve(values.size());
  for (const double value : values) ticks.push_back({value, label(value)});
  return ticks;
}

std::vector<Tick> log_ticks(double lo, double hi, std::size_t max_count, TickFormat format) {
  const int first = decimal_exponent(lo);
  const int last = decimal_exponent(hi) + 1;
  const std::size_t limit = std::max<std::size_t>(max_count, 2);
  static constexpr std::array<int, 3> leading_digits = {1, 2, 5};
  const bool powers = format == TickFormat::number && (lo < 1e-3 || hi > 1e5);
  std::vector<Tick> ticks;
  for (const std::size_t mantissas : {leading_digits.size(), std::size_t{1}}) {
    for (int every = 1; every <= (mantissas == 1 ? last - first + 1 : 1); ++every) {
      ticks.clear();
      for (int exponent = first; exponent <= last; ++exponent) {
        if (exponent % every != 0) continue;
        for (std::size_t m = 0; m < mantissas; ++m) {
          const double value = times_power_of_ten(leading_digits.at(m), exponent);
          if (value < lo * (1 - 1e-9) || value > hi * (1 + 1e-9) || !std::isfinite(value)) continue;
          ticks.push_back(
              {std::clamp(value, lo, hi),
               powers ? power_label(leading_digits.at(m), exponent) : short_number(value, format)});
        }
      }
      if (ticks.size() <= limit) {
        return ticks.size() < 2 ? linear_ticks(lo, hi, max_count, format) : ticks;
      }
    }
  }
  return ticks;
}

std::string short_number(double value, TickFormat format) {
  if (value == 0.0) return format == TickFormat::percent ? "0%" : "0";
  const double shown = format == TickFormat::percent ? value * 100.0 : value;
  std::string text = fmt::format("{:.3g}", shown);
  if (std::abs(shown) >= 1000.0 && std::abs(shown) < 1e6) text = fmt::format("{:.0f}", shown);
  if (const auto e = text.find('e'); e != std::string::npos) {
    const int exponent = std::stoi(text.substr(e + 1));
    text = text.substr(0, e) + "e" + with_minus_sign(std::to_string(exponent));
  }
  return with_minus_sign(text) + (format == TickFormat::percent ? "%" : "");
}

std::string aligned_number(double value, double largest, TickFormat format) {
  if (!(largest > 0.0)) return short_number(value, format);
  return Labels(largest, {1, decimal_exponent(largest) - 2}, format)(value);
}

}  // namespace qualm::plot
