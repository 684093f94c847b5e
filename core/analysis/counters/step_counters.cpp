// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/step_counters.h"

#include "core/analysis/activity/device_tracks.h"

#include <algorithm>
#include <cmath>

namespace kernline {

namespace {

bool isOfStep(const Trace& trace, const DeviceTracks& device, const Step& step) {
  return step.process == ProcessId::none || step.process == device.process ||
         trace.process(step.process).rank == device.rank;
}

}  // namespace

std::vector<std::vector<StepCounter>> countersOfSteps(const Trace& trace, std::span<const StepStats> steps) {
  const CounterMeans means(trace);
  std::vector<DeviceTracks> devices = deviceTracks(trace);
  std::erase_if(devices, [&](const DeviceTracks& device) { return !means.has(device.process); });
  if (devices.empty()) {
    return {};
  }
  std::vector<std::vector<StepCounter>> counters;
  for (const StepStats& figures : steps) {
    std::vector<StepCounter>& ofStep = counters.emplace_back();
    for (const DeviceTracks& device : devices) {
      if (isOfStep(trace, device, figures.step)) {
        for (const CounterMean& mean : means.of(device.process, figures.onDevice)) {
          ofStep.push_back({.device = device.device, .mean = mean});
        }
      }
    }
  }
  return counters;
}

std::vector<CounterSum> counterSums(std::span<const std::vector<StepCounter>> steps) {
  std::vector<CounterSum> sums;
  std::vector<double> times;  // ns, of each
  for (const std::vector<StepCounter>& step : steps) {
    for (const auto& [device, one] : step) {
      if (!one.mean) {
        continue;
      }
      auto sum = std::ranges::find(sums, one.counter, &CounterSum::counter);
      if (sum == sums.end()) {
        sums.push_back({.device = device, .counter = one.counter, .mean = 0, .min = *one.mean, .max = *one.mean});
        times.push_back(0);
        sum = sums.end() - 1;
      }
      double& time = times[static_cast<std::size_t>(sum - sums.begin())];
      const auto more = static_cast<double>(one.sampled.ns);
      time += more;
      sum->mean += (*one.mean - sum->mean) * more / time;
      sum->min = std::min(sum->min, *one.mean);
      sum->max = std::max(sum->max, *one.mean);
      ++sum->sampledSteps;
    }
  }
  return sums;
}

}  // namespace kernline
