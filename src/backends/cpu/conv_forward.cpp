#include "backends/cpu/conv_forward.hpp"

namespace resnet_bench::cpu {

ConvForward::ConvForward(const ConvGeometry& geometry, const ThreadTeam& team)
    : out_channels_(geometry.out_channels),
      team_(team),
      product_(geometry.im2col(), geometry.rows(), geometry.out_channels, team.size()) {}

void ConvForward::run(const float* x, const float* weight, const ConvEpilogue& epilogue, float* y,
                      float* scratch) const {
  const std::int64_t stride = out_channels_;
  // A shortcut that y overwrites is what the product is added to.
  const bool in_place = epilogue.shortcut == y;
  const ConvEpilogue rest{epilogue.bias, in_place ? nullptr : epilogue.shortcut, epilogue.relu};
  team_.run([&](int thread) {
    product_.run(
        thread, x, {weight, stride}, in_place, scratch + thread * product_.floats_per_thread(),
        [&](Share rows, Share columns) {
          return TilePlace{y + rows.begin * stride + columns.begin, stride};
        },
        [&](Share rows, Share columns, TilePlace tile) {
          conv_epilogue(rest.at(rows.begin * stride, columns.begin), rows.size(), columns.size(),
                        stride, tile.data);
        });
  });
}

}  // namespace resnet_bench::cpu
