#pragma once

#include "resnet_bench/records.hpp"

#include "benchmark/session.hpp"

#include <atomic>
#include <optional>

namespace resnet_bench {

/// Runs one more iteration of a session and checks, at full size, what every leaf computes in every
/// pass from what it read: every value of every output, by arithmetic in double (src/verify). For
/// after measuring: it reads, and so disturbs, all memory. Beside the session it needs host memory
/// for what a step overwrites of its input, about two activations, and some tens of MiB a thread;
/// of the device, where a convolution has a ReLU fused, one activation.
/// Null: interrupted, nothing is known.
std::optional<VerificationRecords> verify_network(Session& session, const Network& network,
                                                  const std::atomic<bool>* interrupted = nullptr);

}  // namespace resnet_bench
