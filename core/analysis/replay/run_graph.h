// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/model/base/ids.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace kernline {

/// The limit that a device activity waited for before it started.
enum class ActivityLimit : std::uint8_t {
  Launch,      ///< its launch: the device would have started it earlier
  Stream,      ///< the activity before it on its stream
  Dependency,  ///< activity on another stream of its device
};

/// A kernel, memcpy or memset of the graph. Launch, stream and dependency each allow it to start after a delay; in the
/// recording the one that limits it did.
struct ReplayActivity {
  static constexpr std::uint32_t none = UINT32_MAX;

  SpanId span = SpanId::none;
  SpanId call = SpanId::none;       ///< launching call
  std::uint32_t before = none;      ///< previous activity on its stream
  std::uint32_t dependency = none;  ///< activity on another stream
  std::uint32_t thread = none;      ///< launching thread; none if its launch is not recorded
  std::uint32_t meeting = none;     ///< meeting with other ranks: it ends after all of them have begun
  Duration length;                  ///< time to its end, from its start or from when all of its meeting have begun
  Duration afterLaunch;             ///< time from the beginning of the launch call
  Duration queued;                  ///< part of that spent on activity from before the recording
  Duration afterBefore;             ///< time from the end of `before`
  Duration afterDependency;         ///< time from the end of the dependency
  ActivityLimit limit = ActivityLimit::Launch;
};

/// Activity whose launch is not recorded.
struct UnlaunchedActivity {
  Time launched;  ///< earliest launch; INT64_MIN: before the recording
  std::uint32_t activity = 0;

  [[nodiscard]] bool isFromBefore() const { return launched.ns == INT64_MIN; }
};

/// A place where a host thread waits in a call until device activity has ended.
struct ReplayWait {
  std::uint32_t begin = 0;  ///< begin of the call, a moment of its thread
  std::uint32_t end = 0;
  std::uint32_t activity = ReplayActivity::none;
  Duration own;    ///< the call takes at least this long
  Duration after;  ///< time from the end of the activity to the end of the call
};

/// A place where a thread goes on when another one of its process has come to a certain point: `backward()` waits for
/// the thread of autograd, and that for the next call of `backward()`.
struct ReplayHandover {
  std::uint32_t moment = 0;  ///< first moment of its thread after the wait
  std::uint32_t thread = 0;  ///< thread that it waited for
  Duration after;            ///< time from the latest moment of that thread
};

/// A call of a thread begins or ends.
struct ReplayMoment {
  Time time;
  std::uint32_t span = 0;  ///< index of the span
  bool isEnd = false;
  SpanKind kind{};
};

/// The calls of one thread in time.
struct ReplayThread {
  TrackId track = TrackId::none;
  ProcessId process = ProcessId::none;
  std::vector<ReplayMoment> moments;
  std::vector<ReplayWait> waits;          ///< sorted by moment
  std::vector<ReplayHandover> handovers;  ///< sorted by moment
};

/// Dependencies in a recorded run: calls of the threads that launch, in their order; handing over between threads;
/// launches; the order of streams; activity that waits for other streams; calls that wait for the device. Immutable;
/// the trace must outlive it.
class RunGraph {
 public:
  /// Builds the graph, with what `collectivesOf` knows of the ranks. O(n log n). nullopt if stopped, or if no launch is
  /// recorded.
  [[nodiscard]] static std::optional<RunGraph> of(const Trace& trace, const std::stop_token& stop = {});

  [[nodiscard]] const Trace& trace() const { return *m_trace; }
  [[nodiscard]] const std::vector<ReplayThread>& threads() const { return m_threads; }
  [[nodiscard]] const std::vector<ReplayActivity>& activities() const {
    return m_activities;
  }  ///< sorted by device and start
  [[nodiscard]] const std::vector<UnlaunchedActivity>& unlaunched() const {
    return m_unlaunched;
  }  ///< sorted by that time
  /// Positions in `work()` of what the call launched, by start. Empty for anything that is no launch.
  [[nodiscard]] std::span<const std::uint32_t> launchedBy(SpanId call) const {
    const std::uint32_t first = m_firstOf[index(call)];
    return std::span(m_launched).subspan(first, m_firstOf[index(call) + 1] - first);
  }
  /// Returns the activity that must have begun before this activity can end: all of a collective, or its senders. Empty
  /// for most activity.
  [[nodiscard]] std::span<const std::uint32_t> meetsWith(std::uint32_t activity) const {
    const std::uint32_t meeting = m_activities[activity].meeting;
    return meeting == ReplayActivity::none ? std::span<const std::uint32_t>() : m_meetings[meeting];
  }
  /// Whether ranks wait for each other.
  [[nodiscard]] bool hasMeetings() const { return !m_meetings.empty(); }
  [[nodiscard]] std::size_t launchCalls() const { return m_launchCalls; }
  /// Number of times that a stream waits for another one, as inferred: the trace does not name the event.
  [[nodiscard]] std::size_t inferredWaits() const { return m_inferredWaits; }
  /// Whether it launched anything.
  [[nodiscard]] bool launches(SpanId call) const { return m_launches[index(call)]; }

 private:
  friend class RunGraphBuilder;
  explicit RunGraph(const Trace& trace) : m_trace(&trace) {}

  const Trace* m_trace;
  std::vector<ReplayThread> m_threads;
  std::vector<ReplayActivity> m_activities;
  std::vector<UnlaunchedActivity> m_unlaunched;
  std::vector<std::vector<std::uint32_t>> m_meetings;
  std::vector<bool> m_launches;           // indexed by span
  std::vector<std::uint32_t> m_firstOf;   // first index into m_launched by span, one more than spans
  std::vector<std::uint32_t> m_launched;  // activities grouped by call
  std::size_t m_launchCalls = 0;
  std::size_t m_inferredWaits = 0;
};

}  // namespace kernline
