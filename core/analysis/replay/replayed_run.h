// SPDX-License-Identifier: GPL-3.0-or-later
// This folder replays a run as a graph: as recorded, without the profiler, or changed; its critical path.
#pragma once

#include "core/analysis/activity/undisturbed.h"
#include "core/analysis/replay/recording_cost.h"
#include "core/analysis/replay/replay.h"
#include "core/analysis/replay/run_graph.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/base/error.h"
#include "core/model/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// Speed of the host without the profiler, within the range of the estimate.
enum class HostPace : std::uint8_t { Likely, Quick, Slow };

/// A recorded run that can be run again: as it was, without the profiler, with something changed. Only steps count that
/// neither warm up nor were interrupted; all times are means of them. The trace and the steps must outlive it.
class ReplayedRun {
 public:
  /// Errors: Usage with one sentence if it cannot be replayed: no steps, no launches, or a replay without any change
  /// that is over 5 % off. Canceled if stopped. O(n log n).
  [[nodiscard]] static Expected<ReplayedRun> of(const Trace& trace, const FoundSteps& steps,
                                                const std::stop_token& stop = {});

  [[nodiscard]] const RunGraph& graph() const { return *m_graph; }
  [[nodiscard]] const FoundSteps& steps() const { return *m_steps; }
  /// Positions of the steps that count.
  [[nodiscard]] const std::vector<std::size_t>& counted() const { return m_counted; }
  /// Positions of those whose mean is the step without the profiler (`typicalSteps`).
  [[nodiscard]] const std::vector<std::size_t>& typical() const { return m_typical; }
  /// The same of those that were replayed, which are the first of a long run if only these were sampled.
  [[nodiscard]] std::span<const std::size_t> countedIn(const RunReplay& replay) const;
  [[nodiscard]] std::span<const std::size_t> typicalIn(const RunReplay& replay) const;
  [[nodiscard]] const RecordingCost& recording() const { return m_recording; }
  /// Returns the slowdown of the host compared with the one that recording was measured on; 1 if about as quick.
  [[nodiscard]] double hostSlowness() const;

  [[nodiscard]] Duration recorded() const { return m_recorded; }  ///< a step, as recorded
  [[nodiscard]] Duration replayed() const { return m_replayed; }  ///< the same out of the graph
  /// The error of the replay as a share of the recorded time: at most `maxError`.
  [[nodiscard]] double error() const;
  [[nodiscard]] Duration withoutProfiler() const { return m_withoutProfiler; }  ///< a step, most likely
  /// The same, and how far that may be off. Zero if stopped. O(n), once.
  [[nodiscard]] Undisturbed undisturbed(const std::stop_token& stop = {}) const;

  /// Returns the recorded mean of the same steps, without those that were interrupted.
  [[nodiscard]] Duration typicalRecorded() const { return m_typicalRecorded; }
  /// Returns the step time without the profiler, if it is worth reporting (`Undisturbed::differsFrom`).
  [[nodiscard]] std::optional<StepWithoutProfiler> shorterStep(const std::stop_token& stop = {}) const;

  /// A step with `changes`, and without the profiler: of steps that do the same, the mean of the quicker half. Of a
  /// long run, `withoutProfiler` times the ratio that the first of them change by. Zero if stopped. Where the host was
  /// slow, the changed run may have a quicker one: then the range begins there. O(n), and of a long run far less.
  [[nodiscard]] Undisturbed step(const ReplayChanges& changes, const std::stop_token& stop = {}) const;
  /// The likely one alone, of the first steps of a long run. Zero if stopped. O(n), and of a long run far less.
  [[nodiscard]] Duration sampledStep(ReplayChanges changes, const std::stop_token& stop = {},
                                     HostPace pace = HostPace::Likely) const;
  /// Replays the whole run with `changes`.
  [[nodiscard]] RunReplay run(ReplayChanges changes, KeptMoments kept, const std::stop_token& stop = {}) const;
  /// The same of the first steps of a long run alone.
  [[nodiscard]] RunReplay sampledRun(ReplayChanges changes, KeptMoments kept, const std::stop_token& stop = {}) const;
  /// Work that is launched but not finished while the steps that count last, mean over time. O(work).
  [[nodiscard]] double meanQueue(const RunReplay& replay) const;
  /// The mean of the steps that count.
  [[nodiscard]] Duration meanStep(const RunReplay& replay) const;

  static constexpr double maxError = 0.05;

 private:
  ReplayedRun() = default;

  void takeSample(std::span<const TimeRange> recorded);
  /// Whether the device only keeps up in `made` because it has activity from before the recording.
  [[nodiscard]] bool hostIsBehind(const RunReplay& made) const;
  /// Replays what goes on and on: where the host cannot keep up with the changed device, no activity is left from
  /// before the recording either. Linear in the calls and the activity.
  [[nodiscard]] RunReplay steady(ReplayChanges changes, KeptMoments kept, const std::stop_token& stop) const;
  /// Returns the mean of the typical steps with `changes`. Zero if stopped.
  [[nodiscard]] Duration meanTypical(const ReplayChanges& changes, const std::stop_token& stop) const;
  /// The same of the sample.
  [[nodiscard]] Duration meanSampled(ReplayChanges changes, const std::stop_token& stop) const;
  /// Makes a mean of the sample one of all typical steps.
  [[nodiscard]] Duration ofAll(Duration sampled) const;
  /// Makes `changes` ones of a run without the profiler.
  void takeRecordingOut(ReplayChanges& changes, HostPace pace) const;
  /// Where recording cost more and the host is quicker, by another `slowness`, and the other way round.
  [[nodiscard]] std::array<ReplayChanges, 2> ends(const ReplayChanges& changes, double slowness) const;

  std::unique_ptr<const RunGraph> m_graph;
  const FoundSteps* m_steps = nullptr;
  std::vector<std::size_t> m_counted;
  std::vector<std::size_t> m_typical;  // of those
  std::vector<std::size_t> m_sample;   // the first of them
  Time m_sampleEnd{INT64_MAX};         // until when these need the recording
  Duration m_sampled;                  // their mean without the profiler
  RecordingCost m_recording;
  Duration m_recorded;
  Duration m_replayed;
  Duration m_typicalRecorded;
  Duration m_withoutProfiler;
  struct Memo {
    std::mutex mutex;
    std::optional<Undisturbed> undisturbed;
  };
  std::unique_ptr<Memo> m_memo = std::make_unique<Memo>();
  bool m_keptUp = false;  // as recorded, the host launched as quickly as the device worked
};

}  // namespace kernline
