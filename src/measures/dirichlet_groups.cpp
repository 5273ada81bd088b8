// SPDX-License-Identifier: Apache-2.0
#include "measures/dirichlet_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "array/sorted_sum.h"

namespace qualm::detail {
namespace {

constexpr std::size_t n_nodes = 24;
// In sqrt(alpha), where the distributions of all gammas are about equally wide.
constexpr double cluster_width = 0.7;

// Chebyshev interpolation turns a sum over many points into one over the nodes: the weight of a
// node is the sum of its Lagrange polynomial over the points.
void append_nodes(std::span<const AlphaGroup> cluster, double sum, std::vector<AlphaGroup>& out) {
  const double top = std::sqrt(cluster.front().alpha);
  const double width = std::max(top - std::sqrt(cluster.back().alpha), top / 100);
  std::array<double, n_nodes> nodes{};
  std::array<double, n_nodes> barycentric{};
  std::array<double, n_nodes> weights{};
  for (std::size_t j = 0; j < n_nodes; ++j) {
    const double angle = (2 * static_cast<double>(j) + 1) * std::numbers::pi / (2 * n_nodes);
    nodes[j] = top - width * (1 - std::cos(angle)) / 2;
    barycentric[j] = (j % 2 == 0 ? 1 : -1) * std::sin(angle);
  }
  for (const AlphaGroup& group : cluster) {
    const double v = std::sqrt(group.alpha);
    const auto hit = std::find(nodes.begin(), nodes.end(), v);
    if (hit != nodes.end()) {
      weights[static_cast<std::size_t>(hit - nodes.begin())] += group.count;
      continue;
    }
    std::array<double, n_nodes> terms{};
    for (std::size_t j = 0; j < n_nodes; ++j) terms[j] = barycentric[j] / (v - nodes[j]);
    const double scale = group.count / std::accumulate(terms.begin(), terms.end(), 0.0);
    for (std::size_t j = 0; j < n_nodes; ++j) weights[j] += terms[j] * scale;
  }
  for (std::size_t j = 0; j < n_nodes; ++j) {
    const double alpha = nodes[j] * nodes[j];
    out.push_back({alpha, sum - alpha, weights[j]});
  }
}

}  // namespace

double sum_of(std::span<const double> alpha) {
  std::vector<double> terms(alpha.begin(), alpha.end());
  return sorted_sum(terms);
}

// Sums from both ends of the falling order; equal concentrations have the same others.
std::vector<double> sums_of_others(std::span<const double> alpha) {
  const std::size_t n = alpha.size();
  std::vector<std::size_t> falling(n);
  std::iota(falling.begin(), falling.end(), std::size_t{0});
  std::stable_sort(falling.begin(), falling.end(),
                   [&](std::size_t a, std::size_t b) { return alpha[a] > alpha[b]; });
  std::vector<double> others(n);
  double before = 0;
  for (const std::size_t k : falling) {
    others[k] = before;
    before += alpha[k];
  }
  double behind = 0;
  for (std::size_t i = n; i-- > 0;) {
    others[falling[i]] += behind;
    behind += alpha[falling[i]];
  }
  for (std::size_t i = 1; i < n; ++i) {
    if (alpha[falling[i]] == alpha[falling[i - 1]]) others[falling[i]] = others[falling[i - 1]];
  }
  return others;
}

SortedAlpha sort_alpha(std::span<const double> alpha) {
  std::vector<double> falling(alpha.begin(), alpha.end());
  std::sort(falling.begin(), falling.end(), std::greater<>());
  // Beyond these, EU below 1e-10 or AU below 1e-29 is all that is left, and double has no room for
  // the features of the integrands.
  const double sum = std::accumulate(falling.begin(), falling.end(), 0.0);
  const double scale = std::clamp(sum, 1e-30, 1e20) / sum;
  for (double& value : falling) value = std::max(value * scale, 1e-60);
  const std::vector<double> others = sums_of_others(falling);
  SortedAlpha result{falling[0] + others[0], {falling[0], others[0], 1}, {}};
  for (std::size_t k = 1; k < falling.size(); ++k) {
    if (k > 1 && falling[k] == falling[k - 1]) {
      result.others.back().count += 1;
    } else {
      result.others.push_back({falling[k], others[k], 1});
    }
  }
  return result;
}

std::vector<AlphaGroup> compressed(const SortedAlpha& alpha, double smallest) {
  std::vector<AlphaGroup> result;
  for (auto first = alpha.others.begin(); first != alpha.others.end();) {
    const double bottom = std::max(std::sqrt(first->alpha) - cluster_width, std::sqrt(smallest));
    auto last = std::find_if(first + 1, alpha.others.end(), [&](const AlphaGroup& group) {
      return std::sqrt(group.alpha) < bottom;
    });
    if (last - first > static_cast<std::ptrdiff_t>(n_nodes)) {
      append_nodes({first, last}, alpha.sum, result);
    } else {
      result.insert(result.end(), first, last);
    }
    first = last;
  }
  return result;
}

}  // namespace qualm::detail
