// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "io/support/made_files.h"
#include "qualm/error.h"

namespace qualm::io {

/// Runs `action`, which must throw an Error of `kind` with a message of one line, and returns that.
template <class Action>
std::string error_of(ErrorKind kind, Action action) {
  try {
    static_cast<void>(action());
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.kind(), kind) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

template <class Action>
std::string data_error_of(Action action) {
  return error_of(ErrorKind::data, action);
}

/// Why a file of these bytes is refused.
inline std::string refused(std::string_view bytes, const std::string& key = "") {
  return data_error_of([&] { return open_bytes(bytes, key); });
}

template <class Action>
std::string system_error_of(Action action) {
  return error_of(ErrorKind::system, action);
}

}  // namespace qualm::io
