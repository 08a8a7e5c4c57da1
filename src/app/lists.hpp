#pragma once

#include <iosfwd>

namespace resnet_bench {

/// `list models`: name, parameters, multiply-adds, variants.
void print_models(std::ostream& out);

/// `list suites`: what `layers --suite` knows by name.
void print_suites(std::ostream& out);

/// `list devices`: what is here, and why the rest is not.
void print_devices(std::ostream& out);

/// `list algorithms`: the ways to compute convolutions that are here, and why others are not.
void print_algorithms(std::ostream& out);

}  // namespace resnet_bench
