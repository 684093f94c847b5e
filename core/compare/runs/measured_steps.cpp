// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/measured_steps.h"

#include "core/analysis/steps/device_progress.h"
#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/named_ranges.h"
#include "core/analysis/steps/repeated_rounds.h"
#include "core/analysis/steps/unusual_steps.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kernline {

namespace {

/// Steps that are looked at one by one: `steps`, `host` and `names` of `MeasuredSteps`.
void keepSteps(MeasuredSteps& measured, const std::vector<bool>& isKept) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < isKept.size(); ++i) {
    if (isKept[i]) {
      measured.steps[kept] = measured.steps[i];
      measured.host[kept] = measured.host[i];
      std::swap(measured.names[kept], measured.names[i]);
      ++kept;
    }
  }
  measured.steps.resize(kept);
  measured.host.resize(kept);
  measured.names.resize(kept);
}

void leaveOutWarmUp(MeasuredSteps& measured) {
  measured.warmUp = warmUpSteps(measured.steps);
  std::vector<bool> isKept(measured.steps.size(), true);
  std::fill_n(isKept.begin(), measured.warmUp, false);
  keepSteps(measured, isKept);
}

/// One such step would hide any change of all the others in its own noise.
void leaveOutOutliers(MeasuredSteps& measured) {
  std::vector<bool> isKept = outlierSteps(measured.steps);
  for (std::size_t i = 0; i < isKept.size(); ++i) {
    if (isKept[i]) {
      measured.outliers.push_back(measured.steps[i]);
    }
  }
  isKept.flip();
  keepSteps(measured, isKept);
}

/// Drops steps without work on the device: a step that only prepares data has no figures for it.
void dropStepsWithoutActivities(const Trace& trace, std::span<const SpanId> activities, MeasuredSteps& measured) {
  std::vector<bool> isKept;
  for (const TimeRange step : measured.steps) {
    const auto first =
        std::ranges::lower_bound(activities, step.begin, {}, [&](SpanId span) { return trace.start(span); });
    isKept.push_back(first != activities.end() && trace.start(*first) < step.end);
  }
  keepSteps(measured, isKept);
}

/// Returns the steps of a rank, or without a rank; by start, without overlaps.
std::vector<Step> stepsOfRank(const Trace& trace, const std::vector<Step>& steps, std::int32_t rank) {
  std::vector<Step> own;
  std::vector<TimeRange> ranges;
  for (const Step& step : steps) {
    const std::int32_t stepRank = step.process == ProcessId::none ? -1 : trace.process(step.process).rank;
    if (rank == -1 || stepRank == -1 || stepRank == rank) {
      own.push_back(step);
      ranges.push_back(step.range);
    }
  }
  keepDisjoint(ranges);
  std::vector<Step> kept;
  for (const TimeRange range : ranges) {  // ranges may end earlier now
    Step step = *std::ranges::find(own, range.begin, [](const Step& each) { return each.range.begin; });
    step.range = range;
    kept.push_back(step);
  }
  return kept;
}

TimeRange extentOf(const Trace& trace, std::span<const SpanId> activities) {
  TimeRange extent = trace.range(activities.front());
  for (const SpanId span : activities) {
    extent = extent.unitedWith(trace.range(span));
  }
  return extent;
}

/// All of one process.
FoundSteps foundOf(const MeasuredSteps& measured, ProcessId process, bool isOnDevice) {
  FoundSteps found{.source = measured.source, .name = measured.name, .steps = {}, .share = 0, .isOnDevice = isOnDevice};
  for (const TimeRange range : measured.steps) {
    found.steps.push_back({.name = StringId::empty, .range = range, .span = SpanId::none, .process = process});
  }
  return found;
}

/// Found on the host: each lasts until the device has done its work.
MeasuredSteps ofHost(const Trace& trace, FoundSteps found, std::int32_t rank, std::span<const SpanId> activities) {
  const std::vector<Step> steps = stepsOfRank(trace, found.steps, rank);
  MeasuredSteps measured{
      .source = found.source, .name = found.name, .steps = DeviceProgress{trace, activities}.ranges(steps)};
  for (const Step& step : steps) {
    measured.host.push_back(step.range);
    measured.names.emplace_back(trace.text(step.name));
  }
  measured.found = std::move(found);
  dropStepsWithoutActivities(trace, activities, measured);
  return measured;
}

/// Returns the spans of a name on the first row that has any, of any kind.
MeasuredSteps onRowOf(const Trace& trace, std::string_view name) {
  const TrackId track = firstTrackWith(trace, name);
  MeasuredSteps measured{.source = StepSource::Given, .name = std::string{name}, .steps = rangesNamed(trace, name)};
  measured.host = measured.steps;
  measured.names.assign(measured.steps.size(), measured.name);
  if (track != TrackId::none) {
    const TrackKind kind = trace.track(track).kind;
    measured.found =
        foundOf(measured, trace.track(track).process, kind == TrackKind::Stream || kind == TrackKind::DeviceOther);
  }
  return measured;
}

std::optional<MeasuredSteps> repeated(const Trace& trace, const DeviceTracks& device,
                                      std::span<const SpanId> activities) {
  const auto rounds = repeatedRounds(trace, activities);
  if (!rounds) {
    return {};
  }
  MeasuredSteps measured{.source = StepSource::Rounds, .name = std::string{trace.text(rounds->first)}, .incomplete = 1};
  for (std::size_t i = 0; i + 1 < rounds->begins.size(); ++i) {
    measured.steps.push_back({rounds->begins[i], rounds->begins[i + 1]});
  }
  if (measured.steps.size() == 1 && rounds->lastEnd) {
    // The first of two rounds may be all warm-up, so the idle time behind the second is the smaller loss.
    measured.steps.push_back({rounds->begins.back(), *rounds->lastEnd});
    measured.incomplete = 0;
  }
  keepDisjoint(measured.steps);
  measured.host = measured.steps;
  measured.names.resize(measured.steps.size());
  measured.found = foundOf(measured, device.process, true);
  return measured;
}

/// Returns the steps that the user chose.
Expected<MeasuredSteps> chosen(const Trace& trace, const DeviceTracks& device, std::span<const SpanId> activities,
                               std::string_view name, const std::stop_token& stop) {
  Expected<FoundSteps> found = foundSteps(trace, stepChoice(name), stop);
  if (!found) {
    return std::unexpected(found.error());
  }
  MeasuredSteps measured = found->isOnDevice ? repeated(trace, device, activities).value_or(MeasuredSteps{})
                                             : ofHost(trace, std::move(*found), device.rank, activities);
  if (measured.steps.empty()) {
    measured = onRowOf(trace, name);
    dropStepsWithoutActivities(trace, activities, measured);
  }
  if (measured.steps.empty()) {
    return std::unexpected(Error{
        .kind = Error::Kind::Usage,
        .message = Phrase::tr("no steps \"%1\" with GPU work; kernline steps lists what may be the steps").with(name)});
  }
  return measured;
}

/// Returns steps by the rule for all that has steps. If no launch connects work with steps of the host, rounds of the
/// device come before steps found on the host.
MeasuredSteps found(const Trace& trace, const DeviceTracks& device, std::span<const SpanId> activities,
                    const std::stop_token& stop) {
  FoundSteps steps = foundSteps(trace, {}, stop).value_or(FoundSteps{});
  const bool knowsLaunches =
      std::ranges::any_of(activities, [&](SpanId span) { return trace.launchOf(span) != SpanId::none; });
  MeasuredSteps onHost = steps.isOnDevice ? MeasuredSteps{} : ofHost(trace, std::move(steps), device.rank, activities);
  if (!onHost.steps.empty() && (knowsLaunches || onHost.source == StepSource::Recorded)) {
    return onHost;
  }
  return repeated(trace, device, activities).value_or(std::move(onHost));
}

}  // namespace

Expected<MeasuredSteps> measuredSteps(const Trace& trace, const DeviceTracks& device,
                                      std::span<const SpanId> activities, std::string_view name,
                                      const std::stop_token& stop) {
  Expected<MeasuredSteps> measured =
      name.empty() ? found(trace, device, activities, stop) : chosen(trace, device, activities, name, stop);
  if (!measured) {
    return measured;
  }
  if (measured->steps.empty()) {
    const TimeRange extent = extentOf(trace, activities);
    return MeasuredSteps{.source = StepSource::Whole, .steps = {extent}, .host = {extent}, .names = {std::string()}};
  }
  leaveOutWarmUp(*measured);
  leaveOutOutliers(*measured);
  measureOnDevices(trace, {&measured->found, 1}, stop);
  return measured;
}

}  // namespace kernline
