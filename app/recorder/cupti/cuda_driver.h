// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/device_properties.h"

#include <cuda.h>

#include <expected>
#include <string>
#include <vector>

namespace kernline::recorder {

/// NVIDIA's driver library, found when it is needed. Members are null where it is missing.
struct CudaDriver {
  decltype(cuInit)* init = nullptr;
  decltype(cuDriverGetVersion)* driverGetVersion = nullptr;
  decltype(cuDeviceGetCount)* deviceGetCount = nullptr;
  decltype(cuDeviceGet)* deviceGet = nullptr;
  decltype(cuDeviceGetName)* deviceGetName = nullptr;
  decltype(cuDeviceTotalMem)* deviceTotalMem = nullptr;
  decltype(cuDeviceGetAttribute)* deviceGetAttribute = nullptr;
  decltype(cuDeviceGetUuid)* deviceGetUuid = nullptr;
  decltype(cuDevicePrimaryCtxGetState)* primaryContextState = nullptr;
  decltype(cuDevicePrimaryCtxRetain)* primaryContextRetain = nullptr;
  decltype(cuDevicePrimaryCtxRelease)* primaryContextRelease = nullptr;
  decltype(cuGetErrorString)* getErrorString = nullptr;
  decltype(cuCtxGetDevice)* currentDevice = nullptr;
  decltype(cuCtxPushCurrent)* pushContext = nullptr;
  decltype(cuCtxPopCurrent)* popContext = nullptr;
  decltype(cuCtxSynchronize)* synchronize = nullptr;
  decltype(cuStreamIsCapturing)* isCapturing = nullptr;

  [[nodiscard]] bool isAvailable() const { return deviceGetUuid != nullptr; }
};

/// The one of this process.
const CudaDriver& cudaDriver();

/// The GPU of this ordinal (CUDA_VISIBLE_DEVICES counts); the driver must be initialized. Empty name: no such GPU.
DeviceProperties propertiesOf(int ordinal);

/// All GPUs that this process may use, after initializing the driver. The error is a sentence.
std::expected<std::vector<DeviceProperties>, std::string> visibleDevices();

/// "580.159.04", or empty.
std::string driverRelease();

}  // namespace kernline::recorder
