// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

#include "qualm/error.h"

namespace qualm::python {
namespace {

PyObject* type_for(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::data:
      return PyExc_ValueError;
    case ErrorKind::system:
      return PyExc_OSError;
    case ErrorKind::interrupted:
      return PyExc_KeyboardInterrupt;
    default:
      return PyExc_RuntimeError;
  }
}

void translate(std::exception_ptr thrown) {
  if (!thrown) return;
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const Error& error) {
    // What a signal's handler raised is what the user should see.
    if (error.kind() == ErrorKind::interrupted && PyErr_Occurred() != nullptr) return;
    const std::string text = in_python_words(error.message());
    // A name of a file that the message quotes need not be UTF-8.
    PyObject* const decoded =
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
    if (decoded == nullptr) return;
    PyErr_SetObject(type_for(error.kind()), decoded);
    Py_DECREF(decoded);
  }
}

// renormalize=True, top=3, input='logits'
std::string spell_keyword(std::string_view key, std::string_view value) {
  std::string text(key);
  if (value.empty()) return text;
  if (value == "true") return text + "=True";
  if (key == "guarantee") return text + "=(0.02, 0.05)";
  const bool is_number = value.find_first_not_of("0123456789.") == std::string_view::npos;
  const char* const quote = is_number ? "" : "'";
  return (((text += '=') += quote) += value) += quote;
}

}  // namespace

void translate_errors() {
  pybind11::register_exception_translator(translate);
}

std::string in_python_words(const std::string& message) {
  return spelled(message, spell_keyword);
}

std::vector<std::string> in_python_words(const std::vector<std::string>& messages) {
  std::vector<std::string> texts;
  for (const std::string& message : messages) texts.push_back(in_python_words(message));
  return texts;
}

Progress until_interrupted() {
  using Clock = std::chrono::steady_clock;
  struct State {
    std::thread::id caller = std::this_thread::get_id();
    Clock::time_point next_look = Clock::now();  // the caller's alone
    std::atomic<bool> stop = false;
  };
  Progress progress;
  progress.cancelled = [state = std::make_shared<State>()] {
    const bool may_look = std::this_thread::get_id() == state->caller && !state->stop;
    if (may_look && Clock::now() >= state->next_look) {
      // The GIL may be long in coming where other Python threads are busy.
      state->next_look = Clock::now() + std::chrono::milliseconds(50);
      const pybind11::gil_scoped_acquire gil;
      if (PyErr_CheckSignals() != 0) state->stop = true;
    }
    return state->stop.load();
  };
  return progress;
}

}  // namespace qualm::python
