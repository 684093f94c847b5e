// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/span_kinds.h"
#include "core/import/perfetto/piece_decoder.h"
#include "core/import/perfetto/wire.h"

#include <algorithm>
#include <string>

namespace kernline::perfetto {

namespace {

constexpr std::uint32_t bitOf(SpanKind kind) {
  return std::uint32_t{1} << static_cast<unsigned>(kind);
}

}  // namespace

void PieceDecoder::decodeEvent(const PacketHead& head, ActiveSequence& here, Time time) {
  m_event.read(head.payload, EventFields::Keep::PossibleIds);
  const chrome::ThreadIndex thread = rowOf(m_event, here, head.sequence);
  if (!m_event.extraValues.empty() || !m_event.extraDoubles.empty()) {
    addCounters(here, thread, time);
  }
  switch (m_event.type) {
    case EventType::Begin:
      addBegin(spanOf(here, thread, time), here, head.sequence);
      break;
    case EventType::End:
      addEnd({time, m_offset, thread, m_event.hasAnnotations}, here, head.sequence);
      if (!m_event.flows.empty() || !m_event.endingFlows.empty()) {
        addFlows(thread, time, 0, false);
      }
      break;
    case EventType::Instant: {
      const chrome::ThreadIndex at = thread;
      m_piece->events.instants.push_back(
          {time, m_offset, nameOf(here).text, at, categoryOf(here), InstantScope::Thread});
      addFlows(thread, time, 0, false);
      break;
    }
    case EventType::Counter:
      if (m_event.hasInteger || m_event.hasDouble) {
        addSample(thread, time, m_event.hasInteger ? static_cast<double>(m_event.integer) : m_event.real);
      } else if (m_event.extraValues.empty() && m_event.extraDoubles.empty()) {
        m_piece->events.report.add(IssueKind::BadCounterValue, m_offset);
      }
      break;
    case EventType::Unspecified:
      if (m_event.legacy.phase != 0) {
        addLegacy(head, here, thread, time);
      } else if (m_event.extraValues.empty() && m_event.extraDoubles.empty()) {
        m_piece->events.report.add(IssueKind::UnknownPhase, m_offset);
      }
      break;
    default:
      m_piece->events.report.add(IssueKind::UnknownPhase, m_offset);
  }
}

chrome::ThreadIndex PieceDecoder::rowOf(const EventFields& event, const ActiveSequence& here,
                                        std::uint32_t sequenceId) {
  if (event.legacy.hasPid || event.legacy.hasTid) {
    const TrackInfo* const own = m_tracks.ownerOf(event.hasTrack ? event.track : sequenceTrack(sequenceId));
    const std::int64_t pid = event.legacy.hasPid ? event.legacy.pid : own != nullptr ? own->pid : 0;
    const std::int64_t tid = event.legacy.hasTid ? event.legacy.tid : own != nullptr ? own->tid : 0;
    return row(RowKey::Kind::Ids, static_cast<std::uint64_t>(pid), tid);
  }
  return row(RowKey::Kind::Track, event.hasTrack        ? event.track
                                  : here.state.hasTrack ? here.state.track
                                                        : sequenceTrack(sequenceId));
}

PieceDecoder::Name PieceDecoder::nameOf(const ActiveSequence& here) {
  const std::uint64_t iid = m_event.nameIid != 0 ? m_event.nameIid : m_event.legacy.nameIid;
  if (!m_event.name.empty() || iid == 0) {
    return named(m_event.name);
  }
  if (const Name* const known = here.generation->names.find(iid)) {
    return *known;
  }
  m_piece->events.report.add(IssueKind::UnreadMetadata, m_offset, "names of events");
  return {};
}

CategoryId PieceDecoder::categoryOf(const ActiveSequence& here) {
  if (m_event.categoryIids.size() == 1 && m_event.categories.empty()) {
    const CategoryId* const known = here.generation->categories.find(m_event.categoryIids.front());
    return known != nullptr ? *known : CategoryId::none;
  }
  if (m_event.categoryIids.empty() && m_event.categories.empty()) {
    return CategoryId::none;
  }
  std::string joined;
  const auto append = [&](std::string_view category) { joined.append(joined.empty() ? "" : ",").append(category); };
  for (const std::uint64_t iid : m_event.categoryIids) {
    if (const CategoryId* const known = here.generation->categories.find(iid);
        known != nullptr && *known != CategoryId::none) {
      append(words.strings[words.categories[index(*known)]]);
    }
  }
  std::ranges::for_each(m_event.categories, append);
  return category(joined);
}

/// Returns a span for the event, without a duration.
SpanRecord PieceDecoder::spanOf(const ActiveSequence& here, chrome::ThreadIndex thread, Time time) {
  const Name name = nameOf(here);
  SpanRecord span;
  span.start = time;
  span.duration = noDuration;
  span.offset = m_offset;
  span.name = name.text;
  span.track = static_cast<TrackId>(thread);
  span.category = categoryOf(here);
  if (span.category == CategoryId::none) {
    span.kind = name.bareKind;
  } else {
    span.kind = chrome::kindByName(words.categoryKinds[index(span.category)],
                                   words.strings[words.categories[index(span.category)]], words.strings[name.text]);
  }
  DecodedRow& on = rows[index(thread)];
  on.kinds |= bitOf(span.kind);
  const ArgIds ids = argIds(here);
  span.correlation = chrome::Interner::foldId(ids.correlation);
  span.external = chrome::Interner::foldId(ids.external);
  if (ids.device >= 0 && isDeviceActivity(span.kind)) {
    on.device = ids.device;
  }
  for (const std::uint64_t stage : m_event.stages) {
    m_piece->launches.push_back({stage, static_cast<std::uint32_t>(m_piece->events.spans.size())});
  }
  if (!m_event.flows.empty() || !m_event.endingFlows.empty()) {
    addFlows(thread, time, ids.correlation, true);
  }
  return span;
}

PieceDecoder::ArgIds PieceDecoder::argIds(const ActiveSequence& here) const {
  ArgIds ids;
  for (const std::string_view annotation : m_event.annotations) {
    Role role = Role::None;
    std::uint64_t number = 0;
    std::string_view text;
    for (Message message{annotation}; message.next();) {
      switch (message.tag()) {
        case varint(1): {
          const Role* const known = here.generation->roles.find(message.number());
          role = known != nullptr ? *known : Role::None;
          break;
        }
        case bytes(10):
          role = roleOf(message.bytes());
          break;
        case varint(3):
        case varint(4):
          number = message.number();
          break;
        case bytes(6):
          text = message.bytes();
          break;
        default:
          break;
      }
    }
    if (role == Role::Correlation) {
      ids.correlation = number;
    } else if (role == Role::External) {
      ids.external = number;
    } else if (role == Role::Agent) {
      ids.device = static_cast<std::int32_t>(lastNumber(text));
    }
  }
  return ids;
}

void PieceDecoder::addBegin(const SpanRecord& span, ActiveSequence& here, std::uint32_t sequenceId) {
  std::vector<SpanRecord>& spans = m_piece->events.spans;
  const auto at = static_cast<std::uint32_t>(spans.size());
  const auto ends = static_cast<std::uint32_t>(m_piece->ends.size());
  spans.push_back(span);
  const bool goesOn = here.run < m_piece->runs.size() && m_piece->runs[here.run].ends == 0 &&
                      m_piece->runs[here.run].firstBegin + m_piece->runs[here.run].begins == at;
  if (!goesOn) {
    here.run = static_cast<std::uint32_t>(m_piece->runs.size());
    m_piece->runs.push_back({sequenceId, at, 0, ends, 0});
  }
  ++m_piece->runs[here.run].begins;
}

void PieceDecoder::addEnd(const SliceEnd& end, ActiveSequence& here, std::uint32_t sequenceId) {
  const auto at = static_cast<std::uint32_t>(m_piece->ends.size());
  m_piece->ends.push_back(end);
  const bool isKnown = here.run < m_piece->runs.size();
  if (isKnown && m_piece->runs[here.run].ends == 0) {
    m_piece->runs[here.run].firstEnd = at;
  }
  const bool goesOn = isKnown && m_piece->runs[here.run].firstEnd + m_piece->runs[here.run].ends == at;
  if (!goesOn) {
    here.run = static_cast<std::uint32_t>(m_piece->runs.size());
    m_piece->runs.push_back({sequenceId, static_cast<std::uint32_t>(m_piece->events.spans.size()), 0, at, 0});
  }
  ++m_piece->runs[here.run].ends;
}

/// Adds ids that join slices in the order of time; a terminating id ends its flow. Repeats a launch if the id is the
/// correlation id.
void PieceDecoder::addFlows(chrome::ThreadIndex thread, Time time, std::uint64_t correlation, bool isSpan) {
  const auto add = [&](std::uint64_t id, FlowEnd::Role role) {
    FlowEnd end;
    end.time = time;
    end.key = chrome::combine(id, 1);
    end.offset = m_offset;
    end.spanOffset = isSpan ? m_offset : FlowEnd::noSpan;
    end.correlation = id == correlation ? chrome::Interner::foldId(id) : 0;
    end.track = static_cast<TrackId>(thread);
    end.role = role;
    m_piece->events.flows.push_back(end);
  };
  for (const std::uint64_t id : m_event.flows) {
    add(id, FlowEnd::Role::Step);
  }
  for (const std::uint64_t id : m_event.endingFlows) {
    add(id, FlowEnd::Role::End);
  }
}

void PieceDecoder::addSample(chrome::ThreadIndex thread, Time time, double value) {
  m_piece->events.counterSamples.push_back({time, value, thread, StringId::empty, StringId::empty, m_offset});
}

/// Adds the counter values of an event, on tracks that it or the sequence's defaults name.
void PieceDecoder::addCounters(const ActiveSequence& here, chrome::ThreadIndex, Time time) {
  const auto addAll = [&](const std::vector<std::uint64_t>& own, const std::vector<std::uint64_t>& usual,
                          const auto& values, auto toDouble) {
    const std::vector<std::uint64_t>& tracks = own.empty() ? usual : own;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i < tracks.size()) {
        addSample(row(RowKey::Kind::Track, tracks[i]), time, toDouble(values[i]));
      } else {
        m_piece->events.report.add(IssueKind::BadCounterValue, m_offset, "a value without a track");
      }
    }
  };
  addAll(m_event.extraTracks, here.state.extraTracks, m_event.extraValues,
         [](std::uint64_t value) { return static_cast<double>(static_cast<std::int64_t>(value)); });
  addAll(m_event.extraDoubleTracks, here.state.extraDoubleTracks, m_event.extraDoubles,
         [](double value) { return value; });
}

}  // namespace kernline::perfetto
