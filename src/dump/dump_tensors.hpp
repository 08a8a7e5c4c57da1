#pragma once

#include "benchmark/session.hpp"
#include "dump/safetensors.hpp"

#include <map>
#include <string>

namespace resnet_bench {

struct DumpOptions {
  bool leaves = false;  ///< each leaf's inputs and outputs in each pass, too
  std::map<std::string, std::string> metadata;
};

/// Runs a fresh session for two training steps, or one inference, and writes what went in and came
/// out, in plain order under canonical names (docs/columns.md lists the names), so that another
/// program can check every number.
void dump_tensors(Session& session, const Network& network, SafetensorsWriter& writer,
                  const DumpOptions& options);

}  // namespace resnet_bench
