// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/event_batch.h"

#include "core/import/events/decimal_time.h"
#include "core/import/events/nvtx_operator.h"
#include "core/import/events/warp_tracks.h"
#include "core/model/json/members.h"
#include "core/model/trace/block_spans.h"

#include <charconv>
#include <iterator>

namespace kernline::chrome {

namespace {

/// An integer argument, or `fallback`.
std::int64_t integerOf(const RawValue& value, std::int64_t fallback) {
  std::int64_t number = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto [after, error] = std::from_chars(value.text.data(), end, number);
  return error == std::errc{} && after == end ? number : fallback;
}

/// Hash that an async or object event shares with its counterparts (Trace Event Format, "Async Events"; id2.local and
/// objects are a process's own).
std::uint64_t asyncIdentity(const Event& event) {
  const bool isNestable = event.phase == 'b' || event.phase == 'n' || event.phase == 'e';
  const bool isObject = event.phase == 'N' || event.phase == 'O' || event.phase == 'D';
  std::uint64_t key = combine(hashOf(event.id), hashOf(event.scope));
  key = combine(key, hashOf(isNestable ? event.category : event.name));
  if (isObject || event.idScope == 'l') {
    key = combine(key, hashOf(pidOf(event)));
  }
  return combine(key, isNestable ? 1 : isObject ? 2 : 3);
}

/// The step's own name of a legacy asynchronous step (Trace Event Format, "Async Events": args.step), else the event's.
std::string stepName(const Event& event) {
  const RawValue step = findMember(event.args, "step");
  return step.kind == RawValue::Kind::None ? std::string(event.name) : step.unescaped();
}

/// Chrome's old input and IPC flows end in the span around them without saying so (catapult's importer).
bool isOldChromeFlow(std::string_view category) {
  return category == "input" || category == "disabled-by-default-ipc.flow";
}

bool isHugeInteger(std::string_view text) {
  constexpr std::size_t always64Bit = 18;
  if (text.size() <= always64Bit ||
      text.find_first_not_of("0123456789", text.front() == '-' ? 1 : 0) != std::string_view::npos) {
    return false;
  }
  const char* const end = text.data() + text.size();
  std::int64_t asSigned = 0;
  std::uint64_t asUnsigned = 0;
  return std::from_chars(text.data(), end, asSigned).ec != std::errc{} &&
         std::from_chars(text.data(), end, asUnsigned).ec != std::errc{};
}

bool repeatsLaunch(std::string_view category) {
  return category == "ac2g" || category == "async_cpu_to_gpu" || category == "async";
}

}  // namespace

void EventBatch::add(const Event& event, Interner& words) {
  ++events;
  if (isHugeInteger(event.id) || isHugeInteger(event.pid) || isHugeInteger(event.tid)) [[unlikely]] {
    report.add(IssueKind::HugeInteger, event.offset, event.name);
  }
  switch (event.phase) {
    case 'X':
      return addSpan(event, words);
    case 'B':
    case 'E':
      return addDuration(event, words);
    case 'i':
    case 'I':
    case 'R':
      return addInstant(event, words);
    case 'C':
      return addCounter(event, words);
    case 'b':
    case 'n':
    case 'e':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
    case 'N':
    case 'O':
    case 'D':
      return addAsync(event, words);
    case 's':
    case 't':
    case 'f':
      return addFlow(event, words);
    case 'P':
      return addSample(event, words);
    case 'M':
      return addMetadata(event, words);
    case 'v':
    case 'V':
    case 'c':
    case '(':
    case ')':
      return report.add(IssueKind::UnsupportedRecord, event.offset, event.name);
    default:
      return report.add(IssueKind::UnknownPhase, event.offset, event.name);
  }
}

void EventBatch::append(EventBatch&& later) {
  const auto join = [](auto& list, auto& more) {
    list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  join(spans, later.spans);
  join(durations, later.durations);
  join(asyncs, later.asyncs);
  join(samples, later.samples);
  join(flows, later.flows);
  join(instants, later.instants);
  join(memory, later.memory);
  join(counterSamples, later.counterSamples);
  join(metadata, later.metadata);
  join(profiles, later.profiles);
  report.merge(later.report);
  events += later.events;
}

bool EventBatch::checkTime(const Event& event) {
  switch (event.tsState) {
    case NumberState::Good:
      return true;
    case NumberState::Clamped:
      report.add(IssueKind::ClampedTime, event.offset, event.name);
      return true;
    case NumberState::Absent:
      report.add(IssueKind::MissingTimestamp, event.offset, event.name);
      return false;
    case NumberState::Bad:
      report.add(IssueKind::BadTimestamp, event.offset, event.name);
      return false;
  }
  return false;
}

void EventBatch::addSpan(const Event& event, Interner& words) {
  if (!checkTime(event)) {
    return;
  }
  SpanRecord span;
  span.start = {event.ts};
  span.offset = event.offset;
  if (event.durState == NumberState::Good && event.dur >= 0) [[likely]] {
    span.duration = {event.dur};
  } else {
    span.flags |= SpanFlags::Repaired;
    const IssueKind kind = event.durState == NumberState::Absent ? IssueKind::MissingDuration
                           : event.durState == NumberState::Bad  ? IssueKind::BadDuration
                           : event.dur < 0                       ? IssueKind::NegativeDuration
                                                                 : IssueKind::ClampedTime;
    report.add(kind, event.offset, event.name);
    span.duration = {std::max<std::int64_t>(event.dur, 0)};
  }
  span.track = static_cast<TrackId>(words.thread(event));
  span.category = words.category(event.category);
  span.kind = span.category == CategoryId::none ? SpanKind::Other : words.categoryKinds[index(span.category)];
  const auto op = span.kind == SpanKind::Annotation ? nvtxOperator(event.name) : std::nullopt;
  span.kind = op ? SpanKind::Op : span.kind;
  span.name = words.strings.intern(op ? op->name : event.name);
  span.kind = kindByName(span.kind, event.category, event.name);
  span.correlation = Interner::foldId(event.correlation);
  const bool isPhase = span.kind == SpanKind::Other && event.category == phaseCategory;
  span.external = isPhase ? warpHint(event) : Interner::foldId(event.externalId);
  spans.push_back(span);
  if (event.flowIn || event.flowOut) [[unlikely]] {
    addSpanFlow(event, words);
  }
}

void EventBatch::addDuration(const Event& event, Interner& words) {
  if (!checkTime(event)) {
    return;
  }
  durations.push_back({{event.ts},
                       event.offset,
                       0,
                       words.strings.intern(event.name),
                       words.thread(event),
                       words.category(event.category),
                       event.phase});
  if (event.phase == 'B' && (event.flowIn || event.flowOut)) {
    addSpanFlow(event, words);
  }
}

void EventBatch::addAsync(const Event& event, Interner& words) {
  if (checkTime(event)) {
    const bool isStep = event.phase == 'T' || event.phase == 'p';
    asyncs.push_back({{event.ts},
                      event.offset,
                      asyncIdentity(event),
                      isStep ? words.strings.intern(stepName(event)) : words.strings.intern(event.name),
                      words.thread(event),
                      words.category(event.category),
                      event.phase});
  }
}

void EventBatch::addFlow(const Event& event, Interner& words) {
  if (!checkTime(event)) {
    return;
  }
  FlowEnd end;
  end.time = {event.ts};
  end.offset = event.offset;
  end.key = combine(combine(hashOf(event.category), hashOf(event.name)), hashOf(event.id));
  if (event.idScope == 'l') {
    end.key = combine(end.key, hashOf(pidOf(event)));
  }
  if (repeatsLaunch(event.category)) {
    std::uint64_t id = 0;
    std::from_chars(event.id.data(), event.id.data() + event.id.size(), id);
    end.correlation = Interner::foldId(id);
  }
  end.track = static_cast<TrackId>(words.thread(event));
  end.category = words.strings.intern(event.category);
  end.role = event.phase == 's' ? FlowEnd::Role::Start : event.phase == 't' ? FlowEnd::Role::Step : FlowEnd::Role::End;
  end.bindsEnclosing = event.phase != 'f' || event.bindingPoint == 'e' || isOldChromeFlow(event.category);
  flows.push_back(end);
}

void EventBatch::addSpanFlow(const Event& event, Interner& words) {
  FlowEnd end;
  end.time = {event.ts};
  end.offset = event.offset;
  end.spanOffset = event.offset;
  end.key = combine(hashOf(event.bindId), 4);
  end.track = static_cast<TrackId>(words.thread(event));
  end.category = words.strings.intern(event.category);
  end.role = !event.flowIn ? FlowEnd::Role::Start : event.flowOut ? FlowEnd::Role::Step : FlowEnd::Role::End;
  flows.push_back(end);
}

void EventBatch::addInstant(const Event& event, Interner& words) {
  if (!checkTime(event) || (event.name == "[memory]" && addMemory(event, words)) ||
      (event.name == "CpuProfile" && addWholeProfile(event, words))) {
    return;
  }
  const InstantScope scope = event.instantScope == 'g'   ? InstantScope::Global
                             : event.instantScope == 'p' ? InstantScope::Process
                                                         : InstantScope::Thread;
  instants.push_back({{event.ts},
                      event.offset,
                      words.strings.intern(event.name),
                      words.thread(event),
                      words.category(event.category),
                      scope});
}

bool EventBatch::addMemory(const Event& event, Interner& words) {
  MemoryEvent record;
  bool hasBytes = false;
  for (MemberWalk walk(event.args); walk.next();) {
    const std::string_view key = walk.key().text;
    const std::int64_t value = integerOf(walk.value(), MemoryEvent::absent);
    if (value == MemoryEvent::absent) {
      continue;
    }
    if (key == "Bytes") {
      record.bytes = value;
      hasBytes = true;
    } else if (key == "Total Allocated") {
      record.totalAllocated = value;
    } else if (key == "Total Reserved") {
      record.totalReserved = value;
    } else if (key == "Addr") {
      record.address = static_cast<std::uint64_t>(value);
    } else if (key == "Device Type") {
      record.deviceType = static_cast<std::int16_t>(value);
    } else if (key == "Device Id") {
      record.device = static_cast<std::int16_t>(value);
    }
  }
  if (!hasBytes) {
    return false;
  }
  record.time = {event.ts};
  record.offset = event.offset;
  record.track = static_cast<TrackId>(words.thread(event));
  memory.push_back(record);
  return true;
}

bool EventBatch::addWholeProfile(const Event& event, Interner& words) {
  const RawValue profile = findMember(findMember(event.args, "data").text, "cpuProfile");
  if (findMember(profile.text, "samples").kind != RawValue::Kind::Array) {
    return false;
  }
  profiles.push_back({{event.ts}, event.offset, words.thread(event), StringId::empty, true, std::string(event.args)});
  return true;
}

void EventBatch::addCounter(const Event& event, Interner& words) {
  if (!checkTime(event)) {
    return;
  }
  SampleRecord sample;
  sample.time = {event.ts};
  sample.offset = event.offset;
  sample.thread = words.thread(event);
  sample.name = words.strings.intern(event.id.empty() ? std::string(event.name)
                                                      : std::string(event.name) + '[' + std::string(event.id) + ']');
  for (MemberWalk walk(event.args); walk.next();) {
    const RawValue& value = walk.value();
    if (!parseDouble(value.text, sample.value)) {
      report.add(IssueKind::BadCounterValue, event.offset, event.name);
      continue;
    }
    sample.series = words.strings.intern(walk.key().unescaped());
    counterSamples.push_back(sample);
  }
}

void EventBatch::addSample(const Event& event, Interner& words) {
  if (event.name == "Profile" || event.name == "ProfileChunk") {
    profiles.push_back({{event.ts},
                        event.offset,
                        words.thread(event),
                        words.strings.intern(event.id),
                        false,
                        std::string(event.args)});
    return;
  }
  if (checkTime(event)) {
    samples.push_back({{event.ts},
                       event.offset,
                       0,
                       words.strings.intern(event.stackFrame),
                       words.thread(event),
                       words.category(event.category),
                       event.phase});
  }
}

void EventBatch::addMetadata(const Event& event, Interner& words) {
  metadata.push_back({event.offset,
                      words.strings.intern(event.name),
                      {words.strings.intern(pidOf(event)), words.strings.intern(tidOf(event))},
                      std::string(event.args)});
}

}  // namespace kernline::chrome
