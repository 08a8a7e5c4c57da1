#include "layers/sequential.hpp"

namespace resnet_bench {

std::vector<Layer*> Sequential::children() const {
  std::vector<Layer*> children;
  for (const auto& layer : layers_) children.push_back(layer.get());
  return children;
}

TensorId Sequential::do_connect(Assembly& assembly, TensorId x) {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    x = layers_[i]->connect(assembly, x);
    for (auto& reorder : assembly.take_reorders()) {
      reorder->assign_paths(path());
      layers_.insert(layers_.begin() + static_cast<std::ptrdiff_t>(i++), std::move(reorder));
    }
  }
  return x;
}

void Sequential::do_forward(Execution& run) {
  for (const auto& layer : layers_) layer->forward(run);
}

void Sequential::do_backward(Execution& run) {
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) (*layer)->backward(run);
}

}  // namespace resnet_bench
