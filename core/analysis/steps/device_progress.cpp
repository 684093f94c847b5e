// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/device_progress.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/activity/idle_causes.h"
#include "core/analysis/steps/earliest_launch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>

namespace kernline {

namespace {

constexpr Time beforeAll{INT64_MIN};

ProcessId launchingProcess(const Trace& trace, SpanId call) {
  return trace.track(trace.trackOf(call)).process;
}

}  // namespace

DeviceProgress::DeviceProgress(const Trace& trace, std::span<const SpanId> activities) {
  EarliestLaunch earliest{trace};
  std::vector<Launch> ofNobody;
  for (const SpanId span : activities) {
    const Launch launch{.time = earliest.of(span), .work = trace.range(span), .done = {}};
    const SpanId call = trace.launchOf(span);
    (call == SpanId::none ? ofNobody : m_ofProcess[launchingProcess(trace, call)]).push_back(launch);
  }
  if (m_ofProcess.empty()) {
    return;
  }
  if (const auto start = startOfQueued(trace, activities.front())) {
    ofNobody.push_back({.time = beforeAll, .work = {*start, *start}, .done = {}});
  }
  if (m_ofProcess.size() > 1) {
    m_all = ofNobody;
    for (const auto& [process, launches] : m_ofProcess) {
      std::ranges::copy(launches, std::back_inserter(m_all));
    }
    sortAndAccumulate(m_all);
  }
  for (auto& [process, launches] : m_ofProcess) {
    std::ranges::copy(ofNobody, std::back_inserter(launches));
    sortAndAccumulate(launches);
  }
}

void DeviceProgress::sortAndAccumulate(std::vector<Launch>& launches) {
  std::ranges::stable_sort(launches, {}, &Launch::time);
  Time done = beforeAll;
  for (Launch& launch : launches) {
    done = std::max(done, launch.work.end);
    launch.done = done;
  }
}

std::span<const DeviceProgress::Launch> DeviceProgress::launchesOf(ProcessId process) const {
  if (process == ProcessId::none && m_ofProcess.size() > 1) {
    return m_all;
  }
  const auto own = process == ProcessId::none ? m_ofProcess.begin() : m_ofProcess.find(process);
  return own == m_ofProcess.end() ? std::span<const Launch>{} : std::span<const Launch>{own->second};
}

TimeRange DeviceProgress::rangeOf(std::span<const Launch> launches, TimeRange host, Time before) {
  auto launch = std::ranges::lower_bound(launches, host.begin, {}, &Launch::time);
  const Time earlier = launch == launches.begin() ? host.begin : std::max(host.begin, std::prev(launch)->done);
  Time first{INT64_MAX};
  Time end = host.end;
  for (; launch != launches.end() && launch->time < host.end; ++launch) {
    first = std::min(first, launch->work.begin);
    end = std::max(end, launch->work.end);
  }
  const Time begin = std::max(before, earlier <= first ? earlier : host.begin);
  return {begin, std::max(begin, end)};
}

std::vector<TimeRange> DeviceProgress::ranges(std::span<const Step> steps) const {
  std::vector<std::size_t> order(steps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return steps[i].range.begin; });
  std::unordered_map<ProcessId, Time> doneOf;
  std::vector<TimeRange> made(steps.size());
  for (const std::size_t i : order) {
    const Step& step = steps[i];
    Time& done = doneOf.try_emplace(step.process, beforeAll).first->second;
    made[i] = rangeOf(launchesOf(step.process), step.range, done);
    done = made[i].end;
  }
  return made;
}

std::optional<Time> startOfQueued(const Trace& trace, SpanId activity) {
  const SpanId call = trace.launchOf(activity);
  const bool wasQueued =
      call != SpanId::none && trace.end(call) + IdleOptions{}.maxLaunchLatency < trace.start(activity);
  return wasQueued ? std::optional(trace.start(activity)) : std::nullopt;
}

std::vector<TimeRange> stepsOnDevices(const Trace& trace, const FoundSteps& steps, const std::stop_token& stop) {
  if (!steps.onDevices.empty()) {
    return steps.onDevices;
  }
  FoundSteps measured = steps;
  measureOnDevices(trace, {&measured, 1}, stop);
  return std::move(measured.onDevices);
}

void measureOnDevices(const Trace& trace, std::span<FoundSteps> all, const std::stop_token& stop) {
  for (FoundSteps& found : all) {
    found.onDevices.clear();
    std::ranges::transform(found.steps, std::back_inserter(found.onDevices), &Step::range);
  }
  if (std::ranges::all_of(all, &FoundSteps::isOnDevice)) {
    return;
  }
  const auto rankOf = [&](ProcessId process) { return process == ProcessId::none ? -1 : trace.process(process).rank; };
  for (const DeviceTracks& device : deviceTracks(trace)) {
    const DeviceProgress progress{trace, activitiesByStart(trace, device)};
    for (FoundSteps& found : all) {
      if (stop.stop_requested()) {
        std::ranges::for_each(all, [](FoundSteps& each) { each.onDevices.clear(); });
        return;
      }
      if (found.isOnDevice) {
        continue;
      }
      const std::vector<TimeRange> here = progress.ranges(found.steps);
      for (std::size_t i = 0; i < here.size(); ++i) {
        const std::int64_t rank = rankOf(found.steps[i].process);
        if (rank < 0 || device.rank < 0 || rank == device.rank) {
          TimeRange& range = found.onDevices[i];
          range = {std::max(range.begin, here[i].begin), std::max(range.end, here[i].end)};
        }
      }
    }
  }
}

}  // namespace kernline
