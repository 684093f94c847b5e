// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::xplane {

// The contents of XSpace files (tsl/profiler/protobuf/xplane.proto), as views into the text.

/// Common data of all events of one kind.
struct EventKind {
  std::string_view name;
  std::string_view displayName;  ///< goes before the name where it is set
  std::string_view message;      ///< all of it, with its own stats
};

/// A row: its events are walked when they are needed.
struct Line {
  std::string_view message;
  std::int64_t id = 0;
  std::string_view name;         ///< name; the display name has priority
  std::int64_t timestampNs = 0;  ///< time of offset 0: nanoseconds since the profile began, or since 1970
  std::uint64_t events = 0;
};

/// A device, the host, or facts without a time.
struct Plane {
  std::uint64_t begin = 0;  ///< offset of its field in the text
  std::uint64_t end = 0;
  std::int64_t id = 0;
  std::string_view name;
  std::vector<Line> lines;
  std::unordered_map<std::int64_t, EventKind> eventKinds;
  std::unordered_map<std::int64_t, std::string_view> statNames;
  std::vector<std::string_view> stats;  ///< messages
  bool isDamaged = false;               ///< it breaks off, or parts of it make no sense

  /// The id of the stat of that name; 0, which no stat has, if there is none.
  [[nodiscard]] std::int64_t statId(std::string_view wanted) const;
  [[nodiscard]] std::string_view statName(std::int64_t wanted) const;
};

/// `message` is the plane's, and is at `begin` to `end` of the text with its tag.
[[nodiscard]] Plane readPlane(std::string_view message, std::uint64_t begin, std::uint64_t end);

/// A value that an event, a kind of events or a plane has.
struct Stat {
  enum class Kind : std::uint8_t { None, Real, Unsigned, Integer, Text, Bytes, Reference };
  std::int64_t id = 0;
  Kind kind = Kind::None;
  std::uint64_t number = 0;  ///< bits of a Real or an Integer; of a Reference the stat whose name is the value
  std::string_view text;

  /// Whether it is a whole number, and which: some writers spell these as text.
  [[nodiscard]] bool wholeNumber(std::uint64_t& value) const;
};
[[nodiscard]] Stat readStat(std::string_view message);

/// The value of a Text or a Reference; empty for others.
[[nodiscard]] std::string_view statText(const Stat& stat, const Plane& plane);

/// One event as the file has it.
struct Event {
  std::int64_t kind = 0;
  std::int64_t offsetPs = 0;  ///< offset from its line's time
  std::int64_t durationPs = 0;
  bool isAggregate = false;  ///< a number of occurrences, and no time
  bool isDamaged = false;
};

/// `takeStat(Stat)` is called for each of its stats.
template <typename TakeStat>
[[nodiscard]] Event readEvent(std::string_view message, const TakeStat& takeStat);

}  // namespace kernline::xplane

#include "core/import/protobuf/message_walk.h"

namespace kernline::xplane {

template <typename TakeStat>
Event readEvent(std::string_view message, const TakeStat& takeStat) {
  Event event;
  protobuf::MessageWalk walk(message);
  while (walk.next()) {
    switch (walk.field()) {
      case 1:
        event.kind = walk.integer();
        break;
      case 2:
        event.offsetPs = walk.integer();
        break;
      case 3:
        event.durationPs = walk.integer();
        break;
      case 4:
        takeStat(readStat(walk.bytes()));
        break;
      case 5:
        event.isAggregate = true;
        break;
      default:
        break;
    }
  }
  event.isDamaged = walk.isDamaged();
  return event;
}

}  // namespace kernline::xplane
