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

/// CounterDescriptor.Unit: nothing, ns, count, bytes.
std::string unitOf(std::uint32_t unit) {
  constexpr std::array<std::string_view, 4> units{"", "ns", "", "bytes"};
  return std::string(unit < units.size() ? units[unit] : std::string_view{});
}

void readProcess(Message message, TrackInfo& track) {
  while (message.next()) {
    switch (message.tag_and_type()) {
      case varint(1):
        track.pid = idOf(message.get_int64());
        break;
      case bytes(6):
        track.processName = textOf(message);
        break;
      default:
        message.skip();
    }
  }
}

void readThread(Message message, TrackInfo& track) {
  while (message.next()) {
    switch (message.tag_and_type()) {
      case varint(1):
        track.pid = idOf(message.get_int64());
        break;
      case varint(2):
        track.tid = idOf(message.get_int64());
        break;
      case bytes(5):
        track.threadName = textOf(message);
        break;
      default:
        message.skip();
    }
  }
}

void readCounter(Message message, TrackInfo& track) {
  while (message.next()) {
    switch (message.tag_and_type()) {
      case varint(3):
        track.unit = unitOf(message.get_uint32());
        break;
      case varint(4):
        track.multiplier = static_cast<double>(message.get_int64());
        break;
      case varint(5):
        track.isIncremental = message.get_uint32() != 0;
        break;
      case bytes(6):
        track.unit = textOf(message);
        break;
      default:
        message.skip();
    }
  }
}

std::uint64_t uuidOf(Message message) {
  std::uint64_t uuid = 0;
  while (message.next()) {
    if (message.tag_and_type() == varint(1)) {
      uuid = message.get_uint64();
    } else {
      message.skip();
    }
  }
  return uuid;
}

}  // namespace

void TrackTable::add(std::string_view descriptor) {
  constexpr std::uint32_t explicitOrder = 3;  // ChildTracksOrdering
  TrackInfo& track = m_tracks[uuidOf(messageOf(descriptor))];
  for (Message message = messageOf(descriptor); message.next();) {
    switch (message.tag_and_type()) {
      case bytes(2):   // name
      case bytes(10):  // static_name
      case bytes(13):  // atrace_name
        track.name = textOf(message);
        break;
      case bytes(3):
        track.kind = TrackInfo::Kind::Process;
        readProcess(messageOf(textOf(message)), track);
        break;
      case bytes(4):
        track.kind = TrackInfo::Kind::Thread;
        readThread(messageOf(textOf(message)), track);
        break;
      case varint(5):
        track.parent = message.get_uint64();
        break;
      case bytes(8):
        track.kind = TrackInfo::Kind::Counter;
        readCounter(messageOf(textOf(message)), track);
        break;
      case varint(11):
        track.ordersChildren = message.get_uint32() == explicitOrder;
        break;
      case varint(12):
        track.rank = message.get_int32();
        break;
      default:
        message.skip();
    }
  }
}

void TrackTable::addThread(std::string_view threadDescriptor, std::uint64_t uuid) {
  TrackInfo& track = m_tracks[uuid];
  track.kind = TrackInfo::Kind::Thread;
  readThread(messageOf(threadDescriptor), track);
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
