#pragma once

#include "resnet_bench/error.hpp"

#include <string>

namespace resnet_bench {

/// The message of the Refusal (or RunError) that `work` throws; "" where it throws none.
template <class Error = Refusal, class Work>
std::string message_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace resnet_bench
