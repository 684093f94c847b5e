// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace kernline::recorder {

/// Properties of a device.
struct DeviceFacts {
  int index = 0;
  std::string name;
  std::string pciBusId;
  int multiprocessors = 0;
  int major = 0;  // compute capability
  int minor = 0;
  std::size_t memoryBytes = 0;
  std::size_t l2Bytes = 0;
  double smHertz = 0;  // highest clocks
  double memoryHertz = 0;
  int memoryBusBits = 0;

  std::string computeCapability() const { return std::to_string(major) + "." + std::to_string(minor); }
};

/// Throws Failure with exit code 3 where there is no driver or no such device.
DeviceFacts deviceFacts(int index);

/// Returns the specified bandwidth: clock times width times what a multiprocessor does a clock. 0 where that is not
/// known.
double specifiedBytesPerSecond(const DeviceFacts& facts);
double specifiedFlopsPerSecond(const DeviceFacts& facts, const std::string& rate);

}  // namespace kernline::recorder
