// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/error.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// The position of a span among those of its name, in time order.
struct SameNameSpans {
  SpanId previous = SpanId::none;
  SpanId next = SpanId::none;
  std::uint64_t count = 0;     ///< itself included
  std::uint64_t position = 0;  ///< position, from 0
};

/// Device activity that calls inside of a host span launched.
struct LaunchedActivities {
  std::vector<SpanId> first;  ///< launch order, a few only
  std::uint64_t count = 0;
  Duration total;  ///< sum of their durations
};

/// Data of a span that takes longer than a frame to compute; built by a worker.
struct SpanReading {
  SpanId span = SpanId::none;
  EventDetails details;
  Message problem;  ///< reason why `details` are empty where they cannot be read any more
  /// Self time of a host span: duration without what runs inside, nested spans counted once.
  std::optional<Duration> selfTime;
  SameNameSpans sameName;
  LaunchedActivities launched;
};

/// Device activity launched by `span` itself or by calls inside of it; the first `limit` of them by name. Empty for
/// device activity. O(spans inside).
[[nodiscard]] LaunchedActivities launchedActivities(const Trace& trace, SpanId span, std::size_t limit);

/// O(spans).
[[nodiscard]] SameNameSpans sameNameSpans(const Trace& trace, SpanId span);

/// `launchedLimit` bounds `launched.first`. Linear in the trace's spans; Error::Kind::Canceled if stopped.
[[nodiscard]] Expected<SpanReading> readSpan(const Trace& trace, SpanId span, std::size_t launchedLimit,
                                             std::stop_token stop);

}  // namespace kernline::ui
