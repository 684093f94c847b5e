// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/packet_source.h"

#include "core/import/perfetto/wire.h"

#include <algorithm>

namespace kernline::perfetto {

namespace {

bool isPacked(const PacketHead& head) {
  return head.field == packet::deflated || head.field == packet::zstd;
}

/// A member of a message; no data where it has none.
std::string_view memberOf(std::string_view payload, std::uint32_t field) {
  for (Message message{payload}; message.next();) {
    if (message.tag() == bytes(field)) {
      return message.bytes();
    }
  }
  return {};
}

/// Returns the losses in TraceStats: chunks of its buffers that were overwritten (3) or discarded (18), and packets
/// that writers could not place (19).
std::uint64_t lostIn(std::string_view stats) {
  std::uint64_t lost = 0;
  for (Message message{stats}; message.next();) {
    if (message.tag() != bytes(1)) {
      continue;
    }
    for (Message buffer{message.bytes()}; buffer.next();) {
      const std::uint32_t tag = buffer.tag();
      if (tag == varint(3) || tag == varint(18) || tag == varint(19)) {
        lost += std::min<std::uint64_t>(buffer.number(), UINT32_MAX);
      }
    }
  }
  return lost;
}

}  // namespace

bool applyPacket(const PacketHead& head, std::uint64_t offset, SequenceState& state, Clocks& clocks) {
  try {
    applyToSequence(head, offset, state);
    if (head.field == packet::clockSnapshot) {
      const ClockSnapshot snapshot = readClockSnapshot(head.payload);
      clocks.add(snapshot, head.sequence);
      applyToSequence(snapshot, state);
    }
  } catch (const protobuf::DamagedMessage&) {
    return false;
  }
  return true;
}

PacketSource::PacketSource(const Input& input, std::size_t pieceBytes) : m_input(input), m_pieceBytes(pieceBytes) {
  m_inner.isEnd = true;
  if (input.stream == nullptr) {
    m_outer.text = input.mapped;
    m_outer.begin = input.mappedOffset;
    m_outer.isEnd = true;
  }
}

bool PacketSource::next(PacketPiece& piece, std::size_t& notesSeen) {
  const std::scoped_lock lock(m_mutex);
  piece = {};
  piece.number = m_pieces;
  for (;;) {
    if (m_inner.at < m_inner.text.size()) {
      if (cut(m_inner, piece)) {
        break;
      }
      continue;
    }
    if (m_outer.at == m_outer.text.size() && m_outer.isEnd) {
      return false;
    }
    if (cut(m_outer, piece)) {
      break;
    }
  }
  ++m_pieces;
  piece.notes.assign(m_notes.begin() + static_cast<std::ptrdiff_t>(notesSeen), m_notes.end());
  if (!m_newNotes.empty()) {
    m_notes.push_back(std::make_shared<const std::vector<StateNote>>(std::move(m_newNotes)));
    m_newNotes.clear();
  }
  notesSeen = m_notes.size();
  m_storedDone = m_input.stream == nullptr ? m_outer.offset() : m_input.stream->storedBytesRead();
  return true;
}

void PacketSource::release(const PacketPiece& piece) const {
  if (piece.buffer == nullptr) {
    const std::uint64_t begin = piece.begin - m_input.mappedOffset;
    m_input.release(begin, begin + piece.text.size());
  }
}

std::uint64_t PacketSource::storedBytesDone() const {
  const std::scoped_lock lock(m_mutex);
  return m_storedDone;
}

ImportReport PacketSource::report() const {
  ImportReport all = m_report;
  all.addMany(IssueKind::ProfilerError, m_lost, m_lostAt, lostPacketsText);
  return all;
}

/// More bytes behind those of the outer window that have not been cut yet. False if there are none.
bool PacketSource::fill() {
  if (m_outer.isEnd) {
    return false;
  }
  const std::string_view rest = m_outer.text.substr(m_outer.at);
  auto buffer = std::make_shared<std::string>();
  const std::size_t wanted = rest.size() + std::max(m_pieceBytes, rest.size());
  buffer->reserve(wanted);
  buffer->assign(rest);
  buffer->resize(wanted);
  std::size_t size = rest.size();
  while (size < wanted) {
    const std::size_t got = m_input.stream->read({buffer->data() + size, wanted - size});
    if (got == 0) {
      m_outer.isEnd = true;
      break;
    }
    size += got;
  }
  buffer->resize(size);
  m_outer.begin += m_outer.at;
  m_outer.at = 0;
  m_outer.text = *buffer;
  m_outer.buffer = std::move(buffer);
  return true;
}

/// Moves packets from a window into a piece until it is full, or something else follows. Returns false if there were
/// none: then the window has moved or grown, or a compressed packet has been opened.
bool PacketSource::cut(Window& window, PacketPiece& piece) {
  const std::size_t first = window.at;
  const char* const text = window.text.data();
  const char* const end = text + window.text.size();
  while (!m_isInDamage && window.at - first < m_pieceBytes) {
    const char* p = text + window.at;
    std::string_view inside;
    const Frame frame = nextFrame(p, end, inside);
    if (frame == Frame::End) {
      break;
    }
    if (frame == Frame::NeedsMore && !window.isEnd) {
      if (window.at == first) {
        static_cast<void>(fill());
        return false;
      }
      break;
    }
    if (frame == Frame::NeedsMore || frame == Frame::Broken) {
      if (window.at == first) {
        m_damage = frame == Frame::Broken ? IssueKind::BrokenEvent : IssueKind::TruncatedInput;
        m_damageAt = window.offset();
        m_isInDamage = true;
      }
      break;
    }
    PacketHead head;
    if (frame == Frame::Packet && readHead(inside, head)) {
      if (isPacked(head)) {
        if (window.at == first) {
          const std::uint64_t offset = window.offset();
          window.at = static_cast<std::size_t>(p - text);
          static_cast<void>(unpack(head, offset, window));
          return false;
        }
        break;
      }
      take(head, window.offset(), piece);
    }
    window.at = static_cast<std::size_t>(p - text);
  }
  if (window.at == first) {
    if (m_isInDamage) {
      skipDamage(window);
    } else if (window.at == window.text.size() && !window.isEnd) {
      static_cast<void>(fill());
    }
    return false;
  }
  piece.text = window.text.substr(first, window.at - first);
  piece.begin = window.begin + first;
  piece.buffer = window.buffer;
  return true;
}

/// Skips to where packets follow each other again. The decision must not depend on how many bytes are at hand.
void PacketSource::skipDamage(Window& window) {
  const char* const text = window.text.data();
  const char* const end = text + window.text.size();
  const char* const from = text + std::min(window.at + 1, window.text.size());
  const std::size_t rest = static_cast<std::size_t>(end - from);
  const char* const stop = window.isEnd ? end : end - std::min(rest, packetsReach);
  const char* const found = findPackets(from, stop, end);
  window.at = static_cast<std::size_t>(found - text);
  m_isInDamage = found == stop && !window.isEnd;
  if (m_isInDamage) {
    window.at -= 1;  // the place itself has not been looked at
    static_cast<void>(fill());
  } else {
    m_report.add(found == end ? m_damage : IssueKind::BrokenEvent, m_damageAt);
  }
}

/// Applies what a packet sets for those behind it.
void PacketSource::take(const PacketHead& head, std::uint64_t offset, PacketPiece& piece) {
  if (m_lastSequence.second == nullptr || m_lastSequence.first != head.sequence) {
    m_lastSequence = {head.sequence, &m_sequences[head.sequence]};
  }
  Sequence& sequence = *m_lastSequence.second;
  if (sequence.lastPiece != piece.number) {
    sequence.lastPiece = piece.number;
    piece.states.emplace_back(head.sequence, sequence.state);
  }
  SequenceState& state = sequence.state;
  if (head.clearsState) {
    m_clears.emplace_back(offset, head.sequence);
  }
  static_cast<void>(applyPacket(head, offset, state, m_clocks));
  if (head.hasTimestamp && !state.clocks.empty()) {
    static_cast<void>(packetTime(head, state, m_clocks));
  }
  const auto note = [&](StateNote::Kind kind, std::string_view payload) {
    m_newNotes.push_back({kind, head.sequence, state.generation, std::string(payload)});
  };
  if (!head.interned.empty()) {
    note(StateNote::Kind::Interned, head.interned);
  }
  try {
    if (head.field == packet::clockSnapshot) {
      note(StateNote::Kind::Clocks, head.payload);
    } else if (head.field == packet::trackDescriptor) {
      note(StateNote::Kind::Track, head.payload);
      m_tracks.add(head.payload);
    } else if (head.field == packet::threadDescriptor) {
      note(StateNote::Kind::Thread, head.payload);
      m_tracks.addThread(head.payload, sequenceTrack(head.sequence));
    } else if (head.field == packet::traceStats) {
      m_lost = lostIn(head.payload);
      m_lostAt = offset;
    } else if (head.field == packet::renderStage) {
      constexpr std::uint32_t specifications = 7;
      if (const std::string_view inside = memberOf(head.payload, specifications); inside.data() != nullptr) {
        note(StateNote::Kind::Stages, inside);
      }
    } else if (head.field == packet::gpuCounter) {
      constexpr std::uint32_t descriptor = 1;
      if (memberOf(head.payload, descriptor).data() != nullptr) {
        note(StateNote::Kind::Counters, head.payload);
      }
    }
  } catch (const protobuf::DamagedMessage&) {
    return;  // whoever decodes the packet counts it
  }
}

/// Makes what a compressed packet holds the inner window.
bool PacketSource::unpack(const PacketHead& head, std::uint64_t offset, const Window& window) {
  if (packedPlace(offset)) {
    m_report.add(IssueKind::BrokenEvent, offset, "compressed packets in compressed packets");
    return false;
  }
  bool isWhole = false;
  auto buffer = std::make_shared<const std::string>(unpackPackets(head.payload, head.field, isWhole));
  if (!isWhole) {
    m_report.add(IssueKind::BrokenEvent, offset, "compressed packets");
  }
  const auto payloadAt = static_cast<std::uint64_t>(head.payload.data() - window.text.data());
  m_inner = {};
  m_inner.isEnd = true;
  m_inner.begin = offsetOf({static_cast<std::uint32_t>(m_packed.size()), 0});
  m_inner.text = *buffer;
  m_inner.buffer = std::move(buffer);
  m_packed.push_back({window.begin + payloadAt, static_cast<std::uint32_t>(head.payload.size()), head.field});
  return true;
}

}  // namespace kernline::perfetto
