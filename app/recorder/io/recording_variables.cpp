// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/recording_variables.h"

#include "app/recorder/io/recorded_environment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace kernline::recorder {

namespace {

std::string uuidList(const std::vector<DeviceProperties>& devices) {
  std::string list;
  for (const DeviceProperties& device : devices) {
    list += (list.empty() ? "" : ",") + device.uuid;
  }
  return list;
}

}  // namespace

RecordedProgram::Environment recordingVariables(const ProgramOptions& options, const RecordingHeader& header,
                                                const std::string& injected, const std::string& socketName) {
  return {
      {socketVariable, socketName},
      {clockVariable, fmt::format("{}", header.clock.monotonicBase)},
      {startVariable, fmt::format("{}", options.delay.count())},
      {devicesVariable, uuidList(header.devices)},
      {cudaInjectionVariable, injected},
      {nvtxInjectionVariable, injected},
      {callsVariable, std::string(toText(options.calls))},
      {torchVariable, toText(options.torch)},
      {profileVariable, options.profile.pattern},
      {launchesVariable, fmt::format("{}", options.profile.launches)},
      {metricsVariable, fmt::format("{}", fmt::join(options.profile.metrics, ","))},
  };
}

}  // namespace kernline::recorder
