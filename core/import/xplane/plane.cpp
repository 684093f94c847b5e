// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/plane.h"

#include "core/import/xplane/wire.h"

#include <charconv>
#include <iterator>

namespace kernline::xplane {

namespace {

using protobuf::MessageWalk;

/// An entry of a map: a number, and a message.
struct MapEntry {
  std::int64_t key = 0;
  std::string_view value;
  bool isDamaged = false;
};

MapEntry readEntry(std::string_view message) {
  MapEntry entry;
  MessageWalk walk(message);
  while (walk.next()) {
    if (walk.field() == map_entry::key) {
      entry.key = walk.integer();
    } else if (walk.field() == map_entry::value) {
      entry.value = walk.bytes();
    }
  }
  entry.isDamaged = walk.isDamaged();
  return entry;
}

EventKind readEventKind(std::string_view message) {
  EventKind kind;
  kind.message = message;
  for (MessageWalk walk(message); walk.next();) {
    if (walk.field() == event_metadata::name) {
      kind.name = walk.bytes();
    } else if (walk.field() == event_metadata::displayName) {
      kind.displayName = walk.bytes();
    }
  }
  return kind;
}

std::string_view nameOfStat(std::string_view message) {
  std::string_view name;
  for (MessageWalk walk(message); walk.next();) {
    name = walk.field() == stat_metadata::name ? walk.bytes() : name;
  }
  return name;
}

Line readLine(std::string_view message, bool& isDamaged) {
  Line line;
  line.message = message;
  std::string_view displayName;
  MessageWalk walk(message);
  while (walk.next()) {
    switch (walk.field()) {
      case line_field::id:
        line.id = walk.integer();
        break;
      case line_field::name:
        line.name = walk.bytes();
        break;
      case line_field::timestampNs:
        line.timestampNs = walk.integer();
        break;
      case line_field::events:
        ++line.events;
        break;
      case line_field::displayName:
        displayName = walk.bytes();
        break;
      default:
        break;
    }
  }
  line.name = displayName.empty() ? line.name : displayName;
  isDamaged = isDamaged || walk.isDamaged();
  return line;
}

}  // namespace

Plane readPlane(std::string_view message, std::uint64_t begin, std::uint64_t end) {
  Plane plane;
  plane.begin = begin;
  plane.end = end;
  MessageWalk walk(message);
  while (walk.next()) {
    switch (walk.field()) {
      case plane_field::id:
        plane.id = walk.integer();
        break;
      case plane_field::name:
        plane.name = walk.bytes();
        break;
      case plane_field::lines:
        plane.lines.push_back(readLine(walk.bytes(), plane.isDamaged));
        break;
      case plane_field::eventMetadata: {
        const MapEntry entry = readEntry(walk.bytes());
        plane.eventKinds[entry.key] = readEventKind(entry.value);
        plane.isDamaged = plane.isDamaged || entry.isDamaged;
        break;
      }
      case plane_field::statMetadata: {
        const MapEntry entry = readEntry(walk.bytes());
        plane.statNames[entry.key] = nameOfStat(entry.value);
        plane.isDamaged = plane.isDamaged || entry.isDamaged;
        break;
      }
      case plane_field::stats:
        plane.stats.push_back(walk.bytes());
        break;
      default:
        break;
    }
  }
  plane.isDamaged = plane.isDamaged || walk.isDamaged();
  return plane;
}

std::int64_t Plane::statId(std::string_view wanted) const {
  std::int64_t found = 0;
  for (const auto& [known, text] : statNames) {
    found = text == wanted && (found == 0 || known < found) ? known : found;
  }
  return found;
}

std::string_view Plane::statName(std::int64_t wanted) const {
  const auto at = statNames.find(wanted);
  return at == statNames.end() ? std::string_view{} : at->second;
}

Stat readStat(std::string_view message) {
  using enum Stat::Kind;
  constexpr Stat::Kind kinds[] = {None, None, Real, Unsigned, Integer, Text, Bytes, Reference};
  Stat stat;
  for (protobuf::MessageWalk walk(message); walk.next();) {
    if (walk.field() == stat_field::metadataId) {
      stat.id = walk.integer();
    } else if (walk.field() < std::size(kinds)) {
      stat.kind = kinds[walk.field()];
      const bool isText = stat.kind == Text || stat.kind == Bytes;
      if (walk.isNumber() == isText) {
        stat.kind = None;
      }
      stat.number = walk.number();
      stat.text = walk.bytes();
    }
  }
  return stat;
}

bool Stat::wholeNumber(std::uint64_t& value) const {
  if (kind == Kind::Text) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
  }
  value = number;
  return kind == Kind::Unsigned || kind == Kind::Integer;
}

std::string_view statText(const Stat& stat, const Plane& plane) {
  return stat.kind == Stat::Kind::Text        ? stat.text
         : stat.kind == Stat::Kind::Reference ? plane.statName(static_cast<std::int64_t>(stat.number))
                                              : std::string_view{};
}

}  // namespace kernline::xplane
