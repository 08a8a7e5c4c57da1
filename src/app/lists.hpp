#pragma once

#include <iosfwd>

namespace resnet_bench {

/// `list models`: name, parameters, multiply-adds, variants.
void print_models(std::ostream& out);

/// `list devices`: what is here, and why the rest is not.
void print_devices(std::ostream& out);

}  // namespace resnet_bench
