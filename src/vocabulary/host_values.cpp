#include "resnet_bench/host_values.hpp"

#include <cstring>

namespace resnet_bench {

std::vector<std::byte> to_bytes(DataType type, std::span<const double> values) {
  return with_type(type, [&]<class T>() {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const T value = static_cast<T>(values[i]);
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
    return bytes;
  });
}

std::vector<double> to_doubles(DataType type, std::span<const std::byte> bytes) {
  return with_type(type, [&]<class T>() {
    std::vector<double> values(bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
      T value;
      std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
      values[i] = static_cast<double>(value);
    }
    return values;
  });
}

}  // namespace resnet_bench
