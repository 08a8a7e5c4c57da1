#include "app/invoke.hpp"

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
  try {
    return resnet_bench::invoke(argc, argv);
  } catch (const std::exception& error) {
    // Nothing that is expected comes here; what does must still be one line.
    std::cerr << "resnet_bench: " << error.what() << '\n';
    return 1;
  }
}
