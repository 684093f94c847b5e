// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cuda/device_facts.h"

#include <cuda_runtime_api.h>

#include <array>

#include "app/recorder/cuda/check.h"
#include "app/recorder/cupti/cuda_driver.h"

namespace kernline::recorder {

namespace {

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "querying the device");
  return value;
}

// FLOP a clock and multiprocessor of dense products that are summed in fp32: CUDA C++ Programming Guide, "Arithmetic
// instructions", and the vendor's papers on each architecture.
struct FlopsPerClock {
  int capability;  // 10 * major + minor
  double matrix16Bit;
  double plainFp32;
};
constexpr std::array perClock{FlopsPerClock{80, 2048, 128},  FlopsPerClock{86, 512, 256},
                              FlopsPerClock{89, 512, 256},   FlopsPerClock{90, 4096, 256},
                              FlopsPerClock{100, 8192, 256}, FlopsPerClock{120, 512, 256}};

}  // namespace

DeviceFacts deviceFacts(int index) {
  if (const auto devices = visibleDevices(); !devices) {
    throw Failure(ExitCode::noDevice, devices.error());  // plainer words than the runtime's
  }
  int count = 0;
  check(cudaGetDeviceCount(&count), "no usable GPU");
  if (index < 0 || index >= count) {
    throw Failure(ExitCode::noDevice,
                  "no GPU " + std::to_string(index) + " on this machine; the last is GPU " + std::to_string(count - 1));
  }
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, index), "querying the device");
  std::array<char, 32> busId{};
  check(cudaDeviceGetPCIBusId(busId.data(), static_cast<int>(busId.size()), index), "querying the device");
  return {.index = index,
          .name = properties.name,
          .pciBusId = busId.data(),
          .multiprocessors = properties.multiProcessorCount,
          .major = properties.major,
          .minor = properties.minor,
          .memoryBytes = properties.totalGlobalMem,
          .l2Bytes = static_cast<std::size_t>(properties.l2CacheSize),
          .smHertz = 1e3 * attribute(cudaDevAttrClockRate, index),
          .memoryHertz = 1e3 * attribute(cudaDevAttrMemoryClockRate, index),
          .memoryBusBits = attribute(cudaDevAttrGlobalMemoryBusWidth, index)};
}

double specifiedBytesPerSecond(const DeviceFacts& facts) {
  return 2 * facts.memoryHertz * facts.memoryBusBits / 8;  // two transfers a clock
}

double specifiedFlopsPerSecond(const DeviceFacts& facts, const std::string& rate) {
  for (const FlopsPerClock& each : perClock) {
    if (each.capability == facts.major * 10 + facts.minor) {
      const double flops = rate == "fp32" ? each.plainFp32 : rate == "tf32" ? each.matrix16Bit / 2 : each.matrix16Bit;
      return flops * facts.smHertz * facts.multiprocessors;
    }
  }
  return 0;
}

}  // namespace kernline::recorder
