// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"

#include "core/analysis/activity/host_copy.h"
#include "core/model/format/quantity.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Short kernels one behind the other, which a graph could launch at once.
struct LaunchStretch {
  std::size_t first = 0;  ///< position in `DeviceTimeline::pieces`
  std::size_t last = 0;
  Duration running;
  Duration idle;

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(last - first) + 1; }
};

/// Whether the work behind it was launched in time, so that a graph saves no time.
bool isQueued(const IdleInterval& idle) {
  return idle.cause == IdleCause::InterKernelGap;
}

/// Gathers the stretches of a device.
class StretchFinder {
 public:
  StretchFinder(const Trace& trace, const DeviceTimeline& device) : m_trace(trace), m_device(device) {}

  std::vector<LaunchStretch> run() {
    for (std::size_t i = 0; i < m_device.pieces.size(); ++i) {
      if (!isShortLaunch(m_device.pieces[i])) {
        close();
        continue;
      }
      const std::optional<Duration> idle = idleBefore(i);
      if (m_open && idle) {
        m_open->idle += *idle;
      } else {
        close();
        m_open = LaunchStretch{.first = i, .last = i, .running = {}, .idle = {}};
      }
      m_open->last = i;
      m_open->running += m_device.pieces[i].inside;
    }
    close();
    return std::move(m_found);
  }

 private:
  /// Kernels that leave the host no time to launch the next one, each launched by a call of its own.
  [[nodiscard]] bool isShortLaunch(const TimelinePiece& piece) const {
    constexpr Duration maxDuration{30'000};
    return !piece.isTaken && !isHostCopy(m_trace, piece.span) && m_trace.duration(piece.span) <= maxDuration &&
           !has(m_trace.flags(piece.span), SpanFlags::GraphReplay) && m_trace.launchOf(piece.span) != SpanId::none;
  }

  /// Returns the idle time that the activity ends; nullopt if a graph would not hide it.
  [[nodiscard]] std::optional<Duration> idleBefore(std::size_t piece) const {
    Duration idle;
    const auto [first, end] = m_device.gapsBefore(m_trace.start(m_device.pieces[piece].span));
    for (std::size_t i = first; i < end; ++i) {
      if (!isLaunchGap(m_device.gaps[i].idle)) {
        return {};
      }
      const bool isFree = !isQueued(m_device.gaps[i].idle) && !m_device.gaps[i].isClaimed;
      idle += isFree ? m_device.gaps[i].idle.range.length() : Duration{};
    }
    return idle;
  }

  void close() {
    constexpr std::size_t minKernels = 16;
    constexpr std::int64_t minIdleShareInverse = 4;  // a quarter of what runs: else the device is busy enough
    if (m_open && m_open->idle.ns > 0 && m_open->last - m_open->first + 1 >= minKernels &&
        m_open->idle.ns >= m_open->running.ns / minIdleShareInverse) {
      m_found.push_back(*m_open);
    }
    m_open.reset();
  }

  const Trace& m_trace;
  const DeviceTimeline& m_device;
  std::optional<LaunchStretch> m_open;
  std::vector<LaunchStretch> m_found;
};

}  // namespace

void adviseLaunches(AdviceSubject& subject) {
  const Trace& trace = subject.trace;
  AdviceDraft draft;
  LaunchStretch longest;
  Duration running;
  std::int64_t kernels = 0;
  for (DeviceTimeline& device : subject.devices) {
    for (const LaunchStretch& stretch : StretchFinder(trace, device).run()) {
      for (std::size_t i = stretch.first + 1; i <= stretch.last; ++i) {
        const auto [first, end] = device.gapsBefore(trace.start(device.pieces[i].span));
        for (std::size_t gap = first; gap < end; ++gap) {
          device.gaps[gap].isClaimed = device.gaps[gap].isClaimed || !isQueued(device.gaps[gap].idle);
        }
      }
      const SpanId first = device.pieces[stretch.first].span;
      draft.add(stretch.idle, first, {trace.start(first), trace.end(device.pieces[stretch.last].span)});
      running += stretch.running;
      longest = stretch.idle > longest.idle ? stretch : longest;
      kernels += stretch.count();
    }
  }
  if (draft.bound.ns == 0) {
    return;
  }
  draft.remedy.isGraph = true;
  AdviceRow row{.kind = AdviceKind::Launch,
                .title = Phrase::tr("Capture short kernels in a CUDA graph"),
                .bound = draft.bound,
                .confidence = draft.bound > running ? Confidence::High : Confidence::Medium,
                .evidence = {},
                .places = draft.places(),
                .remedy = std::move(draft.remedy)};
  row.evidence.push_back(Phrase::tr("Kernels run for %1 on average, and the device is idle for %2 between them.")
                             .with(formatDuration({running.ns / kernels}), formatDuration({draft.bound.ns / kernels})));
  row.evidence.push_back(
      Phrase::tr("In these stretches the GPU is idle for %1 and busy for %2; they contain no synchronization.")
          .with(subject.perStep(draft.bound), subject.perStep(running)));
  row.evidence.push_back(Phrase::tr("The longest of them has %1 kernels; the device is idle for %2 of it.")
                             .with(formatCount(longest.count()), formatDuration(longest.idle)));
  subject.doubtRecorded(row, row.bound);
  subject.advice.rows.push_back(std::move(row));
}

}  // namespace kernline
