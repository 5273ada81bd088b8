// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/analysis.h"

namespace qualm::python {

/// Our errors as Python's: ValueError for usage and data, OSError for the system,
/// KeyboardInterrupt, and RuntimeError for an internal error.
void translate_errors();

/// The message as a Python user writes it: "--input logits" is input='logits' here.
[[nodiscard]] std::string in_python_words(const std::string& message);
[[nodiscard]] std::vector<std::string> in_python_words(const std::vector<std::string>& messages);

/// Stops work when Python has a signal to handle, such as Ctrl-C. Any thread may ask, with the GIL
/// released; only the one that called this looks, and that a few times a second.
[[nodiscard]] Progress until_interrupted();

/// Stops a job in the same way, and keeps its notes.
struct Watch {
  std::vector<std::string> notes = {};

  [[nodiscard]] Listener listener() {
    return {until_interrupted(), [this](const std::string& note) { notes.push_back(note); }};
  }
};

}  // namespace qualm::python
