// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/record_program.h"

#include "app/recorder/cupti/counter_sampler.h"
#include "app/recorder/cupti/describe_recording.h"
#include "app/recorder/cupti/kernel_profiler.h"
#include "app/recorder/io/armed_recording.h"
#include "app/recorder/io/kept_recording.h"
#include "app/recorder/io/program_options.h"
#include "app/recorder/io/program_recording.h"
#include "app/recorder/io/recorded_environment.h"
#include "app/recorder/io/say.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace kernline::recorder {

namespace {

constexpr int wrongUsage = 2;
constexpr int noDevice = 3;

int refuse(int code, const std::string& problem) {
  say(problem);
  return code;
}

/// Returns the library that is loaded into the program; it is next to this one.
std::string injectedLibrary() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path library = self.parent_path() / "libkernline-inject.so";
  return std::filesystem::exists(library, error) ? library.string() : std::string();
}

}  // namespace

int recordProgram(Arguments arguments) {
  auto options = readProgramOptions(arguments);
  if (!options) {
    const bool isQuestion = options.error().ends_with('?');
    return refuse(wrongUsage, options.error() + (isQuestion ? " See" : "; see") + " kernline record --help");
  }
  for (const char* variable : {cudaInjectionVariable, nvtxInjectionVariable}) {
    if (const char* other = std::getenv(variable); other != nullptr && *other != '\0') {
      return refuse(noDevice, fmt::format("another profiler is set to be loaded into the program ({}={}); unset "
                                          "the variable, because CUPTI supports one client at a time",
                                          variable, other));
    }
  }
  ProgramRecording::holdSignals();  // must precede the threads that the driver starts, which would take them
  auto header = describeRecording(options->command);
  if (!header) {
    return refuse(noDevice, header.error());
  }
  const std::string injected = injectedLibrary();
  if (injected.empty()) {
    return refuse(noDevice, "libkernline-inject.so not found next to kernline-recorder; reinstall Kernline");
  }
  for (const DeviceProperties& device : header->devices) {
    const std::string problem = options->profile.pattern.empty()
                                    ? std::string()
                                    : profileProblem(static_cast<std::uint32_t>(device.id), options->profile);
    if (!problem.empty()) {
      return refuse(noDevice, problem);
    }
  }
  if (options->isArmed && !options->keep) {
    const auto makeCounters = [devices = header->devices, chosen = options->counters](const RecordingClock& clock) {
      auto sampler = chosen.metrics.empty() ? nullptr : makeCounterSampler(devices, clock, chosen);
      return sampler ? std::move(*sampler) : std::unique_ptr<EventSource>();
    };
    return ArmedRecording(std::move(*options), std::move(*header), injected, makeCounters).run();
  }
  std::unique_ptr<EventSource> counters;
  if (!options->counters.metrics.empty()) {
    auto sampler = makeCounterSampler(header->devices, header->clock, options->counters);
    if (!sampler) {
      return refuse(noDevice, sampler.error());
    }
    counters = std::move(*sampler);
  }
  if (options->keep) {
    return KeptRecording(std::move(*options), std::move(*header), injected, std::move(counters)).run();
  }
  return ProgramRecording(std::move(*options), std::move(*header), injected, std::move(counters)).run();
}

}  // namespace kernline::recorder
