// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/piece_decoder.h"

#include "core/import/perfetto/kinds_by_name.h"
#include "core/import/perfetto/wire.h"
#include "core/model/base/text.h"
#include "core/model/json/members.h"

#include <algorithm>

namespace kernline::perfetto {

namespace {

/// Values of GpuCounterDescriptor.MeasureUnit whose name needs no scale.
namespace measure_unit {
constexpr std::uint32_t byte = 7;
constexpr std::uint32_t hertz = 13;
constexpr std::uint32_t nanosecond = 19;
constexpr std::uint32_t watt = 29;
constexpr std::uint32_t celsius = 34;
constexpr std::uint32_t percent = 37;
}  // namespace measure_unit

std::string_view unitName(std::uint32_t unit) {
  switch (unit) {
    case measure_unit::byte:
      return "bytes";
    case measure_unit::hertz:
      return "Hz";
    case measure_unit::nanosecond:
      return "ns";
    case measure_unit::percent:
      return "%";
    case measure_unit::watt:
      return "W";
    case measure_unit::celsius:
      return "°C";
    default:
      return {};
  }
}

std::uint32_t useOfStage(Message message) {
  std::uint32_t use = 0;
  while (message.next()) {
    if (message.tag() == varint(4)) {
      use = message.number32();
    }
  }
  return use;
}

}  // namespace

std::int64_t lastNumber(std::string_view text) {
  const std::size_t end = text.find_last_of("0123456789");
  std::size_t begin = end == std::string_view::npos ? text.size() : end + 1;
  constexpr std::size_t maxDigits = 9;
  std::int64_t number = -1;
  const std::size_t stop = end == std::string_view::npos ? text.size() : end + 1;
  while (begin > 0 && begin <= stop && isDigit(text[begin - 1]) && stop - begin < maxDigits) {
    --begin;
  }
  for (std::size_t i = begin; i < stop; ++i) {
    number = std::max<std::int64_t>(number, 0) * 10 + (text[i] - '0');
  }
  return number;
}

DecodedPiece PieceDecoder::decode(const PacketPiece& piece) {
  DecodedPiece decoded;
  decoded.number = piece.number;
  constexpr std::size_t bytesAnEvent = 16;  // minimum size of an event
  decoded.events.spans.reserve(std::min(m_spansExpected, piece.text.size() / bytesAnEvent));
  decoded.ends.reserve(std::min(m_endsExpected, piece.text.size() / bytesAnEvent));
  m_piece = &decoded;
  m_isReplaying = true;
  for (const StateNotes& notes : piece.notes) {
    for (const StateNote& note : *notes) {
      apply(note);
    }
  }
  m_isReplaying = false;
  m_here.clear();
  m_lastHere = {0, nullptr};
  for (const auto& [id, state] : piece.states) {
    m_here[id].state = state;
  }
  const char* p = piece.text.data();
  const char* const end = p + piece.text.size();
  while (p != end) {
    const std::uint64_t offset = piece.begin + static_cast<std::uint64_t>(p - piece.text.data());
    std::string_view packet;
    const Frame frame = nextFrame(p, end, packet);
    if (frame == Frame::Packet) {
      decodePacket(packet, offset);
    } else if (frame == Frame::Other) {
      decoded.events.report.add(IssueKind::UnsupportedRecord, offset, "fields that are no packets");
    } else {
      break;  // the source cuts behind whole packets only
    }
  }
  m_piece = nullptr;
  m_spansExpected = decoded.events.spans.size();
  m_endsExpected = decoded.ends.size();
  return decoded;
}

void PieceDecoder::apply(const StateNote& note) {
  try {
    switch (note.kind) {
      case StateNote::Kind::Interned:
        addInterned(note.payload, generation(note.generation));
        break;
      case StateNote::Kind::Clocks:
        m_clocks.add(readClockSnapshot(note.payload), note.sequence);
        break;
      case StateNote::Kind::Track:
        m_tracks.add(note.payload);
        break;
      case StateNote::Kind::Thread:
        m_tracks.addThread(note.payload, sequenceTrack(note.sequence));
        break;
      case StateNote::Kind::Stages:
        readStageSpecifications(note.payload, note.sequence);
        break;
      case StateNote::Kind::Counters:
        readPlainCounters(note.payload);
        break;
    }
  } catch (const protobuf::DamagedMessage&) {
    return;  // whoever decodes the packet itself counts it
  }
}

void PieceDecoder::addInterned(std::string_view data, Generation& to) {
  m_entries.clear();
  try {
    readInterned(data, m_entries);
  } catch (const protobuf::DamagedMessage&) {
    if (!m_isReplaying) {
      m_piece->events.report.add(IssueKind::BrokenEvent, m_offset, "interned data");
    }
  }
  for (const InternedEntry& entry : m_entries) {
    switch (entry.kind) {
      case InternedKind::Category:
        to.categories.add(entry.iid, category(entry.text));
        break;
      case InternedKind::EventName:
        to.names.add(entry.iid, named(entry.text));
        break;
      case InternedKind::AnnotationName:
        to.roles.add(entry.iid, roleOf(entry.text));
        break;
      case InternedKind::Kernel:
        to.kernels.add(entry.iid, word(entry.text));
        break;
      case InternedKind::GpuStage: {
        const StageKind kind = kindOfStage(entry.text, useOfStage(Message{entry.message}));
        hasTorchStages = hasTorchStages || kind.kind == SpanKind::Memset;  // no other writer has such a stage
        to.stages.add(entry.iid, {word(entry.text), category(kind.category), kind.kind});
        break;
      }
      case InternedKind::GpuCounters:
        addGpuCounters(entry.message, entry.iid, to.counters);
        break;
      default:
        break;  // read again when somebody looks
    }
  }
}

PieceDecoder::Role PieceDecoder::roleOf(std::string_view annotation) {
  if (annotation == "correlation" || annotation == "corr_id") {
    return Role::Correlation;
  }
  if (annotation == "External id" || annotation == "external id") {
    return Role::External;
  }
  return annotation == "agent" ? Role::Agent : Role::None;
}

void PieceDecoder::addGpuCounters(std::string_view entry, std::uint64_t iid, ByIid<GpuCounters>& to) {
  GpuCounters counters;
  for (Message message{entry}; message.next();) {
    switch (message.tag()) {
      case bytes(2):
        readCounterDescriptor(message.bytes(), counters);
        break;
      case varint(3):
        counters.gpu = message.number();
        counters.hasGpu = true;
        break;
      default:
        break;
    }
  }
  to.add(iid, std::move(counters));
}

void PieceDecoder::readCounterDescriptor(std::string_view descriptor, GpuCounters& counters) {
  for (Message message{descriptor}; message.next();) {
    if (message.tag() != bytes(1)) {
      continue;
    }
    std::uint32_t id = 0;
    std::pair<StringId, StringId> nameAndUnit;
    for (Message spec{message.bytes()}; spec.next();) {
      switch (spec.tag()) {
        case varint(1):
          id = spec.number32();
          break;
        case bytes(2):
          nameAndUnit.first = word(spec.bytes());
          break;
        case varint(7):
          nameAndUnit.second = word(unitName(spec.number32()));
          break;
        case varint(8):
          nameAndUnit.second = StringId::empty;  // a quotient of units
          break;
        default:
          break;
      }
    }
    counters.names.try_emplace(id, nameAndUnit);
  }
}

PieceDecoder::Generation& PieceDecoder::generation(std::uint64_t number) {
  auto& known = m_generations[number];
  if (known == nullptr) {
    known = std::make_unique<Generation>();
  }
  return *known;
}

PieceDecoder::ActiveSequence& PieceDecoder::sequence(std::uint32_t id) {
  if (m_lastHere.second == nullptr || m_lastHere.first != id) {
    m_lastHere = {id, &m_here[id]};
  }
  return *m_lastHere.second;
}

void PieceDecoder::decodePacket(std::string_view packet, std::uint64_t offset) {
  PacketHead head;
  m_offset = offset;
  ImportReport& report = m_piece->events.report;
  if (!readHead(packet, head)) {
    report.add(IssueKind::BrokenEvent, offset);
    return;
  }
  ActiveSequence& here = sequence(head.sequence);
  const std::uint64_t before = here.state.generation;
  if (!applyPacket(head, offset, here.state, m_clocks)) {
    report.add(IssueKind::BrokenEvent, offset);
  }
  const std::optional<std::int64_t> time = head.hasTimestamp ? packetTime(head, here.state, m_clocks) : std::nullopt;
  if (here.generation == nullptr || here.state.generation != before) {
    here.generation = &generation(here.state.generation);
  }
  const bool isFirstOfSequence = before == 0;  // the SDK always marks it as after a loss
  if (head.lostPackets && !isFirstOfSequence) {
    report.add(IssueKind::ProfilerError, offset, lostPacketsText);
  }
  try {
    if (!head.interned.empty()) {
      addInterned(head.interned, *here.generation);
    }
    decodePayload(head, here, time);
  } catch (const protobuf::DamagedMessage&) {
    report.add(IssueKind::BrokenEvent, offset);
  }
}

void PieceDecoder::decodePayload(const PacketHead& head, ActiveSequence& here, std::optional<std::int64_t> time) {
  const std::uint64_t offset = m_offset;
  switch (head.field) {
    case 0:
    case packet::clockSnapshot:
      return;
    case packet::trackDescriptor:
      return m_tracks.add(head.payload);
    case packet::threadDescriptor:
      return m_tracks.addThread(head.payload, sequenceTrack(head.sequence));
    case packet::trackEvent:
    case packet::renderStage:
    case packet::gpuCounter:
    case packet::gpuMemory:
      break;
    default:
      return countOther(head, offset);
  }
  if (!time) {
    m_piece->events.report.add(head.hasTimestamp ? IssueKind::BadTimestamp : IssueKind::MissingTimestamp, offset,
                               head.hasTimestamp ? "a clock that no snapshot joins to the trace's" : "");
    return;
  }
  ++m_piece->events.events;
  if (*time > maxTimeNs || *time < -maxTimeNs) {
    m_piece->events.report.add(IssueKind::ClampedTime, offset);
    time = std::clamp(*time, -maxTimeNs, maxTimeNs);
  }
  if (head.field == packet::trackEvent) {
    decodeEvent(head, here, {*time});
  } else if (head.field == packet::renderStage) {
    decodeStage(head.payload, here, head.sequence, {*time});
  } else if (head.field == packet::gpuCounter) {
    decodeGpuCounters(head.payload, here, {*time});
  } else {
    decodeGpuMemory(head.payload, {*time});
  }
}

/// Counts packets that are not shown.
void PieceDecoder::countOther(const PacketHead& head, std::uint64_t offset) {
  if (!isAboutRecording(head.field)) {
    m_piece->events.report.add(IssueKind::UnsupportedRecord, offset, nameOfField(head.field));
  }
}

StringId PieceDecoder::word(std::string_view text) {
  if (chrome::isUtf8(text)) {
    return words.strings.intern(text);
  }
  std::string repaired(text);
  chrome::repairUtf8(repaired);
  if (!m_isReplaying) {
    m_piece->events.report.add(IssueKind::InvalidUtf8, m_offset, repaired);
  }
  return words.strings.intern(repaired);
}

PieceDecoder::Name PieceDecoder::named(std::string_view text) {
  const StringId id = word(text);
  return {id, kindOfBareName(words.strings[id])};
}

CategoryId PieceDecoder::category(std::string_view text) {
  const CategoryId id = words.category(words.strings[word(text)]);
  if (id != CategoryId::none) {
    words.categoryKinds[index(id)] = kindOfTrackCategory(words.strings[words.categories[index(id)]]);
  }
  return id;
}

chrome::ThreadIndex PieceDecoder::row(RowKey::Kind kind, std::uint64_t id, std::int64_t tid, std::string_view lane) {
  std::uint64_t key = chrome::combine(id, static_cast<std::uint64_t>(kind) + 1);
  if (tid != 0) {
    key = chrome::combine(key, static_cast<std::uint64_t>(tid));
  }
  if (!lane.empty()) {
    key = chrome::combine(key, chrome::hashOf(lane));
  }
  if (key == m_lastRowKey && m_lastRow != chrome::ThreadIndex::none) {
    return m_lastRow;
  }
  const auto [at, isNew] = m_rowByKey.try_emplace(key, static_cast<chrome::ThreadIndex>(rows.size()));
  if (isNew) {
    rows.push_back({{kind, id, tid, std::string(lane)}, 0, -1});
    words.threads.emplace_back();
  }
  m_lastRowKey = key;
  m_lastRow = at->second;
  return m_lastRow;
}

}  // namespace kernline::perfetto
