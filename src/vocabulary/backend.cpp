#include "resnet_bench/backend.hpp"

#include "resnet_bench/parallel_for.hpp"

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

int Backend::host_threads() const { return usable_processors().cores; }

void Backend::split_on_host(std::int64_t count,
                            const std::function<void(std::int64_t, std::int64_t)>& work) const {
  parallel_for(count, work, 1);
}

}  // namespace resnet_bench
