// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/track_table.h"

#include "core/import/perfetto/wire.h"

#include <array>

namespace kernline::perfetto {

namespace {

/// libkineto counts rows of its own as process -1, which PyTorch's writer masks to 31 bits.
constexpr std::int64_t maskedMinusOne = 0x7FFFFFFF;

std::int64_t idOf(std::int64_t stored) {
  return stored == maskedMinusOne ? -1 : stored;
}

/// Returns the unit for CounterDescriptor.Unit: none, ns, count, bytes.
std::string unitOf(std::uint32_t unit) {
  constexpr std::array<std::string_view, 4> units{"", "ns", "", "bytes"};
  return std::string(unit < units.size() ? units[unit] : std::string_view{});
}

void readProcess(Message message, TrackInfo& track) {
  while (message.next()) {
    switch (message.tag()) {
      case varint(1):
        track.pid = idOf(message.integer());
        break;
      case bytes(6):
        track.processName = message.bytes();
        break;
      default:
        break;
    }
  }
}

void readThread(Message message, TrackInfo& track) {
  while (message.next()) {
    switch (message.tag()) {
      case varint(1):
        track.pid = idOf(message.integer());
        break;
      case varint(2):
        track.tid = idOf(message.integer());
        break;
      case bytes(5):
        track.threadName = message.bytes();
        break;
      default:
        break;
    }
  }
}

void readCounter(Message message, TrackInfo& track) {
  while (message.next()) {
    switch (message.tag()) {
      case varint(3):
        track.unit = unitOf(message.number32());
        break;
      case varint(4):
        track.multiplier = static_cast<double>(message.integer());
        break;
      case varint(5):
        track.isIncremental = message.number32() != 0;
        break;
      case bytes(6):
        track.unit = message.bytes();
        break;
      default:
        break;
    }
  }
}

std::uint64_t uuidOf(Message message) {
  std::uint64_t uuid = 0;
  while (message.next()) {
    if (message.tag() == varint(1)) {
      uuid = message.number();
    }
  }
  return uuid;
}

}  // namespace

void TrackTable::add(std::string_view descriptor) {
  constexpr std::uint32_t explicitOrder = 3;  // ChildTracksOrdering
  TrackInfo& track = m_tracks[uuidOf(Message{descriptor})];
  for (Message message{descriptor}; message.next();) {
    switch (message.tag()) {
      case bytes(2):   // name
      case bytes(10):  // static_name
      case bytes(13):  // atrace_name
        track.name = message.bytes();
        break;
      case bytes(3):
        track.kind = TrackInfo::Kind::Process;
        readProcess(Message{message.bytes()}, track);
        break;
      case bytes(4):
        track.kind = TrackInfo::Kind::Thread;
        readThread(Message{message.bytes()}, track);
        break;
      case varint(5):
        track.parent = message.number();
        break;
      case bytes(8):
        track.kind = TrackInfo::Kind::Counter;
        readCounter(Message{message.bytes()}, track);
        break;
      case varint(11):
        track.ordersChildren = message.number32() == explicitOrder;
        break;
      case varint(12):
        track.rank = message.integer32();
        break;
      default:
        break;
    }
  }
}

void TrackTable::addThread(std::string_view threadDescriptor, std::uint64_t uuid) {
  TrackInfo& track = m_tracks[uuid];
  track.kind = TrackInfo::Kind::Thread;
  readThread(Message{threadDescriptor}, track);
}

const TrackInfo* TrackTable::find(std::uint64_t uuid) const {
  const auto at = m_tracks.find(uuid);
  return at == m_tracks.end() ? nullptr : &at->second;
}

const TrackInfo* TrackTable::ownerOf(std::uint64_t uuid) const {
  constexpr int maxDepth = 64;  // parents may go round in circles
  const TrackInfo* track = find(uuid);
  for (int i = 0; track != nullptr && i < maxDepth; ++i) {
    if (track->kind == TrackInfo::Kind::Process || track->kind == TrackInfo::Kind::Thread) {
      return track;
    }
    track = track->parent == 0 ? nullptr : find(track->parent);
  }
  return nullptr;
}

}  // namespace kernline::perfetto
