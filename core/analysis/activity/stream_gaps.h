// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace kernline {

/// The gaps between consecutive pieces of work of one stream, as Meta's HTA tells them apart. A gap of a stream is no
/// idle time of its device, which may be busy with another stream; `idleCauses` says why a device is idle.
struct StreamGaps {
  struct Sum {
    std::uint64_t count = 0;
    Duration total;
  };
  TrackId track = TrackId::none;
  Sum hostWait;    ///< the next work's launch call begins after the work before has ended
  Sum kernelWait;  ///< else, if the gap is shorter than the delay
  Sum other;       ///< the rest
};

struct StreamGapOptions {
  Duration kernelDelay{30'000};
  /// Work that counts; all if empty. HTA leaves out what was launched in no kept step.
  std::function<bool(SpanId)> isCounted = {};
};

/// One entry a track with device work. Work that overlaps or touches its predecessor makes a gap of 0.
[[nodiscard]] std::vector<StreamGaps> streamGaps(const Trace& trace, const StreamGapOptions& options = {});

}  // namespace kernline
