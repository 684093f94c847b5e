// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/describe_recording.h"

#include "app/recorder/cupti/cuda_driver.h"
#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/io/device_table.h"

#include <utility>

namespace kernline::recorder {

std::expected<RecordingHeader, std::string> describeRecording(std::vector<std::string> command) {
  auto devices = visibleDevices();
  if (!devices) {
    return std::unexpected(devices.error());
  }
  const CuptiLibrary& cupti = cuptiLibrary();
  if (!cupti.isAvailable()) {
    return std::unexpected(cupti.problem);
  }
  RecordingHeader header;
  header.devices = std::move(*devices);
  for (DeviceProperties& device : header.devices) {
    device.ceilings = keptDeviceLine(keptCeilingsFile(), device.name);
  }
  header.command = std::move(command);
  header.runtimeVersion = CUDA_VERSION;
  cudaDriver().driverGetVersion(&header.driverVersion);
  std::uint32_t version = 0;
  if (cupti.getVersion(&version) == CUPTI_SUCCESS) {
    header.cuptiVersion = static_cast<int>(version);
  }
  header.driver = driverRelease();
  header.clock = RecordingClock::startingNow();
  return header;
}

}  // namespace kernline::recorder
