#include "resnet_bench/backend.hpp"

#include <stdexcept>

namespace resnet_bench {

void Marker::replayed(std::int64_t /*marks*/) {
  throw std::logic_error("this marker's backend records nothing");
}

std::unique_ptr<Recording> Backend::record(const std::function<void()>& /*work*/) {
  throw std::logic_error("this backend records nothing");
}

const ConvMeasurements& Backend::conv_measurements() const {
  static const ConvMeasurements none;
  return none;
}

}  // namespace resnet_bench
