#pragma once

#include "backends/cuda/double/calls.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cuda_double {

/// A test on the double: begins with a new process's state, and fails where something was misused
/// or is left over.
class OnTheDouble : public testing::Test {
 protected:
  OnTheDouble() { reset(); }

  void TearDown() override {
    expect_no_complaints();
    expect_nothing_alive();
  }

  static void expect_no_complaints() {
    for (const std::string& complaint : take_complaints()) ADD_FAILURE() << complaint;
  }
  static void expect_nothing_alive() {
    for (const auto& [kind, count] : alive()) ADD_FAILURE() << kind << " left over: " << count;
  }
};

}  // namespace cuda_double
