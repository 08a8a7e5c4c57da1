#include "support/networks.hpp"

#include "layers/add.hpp"
#include "layers/batch_norm.hpp"
#include "layers/conv.hpp"
#include "layers/global_avg_pool.hpp"
#include "layers/linear.hpp"
#include "layers/max_pool.hpp"
#include "layers/relu.hpp"
#include "layers/shortcut_add.hpp"

#include <cstring>

namespace resnet_bench::test {

std::unique_ptr<Sequential> three_layers(std::int64_t classes) {
  auto net = std::make_unique<Sequential>("net");
  net->add(std::make_unique<Conv>("conv", 4, 3, 2, 1));
  net->add(std::make_unique<GlobalAvgPool>("avgpool"));
  net->add(std::make_unique<Linear>("fc", classes));
  net->assign_paths("");
  return net;
}

std::unique_ptr<Sequential> every_layer(std::int64_t classes) {
  auto net = std::make_unique<Sequential>("net");
  net->add(std::make_unique<Conv>("conv", 4, 3, 1, 1));
  net->add(std::make_unique<BatchNorm>("bn"));
  net->add(std::make_unique<Relu>("relu"));
  net->add(std::make_unique<MaxPool>("maxpool", 3, 2, 1));
  for (const std::int64_t stride : {2, 1}) {
    const std::string number = stride == 2 ? "1" : "2";
    auto f = std::make_unique<Sequential>("F");
    f->add(std::make_unique<Conv>("conv1", 3, 1, 1, 0));
    f->add(std::make_unique<BatchNorm>("bn1"));
    f->add(std::make_unique<Relu>("relu1"));
    f->add(std::make_unique<Conv>("conv2", 5, 3, stride, 1));
    f->add(std::make_unique<BatchNorm>("bn2"));
    auto g = std::make_unique<Sequential>("G");
    if (stride == 2) {
      g->add(std::make_unique<Conv>("conv", 5, 1, stride, 0));
      g->add(std::make_unique<BatchNorm>("bn"));
    }
    net->add(std::make_unique<ShortCutAdd>("block" + number, std::move(f), std::move(g),
                                           std::make_unique<Add>("add")));
    net->add(std::make_unique<Relu>("relu" + number));
  }
  net->add(std::make_unique<GlobalAvgPool>("avgpool"));
  net->add(std::make_unique<Linear>("fc", classes));
  net->assign_paths("");
  return net;
}

Prepared::Prepared(Backend& backend, const NetworkOptions& options,
                   const SessionOptions& session_options)
    : network(backend, options),
      plan(make_plan(network)),
      session(network, plan, session_options) {}

Prepared::Prepared(Backend& backend, const NetworkOptions& options,
                   std::unique_ptr<Sequential> tree, const SessionOptions& session_options)
    : network(backend, options, std::move(tree)),
      plan(make_plan(network)),
      session(network, plan, session_options) {}

NetworkOptions small(const std::string& model, const std::string& variant, bool training,
                     Fusion fusion) {
  return {.model = model,
          .variant = variant,
          .batch = 2,
          .image_size = 33,
          .classes = 7,
          .training = training,
          .fusion = fusion};
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  return std::get<0>(info.param) + (std::get<1>(info.param) ? "_train_" : "_infer_") +
         to_string(std::get<2>(info.param));
}

Poison::Poison(const Plan& plan, const Memory& memory) : plan_(plan), memory_(memory) {}

void Poison::start() {
  step_ = 0;
  for (const Storage& storage : plan_.storages) {
    if (!storage.persistent) fill(storage);
  }
}

void Poison::before(const Leaf&, Pass, const Execution&) {}

void Poison::after(const Leaf&, Pass, const Execution&) {
  for (const Storage& storage : plan_.storages) {
    if (!storage.persistent && storage.last == step_) fill(storage);
  }
  ++step_;
}

void Poison::fill(const Storage& storage) {
  write_nans(static_cast<std::byte*>(memory_.data()) + storage.offset,
             static_cast<std::size_t>(storage.bytes));
}

/// All ones is a NaN in every floating-point type.
void Poison::write_nans(void* data, std::size_t bytes) { std::memset(data, 0xff, bytes); }

}  // namespace resnet_bench::test
