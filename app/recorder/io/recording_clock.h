// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>

namespace kernline::recorder {

/// The clock of a recording, shared by all its processes: CLOCK_MONOTONIC, which no clock correction bends, since a
/// moment whose time of day is known.
struct RecordingClock {
  std::int64_t realtimeBase = 0;   ///< ns since 1970 at the beginning of the recording
  std::int64_t monotonicBase = 0;  ///< CLOCK_MONOTONIC at the same moment, ns

  static std::int64_t read(clockid_t clock) {
    constexpr std::int64_t nanosecondsPerSecond = 1'000'000'000;
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<std::int64_t>(time.tv_sec) * nanosecondsPerSecond + time.tv_nsec;
  }

  static RecordingClock startingNow() { return {read(CLOCK_REALTIME), read(CLOCK_MONOTONIC)}; }

  /// ns since the beginning of the recording.
  [[nodiscard]] std::int64_t now() const { return read(CLOCK_MONOTONIC) - monotonicBase; }
};

}  // namespace kernline::recorder
