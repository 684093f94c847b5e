// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace kernline::recorder {

/// A GPU as the driver describes it. Sizes are bytes; the names in a recording are torch.profiler's.
struct DeviceProperties {
  int id = 0;  ///< its index in the recording: the "pid" of its rows
  std::string name;
  std::string uuid;  ///< 32 hexadecimal digits
  std::int64_t totalMemory = 0;
  int computeMajor = 0;
  int computeMinor = 0;
  int maxThreadsPerBlock = 0;
  int maxThreadsPerSm = 0;
  int maxBlocksPerSm = 0;
  int registersPerBlock = 0;
  int registersPerSm = 0;
  int warpSize = 32;
  int sharedMemoryPerBlock = 0;
  int sharedMemoryPerBlockOptIn = 0;
  int sharedMemoryPerSm = 0;
  int reservedSharedMemoryPerBlock = 0;
  int smCount = 0;
  int l2Bytes = 0;
  int memoryBusBits = 0;
  int memoryClockKhz = 0;
  int smClockKhz = 0;
  std::string ceilings;  ///< its line of devices.txt; empty if there is none
};

}  // namespace kernline::recorder
