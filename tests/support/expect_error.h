// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "qualm/error.h"

/// The action must throw qualm::Error of this kind, in one line that holds every one of the words.
template <class Action>
void expect_error(qualm::ErrorKind kind, const std::vector<std::string>& words,
                  const Action& action) {
  try {
    action();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const qualm::Error& error) {
    EXPECT_EQ(static_cast<int>(error.kind()), static_cast<int>(kind)) << error.what();
    for (const std::string& word : words) EXPECT_THAT(error.what(), testing::HasSubstr(word));
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n")));
  }
}
