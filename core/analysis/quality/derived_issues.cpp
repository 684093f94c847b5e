// SPDX-License-Identifier: GPL-3.0-or-later
// Data issues that rest on other analyses of a trace.
#include "core/analysis/activity/profiler_cost.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/quality/data_quality.h"
#include "core/model/format/quantity.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view computedOccupancyKey = "computed_occupancy";
constexpr std::string_view unknownOccupancyKey = "unknown_occupancy";
constexpr std::string_view recordingKey = "recording_slows_host";
constexpr std::string_view joinedReplayKey = "replay_joined";
constexpr std::string_view openReplayKey = "replay_open";

std::vector<SpanId> firstOf(std::vector<SpanId> spans, const Trace& trace) {
  std::ranges::sort(spans, {}, [&](SpanId span) { return std::pair{trace.start(span), span}; });
  spans.resize(std::min(spans.size(), DataQuality::maxExamples));
  return spans;
}

/// Returns "GPU busy 57 % as recorded, about 92 % without the profiler"; empty if that is unknown.
Message busyWithoutProfiler(TraceAnalysis& analysis, const DeviceIdle& recorded, const std::stop_token& stop) {
  const std::shared_ptr<const RunWithoutProfiler> run = analysis.withoutProfiler(stop);
  const DeviceIdle* const without = run == nullptr ? nullptr : ofSameDevice(run->idle, recorded);
  if (without == nullptr) {
    return {};
  }
  return Phrase::tr("GPU busy %1 as recorded, about %2 without the profiler")
      .with(formatShare(recorded.busyShare()), formatShare(without->busyShare()));
}

}  // namespace

DataQuality DataQuality::withUse(std::span<const SmUse> use) const {
  DataQuality all = *this;
  std::erase_if(all.m_issues, [](const DataIssue& issue) {
    return issue.key == computedOccupancyKey || issue.key == unknownOccupancyKey;
  });
  std::uint64_t computed = 0;
  std::uint64_t unknown = 0;
  for (const SmUse& device : use) {
    computed += device.computed;
    unknown += device.withOccupancy > 0 ? device.withoutOccupancy : 0;
  }
  if (computed > 0) {
    all.m_issues.push_back(
        {.key = computedOccupancyKey,
         .count = computed,
         .what = Phrase::tr("kernels without an occupancy from the profiler"),
         .meaning = Phrase::tr("It wrote 0 or nothing. Their occupancy is computed from grid, block, registers and "
                               "shared memory, and the mean of the device includes it.")});
  }
  if (unknown > 0) {
    all.m_issues.push_back(
        {.key = unknownOccupancyKey,
         .count = unknown,
         .what = Phrase::tr("kernels whose occupancy is unknown"),
         .meaning =
             Phrase::tr("Neither the profiler nor the launch configuration gives it. The mean of the device excludes "
                        "them.")});
  }
  return all;
}

DataQuality DataQuality::withRecording(TraceAnalysis& analysis, const std::stop_token& stop) const {
  DataQuality all = *this;
  const std::shared_ptr<const std::vector<DeviceIdle>> idle = analysis.idle(stop);
  if (idle == nullptr) {
    return all;
  }
  std::erase_if(all.m_issues, [](const DataIssue& issue) { return issue.key == recordingKey; });
  const auto waitOf = [](const DeviceIdle& device) {
    return device.of(IdleCause::HostBound) + device.of(IdleCause::LaunchLatency);
  };
  const auto longest = std::ranges::max_element(*idle, {}, waitOf);
  const Duration waited = longest == idle->end() ? Duration{} : waitOf(*longest);
  constexpr std::int64_t minShareInverse = 20;
  const ProfilerCost cost = ProfilerCosts(analysis.trace()).within(TimeRange::always());
  const bool areRecorded = cost.operators + cost.pythonFunctions > 0;
  if (areRecorded && waited.ns > 0 && waited.ns * minShareInverse >= longest->window.length().ns &&
      cost.most.ns * 2 >= waited.ns) {
    all.m_issues.push_back(
        {.key = recordingKey,
         .count = cost.operators + cost.calls + cost.pythonFunctions,
         .what = Phrase::tr("operators, calls and functions whose recording slows the host down"),
         .meaning =
             Phrase::tr("Recording one takes about 1 to 4 µs. Much of the time in which devices wait for the host "
                        "may be the profiler's."),
         .affects = {Figure::IdleCauses, Figure::LaunchLatency, Figure::QueueDepth, Figure::Steps},
         .example = busyWithoutProfiler(analysis, *longest, stop)});
  }
  return all;
}

DataQuality DataQuality::withGraphs(const Trace& trace, const GraphJoin& join) const {
  DataQuality all = *this;
  std::erase_if(all.m_issues,
                [](const DataIssue& issue) { return issue.key == joinedReplayKey || issue.key == openReplayKey; });
  if (join.captures() == 0) {
    return all;  // replayed activities have an issue already
  }
  const auto add = [&](DataIssue&& issue, std::vector<SpanId> spans) {
    if (spans.empty()) {
      return;
    }
    issue.count = spans.size();
    issue.affects = {Figure::OpAttribution, Figure::Utilization};
    issue.spans = firstOf(std::move(spans), trace);
    issue.example = Message::name(std::string(trace.nameText(issue.spans.front())));
    all.m_issues.push_back(std::move(issue));
  };
  std::vector<SpanId> joined;
  std::ranges::transform(join.joined(), std::back_inserter(joined), &CapturedBy::activity);
  add({.key = joinedReplayKey,
       .what = Phrase::tr("device work of CUDA graphs that is matched to the launches that captured it"),
       .meaning = Phrase::tr("Matched by launch order, and by name where the capture names its kernels. Operator and "
                             "module are those of the capture.")},
      std::move(joined));
  add({.key = openReplayKey,
       .what = Phrase::tr("device work of CUDA graphs whose capture is unknown"),
       .meaning = Phrase::tr("No capture has as many launches of these names, or several with different operators "
                             "have. Its operator is unknown.")},
      join.open());
  return all;
}

}  // namespace kernline
