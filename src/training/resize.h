// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/training/plan.h"

namespace qualm::training {

/// Resizes every picture by bilinear interpolation between the centres of pixels (PyTorch's
/// interpolate with align_corners=False, no smoothing when shrinking). The pixels become floats on
/// the same scale. Throws usage for rows of features.
void resize_pictures(Examples& examples, std::size_t height, std::size_t width);

}  // namespace qualm::training
