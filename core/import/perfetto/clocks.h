// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::perfetto {

/// A clock of one sequence in a ClockSnapshot.
struct SequenceClock {
  std::uint32_t id = 0;
  bool isIncremental = false;   ///< each time on it counts from the one before
  std::int64_t multiplier = 1;  ///< ns
  std::int64_t now = 0;         ///< time in units of the multiplier
};

/// One of the readings in a ClockSnapshot.
struct ClockReading {
  std::uint32_t id = 0;
  bool isIncremental = false;
  std::int64_t multiplier = 1;
  std::int64_t value = 0;
};

/// The readings of a snapshot, and the clock that it makes the trace's if it does; 0 if it does not.
struct ClockSnapshot {
  std::vector<ClockReading> readings;
  std::uint32_t primary = 0;
};
/// Throws protobuf::DamagedMessage.
[[nodiscard]] ClockSnapshot readClockSnapshot(std::string_view payload);

/// Times of any clock on the trace's own, by the snapshots seen so far: BOOTTIME, unless the first snapshot names
/// another one.
class Clocks {
 public:
  void add(const ClockSnapshot& snapshot, std::uint32_t sequence);

  /// nullopt if no snapshot joins the clock to the trace's, directly or over others.
  [[nodiscard]] std::optional<std::int64_t> traceTime(std::uint32_t clock, std::uint32_t sequence,
                                                      std::int64_t ns) const;
  [[nodiscard]] std::uint32_t traceClock() const { return m_traceClock; }
  /// The trace's clock and the wall clock at the first snapshot that has both.
  [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> wallClock() const { return m_wallClock; }

 private:
  static std::uint64_t keyOf(std::uint32_t clock, std::uint32_t sequence);

  struct Pair {
    std::int64_t own = 0;
    std::int64_t trace = 0;
  };
  std::uint32_t m_traceClock = 0;  // 0 before the first snapshot, which is BOOTTIME
  std::map<std::uint64_t, std::vector<Pair>> m_pairs;
  std::optional<std::pair<std::int64_t, std::int64_t>> m_wallClock;
};

}  // namespace kernline::perfetto
