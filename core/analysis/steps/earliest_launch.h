// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <unordered_map>

namespace kernline {

/// The earliest time at which the activity of a device was launched: its recorded launch; else no earlier than what is
/// before it on its stream, and no earlier than the device was last idle. INT64_MIN: before the recording.
class EarliestLaunch {
 public:
  explicit EarliestLaunch(const Trace& trace) : m_trace(trace) {}

  /// Returns the earliest launch; call it for all activities of a device, by start.
  Time of(SpanId activity);

 private:
  static constexpr Time beforeAll{INT64_MIN};

  const Trace& m_trace;
  std::unordered_map<TrackId, Time> m_lastOf;  // last launch by stream
  Time m_busyUntil = beforeAll;
  Time m_busySince = beforeAll;
};

}  // namespace kernline
