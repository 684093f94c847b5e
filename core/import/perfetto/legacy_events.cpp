// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/decimal_time.h"
#include "core/import/perfetto/annotations.h"
#include "core/import/perfetto/piece_decoder.h"

#include <algorithm>
#include <string>

namespace kernline::perfetto {

namespace {

InstantScope scopeOf(std::uint32_t legacyScope) {
  return legacyScope == 1 ? InstantScope::Global : legacyScope == 2 ? InstantScope::Process : InstantScope::Thread;
}

/// A time in microseconds that may be anything.
Duration nanosecondsOf(std::int64_t microseconds) {
  constexpr std::int64_t nsPerUs = 1000;
  return {std::clamp(microseconds, std::int64_t{0}, maxTimeNs / nsPerUs) * nsPerUs};
}

}  // namespace

/// An event that says in a phase of the Trace Event Format what it is, as Chrome and what was made of JSON do.
void PieceDecoder::addLegacy(const PacketHead& head, ActiveSequence& here, chrome::ThreadIndex thread, Time time) {
  const LegacyFields& legacy = m_event.legacy;
  switch (legacy.phase) {
    case 'B':
      addBegin(spanOf(here, thread, time), here, head.sequence);
      addLegacyFlow(thread, time);
      break;
    case 'E':
      addEnd({time, m_offset, thread, m_event.hasAnnotations}, here, head.sequence);
      break;
    case 'X': {
      SpanRecord span = spanOf(here, thread, time);
      span.duration = nanosecondsOf(legacy.durationUs);
      if (legacy.durationUs < 0) {
        m_piece->events.report.add(IssueKind::NegativeDuration, m_offset, words.strings[span.name]);
        span.flags |= SpanFlags::Repaired;
      }
      m_piece->events.spans.push_back(span);
      addLegacyFlow(thread, time);
      break;
    }
    case 'I':
    case 'i':
    case 'R':
      m_piece->events.instants.push_back(
          {time, m_offset, nameOf(here).text, thread, categoryOf(here), scopeOf(legacy.instantScope)});
      break;
    case 'C':
      m_event.read(head.payload);  // all its annotations
      addLegacyCounter(here, thread, time);
      break;
    default: {
      constexpr std::string_view throughJson = "bneSTpFNODstf";
      if (throughJson.contains(legacy.phase)) {
        addThroughJson(here, thread, time);
      } else {
        m_piece->events.report.add(IssueKind::UnsupportedRecord, m_offset, std::string("phase ") + legacy.phase);
      }
    }
  }
}

/// Flows of the second version: a slice names the arrow that leaves it or arrives.
void PieceDecoder::addLegacyFlow(chrome::ThreadIndex thread, Time time) {
  const LegacyFields& legacy = m_event.legacy;
  constexpr std::uint32_t in = 1;
  constexpr std::uint32_t out = 2;
  if (legacy.flowDirection == 0) {
    return;
  }
  FlowEnd end;
  end.time = time;
  end.key = chrome::combine(legacy.bindId, 4);
  end.offset = end.spanOffset = m_offset;
  end.track = static_cast<TrackId>(thread);
  end.role = legacy.flowDirection == out  ? FlowEnd::Role::Start
             : legacy.flowDirection == in ? FlowEnd::Role::End
                                          : FlowEnd::Role::Step;
  m_piece->events.flows.push_back(end);
}

/// Each number among its arguments is a series.
void PieceDecoder::addLegacyCounter(const ActiveSequence& here, chrome::ThreadIndex thread, Time time) {
  const StringId name = nameOf(here).text;
  const InternedText textOf = [](InternedKind, std::uint64_t) { return std::string_view{}; };
  for (const std::string_view annotation : m_event.annotations) {
    const ArgNode series = readAnnotation(annotation, textOf);
    double value = 0;
    if (series.kind == ArgNode::Kind::Number && chrome::parseDouble(series.text, value)) {
      m_piece->events.counterSamples.push_back({time, value, thread, name, word(series.key), m_offset});
    } else {
      m_piece->events.report.add(IssueKind::BadCounterValue, m_offset, words.strings[name]);
    }
  }
}

/// Flows and asynchronous events are what they are in JSON, so they are filed there.
void PieceDecoder::addThroughJson(const ActiveSequence& here, chrome::ThreadIndex thread, Time time) {
  const LegacyFields& legacy = m_event.legacy;
  const CategoryId ownCategory = categoryOf(here);
  const std::string name(words.strings[nameOf(here).text]);
  const std::string category(ownCategory == CategoryId::none ? std::string_view{}
                                                             : words.strings[words.categories[index(ownCategory)]]);
  const TrackInfo* const owner = m_tracks.ownerOf(rows[index(thread)].key.id);
  const std::string pid = std::to_string(owner != nullptr ? owner->pid : 0);
  const std::string tid = "row " + std::to_string(index(thread));
  const std::string id = legacy.hasId ? std::to_string(legacy.id) : std::to_string(legacy.bindId);
  chrome::Event event;
  event.offset = m_offset;
  event.phase = legacy.phase;
  event.tsState = chrome::NumberState::Good;
  event.ts = time.ns;
  event.name = name;
  event.category = category;
  event.hasPid = event.hasTid = true;
  event.pid = pid;
  event.tid = tid;
  event.id = id;
  event.idScope = legacy.isLocalId ? 'l' : '\0';
  event.scope = legacy.idScope;
  event.bindingPoint = legacy.bindsEnclosing ? 'e' : '\0';
  m_piece->events.add(event, words);
  --m_piece->events.events;  // counted with its packet
  if (words.threads.size() > rows.size()) {
    rows.push_back(rows[index(thread)]);
  }
}

}  // namespace kernline::perfetto
