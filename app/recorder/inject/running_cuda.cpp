// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/inject/running_cuda.h"

#include "app/recorder/cupti/cuda_driver.h"

#include <dlfcn.h>

namespace kernline::recorder {

bool isCudaRunning() {
  void* const loaded = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (loaded == nullptr) {
    return false;
  }
  ::dlclose(loaded);  // only counted
  int count = 0;
  return cudaDriver().isAvailable() && cudaDriver().deviceGetCount(&count) == CUDA_SUCCESS;
}

void waitForGpus() {
  const CudaDriver& driver = cudaDriver();
  int count = 0;
  if (!isCudaRunning() || driver.deviceGetCount(&count) != CUDA_SUCCESS) {
    return;
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    CUdevice device = 0;
    unsigned flags = 0;
    int isActive = 0;
    CUcontext context = nullptr;
    if (driver.deviceGet(&device, ordinal) != CUDA_SUCCESS ||
        driver.primaryContextState(device, &flags, &isActive) != CUDA_SUCCESS || isActive == 0 ||
        driver.primaryContextRetain(&context, device) != CUDA_SUCCESS) {
      continue;
    }
    if (driver.pushContext(context) == CUDA_SUCCESS) {
      driver.synchronize();
      driver.popContext(&context);
    }
    driver.primaryContextRelease(device);
  }
}

}  // namespace kernline::recorder
