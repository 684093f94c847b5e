// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/replayed_run.h"

#include "core/analysis/replay/counted_steps.h"
#include "core/analysis/steps/device_progress.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace kernline {

namespace {

Error unreplayable(Message message) {
  return {.kind = Error::Kind::Usage, .message = std::move(message)};
}

/// Widens gaps after graphs: a graph starts 0.1 to 0.7 us after the work before it, measured on an H100 and an H200. A
/// wait of the host splits the graph: the next one is launched up to 10 us later than the next kernel was.
void widenGraph(ReplayChanges& changes, bool isSlow) {
  if (changes.maxBetween) {
    changes.maxBetween = {isSlow ? 700 : 100};
  }
  if (changes.hostFactor == 0 && isSlow) {
    changes.afterWaits = {10'000};
  }
}

/// `likely`, between a step of a quick host and one of a slow host, and how much devices vary.
Undisturbed withDeviceSpread(Duration likely, Duration quick, Duration slow) {
  constexpr double spread = 0.02;  // from one run to the next, at most in nine of ten runs
  const auto times = [](Duration duration, double factor) {
    return Duration{std::llround(static_cast<double>(duration.ns) * factor)};
  };
  return {.likely = likely,
          .low = std::min(times(quick, 1 - spread), likely),
          .high = std::max(times(slow, 1 + spread), likely)};
}

Duration meanOf(std::span<const TimeRange> ranges, std::span<const std::size_t> positions) {
  Duration sum;
  for (const std::size_t i : positions) {
    sum += ranges[i].length();
  }
  return {sum.ns / static_cast<std::int64_t>(std::max<std::size_t>(positions.size(), 1))};
}

}  // namespace

Expected<ReplayedRun> ReplayedRun::of(const Trace& trace, const FoundSteps& steps, const std::stop_token& stop) {
  const auto stopped = [] { return std::unexpected(Error{.kind = Error::Kind::Canceled, .message = {}}); };
  if (steps.steps.empty()) {
    return std::unexpected(unreplayable(Phrase::tr(
        "No steps found, so there is no step time to predict. Call prof.step() once per iteration, or choose "
        "spans as steps.")));
  }
  std::optional<RunGraph> graph = RunGraph::of(trace, stop);
  const std::vector<TimeRange> recorded = stepsOnDevices(trace, steps, stop);
  if (stop.stop_requested()) {
    return stopped();
  }
  if (!graph) {
    return std::unexpected(
        unreplayable(Phrase::tr("No launches recorded: without them, nothing says what the device waited for.")));
  }
  ReplayedRun run;
  run.m_graph = std::make_unique<const RunGraph>(*std::move(graph));
  run.m_steps = &steps;
  run.m_counted = usualSteps(steps, recorded);
  run.m_recorded = meanOf(recorded, run.m_counted);
  run.m_recording = recordingCost(*run.m_graph);
  std::array<RunReplay, 2> replays;
  parallelFor(defaultThreads(), replays.size(), [&](std::size_t i) {
    const ReplayChanges changes{.recording = i == 0 ? RecordingCost{} : run.m_recording};
    replays[i] = replay(*run.m_graph, steps, changes, KeptMoments::None, stop);
  });
  const RunReplay& without = replays[1];
  run.m_replayed = run.meanStep(replays[0]);
  if (!without.steps.empty() && !run.m_counted.empty()) {
    run.m_typical = typicalSteps(*run.m_graph, steps.steps, run.m_counted, recorded, without.steps);
    run.takeSample(recorded);
    run.m_typicalRecorded = meanOf(recorded, run.m_typical);
    std::vector<TimeRange> onHost;
    std::ranges::transform(steps.steps, std::back_inserter(onHost), &Step::range);
    run.m_keptUp = meanOf(onHost, run.m_sample) < meanOf(recorded, run.m_sample);
    const bool isBehind = run.hostIsBehind(without);
    const ReplayChanges withoutRecording{.recording = run.m_recording};
    run.m_withoutProfiler = isBehind ? run.meanTypical(withoutRecording, stop) : meanOf(without.steps, run.m_typical);
    run.m_sampled = isBehind ? run.meanSampled(withoutRecording, stop) : meanOf(without.steps, run.m_sample);
  }
  if (stop.stop_requested()) {
    return stopped();
  }
  if (run.m_recorded.ns <= 0 || run.error() > maxError) {
    constexpr double percent = 100;
    return std::unexpected(unreplayable(
        Phrase::tr("The replay of this trace is %1 % off its recorded time, so predictions would not hold.")
            .with(std::llround(percent * run.error()))));
  }
  return run;
}

double ReplayedRun::error() const {
  return m_recorded.ns > 0
             ? std::abs(static_cast<double>((m_replayed - m_recorded).ns)) / static_cast<double>(m_recorded.ns)
             : 1;
}

std::optional<StepWithoutProfiler> ReplayedRun::shorterStep(const std::stop_token& stop) const {
  const Undisturbed likely{.likely = m_withoutProfiler, .low = {}, .high = {}};
  if (!likely.differsFrom(m_typicalRecorded)) {
    return std::nullopt;
  }
  StepWithoutProfiler step{.recorded = m_recorded, .time = undisturbed(stop)};
  step.queue = meanQueue(run({}, KeptMoments::None, stop));
  return step;
}

double ReplayedRun::meanQueue(const RunReplay& replay) const {
  if (replay.steps.empty() || m_counted.empty()) {
    return 0;
  }
  TimeRange window = replay.steps[m_counted.front()];
  for (const std::size_t i : m_counted) {
    window = window.unitedWith(replay.steps[i]);
  }
  double queued = 0;
  for (std::size_t w = 0; w < replay.activities.size(); ++w) {
    const TimeRange pending{replay.launched[w], replay.activities[w].end};
    if (pending.begin != RunReplay::neverLaunched && pending.overlaps(window)) {
      queued += static_cast<double>(pending.clippedTo(window).length().ns);
    }
  }
  return queued / static_cast<double>(std::max<std::int64_t>(window.length().ns, 1));
}

RunReplay ReplayedRun::run(ReplayChanges changes, KeptMoments kept, const std::stop_token& stop) const {
  changes.recording = m_recording;
  return steady(std::move(changes), kept, stop);
}

bool ReplayedRun::hostIsBehind(const RunReplay& made) const {
  const bool isQueued =
      std::ranges::any_of(m_graph->unlaunched(), &UnlaunchedActivity::isFromBefore) ||
      std::ranges::any_of(m_graph->activities(), [](const ReplayActivity& activity) { return activity.queued.ns > 0; });
  return m_keptUp && isQueued && !made.steps.empty() && meanOf(made.hostSteps, m_sample) > meanOf(made.steps, m_sample);
}

RunReplay ReplayedRun::steady(ReplayChanges changes, KeptMoments kept, const std::stop_token& stop) const {
  RunReplay made = replay(*m_graph, *m_steps, changes, kept, stop);
  if (hostIsBehind(made)) {
    changes.startsIdle = true;
    made = replay(*m_graph, *m_steps, changes, kept, stop);
  }
  return made;
}

std::span<const std::size_t> ReplayedRun::countedIn(const RunReplay& replay) const {
  const std::span<const std::size_t> all = m_counted;
  if (replay.until.ns == INT64_MAX || m_sample.empty()) {
    return all;
  }
  const auto end = std::ranges::upper_bound(m_counted, m_sample.back());
  return all.first(static_cast<std::size_t>(end - m_counted.begin()));
}

std::span<const std::size_t> ReplayedRun::typicalIn(const RunReplay& replay) const {
  return replay.until.ns == INT64_MAX ? m_typical : m_sample;
}

RunReplay ReplayedRun::sampledRun(ReplayChanges changes, KeptMoments kept, const std::stop_token& stop) const {
  changes.until = m_sampleEnd;
  return run(std::move(changes), kept, stop);
}

Duration ReplayedRun::meanTypical(const ReplayChanges& changes, const std::stop_token& stop) const {
  const RunReplay made = steady(changes, KeptMoments::None, stop);
  return made.steps.empty() ? Duration{} : meanOf(made.steps, m_typical);
}

Duration ReplayedRun::meanSampled(ReplayChanges changes, const std::stop_token& stop) const {
  changes.until = m_sampleEnd;
  const RunReplay made = steady(std::move(changes), KeptMoments::None, stop);
  return made.steps.empty() ? Duration{} : meanOf(made.steps, m_sample);
}

Duration ReplayedRun::ofAll(Duration sampled) const {
  if (m_sampled == m_withoutProfiler || m_sampled.ns <= 0) {
    return sampled;
  }
  const double ratio = static_cast<double>(m_withoutProfiler.ns) / static_cast<double>(m_sampled.ns);
  return {std::llround(static_cast<double>(sampled.ns) * ratio)};
}

void ReplayedRun::takeRecordingOut(ReplayChanges& changes, HostPace pace) const {
  constexpr double hostSpread = 0.1;  // spread between runs, at most in nine of ten
  const double sign = pace == HostPace::Likely ? 0 : pace == HostPace::Quick ? -1 : 1;
  changes.recording = m_recording.times(1 - sign * m_recording.spread);
  changes.hostFactor *= 1 + sign * hostSpread;
}

double ReplayedRun::hostSlowness() const {
  constexpr double minSlowness = 1.25;  // 27 of 32 recordings on one machine are below
  return m_recording.slowness < minSlowness ? 1 : m_recording.slowness;
}

std::array<ReplayChanges, 2> ReplayedRun::ends(const ReplayChanges& changes, double slowness) const {
  std::array<ReplayChanges, 2> made{changes, changes};
  takeRecordingOut(made[0], HostPace::Quick);
  takeRecordingOut(made[1], HostPace::Slow);
  made[0].hostFactor /= slowness;
  widenGraph(made[0], false);
  widenGraph(made[1], true);
  return made;
}

Undisturbed ReplayedRun::step(const ReplayChanges& changes, const std::stop_token& stop) const {
  const std::array<ReplayChanges, 2> atEnds = ends(changes, hostSlowness());
  ReplayChanges likely = changes;
  likely.recording = m_recording;
  const std::array<const ReplayChanges*, 3> all{&likely, atEnds.data(), &atEnds[1]};
  std::array<Duration, 3> steps{};
  parallelFor(defaultThreads(), all.size(), [&](std::size_t i) { steps[i] = ofAll(meanSampled(*all[i], stop)); });
  return withDeviceSpread(steps[0], steps[1], steps[2]);
}

Duration ReplayedRun::sampledStep(ReplayChanges changes, const std::stop_token& stop, HostPace pace) const {
  takeRecordingOut(changes, pace);
  return meanSampled(std::move(changes), stop);
}

/// Takes a sample so large that a scenario takes a fraction of a second.
void ReplayedRun::takeSample(std::span<const TimeRange> recorded) {
  constexpr std::ptrdiff_t maxMoments = 300'000;  // moments
  constexpr std::size_t minSteps = 4;             // steps
  m_sample = m_typical;
  const auto momentsUntil = [&](Time time) {
    std::ptrdiff_t count = 0;
    for (const ReplayThread& thread : m_graph->threads()) {
      count += std::ranges::upper_bound(thread.moments, time, {}, &ReplayMoment::time) - thread.moments.begin();
    }
    return count;
  };
  for (std::size_t i = minSteps; i < m_typical.size(); ++i) {
    const std::size_t last = std::min(m_typical[i - 1] + 1, recorded.size() - 1);  // the start of the next one is its
                                                                                   // end
    const Time end = std::max(recorded[last].end, m_steps->steps[last].range.end);
    if (momentsUntil(end) >= maxMoments) {
      m_sample.resize(i);
      m_sampleEnd = end;
      return;
    }
  }
}

Undisturbed ReplayedRun::undisturbed(const std::stop_token& stop) const {
  if (m_typical.empty()) {
    return {};
  }
  const std::scoped_lock lock(m_memo->mutex);
  if (!m_memo->undisturbed) {
    const std::array<ReplayChanges, 2> atEnds = ends({}, 1);
    std::array<Duration, 2> steps{};
    parallelFor(defaultThreads(), steps.size(), [&](std::size_t i) { steps[i] = meanTypical(atEnds[i], stop); });
    if (stop.stop_requested()) {
      return {};
    }
    m_memo->undisturbed = withDeviceSpread(m_withoutProfiler, steps[0], steps[1]);
  }
  return *m_memo->undisturbed;
}

Duration ReplayedRun::meanStep(const RunReplay& replay) const {
  return replay.steps.empty() ? Duration{} : meanOf(replay.steps, m_counted);
}

}  // namespace kernline
