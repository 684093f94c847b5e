// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/occupancy.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <climits>
#include <cmath>

namespace kernline::recorder {

namespace {

cudaOccDeviceProp limitsOf(const DeviceProperties& device) {
  cudaOccDeviceProp limits;
  limits.computeMajor = device.computeMajor;
  limits.computeMinor = device.computeMinor;
  limits.maxThreadsPerBlock = device.maxThreadsPerBlock;
  limits.maxThreadsPerMultiprocessor = device.maxThreadsPerSm;
  limits.regsPerBlock = device.registersPerBlock;
  limits.regsPerMultiprocessor = device.registersPerSm;
  limits.warpSize = device.warpSize;
  limits.sharedMemPerBlock = static_cast<std::size_t>(device.sharedMemoryPerBlock);
  limits.sharedMemPerMultiprocessor = static_cast<std::size_t>(device.sharedMemoryPerSm);
  limits.numSms = device.smCount;
  limits.sharedMemPerBlockOptin = static_cast<std::size_t>(device.sharedMemoryPerBlockOptIn);
  limits.reservedSharedMemPerBlock = static_cast<std::size_t>(device.reservedSharedMemoryPerBlock);
  return limits;
}

cudaOccFuncAttributes needsOf(const KernelEvent& kernel) {
  cudaOccFuncAttributes needs;
  needs.maxThreadsPerBlock = INT_MAX;
  needs.numRegs = static_cast<int>(kernel.registers);
  needs.sharedSizeBytes = static_cast<std::size_t>(kernel.staticShared);
  needs.partitionedGCConfig = PARTITIONED_GC_OFF;
  needs.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  needs.maxDynamicSharedSizeBytes = static_cast<std::size_t>(kernel.dynamicShared);
  needs.numBlockBarriers = 1;
  return needs;
}

std::string_view limiterName(unsigned factors) {
  if ((factors & OCC_LIMIT_WARPS) != 0) {
    return "warps";  // it is full, whatever else would not let it be fuller
  }
  if ((factors & OCC_LIMIT_REGISTERS) != 0) {
    return "registers";
  }
  if ((factors & OCC_LIMIT_SHARED_MEMORY) != 0) {
    return "shared memory";
  }
  if ((factors & OCC_LIMIT_BLOCKS) != 0) {
    return "blocks";
  }
  return (factors & OCC_LIMIT_BARRIERS) != 0 ? "barriers" : "unknown";
}

double product(const std::array<std::int32_t, 3>& sizes) {
  return static_cast<double>(sizes[0]) * sizes[1] * sizes[2];
}

}  // namespace

Occupancy occupancyOf(const KernelEvent& kernel, const DeviceProperties& device) {
  const double threads = product(kernel.block);
  if (device.smCount <= 0 || device.warpSize <= 0 || device.maxThreadsPerSm <= 0 || threads < 1) {
    return {};
  }
  const cudaOccDeviceProp limits = limitsOf(device);
  const cudaOccFuncAttributes needs = needsOf(kernel);
  const cudaOccDeviceState state;
  cudaOccResult result{};
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &limits, &needs, &state, static_cast<int>(threads),
                                              static_cast<std::size_t>(kernel.dynamicShared)) != CUDA_OCC_SUCCESS) {
    return {};
  }
  const double warpsPerBlock = std::ceil(threads / device.warpSize);
  Occupancy occupancy;
  occupancy.blocksPerSm = product(kernel.grid) / device.smCount;
  occupancy.warpsPerSm = occupancy.blocksPerSm * warpsPerBlock;
  occupancy.limiter = limiterName(result.limitingFactors);
  double blocks = result.activeBlocksPerMultiprocessor;
  if (occupancy.blocksPerSm < blocks) {
    blocks = occupancy.blocksPerSm;
    occupancy.limiter = "grid";
  }
  const double warps = blocks * warpsPerBlock;
  const double maxWarps = static_cast<double>(device.maxThreadsPerSm) / device.warpSize;
  occupancy.percent = std::clamp(static_cast<int>(std::lround(100 * warps / maxWarps)), 0, 100);
  return occupancy;
}

}  // namespace kernline::recorder
