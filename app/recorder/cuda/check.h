// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "app/recorder/parameters/failure.h"

namespace kernline::recorder {

/// Throws Failure with CUDA's own words if `error` is one; `doing` is what was tried.
inline void check(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) {
    return;
  }
  const bool noDevice = error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ||
                        error == cudaErrorInitializationError || error == cudaErrorInvalidDevice;
  throw Failure(noDevice ? ExitCode::noDevice : ExitCode::kernelFailed,
                std::string(doing) + ": " + cudaGetErrorString(error) + " (" + cudaGetErrorName(error) + ")");
}

/// Throws for what a launch itself was refused for; call it after each launch.
inline void checkLaunch(const char* kernel) {
  check(cudaGetLastError(), kernel);
}

}  // namespace kernline::recorder
