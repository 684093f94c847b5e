// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cuda/nvml.h"

#include <dlfcn.h>

namespace kernline::recorder {

namespace {

// Values of nvml.h, which are part of the library's binary interface.
constexpr int clockOfSm = 1;
constexpr int clockOfMemory = 2;
constexpr int temperatureOfGpu = 0;
constexpr unsigned long long softwarePowerCap = 0x4;
constexpr unsigned long long hardwareSlowdown = 0x8;
constexpr unsigned long long syncBoost = 0x10;
constexpr unsigned long long softwareThermal = 0x20;
constexpr unsigned long long hardwareThermal = 0x40;
constexpr unsigned long long powerBrake = 0x80;

std::string reasonOf(unsigned long long reasons) {
  if ((reasons & (softwareThermal | hardwareThermal)) != 0) {
    return "thermal";
  }
  if ((reasons & powerBrake) != 0) {
    return "power brake";
  }
  if ((reasons & (softwarePowerCap | hardwareSlowdown)) != 0) {
    return "power";
  }
  return (reasons & syncBoost) != 0 ? "sync" : "none";
}

}  // namespace

struct Nvml::Library {
  void* handle = nullptr;
  void* device = nullptr;
  int (*shutdown)() = nullptr;
  int (*clock)(void*, int, unsigned int*) = nullptr;
  int (*temperature)(void*, int, unsigned int*) = nullptr;
  int (*throttleReasons)(void*, unsigned long long*) = nullptr;

  Library() = default;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (shutdown != nullptr) {
      shutdown();
    }
    if (handle != nullptr) {
      dlclose(handle);
    }
  }

  template <typename Function>
  bool find(Function& function, const char* name) const {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    return function != nullptr;
  }
};

Nvml::Nvml(const std::string& pciBusId) {
  auto library = std::make_unique<Library>();
  library->handle = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  int (*initialize)() = nullptr;
  int (*deviceByBus)(const char*, void**) = nullptr;
  if (library->handle == nullptr || !library->find(initialize, "nvmlInit_v2") || initialize() != 0) {
    return;
  }
  library->find(library->shutdown, "nvmlShutdown");
  const bool complete = library->find(deviceByBus, "nvmlDeviceGetHandleByPciBusId_v2") &&
                        library->find(library->clock, "nvmlDeviceGetClockInfo") &&
                        library->find(library->temperature, "nvmlDeviceGetTemperature");
  library->find(library->throttleReasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
  if (complete && deviceByBus(pciBusId.c_str(), &library->device) == 0) {
    m_library = std::move(library);
  }
}

Nvml::Nvml(Nvml&&) noexcept = default;
Nvml& Nvml::operator=(Nvml&&) noexcept = default;
Nvml::~Nvml() = default;

std::optional<ClockReading> Nvml::read() const {
  ClockReading reading;
  if (m_library == nullptr || m_library->clock(m_library->device, clockOfSm, &reading.smMegahertz) != 0) {
    return std::nullopt;
  }
  m_library->clock(m_library->device, clockOfMemory, &reading.memoryMegahertz);
  m_library->temperature(m_library->device, temperatureOfGpu, &reading.temperatureCelsius);
  unsigned long long reasons = 0;
  if (m_library->throttleReasons != nullptr && m_library->throttleReasons(m_library->device, &reasons) == 0) {
    reading.throttle = reasonOf(reasons);
  }
  return reading;
}

}  // namespace kernline::recorder
