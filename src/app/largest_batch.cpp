#include "app/largest_batch.hpp"

#include "resnet_bench/error.hpp"

#include "app/prepared_run.hpp"
#include "benchmark/session.hpp"

#include <algorithm>

namespace resnet_bench {
namespace {

/// Negative: bytes that are missing.
std::int64_t spare_bytes(BenchmarkConfig config, std::int64_t batch) {
  config.batch = batch;
  const PreparedRun prepared = PreparedRun::unmeasured(config, nullptr);
  return prepared.chosen.backend->available_memory() -
         needed_memory(prepared.network, prepared.plan);
}

/// Training cannot normalise a single value a channel, all that one small image may leave.
std::int64_t fewest_images(const BenchmarkConfig& config) {
  return config.mode == Mode::train ? 2 : 1;
}

}  // namespace

std::int64_t largest_batch(const BenchmarkConfig& config) {
  // Memory grows by nearly as much with each image, so the next guess lies on a straight line.
  constexpr std::int64_t second_guess = 16;
  std::int64_t fits = fewest_images(config);
  std::int64_t spare = spare_bytes(config, fits);
  if (spare < 0) return 0;
  std::int64_t too_many = 0;  // unknown yet
  std::int64_t guess = second_guess;
  constexpr int most_plans = 16;
  for (int plans = 0; plans < most_plans; ++plans) {
    if (too_many != 0 && too_many - fits <= 1 + fits / 50) break;
    const std::int64_t there = spare_bytes(config, guess);
    const std::int64_t per_image = std::max<std::int64_t>((spare - there) / (guess - fits), 1);
    if (there >= 0) {
      fits = guess;
      spare = there;
    } else {
      too_many = guess;
    }
    guess = fits + std::max<std::int64_t>(spare / per_image, 1);
    if (too_many == 0) continue;
    if (guess >= too_many) guess = fits + std::max<std::int64_t>((too_many - fits) / 2, 1);
  }
  return fits;
}

void find_batch(BenchmarkConfig& config) {
  if (config.batch != largest_that_fits) return;
  config.batch = largest_batch(config);
  if (config.batch == 0) {
    throw Refusal("--batch max: not even a batch of " + std::to_string(fewest_images(config)) +
                  " of " + config.model +
                  " fits the memory that is free; take a smaller --image-size");
  }
}

void check_fits(const BenchmarkConfig& config, const PreparedRun& prepared) {
  try {
    check_memory(prepared.network, prepared.plan);
  } catch (const Refusal& refusal) {
    const std::int64_t largest = largest_batch(config);
    if (largest == 0 || largest >= config.batch) throw;
    throw Refusal(std::string(refusal.what()) + "; --batch " + std::to_string(largest) + " fits");
  }
}

}  // namespace resnet_bench
