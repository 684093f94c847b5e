// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/line_spans.h"

#include "core/import/events/interner.h"
#include "core/import/events/span_kinds.h"
#include "core/import/xplane/wire.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace kernline::xplane {

namespace {

/// Times beyond this many nanoseconds either way are clamped to it, so that sums of two never overflow.
constexpr std::int64_t maxTimeNs = std::int64_t{1} << 61;

std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  const bool overflows = __builtin_add_overflow(a, b, &result);
  return !overflows ? result
         : a < 0    ? std::numeric_limits<std::int64_t>::min()
                    : std::numeric_limits<std::int64_t>::max();
}

/// Half a nanosecond rounds up.
std::int64_t roundedNs(std::int64_t ps) {
  constexpr std::int64_t psPerNs = 1000;
  const std::int64_t whole = ps / psPerNs;
  const std::int64_t rest = ps % psPerNs;
  return whole + (rest >= psPerNs / 2 ? 1 : rest < -psPerNs / 2 ? -1 : 0);
}

/// "GPU_0_bfc": the allocator of device 0.
std::int16_t deviceOfAllocator(std::string_view name) {
  constexpr std::string_view mark = "GPU_";
  std::int16_t device = -1;
  if (name.starts_with(mark)) {
    std::from_chars(name.data() + mark.size(), name.data() + name.size(), device);
  }
  return device;
}

std::int64_t asSigned(std::uint64_t bytes) {
  return static_cast<std::int64_t>(std::min(bytes, std::uint64_t{1} << 62));
}

}  // namespace

LineSpans::LineSpans(TraceBuilder& builder, const Plane& plane, const char* textBegin, std::int64_t originNs,
                     std::function<bool(std::uint64_t)> isFullAt)
    : m_builder(builder),
      m_plane(plane),
      m_textBegin(textBegin),
      m_originNs(originNs),
      m_isFullAt(std::move(isFullAt)),
      m_correlationId(plane.statId("correlation_id")),
      m_stepId(plane.statId("step_num")),
      m_bytesId(plane.statId("allocation_bytes")),
      m_totalId(plane.statId("bytes_allocated")),
      m_addressId(plane.statId("addr")),
      m_allocatorId(plane.statId("allocator_name")) {}

void LineSpans::add(const Line& line, LineRole role, TrackId track) {
  m_spans.clear();
  m_spans.reserve(line.events);
  protobuf::MessageWalk walk(line.message);
  while (walk.next()) {
    if (walk.field() != line_field::events) {
      continue;
    }
    const auto offset = static_cast<std::uint64_t>(walk.begin() - m_textBegin);
    if (m_isFullAt(offset)) {
      break;
    }
    if (walk.isDamaged() || walk.isNumber()) {
      m_builder.report().add(IssueKind::BrokenEvent, offset, line.name);
    } else if (walk.bytes().empty()) {
      m_builder.report().add(IssueKind::EmptyEvent, offset, line.name);
    } else {
      addEvent(walk.bytes(), offset, line, role, track);
    }
  }
  if (role == LineRole::Ops) {
    markOuterOps();
  }
  m_builder.addSpans(std::exchange(m_spans, {}));
}

const LineSpans::KindFacts& LineSpans::factsOf(std::int64_t id, std::uint64_t offset) {
  const auto [at, isNew] = m_kinds.try_emplace(id);
  KindFacts& facts = at->second;
  if (!isNew) {
    return facts;
  }
  const auto known = m_plane.eventKinds.find(id);
  std::string name;
  if (known == m_plane.eventKinds.end()) {
    name = fmt::format("event {}", id);
    m_builder.report().add(IssueKind::UnreadMetadata, offset, name);
  } else {
    name = known->second.displayName.empty() ? known->second.name : known->second.displayName;
    if (chrome::repairUtf8(name)) {
      m_builder.report().add(IssueKind::InvalidUtf8, offset, name);
    }
    facts.memorySign = known->second.name == "MemoryAllocation"     ? 1
                       : known->second.name == "MemoryDeallocation" ? -1
                                                                    : 0;
  }
  facts.name = m_builder.intern(name);
  facts.onDevice = chrome::kindOnDevice(name);
  facts.onHost = name.starts_with('$') ? SpanKind::PythonFunction : SpanKind::Other;  // JAX: "$file.py:12 function"
  return facts;
}

void LineSpans::take(const Stat& stat, EventFacts& facts) const {
  if (stat.id == 0) {
    return;
  }
  if (stat.id == m_correlationId) {
    static_cast<void>(stat.wholeNumber(facts.correlation));
  } else if (stat.id == m_stepId) {
    facts.isStep = true;
  } else if (stat.id == m_bytesId) {
    static_cast<void>(stat.wholeNumber(facts.allocatorBytes));
  } else if (stat.id == m_totalId) {
    facts.hasTotal = stat.wholeNumber(facts.allocatedTotal);
  } else if (stat.id == m_addressId) {
    static_cast<void>(stat.wholeNumber(facts.address));
  } else if (stat.id == m_allocatorId) {
    facts.allocator = statText(stat, m_plane);
  }
}

void LineSpans::addEvent(std::string_view message, std::uint64_t offset, const Line& line, LineRole role,
                         TrackId track) {
  EventFacts facts;
  const Event event = readEvent(message, [&](const Stat& stat) { take(stat, facts); });
  if (event.isDamaged) {
    m_builder.report().add(IssueKind::BrokenEvent, offset, line.name);
    return;
  }
  if (event.isAggregate) {
    m_builder.report().add(IssueKind::UnsupportedRecord, offset, "events without a time, only counted");
    return;
  }
  const KindFacts& kind = factsOf(event.kind, offset);
  SpanRecord span;
  span.offset = offset;
  span.name = kind.name;
  span.track = track;
  place(line, event, span);
  const bool holdsActivities = role == LineRole::Stream || role == LineRole::Ops;
  if (holdsActivities) {
    span.kind = kind.onDevice;
  } else if (role == LineRole::Host) {
    span.kind = facts.correlation != 0 ? SpanKind::Runtime : facts.isStep ? SpanKind::Annotation : kind.onHost;
  }
  if (role != LineRole::Derived && role != LineRole::Ops) {
    span.correlation = chrome::Interner::foldId(facts.correlation);
  }
  if (kind.memorySign != 0 && facts.allocatorBytes != 0) {
    addMemory(facts, span, kind.memorySign);
  } else {
    m_spans.push_back(span);
  }
}

void LineSpans::place(const Line& line, const Event& event, SpanRecord& span) {
  const std::int64_t lineNs = sum(line.timestampNs, -m_originNs);
  const std::int64_t begin = sum(lineNs, roundedNs(event.offsetPs));
  const std::int64_t end = sum(lineNs, roundedNs(sum(event.offsetPs, std::max<std::int64_t>(0, event.durationPs))));
  span.start = {std::clamp(begin, -maxTimeNs, maxTimeNs)};
  span.duration = Time{std::clamp(end, -maxTimeNs, maxTimeNs)} - span.start;
  if (span.start.ns != begin || end > maxTimeNs) {
    m_builder.report().add(IssueKind::ClampedTime, span.offset, line.name);
    span.flags |= SpanFlags::Repaired;
  }
  if (event.durationPs < 0) {
    m_builder.report().add(IssueKind::NegativeDuration, span.offset, line.name);
    span.flags |= SpanFlags::Repaired;
  }
}

void LineSpans::addMemory(const EventFacts& facts, const SpanRecord& span, int sign) {
  MemoryEvent memory;
  memory.time = span.start;
  memory.bytes = sign * asSigned(facts.allocatorBytes);
  memory.totalAllocated = facts.hasTotal ? asSigned(facts.allocatedTotal) : MemoryEvent::absent;
  memory.address = facts.address;
  memory.offset = span.offset;
  memory.track = span.track;
  memory.device = deviceOfAllocator(facts.allocator);
  memory.deviceType = memory.device < 0 ? 0 : 1;
  m_builder.addMemory(memory);
}

/// Loops and conditions last as long as what they run: what contains others is no work of its own.
void LineSpans::markOuterOps() {
  std::vector<std::size_t> order(m_spans.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return m_spans[a].start != m_spans[b].start ? m_spans[a].start < m_spans[b].start
                                                : m_spans[a].duration > m_spans[b].duration;
  });
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    SpanRecord& outer = m_spans[order[i]];
    const SpanRecord& next = m_spans[order[i + 1]];
    if (next.duration.ns > 0 && next.start + next.duration <= outer.start + outer.duration) {
      outer.kind = SpanKind::Other;
    }
  }
}

}  // namespace kernline::xplane
