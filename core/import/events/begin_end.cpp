// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/begin_end.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>

namespace kernline::chrome {

namespace {

SpanRecord spanOf(const PlacedPhase& begin, Time end, TrackId track) {
  SpanRecord span;
  span.start = begin.record.time;
  span.duration = std::max(end, begin.record.time) - begin.record.time;
  span.offset = begin.record.offset;
  span.name = begin.record.name;
  span.track = track;
  span.category = begin.record.category;
  span.kind = begin.kind;
  return span;
}

/// The B and E of one thread, in order.
void pairThread(TraceBuilder& builder, std::span<const PlacedPhase> records, Time lastTime) {
  std::vector<const PlacedPhase*> open;
  for (const PlacedPhase& placed : records) {
    if (placed.record.phase == 'B') {
      open.push_back(&placed);
      continue;
    }
    if (open.empty()) {
      builder.report().add(IssueKind::EndWithoutBegin, placed.record.offset, builder.strings()[placed.record.name]);
      continue;
    }
    const PlacedPhase& begin = *open.back();
    open.pop_back();
    if (placed.record.name != StringId::empty && placed.record.name != begin.record.name) {
      builder.report().add(IssueKind::MismatchedEnd, placed.record.offset, builder.strings()[placed.record.name]);
    }
    builder.addSpan(spanOf(begin, placed.record.time, placed.track));
    builder.setEndOffset(begin.record.offset, placed.record.offset);
  }
  for (const PlacedPhase* begin : open) {
    builder.report().add(IssueKind::BeginWithoutEnd, begin->record.offset, builder.strings()[begin->record.name]);
    SpanRecord span = spanOf(*begin, lastTime, begin->track);
    span.flags |= SpanFlags::Unfinished;
    builder.addSpan(span);
  }
}

bool begins(char phase) {
  return phase == 'b' || phase == 'S' || phase == 'N';
}
bool isEnd(char phase) {
  return phase == 'e' || phase == 'F' || phase == 'D';
}

/// The asynchronous events of one identity, in order.
class AsyncGroup {
 public:
  AsyncGroup(TraceBuilder& builder, std::map<std::tuple<ProcessId, StringId>, TrackId>& tracks, Time lastTime)
      : m_builder(builder), m_tracks(tracks), m_lastTime(lastTime) {}

  void pair(std::span<const PlacedPhase> records) {
    for (const PlacedPhase& placed : records) {
      const char phase = placed.record.phase;
      if (begins(phase)) {
        if (m_open.empty()) {
          m_track = trackFor(placed);
        }
        m_open.push_back(&placed);
      } else if (isEnd(phase)) {
        end(placed);
      } else if (phase == 'n' || phase == 'O') {
        addInstant(placed);
      } else {
        step(placed);
      }
    }
    finishStep(m_lastTime, m_open.empty() ? SpanFlags::None : SpanFlags::Unfinished);
    for (const PlacedPhase* begin : m_open) {
      count(IssueKind::AsyncBeginWithoutEnd, *begin);
      SpanRecord span = spanOf(*begin, m_lastTime, m_track);
      span.flags |= SpanFlags::Unfinished;
      m_builder.addSpan(span);
    }
  }

 private:
  static constexpr std::ptrdiff_t maxSearchedSpans = 256;  // open spans of one identity an end is matched with

  void count(IssueKind kind, const PlacedPhase& placed) {
    m_builder.report().add(kind, placed.record.offset, m_builder.strings()[placed.record.name]);
  }

  TrackId trackFor(const PlacedPhase& placed) {
    const auto [at, isNew] = m_tracks.emplace(std::tuple(placed.process, placed.record.name), TrackId::none);
    if (isNew) {
      Track track;
      track.process = placed.process;
      track.kind = TrackKind::Async;
      track.name = placed.record.name;
      at->second = m_builder.addTrack(track);
    }
    return at->second;
  }

  void end(const PlacedPhase& placed) {
    finishStep(placed.record.time);
    // A nestable end names what it ends; the innermost of that name, else the innermost.
    auto match = m_open.rbegin();
    if (placed.record.phase == 'e' && placed.record.name != StringId::empty) {
      const auto limit = m_open.size() > maxSearchedSpans ? m_open.rbegin() + maxSearchedSpans : m_open.rend();
      const auto named = std::find_if(m_open.rbegin(), limit,
                                      [&](const PlacedPhase* p) { return p->record.name == placed.record.name; });
      match = named == limit ? m_open.rend() : named;
    }
    if (match == m_open.rend()) {
      return count(IssueKind::AsyncEndWithoutBegin, placed);
    }
    const PlacedPhase& begin = **match;
    m_open.erase(std::next(match).base());
    m_builder.addSpan(spanOf(begin, placed.record.time, m_track));
    m_builder.setEndOffset(begin.record.offset, placed.record.offset);
  }

  /// T steps into a part that lasts until the next step or the end; p ends one that began with the last step.
  void step(const PlacedPhase& placed) {
    if (m_open.empty()) {
      return count(IssueKind::AsyncEndWithoutBegin, placed);
    }
    if (placed.record.phase == 'T') {
      finishStep(placed.record.time);
      m_step = &placed;
      return;
    }
    PlacedPhase from = placed;
    from.record.time = m_lastStepEnd.value_or(m_open.back()->record.time);
    m_builder.addSpan(spanOf(from, placed.record.time, m_track));
    m_lastStepEnd = placed.record.time;
  }

  void finishStep(Time time, SpanFlags flags = SpanFlags::None) {
    if (m_step != nullptr) {
      SpanRecord span = spanOf(*m_step, time, m_track);
      span.flags |= flags;
      m_builder.addSpan(span);
      m_step = nullptr;
    }
    m_lastStepEnd.reset();
  }

  void addInstant(const PlacedPhase& placed) {
    Instant instant;
    instant.time = placed.record.time;
    instant.offset = placed.record.offset;
    instant.name = placed.record.name;
    instant.category = placed.record.category;
    instant.track = m_open.empty() ? trackFor(placed) : m_track;
    m_builder.addInstant(instant);
  }

  TraceBuilder& m_builder;
  std::map<std::tuple<ProcessId, StringId>, TrackId>& m_tracks;
  Time m_lastTime;
  TrackId m_track = TrackId::none;
  std::vector<const PlacedPhase*> m_open;
  const PlacedPhase* m_step = nullptr;
  std::optional<Time> m_lastStepEnd;
};

}  // namespace

void pairDurations(TraceBuilder& builder, std::vector<PlacedPhase>&& records, const std::vector<Time>& lastTimeOf) {
  std::ranges::stable_sort(records, {},
                           [](const PlacedPhase& p) { return std::tuple(p.track, p.record.time, p.record.offset); });
  for (auto first = records.begin(); first != records.end();) {
    const auto last = std::find_if(first, records.end(), [&](const PlacedPhase& p) { return p.track != first->track; });
    pairThread(builder, {first, last}, lastTimeOf[index(first->track)]);
    first = last;
  }
}

void pairAsyncs(TraceBuilder& builder, std::vector<PlacedPhase>&& records, Time lastTime) {
  std::ranges::stable_sort(
      records, {}, [](const PlacedPhase& p) { return std::tuple(p.record.id, p.record.time, p.record.offset); });
  std::map<std::tuple<ProcessId, StringId>, TrackId> tracks;
  for (auto first = records.begin(); first != records.end();) {
    const auto last =
        std::find_if(first, records.end(), [&](const PlacedPhase& p) { return p.record.id != first->record.id; });
    AsyncGroup(builder, tracks, lastTime).pair({first, last});
    first = last;
  }
}

}  // namespace kernline::chrome
