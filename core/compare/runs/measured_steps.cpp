// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/measured_steps.h"

#include "core/analysis/activity/whole_steps.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/named_ranges.h"
#include "core/analysis/steps/repeated_rounds.h"
#include "core/analysis/steps/unusual_steps.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kernline {

namespace {

/// One such step would hide any change of all the others in its own noise.
void leaveOutOutliers(MeasuredSteps& measured) {
  const std::vector<bool> isOutlier = outlierSteps(measured.steps);
  std::vector<TimeRange> kept;
  for (std::size_t i = 0; i < measured.steps.size(); ++i) {
    (isOutlier[i] ? measured.outliers : kept).push_back(measured.steps[i]);
  }
  measured.steps = std::move(kept);
}

/// Those of a rank, or of none.
std::vector<TimeRange> rangesOf(const Trace& trace, const std::vector<Step>& steps, std::int32_t rank) {
  std::vector<TimeRange> ranges;
  for (const Step& step : steps) {
    const std::int32_t stepRank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
    if (rank == -1 || stepRank == -1 || stepRank == rank) {
      ranges.push_back(step.range);
    }
  }
  keepDisjoint(ranges);
  return ranges;
}

TimeRange extentOf(const Trace& trace, std::span<const SpanId> work) {
  TimeRange extent = trace.range(work.front());
  for (const SpanId span : work) {
    extent = extent.unitedWith(trace.range(span));
  }
  return extent;
}

/// Of the steps those in which the device did anything: a step that only prepares data says nothing of it.
void dropStepsWithoutWork(const Trace& trace, std::span<const SpanId> work, std::vector<TimeRange>& steps) {
  std::erase_if(steps, [&](TimeRange step) {
    const auto first = std::ranges::lower_bound(work, step.begin, {}, [&](SpanId span) { return trace.start(span); });
    return first == work.end() || trace.start(*first) >= step.end;
  });
}

/// All of one process.
FoundSteps foundOf(const MeasuredSteps& measured, ProcessId process, bool isOnDevice) {
  FoundSteps found{.source = measured.source, .name = measured.name, .steps = {}, .share = 0, .isOnDevice = isOnDevice};
  for (const TimeRange range : measured.steps) {
    found.steps.push_back({.name = StringId::empty, .range = range, .span = SpanId::none, .process = process});
  }
  return found;
}

FoundSteps recorded(const Trace& trace) {
  return {.source = StepSource::Recorded, .name = {}, .steps = wholeSteps(trace), .share = 0, .isOnDevice = false};
}

/// Recorded, or found on the host.
MeasuredSteps ofHost(const Trace& trace, FoundSteps found, std::int32_t rank, std::span<const SpanId> work) {
  MeasuredSteps measured{.source = found.source,
                         .name = found.source == StepSource::Recorded ? "step" : found.name,
                         .steps = rangesOf(trace, found.steps, rank),
                         .warmUp = 0,
                         .outliers = {},
                         .incomplete = 0,
                         .found = std::move(found)};
  dropStepsWithoutWork(trace, work, measured.steps);
  return measured;
}

/// At the spans of a name, each a step of its process or, on the row of a device, of the device.
MeasuredSteps named(const Trace& trace, std::string_view name) {
  const TrackId track = firstTrackWith(trace, name);
  MeasuredSteps measured{.source = StepSource::Given,
                         .name = std::string{name},
                         .steps = rangesNamed(trace, name),
                         .warmUp = 0,
                         .outliers = {},
                         .incomplete = 0};
  if (track != TrackId::none) {
    const TrackKind kind = trace.track(track).kind;
    measured.found =
        foundOf(measured, trace.track(track).process, kind == TrackKind::Stream || kind == TrackKind::DeviceOther);
  }
  return measured;
}

std::optional<MeasuredSteps> repeated(const Trace& trace, const DeviceRows& device, std::span<const SpanId> work) {
  const auto rounds = repeatedRounds(trace, work);
  if (!rounds) {
    return {};
  }
  MeasuredSteps measured{.source = StepSource::Rounds,
                         .name = std::string{trace.text(rounds->first)},
                         .steps = {},
                         .warmUp = 0,
                         .outliers = {},
                         .incomplete = 1};
  for (std::size_t i = 0; i + 1 < rounds->begins.size(); ++i) {
    measured.steps.push_back({rounds->begins[i], rounds->begins[i + 1]});
  }
  if (measured.steps.size() == 1 && rounds->lastEnd) {
    // Of two rounds the first may be all warm-up, so that the idle time behind the second is the smaller loss.
    measured.steps.push_back({rounds->begins.back(), *rounds->lastEnd});
    measured.incomplete = 0;
  }
  keepDisjoint(measured.steps);
  measured.found = foundOf(measured, device.process, true);
  return measured;
}

}  // namespace

MeasuredSteps measuredSteps(const Trace& trace, const DeviceRows& device, std::span<const SpanId> work,
                            std::string_view name) {
  MeasuredSteps measured;
  if (!name.empty()) {
    measured = named(trace, name);
  }
  if (measured.steps.empty()) {
    measured = ofHost(trace, recorded(trace), device.rank, work);
  }
  if (measured.steps.empty()) {
    measured = repeated(trace, device, work).value_or(MeasuredSteps{});
  }
  if (measured.steps.empty()) {
    // Where a device is behind, annotations say when it was told, and rounds when it worked: so these come later.
    FoundSteps found = foundSteps(trace).value_or(FoundSteps{});
    measured = found.isOnDevice ? MeasuredSteps{} : ofHost(trace, std::move(found), device.rank, work);
  }
  if (measured.steps.empty()) {
    return {.source = StepSource::Whole,
            .name = {},
            .steps = {extentOf(trace, work)},
            .warmUp = 0,
            .outliers = {},
            .incomplete = 0};
  }
  measured.warmUp = warmUpSteps(measured.steps);
  measured.steps.erase(measured.steps.begin(), measured.steps.begin() + static_cast<std::ptrdiff_t>(measured.warmUp));
  leaveOutOutliers(measured);
  return measured;
}

}  // namespace kernline
