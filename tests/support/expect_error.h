#pragma once

#include "brigade/error.h"

#include <gtest/gtest.h>

#include <string>

/// Expects a UserError of one line that contains `part` and ends in this file's name and a line.
#define EXPECT_USER_ERROR(statement, part)                                                         \
  try {                                                                                            \
    (void)(statement);                                                                             \
    ADD_FAILURE() << "nothing was thrown";                                                         \
  } catch (const brigade::UserError &error) {                                                      \
    std::string text = error.what();                                                               \
    EXPECT_NE(text.find(part), std::string::npos) << text;                                         \
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;                                         \
    EXPECT_NE(text.find("_test.cpp:"), std::string::npos) << text;                                 \
  }
