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
enum class WorkLimit : std::uint8_t {
  Launch,      ///< its launch: the device would have started it earlier
  Stream,      ///< the work before it on its stream
  Dependency,  ///< work on another stream of its device
};

/// A kernel, memcpy or memset of the graph. Launch, stream and dependency each allow it to start after a delay; in the
/// recording the one that limits it did.
struct ReplayWork {
  static constexpr std::uint32_t none = UINT32_MAX;

  SpanId span = SpanId::none;
  SpanId call = SpanId::none;       ///< that launched it
  std::uint32_t before = none;      ///< on its stream
  std::uint32_t dependency = none;  ///< on another stream
  std::uint32_t thread = none;      ///< that launched it; none if its launch is not recorded
  std::uint32_t meeting = none;     ///< with other ranks: it ends after all of them have begun
  Duration length;                  ///< to its end, from its start or from when all of its meeting have begun
  Duration afterLaunch;             ///< from the beginning of the launch call
  Duration queued;                  ///< of that, behind work that ran before the recording
  Duration afterBefore;             ///< from the end of the work before
  Duration afterDependency;         ///< from the end of the dependency
  WorkLimit limit = WorkLimit::Launch;
};

/// Work whose launch is not recorded.
struct UnlaunchedWork {
  Time launched;  ///< at the earliest; INT64_MIN: before the recording
  std::uint32_t work = 0;

  [[nodiscard]] bool isFromBefore() const { return launched.ns == INT64_MIN; }
};

/// A place where a host thread waits in a call until device work has ended.
struct ReplayWait {
  std::uint32_t begin = 0;  ///< of the call, a moment of its thread
  std::uint32_t end = 0;
  std::uint32_t work = ReplayWork::none;
  Duration own;    ///< the call takes at least this long
  Duration after;  ///< from the end of the work to the end of the call
};

/// A place where a thread goes on when another one of its process has come to a certain point: `backward()` waits for
/// the thread of autograd, and that for the next call of `backward()`.
struct ReplayHandover {
  std::uint32_t moment = 0;  ///< of its thread: the first behind the wait
  std::uint32_t thread = 0;  ///< that it waited for
  Duration after;            ///< from the latest moment of that thread
};

/// A call of a thread begins or ends.
struct ReplayMoment {
  Time time;
  std::uint32_t span = 0;  ///< index of the span
  bool isEnd = false;
  SpanKind kind{};  ///< of the span
};

/// The calls of one thread in time.
struct ReplayThread {
  TrackId track = TrackId::none;
  ProcessId process = ProcessId::none;
  std::vector<ReplayMoment> moments;
  std::vector<ReplayWait> waits;          ///< by moment
  std::vector<ReplayHandover> handovers;  ///< by moment
};

/// Dependencies in a recorded run: calls of the threads that launch, in their order; handing over between threads;
/// launches; the order of streams; work that waits for other streams; calls that wait for the device. Immutable; the
/// trace must outlive it.
class RunGraph {
 public:
  /// With what `collectivesOf` knows of the ranks. O(n log n). std::nullopt if stopped, or if no launch is recorded.
  [[nodiscard]] static std::optional<RunGraph> of(const Trace& trace, const std::stop_token& stop = {});

  [[nodiscard]] const Trace& trace() const { return *m_trace; }
  [[nodiscard]] const std::vector<ReplayThread>& threads() const { return m_threads; }
  [[nodiscard]] const std::vector<ReplayWork>& work() const { return m_work; }                  ///< by device and start
  [[nodiscard]] const std::vector<UnlaunchedWork>& unlaunched() const { return m_unlaunched; }  ///< by that time
  /// Positions in `work()` of what the call launched, by start. Empty for anything that is no launch.
  [[nodiscard]] std::span<const std::uint32_t> launchedBy(SpanId call) const {
    const std::uint32_t first = m_firstOf[index(call)];
    return std::span(m_launched).subspan(first, m_firstOf[index(call) + 1] - first);
  }
  /// Returns the work that must have begun before this work can end: all of a collective, or its senders. Empty for
  /// most work.
  [[nodiscard]] std::span<const std::uint32_t> meetsWith(std::uint32_t work) const {
    const std::uint32_t meeting = m_work[work].meeting;
    return meeting == ReplayWork::none ? std::span<const std::uint32_t>() : m_meetings[meeting];
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
  std::vector<ReplayWork> m_work;
  std::vector<UnlaunchedWork> m_unlaunched;
  std::vector<std::vector<std::uint32_t>> m_meetings;
  std::vector<bool> m_launches;           // by span
  std::vector<std::uint32_t> m_firstOf;   // by span, and behind the last: into m_launched
  std::vector<std::uint32_t> m_launched;  // of one call behind the other
  std::size_t m_launchCalls = 0;
  std::size_t m_inferredWaits = 0;
};

}  // namespace kernline
