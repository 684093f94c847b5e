// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/analysis/hand_made_trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {

struct Work {
  std::string name;
  std::int64_t gap = 0;  ///< idle time before it
  std::int64_t duration = 0;
};

/// A GPU that does `rounds` times the same, with a round of `warmUp` times the lengths in front where that is over 1.
inline std::shared_ptr<const Trace> loop(const std::vector<Work>& round, int rounds, std::int64_t warmUp = 1) {
  HandMadeTrace made;
  const TrackId stream = made.track(made.process("0", 0), "7", TrackKind::Stream);
  std::int64_t now = 1000;
  for (int i = 0; i < rounds; ++i) {
    for (const Work& work : round) {
      const std::int64_t factor = i == 0 ? warmUp : 1;
      now += work.gap * factor;
      made.span(stream, SpanKind::Kernel, work.name, now, work.duration * factor);
      now += work.duration * factor;
    }
  }
  return made.build();
}

}  // namespace kernline::test
