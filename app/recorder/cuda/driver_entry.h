// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "app/recorder/cuda/check.h"

namespace kernline::recorder {

/// A function of the driver that is there, so that the program starts without one. `Function` is a pointer to it.
template <typename Function>
Function driverEntry(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
#if CUDART_VERSION >= 12050
  check(cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &result), "querying the driver");
#else
  check(cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &result), "querying the driver");
#endif
  if (found == nullptr) {
    throw Failure(ExitCode::noDevice, std::string("the driver is too old; it lacks ") + name);
  }
  return reinterpret_cast<Function>(found);
}

}  // namespace kernline::recorder
