#pragma once

#include "resnet_bench/conv_measurement.hpp"

#include "store/database.hpp"

#include <string>

namespace resnet_bench {

/// What was measured on a machine before, in any run.
ConvMeasurements load_conv_measurements(Database& database, const std::string& machine);

/// Keeps measurements in place of older ones of the same problems, in one transaction. Throws
/// SqliteError.
void save_conv_measurements(Database& database, const ConvMeasurements& measurements);

}  // namespace resnet_bench
