// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/error.h"

namespace qualm::io {

/// An array in a file has an axis of length 0: no fault where it is one shard of many.
class NoNumbers final : public Error {
 public:
  using Error::Error;
};

}  // namespace qualm::io
