#include "resnet_bench/shape.hpp"

#include "resnet_bench/checked.hpp"

namespace resnet_bench {

Shape::Shape(std::initializer_list<std::int64_t> extents) {
  if (extents.size() > max_rank) throw std::logic_error("a shape has at most four axes");
  for (std::int64_t extent : extents) extents_[static_cast<std::size_t>(rank_++)] = extent;
}

std::int64_t Shape::elements() const {
  std::int64_t product = 1;
  for (std::int64_t extent : *this) product = checked_multiply(product, extent);
  return product;
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (std::int64_t extent : shape) {
    if (text.size() > 1) text += ',';
    text += std::to_string(extent);
  }
  return text + ')';
}

}  // namespace resnet_bench
