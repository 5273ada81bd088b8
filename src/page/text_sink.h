// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "qualm/io.h"

namespace qualm::page {

/// A sink that keeps what it gets.
class TextSink final : public io::Sink {
 public:
  void write(std::string_view bytes) override { text += bytes; }
  void finish() override {}
  std::string text;
};

}  // namespace qualm::page
