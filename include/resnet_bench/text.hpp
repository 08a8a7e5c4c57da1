#pragma once

#include <cstdint>
#include <string>

namespace resnet_bench {

/// The shortest text that reads back as the same number: 0.0125, 1e-4.
std::string to_text(double value);

/// For people: "1.50 GiB", "512 KiB", "17 bytes".
std::string bytes_text(std::int64_t bytes);

}  // namespace resnet_bench
