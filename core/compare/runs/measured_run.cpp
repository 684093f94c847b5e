// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/measured_run.h"

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/replay/replayed_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace kernline {

Expected<ComparedRun> measureRun(RunInput input, const std::string& step, const std::stop_token& stop) {
  const Trace& trace = *input.trace;
  const std::vector<DeviceTracks> devices = deviceTracks(trace);
  const std::vector<DeviceActivity> activity = deviceActivity(trace);
  const auto busiest =
      std::ranges::max_element(activity, {}, [](const DeviceActivity& device) { return device.times.busy; });
  ComparedRun run;
  run.path = std::move(input.path);
  run.title = std::move(input.title);
  run.trace = input.trace;
  if (busiest != activity.end()) {
    run.deviceIndex = static_cast<std::size_t>(busiest - activity.begin());
    run.activities = activitiesByStart(trace, devices[run.deviceIndex]);
  }
  if (run.activities.empty()) {
    return std::unexpected(Error{
        .kind = Error::Kind::Usage,
        .message = Phrase::tr("%1 has no GPU work to compare. Use kernline stats for its threads").with(run.path)});
  }
  run.device = devices[run.deviceIndex].title;
  run.deviceModel = devices[run.deviceIndex].name;
  run.devices = devices.size();
  run.wall = trace.bounds().length();
  run.busy = busiest->times.busy;
  run.deviceActivities = run.activities.size();
  Expected<MeasuredSteps> steps = measuredSteps(trace, devices[run.deviceIndex], run.activities, step, stop);
  if (stop.stop_requested()) {
    return std::unexpected(comparisonStopped());
  }
  if (!steps) {
    return std::unexpected(
        Error{.kind = steps.error().kind, .message = Phrase::tr("%1: %2").with(run.path, steps.error().message)});
  }
  run.steps = std::move(*steps);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (i != run.deviceIndex) {
      const std::vector<SpanId> others = activitiesByStart(trace, devices[i]);
      run.activities.insert(run.activities.end(), others.begin(), others.end());
    }
  }
  if (stop.stop_requested()) {
    return std::unexpected(comparisonStopped());
  }
  run.bySteps = ActivitiesBySteps(trace, run.steps, run.activities, run.deviceActivities);
  run.memory = runMemory(trace, devices[run.deviceIndex]);
  return run;
}

namespace {

/// Estimates the steps without the profiler by replaying the run; returns whether that can be done.
bool replaySteps(ComparedRun& run, const std::stop_token& stop) {
  const Expected<ReplayedRun> replayed = ReplayedRun::of(*run.trace, run.steps.found, stop);
  if (!replayed) {
    return false;
  }
  const double step = run.perStep(run.account.wall);
  const auto scaled = [&](Duration time) {
    const double factor = static_cast<double>(time.ns) / static_cast<double>(replayed->recorded().ns);
    return Duration{std::llround(step * std::min(factor, 1.0))};
  };
  const Undisturbed without = replayed->undisturbed(stop);
  run.undisturbed = {.likely = scaled(without.likely), .low = scaled(without.low), .high = scaled(without.high)};
  const RunReplay made = replayed->run({}, KeptMoments::None, stop);
  run.lengthsWithoutProfiler.clear();
  for (const std::size_t i : made.steps.empty() ? std::vector<std::size_t>() : replayed->counted()) {
    run.lengthsWithoutProfiler.push_back(made.steps[i].length());
  }
  return true;
}

}  // namespace

void takeAccount(ComparedRun& run, std::size_t rowCount, const std::stop_token& stop) {
  const TimeRange hull{run.steps.steps.front().begin, run.steps.steps.back().end};
  const std::vector<DeviceIdle> idle = idleCauses(*run.trace, {.range = hull}, stop);
  if (stop.stop_requested()) {
    return;
  }
  run.account = accountFor(*run.trace, run.activitiesOfDevice(), run.rowOfActivity, rowCount, run.bySteps.steps(),
                           run.steps.steps, idle[run.deviceIndex]);
  run.lengthsWithoutProfiler = run.account.lengths;
  if (replaySteps(run, stop)) {
    return;
  }
  const ProfilerCosts costs{*run.trace};
  ProfilerCost cost;
  for (const TimeRange step : run.steps.host) {
    cost.add(costs.within(step));
  }
  const auto steps = static_cast<std::int64_t>(run.steps.steps.size());
  const Undisturbed all = undisturbed(run.account.wall, run.account.idle, cost);
  run.undisturbed = {.likely = {all.likely.ns / steps}, .low = {all.low.ns / steps}, .high = {all.high.ns / steps}};
}

}  // namespace kernline
