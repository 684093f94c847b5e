// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace kernline {

/// The moment at which launched activity leaves the queue.
enum class QueueEnd : std::uint8_t {
  ActivityEnds,    ///< launched and not yet finished: 0 means that the device has no activity at all
  ActivityStarts,  ///< launched and not yet started, which is HTA's queue length
};

/// Queue depth from `time` on, in device activities.
struct QueueSample {
  Time time;
  std::int32_t depth = 0;

  bool operator==(const QueueSample&) const = default;
};

struct QueueOptions {
  QueueEnd end = QueueEnd::ActivityEnds;
  std::function<bool(SpanId)> isCounted = {};  ///< activities that count; all if empty
};

/// Returns the number of kernels, memcpys and memsets that the host has launched (counted from the begin of the launch
/// call) and the device has not finished. Activity without a recorded launch counts nowhere; activity that begins
/// before its launch enters when it begins. One sample for each change; of changes at one time, what enters comes
/// before what leaves. O(n log n).
[[nodiscard]] std::vector<QueueSample> queueDepth(const Trace& trace, const DeviceTracks& device,
                                                  const QueueOptions& options = {});

struct QueueFigures {
  std::int32_t maxDepth = 0;
  double mean = 0;  ///< mean over time within the range
  Duration empty;   ///< time within the range without queued or running activity
};

/// Returns the figures of `samples` within `range`.
[[nodiscard]] QueueFigures queueFigures(const std::vector<QueueSample>& samples, TimeRange range);

}  // namespace kernline
