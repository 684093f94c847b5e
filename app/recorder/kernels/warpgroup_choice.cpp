// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/kernels/warpgroup_choice.h"

#include <cuda_runtime_api.h>

#include "app/recorder/cuda/check.h"

namespace kernline::recorder {

namespace {

bool compiledForHopper(const void* kernel) {
  int device = 0;
  int major = 0;
  check(cudaGetDevice(&device), "querying the device");
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "querying the device");
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, kernel), "querying the kernel");
  return major == 9 && attributes.ptxVersion == 90;
}

}  // namespace

Parameter tensorCoresParameter() {
  return choice("tensor_cores", {"best", "wgmma", "mma.sync"},
                "Warpgroup MMA of Hopper, MMA of Ampere and later, or the best available");
}

bool usesWarpgroups(const std::string& choice, const void* kernel) {
  const bool uses = choice != "mma.sync" && compiledForHopper(kernel);
  if (choice == "wgmma" && !uses) {
    throw Failure(ExitCode::wrongUsage, "wgmma needs a Hopper GPU and a build for sm_90a");
  }
  return uses;
}

}  // namespace kernline::recorder
