// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "error/nearest_name.h"
#include "measures/maximum.h"
#include "qualm/error.h"
#include "qualm/measures.h"

namespace qualm {
namespace {

// The registry: a family is a row here, a kernel in src/kernels/ and a Dirichlet form in this
// folder.
constexpr std::array<Family, 6> registry = {{
    {.id = FamilyId::variance,
     .name = "variance",
     .summary = "label-wise variance, weighted and summed over the classes (the paper's measure)",
     .additive = true,
     .label_wise = true,
     .logarithmic = false,
     .correctable = true,
     .zero_only_if_equal = true,
     .maximum = detail::maximum_variance,
     .unit = "variance"},
    {.id = FamilyId::entropy,
     .name = "entropy",
     .summary = "Shannon entropy, conditional entropy and mutual information",
     .additive = true,
     .label_wise = false,
     .logarithmic = true,
     .correctable = true,
     .zero_only_if_equal = true,
     .maximum = detail::maximum_entropy,
     .unit = ""},
    {.id = FamilyId::label_entropy,
     .name = "label-entropy",
     .summary = "binary entropy of each class against the rest, weighted and summed",
     .additive = true,
     .label_wise = true,
     .logarithmic = true,
     .correctable = true,
     .zero_only_if_equal = true,
     .maximum = detail::maximum_label_entropy,
     .unit = ""},
    {.id = FamilyId::spherical,
     .name = "spherical",
     .summary = "the spherical score: 1 - |p|",
     .additive = true,
     .label_wise = false,
     .logarithmic = false,
     .correctable = true,
     .zero_only_if_equal = true,
     .maximum = detail::maximum_spherical,
     .unit = "spherical loss"},
    {.id = FamilyId::zero_one,
     .name = "zero-one",
     .summary = "the probability of a wrong label: 1 - max p",
     .additive = true,
     .label_wise = false,
     .logarithmic = false,
     .correctable = false,
     .zero_only_if_equal = false,
     .maximum = detail::maximum_zero_one,
     .unit = "probability"},
    {.id = FamilyId::wasserstein,
     .name = "wasserstein",
     .summary =
         "distance to the nearest certain, chance-free or point-like prediction (not additive)",
     .additive = false,
     .label_wise = false,
     .logarithmic = false,
     .correctable = false,
     .zero_only_if_equal = true,
     .maximum = detail::maximum_wasserstein,
     .unit = "distance"},
}};

// One family for each order.
constexpr Family power_family = {.id = FamilyId::tsallis,
                                 .name = "tsallis",
                                 .summary = "the power entropy (1 - sum p^q) / (q - 1), tsallis:q",
                                 .additive = true,
                                 .label_wise = false,
                                 .logarithmic = false,
                                 .correctable = true,
                                 .zero_only_if_equal = true,
                                 .maximum = nullptr,
                                 .unit = "power entropy"};

constexpr std::array<std::string_view, 3> part_names = {"total", "aleatoric", "epistemic"};
constexpr std::array<std::string_view, 3> log_base_names = {"2", "e", "K"};

}  // namespace

std::span<const Family> families() noexcept {
  return registry;
}

const Family& family(FamilyId id) noexcept {
  return id == FamilyId::tsallis ? power_family : registry[static_cast<std::size_t>(id)];
}

const Family& find_family(std::string_view name) {
  std::vector<std::string_view> names;
  std::string list;
  for (const Family& row : registry) {
    if (row.name == name) return row;
    names.push_back(row.name);
    list += (list.empty() ? "" : ", ") + std::string(row.name);
  }
  const std::string nearest = nearest_name(name, names);
  throw_usage("unknown measure '" + std::string(name) +
              "': " + (nearest.empty() ? "choose from " + list : "did you mean " + nearest + "?"));
}

std::string_view name(Part part) noexcept {
  return part_names[static_cast<std::size_t>(part)];
}

const std::vector<double>& get(const Parts& parts, Part part) noexcept {
  switch (part) {
    case Part::total:
      return parts.total;
    case Part::aleatoric:
      return parts.aleatoric;
    default:
      return parts.epistemic;
  }
}

std::string_view name(LogBase base) noexcept {
  return log_base_names[static_cast<std::size_t>(base)];
}

LogBase parse_log_base(std::string_view text) {
  for (std::size_t i = 0; i < log_base_names.size(); ++i) {
    if (log_base_names[i] == text) return static_cast<LogBase>(i);
  }
  throw_usage("unknown log base '" + std::string(text) +
              "': choose 2 (bits), e (nats) or K (divided by log2 of the number of classes)");
}

}  // namespace qualm
