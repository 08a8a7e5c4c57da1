#pragma once

#include "backends/cuda/double/cudnn_descriptors.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// The engines of the double. They differ as the real ones do: in what they need, in how exact they
/// are, and in what they refuse.
namespace cuda_double {

enum Engine : std::int64_t {
  general = 0,           ///< takes everything, without workspace; fp32 is IEEE
  tensor_cores = 1,      ///< with workspace; rounds fp32 to TF32
  refuses = 2,           ///< is listed, and cannot be built
  nondeterministic = 3,  ///< sums in an order that changes
  hungry = 4,            ///< wants more workspace than any device has
  engine_count = 5,
};

/// The heuristics' lists, first the best; mode A's may be made empty, so that the fallback is
/// asked.
std::vector<std::int64_t> ranking(cudnnBackendHeurMode_t mode);
void set_mode_a_empty(bool empty);

std::vector<cudnnBackendNumericalNote_t> numerical_notes(std::int64_t engine);
std::vector<Contents> default_knobs(std::int64_t engine);

/// Of an operation graph: bytes that the engine works in.
std::int64_t workspace_bytes(std::int64_t engine, const Contents& graph);

/// Why the double would not compute this graph; empty: it would.
std::string unsupported(std::int64_t engine, const Contents& graph);

// Of a tensor descriptor.
std::int64_t element_bytes(cudnnDataType_t type);
std::int64_t extent_bytes(const Contents& tensor);
bool is_virtual(const Contents& tensor);
std::int64_t unique_id(const Contents& tensor);

/// The tensors that an operation reads, in a fixed order, and the one that it writes.
struct OperationTensors {
  std::vector<const Contents*> reads;
  const Contents* writes = nullptr;
};
OperationTensors tensors_of(const Contents& operation);

/// What does not fit in an operation being finalized: shapes, most of all. Empty: all does.
std::string mismatch(const Contents& operation);

}  // namespace cuda_double
