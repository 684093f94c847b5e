// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/what_if_answer.h"

#include "core/analysis/activity/interval_union.h"
#include "core/analysis/communication/distributed_info.h"
#include "core/analysis/replay/counted_steps.h"
#include "core/analysis/replay/replayed_run.h"
#include "core/analysis/replay/retimed_trace.h"
#include "core/analysis/replay/slack.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <utility>

namespace kernline {

namespace {

/// Returns how many calls begin in the steps that count, by kind.
std::map<SpanKind, std::uint64_t> callsInSteps(const ReplayedRun& run) {
  std::map<SpanKind, std::uint64_t> counts;
  for (const std::size_t i : run.counted()) {
    const TimeRange step = run.steps().steps[i].range;
    const ProcessId process = run.steps().steps[i].process;
    for (const ReplayThread& thread : run.graph().threads()) {
      if (process != ProcessId::none && thread.process != process && !run.steps().isOnDevice) {
        continue;
      }
      const auto first = std::ranges::lower_bound(thread.moments, step.begin, {}, &ReplayMoment::time);
      for (auto moment = first; moment != thread.moments.end() && moment->time < step.end; ++moment) {
        counts[moment->kind] += moment->isEnd ? 0 : 1;
      }
    }
  }
  return counts;
}

std::vector<RecordingShare> overheadOf(const ReplayedRun& run) {
  struct Source {
    Message title;
    std::vector<SpanKind> kinds;
    Duration cost;
  };
  const RecordingCost& cost = run.recording();
  const std::array<Source, 3> sources{
      {{Phrase::tr("operators and annotations"), {SpanKind::Op, SpanKind::Annotation}, cost.ofOperator},
       {Phrase::tr("runtime calls"), {SpanKind::Runtime}, cost.ofCall},
       {Phrase::tr("Python functions"), {SpanKind::PythonFunction}, cost.ofFunction}}};
  const auto steps = static_cast<std::int64_t>(std::max<std::size_t>(run.counted().size(), 1));
  std::map<SpanKind, std::uint64_t> counts = callsInSteps(run);
  std::vector<RecordingShare> shares;
  for (const Source& source : sources) {
    std::int64_t count = 0;
    for (const SpanKind kind : source.kinds) {
      count += static_cast<std::int64_t>(counts[kind]);
    }
    if (count > 0) {
      shares.push_back({.source = source.title,
                        .count = static_cast<std::uint64_t>(count / steps),
                        .cost = {count * source.cost.ns / steps}});
    }
  }
  return shares;
}

/// Returns when the steps last whose mean is the answer. Those of ranks that wait for each other count as one each,
/// from when the last rank begins it to when the last one ends it.
IntervalUnion typicalSteps(const ReplayedRun& run, const RunReplay& replay) {
  if (replay.steps.empty()) {
    return {};
  }
  const std::vector<std::vector<std::size_t>> processes = byProcess(run.steps().steps, run.typicalIn(replay));
  const bool areShared = shareSteps(run.graph(), processes);
  std::vector<TimeRange> steps;
  for (const std::vector<std::size_t>& own : processes) {
    for (std::size_t place = 0; place < own.size(); ++place) {
      const TimeRange step = replay.steps[own[place]];
      if (!areShared || place == steps.size()) {
        steps.push_back(step);
      } else {
        steps[place] = {std::max(steps[place].begin, step.begin), std::max(steps[place].end, step.end)};
      }
    }
  }
  return IntervalUnion(std::move(steps));
}

/// Returns the number of these steps, of several ranks that of the one with most of them.
std::size_t stepsOfOneProcess(const ReplayedRun& run, std::span<const std::size_t> positions) {
  std::size_t most = 0;
  for (const std::vector<std::size_t>& own : byProcess(run.steps().steps, positions)) {
    most = std::max(most, own.size());
  }
  return most;
}

}  // namespace

Duration WhatIfAnswer::saved() const {
  return changed ? undisturbed.likely - changed->likely : Duration{};
}

Duration WhatIfAnswer::perStep(Duration sum) const {
  return {sum.ns / static_cast<std::int64_t>(std::max<std::uint64_t>(pathSteps, 1))};
}

Duration WhatIfAnswer::perStepOfRank(Duration sum) const {
  return {sum.ns / static_cast<std::int64_t>(std::max<std::uint64_t>(hiddenSteps, 1))};
}

Expected<WhatIfAnswer> whatIf(TraceAnalysis& analysis, const WorkMeter& meter, std::span<const WhatIfChange> changes,
                              const std::stop_token& stop, PathBy by) {
  const std::shared_ptr<const Expected<ReplayedRun>> run = analysis.replay(stop);
  if (!run) {
    return std::unexpected(Error{.kind = Error::Kind::Canceled, .message = {}});
  }
  return *run ? whatIf(analysis, **run, meter, changes, stop, by) : std::unexpected(run->error());
}

Expected<WhatIfAnswer> whatIf(TraceAnalysis& analysis, const ReplayedRun& run, const WorkMeter& meter,
                              std::span<const WhatIfChange> changes, const std::stop_token& stop, PathBy by,
                              const Advice* known) {
  Expected<Scenario> scenario = scenarioOf(analysis, run, meter, changes, stop, known);
  if (!scenario) {
    return std::unexpected(scenario.error());
  }
  WhatIfAnswer answer{.steps = run.counted().size(),
                      .recorded = run.recorded(),
                      .typicalRecorded = run.typicalRecorded(),
                      .replayed = run.replayed(),
                      .replayError = run.error(),
                      .undisturbed = run.undisturbed(stop),
                      .caution = warningOfMissingRanks(run.graph().trace()),
                      .overhead = overheadOf(run),
                      .inferredWaits = run.graph().inferredWaits(),
                      .changed = {},
                      .hostSlowness = run.hostSlowness(),
                      .matches = std::move(scenario->matches),
                      .pathSteps = {},
                      .path = {},
                      .pathLength = {},
                      .hiddenSteps = {},
                      .hidden = {},
                      .pathSpans = {}};
  if (!changes.empty()) {
    answer.changed = run.step(scenario->changes, stop);
  }
  const RunReplay replay =
      changes.empty() ? run.run({}, KeptMoments::All, stop) : run.sampledRun(scenario->changes, KeptMoments::All, stop);
  const std::vector<PathPiece> whole = criticalPath(run, scenario->changes, replay, stop);
  const IntervalUnion typical = typicalSteps(run, replay);
  answer.pathSteps = stepsOfOneProcess(run, run.typicalIn(replay));
  answer.hiddenSteps = run.typicalIn(replay).size();
  const std::vector<PathPiece> path = clippedPath(whole, typical.intervals());
  answer.path = pathRows(analysis, path, by, stop);
  if (by == PathBy::Rank) {
    addReasons(answer.path, run, replay, typical, path, answer.pathSteps);
  }
  answer.hidden = hiddenRows(run, replay, typical, slackOfActivities(run, scenario->changes, replay, stop));
  if (stop.stop_requested()) {
    return std::unexpected(Error{.kind = Error::Kind::Canceled, .message = {}});
  }
  for (const PathPiece& piece : path) {
    answer.pathLength += piece.range.length();
  }
  for (const PathPiece& piece : whole) {
    if (piece.span != SpanId::none && (answer.pathSpans.empty() || answer.pathSpans.back() != piece.span)) {
      answer.pathSpans.push_back(piece.span);
    }
  }
  return answer;
}

Expected<ChangedRun> changedRun(TraceAnalysis& analysis, const ReplayedRun& run, const WorkMeter& meter,
                                std::span<const WhatIfChange> changes, const std::stop_token& stop,
                                const Advice* known) {
  Expected<Scenario> scenario = scenarioOf(analysis, run, meter, changes, stop, known);
  if (!scenario) {
    return std::unexpected(scenario.error());
  }
  const RunReplay replay = run.run(scenario->changes, KeptMoments::All, stop);
  ChangedRun made;
  if (!stop.stop_requested()) {
    made.trace = retimedTrace(run.graph(), run.steps(), replay, stop);
    made.path = criticalPath(run, scenario->changes, replay, stop);
  }
  if (made.trace == nullptr || stop.stop_requested()) {
    return std::unexpected(Error{.kind = Error::Kind::Canceled, .message = {}});
  }
  for (PathPiece& piece : made.path) {
    piece.recorded = piece.range;  // its range in that trace
  }
  return made;
}

}  // namespace kernline
