#pragma once

#include "dataset.h"
#include "model.h"
#include "options.h"

#include <string>
#include <vector>

namespace digits {

/// One collective of a step.
struct Move {
  std::string operation; ///< "all_reduce"
  int64_t bytes = 0;     ///< Of its operands, a device.
  int group = 1;         ///< Devices that take part together.
  int64_t count = 1;     ///< How often it runs in a step.
  std::string where;     ///< The user's file and line.
};

struct Result {
  std::vector<double> losses; ///< The mean of each epoch.
  double accuracy = 0;        ///< On the held-out images, after the last epoch.
  double step_seconds = 0;    ///< Median.
  double compile_seconds = 0;
  double images_per_second = 0;
  double data_wait_seconds = 0;
  std::vector<Move> traffic;
  std::vector<std::pair<std::string, int64_t>> peak_bytes; ///< A device, by category.
  int64_t physical_bytes = 0;                              ///< Highest of the process.
};

/// Trains by the options, telling the terminal of devices, shardings and progress.
Result train(const Options &options, const Dataset &data);

} // namespace digits
