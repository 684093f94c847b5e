// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/doctor/machine.h"

#include "app/recorder/cuda/blas_library.h"
#include "app/recorder/cuda/nvrtc_library.h"
#include "app/recorder/cupti/cuda_driver.h"
#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/io/recorded_environment.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace kernline::recorder {

namespace {

bool exists(const char* path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

bool fileHas(const char* path, std::string_view text) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.find(text) != std::string::npos) {
      return true;
    }
  }
  return false;
}

void probeDeviceFiles(Machine& machine) {
  bool hasGpu = false;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", error)) {
    const std::string name = entry.path().filename().string();
    const bool isGpu = name.starts_with("nvidia") && name.size() > 6 && name[6] >= '0' && name[6] <= '9';
    hasGpu = hasGpu || isGpu;
    if ((isGpu || name == "nvidiactl") && ::access(entry.path().c_str(), R_OK | W_OK) != 0) {
      machine.mayOpenDeviceFiles = false;
    }
  }
  machine.hasDeviceFiles = hasGpu && exists("/dev/nvidiactl");
}

void probeDriver(Machine& machine) {
  machine.hasDriverModule = exists("/proc/driver/nvidia");
  machine.hasDriverLibrary = cudaDriver().isAvailable();
  machine.driver = driverRelease();
  if (!machine.hasDriverLibrary) {
    return;
  }
  cudaDriver().driverGetVersion(&machine.driverCuda);
  auto devices = visibleDevices();
  if (devices) {
    machine.devices = std::move(*devices);
  } else {
    machine.driverError = devices.error();
  }
}

void probeCupti(Machine& machine) {
  const CuptiLibrary& cupti = cuptiLibrary();
  machine.cuptiPath = cupti.path;
  machine.cuptiProblem = cupti.problem;
  if (!cupti.isAvailable()) {
    return;
  }
  std::uint32_t version = 0;
  cupti.getVersion(&version);
  machine.cuptiVersion = static_cast<int>(version);
  if (machine.devices.empty()) {
    return;
  }
  CUpti_SubscriberHandle subscriber = nullptr;
  const CUptiResult result =
      cupti.subscribe(&subscriber, [](void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}, nullptr);
  if (result != CUPTI_SUCCESS) {
    machine.subscribeError = cupti.errorText(result);
    machine.isSubscribedByOther = result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    return;
  }
  if (const CUptiResult enabled = cupti.enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL); enabled != CUPTI_SUCCESS) {
    machine.subscribeError = cupti.errorText(enabled);
  } else {
    cupti.disable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  }
  cupti.unsubscribe(subscriber);
  for (const DeviceProperties& device : machine.devices) {
    int isSupported = 1;
    if (cupti.deviceSupported != nullptr && cupti.deviceSupported(device.id, &isSupported) == CUPTI_SUCCESS &&
        isSupported == 0) {
      machine.unsupported.push_back(device.name);
    }
  }
}

}  // namespace

Machine probeMachine() {
  Machine machine;
  machine.isContainer = exists("/.dockerenv") || exists("/run/.containerenv") || std::getenv("container") != nullptr;
  machine.isWsl = exists("/dev/dxg") || fileHas("/proc/sys/kernel/osrelease", "microsoft");
  machine.isRoot = ::geteuid() == 0;
  machine.toolkit = fmt::format("{}.{}", CUDA_VERSION / 1000, CUDA_VERSION % 1000 / 10);
  machine.areCountersRestricted = fileHas("/proc/driver/nvidia/params", "RmProfilingAdminOnly: 1");
  probeDeviceFiles(machine);
  probeDriver(machine);
  probeCupti(machine);
  machine.nvrtcProblem = findNvrtcLibrary().problem;
  machine.blasProblem = findBlasLibrary().problem;
  for (const char* variable : {cudaInjectionVariable, nvtxInjectionVariable}) {
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') {
      machine.otherInjection = fmt::format("{}={}", variable, value);
    }
  }
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  machine.hasInjectLibrary = std::filesystem::exists(self.parent_path() / "libkernline-inject.so", error);
  return machine;
}

}  // namespace kernline::recorder
