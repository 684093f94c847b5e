// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/counter_sampler.h"

#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/cupti/device_sampler.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>

namespace kernline::recorder {

#ifdef KERNLINE_HAVE_PM_SAMPLING

namespace {

std::atomic<std::int64_t> samplingBase{0};

std::uint64_t CUPTIAPI samplingTime() {
  return static_cast<std::uint64_t>(RecordingClock::read(CLOCK_MONOTONIC) - samplingBase.load());
}

/// Returns the available counters of the device, or an error as a sentence.
std::expected<std::vector<std::uint8_t>, std::string> availabilityOf(std::uint32_t device) {
  CUpti_PmSampling_GetCounterAvailability_Params asked{};
  asked.structSize = CUpti_PmSampling_GetCounterAvailability_Params_STRUCT_SIZE;
  asked.deviceIndex = device;
  CUptiResult result = profilerLibrary().availability(&asked);
  std::vector<std::uint8_t> image(result == CUPTI_SUCCESS ? asked.counterAvailabilityImageSize : 0);
  if (result == CUPTI_SUCCESS) {
    asked.pCounterAvailabilityImage = image.data();
    result = profilerLibrary().availability(&asked);
  }
  if (result == CUPTI_SUCCESS) {
    return image;
  }
  return std::unexpected(
      result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
          ? "only an administrator may read the counters of this GPU; see kernline record doctor"
          : fmt::format("the counters of GPU {} cannot be read: {}", device, cuptiLibrary().errorText(result)));
}

std::expected<CounterPlan, std::string> planFor(std::uint32_t device, const std::vector<CounterMetric>& metrics) {
  auto availability = availabilityOf(device);
  if (!availability) {
    return std::unexpected(std::move(availability.error()));
  }
  CUpti_Device_GetChipName_Params chip{};
  chip.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE;
  chip.deviceIndex = device;
  if (const CUptiResult result = profilerLibrary().chipName(&chip); result != CUPTI_SUCCESS) {
    return std::unexpected(fmt::format("CUPTI does not know GPU {}: {}", device, cuptiLibrary().errorText(result)));
  }
  return CounterPlan::make(chip.pChipName, *availability, metrics);
}

class CounterSampler final : public EventSource {
 public:
  explicit CounterSampler(std::vector<std::unique_ptr<DeviceSampler>> devices) : m_devices(std::move(devices)) {}

  void begin() override {
    for (const auto& device : m_devices) {
      device->begin();
    }
  }

  void waitForBegin() override {
    for (const auto& device : m_devices) {
      device->waitForBegin();
    }
  }

  Events take() override {
    Events all;
    for (const auto& device : m_devices) {
      const Events events = device->take();
      all.lines += events.lines;
      all.counts += events.counts;
    }
    return all;
  }

  void end() override {
    for (const auto& device : m_devices) {
      device->end();
    }
  }

  [[nodiscard]] std::uint64_t dropped() const override {
    std::uint64_t all = 0;
    for (const auto& device : m_devices) {
      all += device->dropped();
    }
    return all;
  }

  [[nodiscard]] std::vector<std::string> notes() const override {
    std::vector<std::string> all;
    for (const auto& device : m_devices) {
      for (std::string& note : device->notes()) {
        all.push_back(std::move(note));
      }
    }
    return all;
  }

 private:
  std::vector<std::unique_ptr<DeviceSampler>> m_devices;
};

}  // namespace

std::expected<std::unique_ptr<EventSource>, std::string> makeCounterSampler(std::span<const DeviceProperties> devices,
                                                                            const RecordingClock& clock,
                                                                            const CounterOptions& options) {
  const ProfilerLibrary& profiler = profilerLibrary();
  CUpti_Profiler_Initialize_Params initialized{};
  initialized.structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE;
  if (profiler.isAvailable()) {
    samplingBase = clock.monotonicBase;
    cuptiLibrary().registerTimestampCallback(&samplingTime);
    if (const CUptiResult result = profiler.initialize(&initialized); result != CUPTI_SUCCESS) {
      return std::unexpected(fmt::format("CUPTI cannot count: {}", cuptiLibrary().errorText(result)));
    }
  }
  std::vector<std::unique_ptr<DeviceSampler>> samplers;
  for (const DeviceProperties& device : devices) {
    const auto ordinal = static_cast<std::uint32_t>(device.id);
    auto plan = profiler.isAvailable() ? planFor(ordinal, options.metrics)
                                       : CounterPlan::make({}, {}, options.metrics);  // says what is missing
    if (!plan) {
      return std::unexpected(std::move(plan.error()));
    }
    samplers.push_back(std::make_unique<DeviceSampler>(ordinal, std::move(*plan), clock, options.interval));
  }
  return std::make_unique<CounterSampler>(std::move(samplers));
}

#else

std::expected<std::unique_ptr<EventSource>, std::string> makeCounterSampler(
    std::span<const DeviceProperties> /*devices*/, const RecordingClock& /*clock*/, const CounterOptions& /*options*/) {
  return std::unexpected("this recorder was built with a CUDA toolkit that cannot count over time; 12.6 can");
}

#endif

}  // namespace kernline::recorder
