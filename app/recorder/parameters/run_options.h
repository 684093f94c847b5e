// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/recorder/io/counter_options.h"
#include "app/recorder/parameters/values.h"
#include "app/recorder/statistics/samples.h"

namespace kernline::recorder {

/// Options of `kernline record run`.
struct RunOptions {
  std::string kernel;  // a bundled one's name, or the path of a .cu file
  std::vector<Setting> settings;
  std::vector<Sweep> sweeps;
  std::vector<Sweep> tuned;  // values to find the fastest combination of; none with sweeps
  StopRule stop;
  bool flushL2 = true;
  int device = 0;
  std::string out;  // the timeline's path; empty without
  bool timeline = true;
  CounterOptions counters;  // counters in the timeline
  bool blocks = false;      // blocks of one launch, besides the timeline
  bool ceilings = true;
  bool profile = false;  // counts what the kernel does, by launching it again and again
  // Exponent of the cycles between samples of the program counter; 0 if none are taken.
  std::uint32_t sourceExponent = 0;
  bool json = false;
  bool progressJson = false;
};

/// Throws Failure (wrong usage) with one sentence.
RunOptions runOptions(std::span<char* const> arguments);

/// Likewise, if an option needs a recording, and none is made. Called once the kernel is known, for a misspelt kernel
/// matters more.
void requireRecording(const RunOptions& options);

}  // namespace kernline::recorder
