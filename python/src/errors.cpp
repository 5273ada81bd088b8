// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <regex>
#include <thread>

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
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    // What a signal's handler raised is what the user should see.
    if (error.kind() == ErrorKind::interrupted && PyErr_Occurred() != nullptr) return;
    PyErr_SetString(type_for(error.kind()), in_python_words(error.what()).c_str());
  }
}

}  // namespace

void translate_errors() {
  pybind11::register_exception_translator(translate);
}

std::string in_python_words(const std::string& message) {
  static const std::regex option("--([a-z][a-z0-9-]*)");
  static const std::regex with_word("--(input|axes) ([a-z]+)\\b");
  static const std::regex flag("--(renormalize|normalized|corrected|ordered|per-class)\\b");
  static const std::regex families("--measure\\b");
  static const std::regex n_classes("--classes\\b");
  std::string text = std::regex_replace(message, with_word, "$1='$2'");
  text = std::regex_replace(text, flag, "$1=True");
  text = std::regex_replace(text, families, "measures");
  text = std::regex_replace(text, n_classes, "n_classes");
  std::string result;
  auto rest = text.cbegin();
  for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at) {
    std::string name = (*at)[1];
    std::replace(name.begin(), name.end(), '-', '_');
    result.append(rest, (*at)[0].first);
    result += name;
    rest = (*at)[0].second;
  }
  return result.append(rest, text.cend());
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
