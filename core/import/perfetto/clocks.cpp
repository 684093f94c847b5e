// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/clocks.h"

#include "core/import/perfetto/wire.h"

#include <algorithm>

namespace kernline::perfetto {

namespace {

ClockReading readReading(Message message) {
  ClockReading reading;
  while (message.next()) {
    switch (message.tag()) {
      case varint(1):
        reading.id = message.number32();
        break;
      case varint(2):
        reading.value = message.integer();
        break;
      case varint(3):
        reading.isIncremental = message.number32() != 0;
        break;
      case varint(4):
        reading.multiplier = std::max<std::int64_t>(message.integer(), 1);
        break;
      default:
        break;
    }
  }
  return reading;
}

/// Wraps instead of overflowing: times of damaged files may be anything.
std::int64_t shifted(std::int64_t a, std::int64_t from, std::int64_t to) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(from) +
                                   static_cast<std::uint64_t>(to));
}

std::int64_t nanoseconds(const ClockReading& reading) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(reading.value) *
                                   static_cast<std::uint64_t>(reading.multiplier));
}

}  // namespace

ClockSnapshot readClockSnapshot(std::string_view payload) {
  ClockSnapshot snapshot;
  for (Message message{payload}; message.next();) {
    switch (message.tag()) {
      case bytes(1):
        snapshot.readings.push_back(readReading(Message{message.bytes()}));
        break;
      case varint(2):
        snapshot.primary = message.number32();
        break;
      default:
        break;
    }
  }
  return snapshot;
}

std::uint64_t Clocks::keyOf(std::uint32_t clock, std::uint32_t sequence) {
  const bool isOfSequence = clock >= builtin_clock::firstOfSequence && clock <= builtin_clock::lastOfSequence;
  return std::uint64_t{clock} << 32U | (isOfSequence ? sequence : 0);
}

void Clocks::add(const ClockSnapshot& snapshot, std::uint32_t sequence) {
  if (m_traceClock == 0) {
    m_traceClock = snapshot.primary != 0 ? snapshot.primary : builtin_clock::boottime;
  }
  std::optional<std::int64_t> now;
  for (const ClockReading& reading : snapshot.readings) {
    if (reading.id == m_traceClock) {
      now = nanoseconds(reading);
    }
  }
  // Without the trace's clock, by any clock that is joined to it already.
  for (const ClockReading& reading : snapshot.readings) {
    now = now ? now : traceTime(reading.id, sequence, nanoseconds(reading));
  }
  if (!now) {
    return;
  }
  for (const ClockReading& reading : snapshot.readings) {
    m_pairs[keyOf(reading.id, sequence)].push_back({nanoseconds(reading), *now});
    if (reading.id == builtin_clock::realtime && !m_wallClock) {
      m_wallClock = {*now, nanoseconds(reading)};
    }
  }
}

std::optional<std::int64_t> Clocks::traceTime(std::uint32_t clock, std::uint32_t sequence, std::int64_t ns) const {
  const bool isTraceClock = clock == m_traceClock || (m_traceClock == 0 && clock == builtin_clock::boottime);
  if (isTraceClock) {
    return ns;
  }
  const auto known = m_pairs.find(keyOf(clock, sequence));
  if (known == m_pairs.end()) {
    return std::nullopt;
  }
  // Uses the last snapshot before it, in the order of the file, even if their times are not ascending.
  const std::vector<Pair>& pairs = known->second;
  const auto after = std::ranges::upper_bound(pairs, ns, {}, &Pair::own);
  const Pair& pair = after == pairs.begin() ? pairs.front() : *(after - 1);
  return shifted(ns, pair.own, pair.trace);
}

}  // namespace kernline::perfetto
