// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "qualm/array.h"

namespace qualm::kernels {

/// Instances that a kernel works on at a time, one in each SIMD lane. The same on every instruction
/// set, as is the order in which members and classes are summed: hence the same bits everywhere.
inline constexpr std::size_t block_lanes = 16;

/// Classes that are brought into lanes at a time, so that they are still in the nearest cache when
/// they are summed. What is left for the last tile is less than twice as much.
inline constexpr std::size_t tile_classes = 32;

/// One past the last class of the tile that starts with that class.
constexpr std::size_t end_of_tile(std::size_t first_class, std::size_t n_classes) noexcept {
  return n_classes - first_class < 2 * tile_classes ? n_classes : first_class + tile_classes;
}

/// The families that have a kernel; the first ones are sums over classes.
enum FamilyIndex : std::size_t {
  variance_index,
  entropy_index,
  label_entropy_index,
  spherical_index,
  zero_one_index,
  wasserstein_index,
  n_families,
  n_summed_families = spherical_index
};

/// Where the values of a family go: N numbers each, or N*K for a class; null pointers are not
/// wanted.
struct FamilyOutput {
  double* total = nullptr;
  double* aleatoric = nullptr;
  double* epistemic = nullptr;
  double* class_total = nullptr;
  double* class_aleatoric = nullptr;
  double* class_epistemic = nullptr;
  double scale = 1;             ///< multiplies all parts (unit, normalisation)
  double epistemic_factor = 1;  ///< multiplies EU further (finite-ensemble correction)

  [[nodiscard]] bool wanted() const noexcept { return total != nullptr; }
};

enum class SampleKind { probabilities, logits, concentrations };

/// All that the kernels need to know about a sample of M members for N instances. Plain pointers
/// into memory that the caller owns.
struct SampleJob {
  const std::byte* data = nullptr;
  DType dtype = DType::f32;
  bool byte_swapped = false;
  std::ptrdiff_t stride_n = 0, stride_m = 0, stride_k = 0;  ///< in bytes
  std::size_t n_members = 0, n_classes = 0;
  SampleKind kind = SampleKind::probabilities;
  const double* member_weights = nullptr;  ///< M, sum one
  bool equal_weights = true;
  const double* class_weights = nullptr;      ///< K, or null: all one
  double row_sum_tolerance = 0;               ///< the least of all members
  const double* member_tolerances = nullptr;  ///< M, or null: all alike
  bool renormalize = false;

  FamilyOutput families[n_families];
  std::uint32_t* predicted = nullptr;
  double* mean = nullptr;  ///< N*K, or null

  /// float16 and float32 probabilities of members that count alike are worked on in float lanes,
  /// all else in double lanes: what softmax, rescaling or a weight as a float rounds off would be
  /// seen where members nearly agree.
  [[nodiscard]] bool uses_float_lanes() const noexcept {
    return kind == SampleKind::probabilities && !renormalize && equal_weights &&
           dtype != DType::f64;
  }

  /// Whether probabilities are stored as mirror.h says.
  [[nodiscard]] bool is_mirrored() const noexcept { return kind == SampleKind::logits; }

  /// Whether a family looks at the rows of members, which sorting the members of each class tears
  /// apart.
  [[nodiscard]] bool needs_rows() const noexcept {
    for (std::size_t family = n_summed_families; family < n_families; ++family) {
      if (families[family].wanted()) return true;
    }
    return false;
  }

  /// Whether variance and entropy are measured in one pass over members that count alike.
  [[nodiscard]] bool has_equal_members() const noexcept { return equal_weights && !is_mirrored(); }

  /// Whether anything but variance and entropy of equal members looks at the means of classes.
  [[nodiscard]] bool needs_means() const noexcept {
    constexpr std::size_t most_classes = std::size_t{1} << 23U;  // whole numbers in float
    return !has_equal_members() || needs_rows() || mean != nullptr ||
           families[label_entropy_index].wanted() ||
           !(families[variance_index].wanted() || families[entropy_index].wanted()) ||
           n_classes > most_classes;
  }

  /// Tiles can be forgotten where each number is looked at once: probabilities as they are, and
  /// sums over classes.
  [[nodiscard]] bool keeps_all_classes() const noexcept {
    return kind != SampleKind::probabilities || renormalize || needs_rows();
  }
};

/// Memory of one thread, reused from block to block.
class Scratch {
 public:
  explicit Scratch(const SampleJob& job);
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  struct Arrays;
  [[nodiscard]] Arrays& arrays() noexcept { return *arrays_; }

 private:
  std::unique_ptr<Arrays> arrays_;
};

struct BlockStatus {
  bool suspicious = false;  ///< a row may be forbidden: look closer before using the values
  std::size_t renormalized_rows = 0;  ///< rows (instance, member) that were rescaled
};

/// Measures up to block_lanes instances from `first`.
using MeasureBlock = BlockStatus (*)(const SampleJob& job, std::size_t first, std::size_t count,
                                     Scratch& scratch);

}  // namespace qualm::kernels
