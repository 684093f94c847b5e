// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory/snapshot_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::memory {

using pickle::Document;
using pickle::Value;

namespace {

constexpr std::uint32_t indexBits = 29;
constexpr std::uint32_t indexMask = (1U << indexBits) - 1;

constexpr std::array<std::string_view, 19> keyNames{
    "action",     "addr",           "address",        "size",   "time_us",      "frames", "device_free",
    "total_size", "allocated_size", "requested_size", "stream", "segment_type", "device", "blocks",
    "state",      "filename",       "line",           "name",   "stage"};

std::int64_t timeOf(Value value) {
  return timeOfSnapshot(value.asInteger(noTime));
}

bool isPresent(Value value) {
  return value.type() != Value::Type::None;
}

}  // namespace

Action actionNamed(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Action>, 10> actions{{
      {"alloc", Action::Allocate},
      {"free_requested", Action::FreeRequested},
      {"free_completed", Action::FreeCompleted},
      {"free", Action::FreeCompleted},
      {"segment_alloc", Action::SegmentAllocate},
      {"segment_free", Action::SegmentFree},
      {"segment_map", Action::SegmentMap},
      {"segment_unmap", Action::SegmentUnmap},
      {"snapshot", Action::Snapshot},
      {"oom", Action::OutOfMemory},
  }};
  for (const auto& [name, action] : actions) {
    if (name == text) {
      return action;
    }
  }
  return Action::Unknown;
}

/// Returns the time, until the year 2255, so that nanoseconds fit 64 bits.
std::int64_t timeOfSnapshot(std::int64_t us) {
  constexpr std::int64_t latest = std::int64_t{1} << 53;
  return us >= 0 && us < latest ? us : noTime;
}

BlockState stateNamed(std::string_view text) {
  if (text == "inactive") {
    return BlockState::Free;
  }
  return text == "active_awaiting_free" || text == "active_pending_free" ? BlockState::AwaitingFree
                                                                         : BlockState::Allocated;
}

std::string frameText(std::string_view function, std::string_view file, std::int64_t line) {
  if (file.empty() || file == "??") {
    return std::string(function);
  }
  return line > 0 ? fmt::format("{} ({}:{})", function, file, line) : fmt::format("{} ({})", function, file);
}

SnapshotRecords::SnapshotRecords(Document& document) {
  for (const std::string_view name : keyNames) {
    static_cast<void>(document.strings().intern(name));
  }
}

std::uint32_t SnapshotRecords::numbered(Kind kind, std::size_t index) {
  return static_cast<std::uint32_t>(kind) << indexBits | (static_cast<std::uint32_t>(index) & indexMask);
}

SnapshotRecords::Fields SnapshotRecords::fieldsOf(std::span<const Value> items) {
  Fields fields;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    const std::size_t key = index(items[i].asText());
    if (key > 0 && key < fields.size()) {
      fields[key] = items[i + 1];
    }
  }
  return fields;
}

std::optional<std::uint32_t> SnapshotRecords::take(Document& document, std::span<const Value> items) {
  const Fields fields = fieldsOf(items);
  const auto has = [&](Key key) { return isPresent(at(fields, key)); };
  if (has(Key::Action)) {
    return takeEntry(document, fields);
  }
  if (has(Key::Filename) && has(Key::Name)) {
    return takeFrame(document, fields);
  }
  if (has(Key::Blocks) && has(Key::TotalSize)) {
    return takeSegment(document, fields);
  }
  if (has(Key::State) && has(Key::Size)) {
    return takeBlock(document, fields);
  }
  if (has(Key::Stage) && has(Key::Name)) {
    return takeAnnotation(document, fields);
  }
  return std::nullopt;
}

std::uint32_t SnapshotRecords::takeFrame(Document& document, const Fields& fields) {
  const StringId text =
      document.strings().intern(frameText(document.text(at(fields, Key::Name)),
                                          document.text(at(fields, Key::Filename)), at(fields, Key::Line).asInteger()));
  const auto [known, isNew] =
      m_frameOfText.try_emplace(static_cast<std::uint32_t>(text), static_cast<std::uint32_t>(m_frames.size()));
  if (isNew) {
    m_frames.push_back(text);
  }
  return numbered(Kind::Frame, known->second);
}

std::optional<std::uint32_t> SnapshotRecords::numberOf(Document& document, Value value, Kind kind) {
  if (document.isDict(value)) {  // filled pair by pair: only now it is known to be whole
    const std::vector<Value> items(document.items(value).begin(), document.items(value).end());
    if (const auto number = take(document, items)) {
      document.replace(value, *number);
    }
  }
  return knownNumber(document, value, kind);
}

std::optional<std::uint32_t> SnapshotRecords::knownNumber(const Document& document, Value value, Kind kind) {
  const auto record = document.record(value);
  const bool isOne = record && *record >> indexBits == static_cast<std::uint32_t>(kind);
  return isOne ? std::optional{*record & indexMask} : std::nullopt;
}

std::optional<std::uint32_t> SnapshotRecords::frameNumber(Document& document, Value call) {
  if (document.isDict(call)) {
    // Only taken as a frame: a file may put anything in here, even the list itself.
    const Fields fields = fieldsOf(document.items(call));
    if (isPresent(at(fields, Key::Filename)) && isPresent(at(fields, Key::Name))) {
      document.replace(call, takeFrame(document, fields));
    }
  }
  return knownNumber(document, call, Kind::Frame);
}

StackId SnapshotRecords::stackOf(Document& document, Value frames) {
  if (const auto number = knownNumber(document, frames, Kind::Stack)) {
    return m_stackRecords[*number];
  }
  if (!document.isSequence(frames)) {
    return StackId::none;
  }
  const std::vector<Value> calls(document.items(frames).begin(), document.items(frames).end());
  StackId stack = StackId::none;
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {  // innermost first in the file
    if (const auto number = frameNumber(document, *call)) {
      stack = m_stacks.add(stack, m_frames[*number]);
    }
  }
  if (!calls.empty()) {
    m_stackRecords.push_back(stack);
    document.replace(frames, numbered(Kind::Stack, m_stackRecords.size() - 1));
  }
  return stack;
}

std::int64_t SnapshotRecords::sizeOf(const Fields& fields, Key key, std::int64_t otherwise) {
  const bool isHuge = at(fields, key).type() == Value::Type::Huge;
  const std::int64_t size = isHuge ? maxMemorySize + 1 : at(fields, key).asInteger(otherwise);
  if (size < 0 || size > maxMemorySize) {
    ++m_invalidSizes;
    return 0;
  }
  return size;
}

/// The same few words come millions of times.
Action SnapshotRecords::actionOf(const Document& document, Value value) {
  const auto known = std::ranges::find(m_actions, value.asText(), &std::pair<StringId, Action>::first);
  if (known != m_actions.end()) {
    return known->second;
  }
  constexpr std::size_t maxActions = 32;
  const Action action = actionNamed(document.text(value));
  if (m_actions.size() < maxActions) {
    m_actions.emplace_back(value.asText(), action);
  }
  return action;
}

std::uint32_t SnapshotRecords::takeEntry(Document& document, const Fields& fields) {
  TraceEntry entry;
  entry.kind = actionOf(document, at(fields, Key::Action));
  entry.timeUs = timeOf(at(fields, Key::TimeUs));
  const Value& where = at(fields, entry.kind == Action::OutOfMemory ? Key::DeviceFree : Key::Addr);
  entry.address = static_cast<std::uint64_t>(where.asInteger());
  const bool isHuge = at(fields, Key::Size).type() == Value::Type::Huge;
  entry.hasSize = isHuge || at(fields, Key::Size).type() == Value::Type::Integer;
  entry.bytes = isHuge ? maxMemorySize + 1 : at(fields, Key::Size).asInteger();
  entry.stack = stackOf(document, at(fields, Key::Frames));
  if (entry.kind == Action::FreeRequested && m_freeRequest) {
    return numbered(Kind::Entry, *m_freeRequest);
  }
  if (entry.kind == Action::FreeRequested) {
    m_freeRequest = static_cast<std::uint32_t>(m_entries.size());
  }
  if (entry.kind == Action::Unknown && m_unknownAction == StringId::empty && at(fields, Key::Action).isText()) {
    m_unknownAction = at(fields, Key::Action).asText();
  }
  m_entries.push(entry);
  return numbered(Kind::Entry, m_entries.size() - 1);
}

std::uint32_t SnapshotRecords::takeSegment(Document& document, const Fields& fields) {
  SegmentRecord record;
  record.device = at(fields, Key::Device).asInteger();
  record.blocks = at(fields, Key::Blocks);
  MemorySegment& segment = record.segment;
  segment.address = static_cast<std::uint64_t>(at(fields, Key::Address).asInteger());
  segment.bytes = sizeOf(fields, Key::TotalSize);
  segment.allocated = sizeOf(fields, Key::AllocatedSize);
  segment.requested = sizeOf(fields, Key::RequestedSize, segment.allocated);
  segment.stream = static_cast<std::uint64_t>(at(fields, Key::Stream).asInteger());
  segment.type =
      at(fields, Key::SegmentType).asText() == StringId::none ? StringId::empty : at(fields, Key::SegmentType).asText();
  segment.stack = stackOf(document, at(fields, Key::Frames));
  m_segments.push_back(record);
  return numbered(Kind::Segment, m_segments.size() - 1);
}

std::uint32_t SnapshotRecords::takeBlock(Document& document, const Fields& fields) {
  SegmentBlock block;
  block.state = stateNamed(document.text(at(fields, Key::State)));
  block.address = static_cast<std::uint64_t>(at(fields, Key::Address).asInteger());
  block.bytes = sizeOf(fields, Key::Size);
  block.requested = sizeOf(fields, Key::RequestedSize, block.bytes);
  block.stack = stackOf(document, at(fields, Key::Frames));
  m_blocks.push_back(block);
  return numbered(Kind::Block, m_blocks.size() - 1);
}

std::uint32_t SnapshotRecords::takeAnnotation(const Document& document, const Fields& fields) {
  Annotation annotation;
  annotation.timeUs = timeOf(at(fields, Key::TimeUs));
  annotation.device = at(fields, Key::Device).asInteger(-1);
  annotation.name = at(fields, Key::Name).asText() == StringId::none ? StringId::empty : at(fields, Key::Name).asText();
  annotation.isStart = document.text(at(fields, Key::Stage)) == "START";
  m_annotations.push_back(annotation);
  return numbered(Kind::Annotation, m_annotations.size() - 1);
}

template <typename Record>
const Record* SnapshotRecords::find(Document& document, Value value, Kind kind, const std::vector<Record>& records) {
  const auto number = numberOf(document, value, kind);
  return number ? &records[*number] : nullptr;
}

std::optional<std::uint32_t> SnapshotRecords::entryNumber(Document& document, Value value) {
  return numberOf(document, value, Kind::Entry);
}

const SegmentRecord* SnapshotRecords::segment(Document& document, Value value) {
  return find(document, value, Kind::Segment, m_segments);
}

const SegmentBlock* SnapshotRecords::block(Document& document, Value value) {
  return find(document, value, Kind::Block, m_blocks);
}

const Annotation* SnapshotRecords::annotation(Document& document, Value value) {
  return find(document, value, Kind::Annotation, m_annotations);
}

}  // namespace kernline::memory
