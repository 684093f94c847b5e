// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/cuda_driver.h"

#include "app/recorder/cupti/shared_library.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <fstream>

namespace kernline::recorder {

namespace {

CudaDriver loadDriver() {
  const SharedLibrary library(::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL));
  CudaDriver driver;
  library.find(driver.init, "cuInit");
  library.find(driver.driverGetVersion, "cuDriverGetVersion");
  library.find(driver.deviceGetCount, "cuDeviceGetCount");
  library.find(driver.deviceGet, "cuDeviceGet");
  library.find(driver.deviceGetName, "cuDeviceGetName");
  library.find(driver.deviceTotalMem, "cuDeviceTotalMem_v2");
  library.find(driver.deviceGetAttribute, "cuDeviceGetAttribute");
  library.find(driver.deviceGetUuid, "cuDeviceGetUuid_v2");
  library.find(driver.primaryContextState, "cuDevicePrimaryCtxGetState");
  library.find(driver.primaryContextRetain, "cuDevicePrimaryCtxRetain");
  library.find(driver.primaryContextRelease, "cuDevicePrimaryCtxRelease_v2");
  library.find(driver.getErrorString, "cuGetErrorString");
  library.find(driver.currentDevice, "cuCtxGetDevice");
  library.find(driver.pushContext, "cuCtxPushCurrent_v2");
  library.find(driver.popContext, "cuCtxPopCurrent_v2");
  library.find(driver.synchronize, "cuCtxSynchronize");
  library.find(driver.isCapturing, "cuStreamIsCapturing");
  return driver;
}

std::string errorText(CUresult result) {
  const char* text = nullptr;
  if (cudaDriver().getErrorString != nullptr) {
    cudaDriver().getErrorString(result, &text);
  }
  return text == nullptr ? fmt::format("error {}", static_cast<int>(result)) : text;
}

std::string uuidText(const CUuuid& uuid) {
  std::string text;
  for (const char byte : uuid.bytes) {
    text += fmt::format("{:02x}", static_cast<unsigned>(static_cast<unsigned char>(byte)));
  }
  return text;
}

}  // namespace

const CudaDriver& cudaDriver() {
  static const CudaDriver driver = loadDriver();
  return driver;
}

DeviceProperties propertiesOf(int ordinal) {
  const CudaDriver& driver = cudaDriver();
  DeviceProperties properties;
  properties.id = ordinal;
  CUdevice device = 0;
  std::array<char, 256> name{};
  if (!driver.isAvailable() || driver.deviceGet(&device, ordinal) != CUDA_SUCCESS ||
      driver.deviceGetName(name.data(), static_cast<int>(name.size()) - 1, device) != CUDA_SUCCESS) {
    return properties;
  }
  properties.name = name.data();
  CUuuid uuid{};
  if (driver.deviceGetUuid(&uuid, device) == CUDA_SUCCESS) {
    properties.uuid = uuidText(uuid);
  }
  std::size_t memory = 0;
  if (driver.deviceTotalMem(&memory, device) == CUDA_SUCCESS) {
    properties.totalMemory = static_cast<std::int64_t>(memory);
  }
  const auto attribute = [&](CUdevice_attribute which) {
    int value = 0;
    return driver.deviceGetAttribute(&value, which, device) == CUDA_SUCCESS ? value : 0;
  };
  properties.computeMajor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  properties.computeMinor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  properties.maxThreadsPerBlock = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  properties.maxThreadsPerSm = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  properties.maxBlocksPerSm = attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
  properties.registersPerBlock = attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
  properties.registersPerSm = attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
  properties.warpSize = attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  properties.sharedMemoryPerBlock = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  properties.sharedMemoryPerBlockOptIn = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  properties.sharedMemoryPerSm = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  properties.reservedSharedMemoryPerBlock = attribute(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
  properties.smCount = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  properties.l2Bytes = attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  properties.memoryBusBits = attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
  properties.memoryClockKhz = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  properties.smClockKhz = attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  return properties;
}

std::expected<std::vector<DeviceProperties>, std::string> visibleDevices() {
  const CudaDriver& driver = cudaDriver();
  if (!driver.isAvailable()) {
    return std::unexpected("no NVIDIA driver (libcuda.so.1 not found); run kernline record doctor for details");
  }
  int count = 0;
  if (const CUresult result = driver.init(0); result != CUDA_SUCCESS && result != CUDA_ERROR_NO_DEVICE) {
    return std::unexpected(
        fmt::format("cannot use the NVIDIA driver: {}; run kernline record doctor for details", errorText(result)));
  }
  if (driver.deviceGetCount(&count) != CUDA_SUCCESS || count == 0) {
    return std::unexpected("the NVIDIA driver reports no GPU; run kernline record doctor for details");
  }
  std::vector<DeviceProperties> devices;
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    devices.push_back(propertiesOf(ordinal));
  }
  return devices;
}

std::string driverRelease() {
  // "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build …"
  std::ifstream file("/proc/driver/nvidia/version");
  std::string word;
  while (file >> word) {
    const bool isRelease =
        word.find('.') != std::string::npos && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    if (isRelease && word.find_first_not_of("0123456789.") == std::string::npos) {
      return word;
    }
  }
  return {};
}

}  // namespace kernline::recorder
