// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/pickle/read_pickle.h"
#include "core/model/base/chunked_array.h"
#include "core/model/memory/memory_history.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::memory {

enum class Action : std::uint8_t {
  Allocate,
  FreeRequested,
  FreeCompleted,
  SegmentAllocate,
  SegmentFree,
  SegmentMap,
  SegmentUnmap,
  Snapshot,
  OutOfMemory,
  Unknown
};

inline constexpr std::int64_t noTime = INT64_MAX;

/// "alloc", "segment_free": as `_snapshot()` spells them.
[[nodiscard]] Action actionNamed(std::string_view text);
[[nodiscard]] BlockState stateNamed(std::string_view text);
/// Microseconds since 1970; `noTime` for what is none.
[[nodiscard]] std::int64_t timeOfSnapshot(std::int64_t us);
/// "forward (model.py:54)"; without a file of its own only the function.
[[nodiscard]] std::string frameText(std::string_view function, std::string_view file, std::int64_t line);

/// A record of `device_traces`.
struct TraceEntry {
  std::int64_t timeUs = 0;    ///< microseconds since 1970; `noTime` if it is absent or none
  std::uint64_t address = 0;  ///< address; for OutOfMemory the bytes that the device had left
  std::int64_t bytes = 0;     ///< size; for OutOfMemory the requested bytes
  StackId stack = StackId::none;
  Action kind = Action::Unknown;
  bool hasSize = false;  ///< false: not a record
};

/// Record of `external_annotations`: one end of a named interval.
struct Annotation {
  std::int64_t timeUs = 0;
  std::int64_t device = -1;
  StringId name = StringId::empty;
  bool isStart = false;
};

/// A segment, and the list of its blocks, which are records themselves.
struct SegmentRecord {
  MemorySegment segment;
  std::int64_t device = 0;
  pickle::Value blocks;
};

/// Stores the dicts of `torch.cuda.memory._snapshot()` as columns while the pickle is read. Unknown dicts stay in the
/// document.
class SnapshotRecords final : public pickle::Sink {
 public:
  explicit SnapshotRecords(pickle::Document& document);

  [[nodiscard]] std::optional<std::uint32_t> take(pickle::Document& document,
                                                  std::span<const pickle::Value> items) override;

  /// The record that a value is, if it is one of that kind; until the next of these calls.
  [[nodiscard]] std::optional<std::uint32_t> entryNumber(pickle::Document& document, pickle::Value value);
  [[nodiscard]] const SegmentRecord* segment(pickle::Document& document, pickle::Value value);
  [[nodiscard]] const SegmentBlock* block(pickle::Document& document, pickle::Value value);
  [[nodiscard]] const Annotation* annotation(pickle::Document& document, pickle::Value value);
  [[nodiscard]] const TraceEntry& entry(std::uint32_t number) const { return m_entries[number]; }
  /// Frees the room of entries that are not needed any more: all before `number`.
  void forgetEntriesBefore(std::uint32_t number) { m_entries.forgetBefore(number); }
  /// Adds an entry of a source without dicts; returns the number of the record.
  [[nodiscard]] std::uint32_t addEntry(const TraceEntry& entry) {
    m_entries.push(entry);
    return entryCount() - 1;
  }
  [[nodiscard]] std::uint32_t entryCount() const { return static_cast<std::uint32_t>(m_entries.size()); }
  /// The first action that is not known; empty if all are.
  [[nodiscard]] StringId unknownAction() const { return m_unknownAction; }
  /// Sizes of segments and blocks that no device has; they count as 0.
  [[nodiscard]] std::uint64_t invalidSizes() const { return m_invalidSizes; }
  [[nodiscard]] StackTree& stacks() { return m_stacks; }

 private:
  /// Keys of the dicts, interned first so that their ids are 1, 2, 3, …
  enum class Key : std::uint8_t {
    None,
    Action,
    Addr,
    Address,
    Size,
    TimeUs,
    Frames,
    DeviceFree,
    TotalSize,
    AllocatedSize,
    RequestedSize,
    Stream,
    SegmentType,
    Device,
    Blocks,
    State,
    Filename,
    Line,
    Name,
    Stage,
    Count_
  };
  enum class Kind : std::uint8_t { Frame, Entry, Segment, Block, Annotation, Stack };
  using Fields = std::array<pickle::Value, static_cast<std::size_t>(Key::Count_)>;

  [[nodiscard]] static std::uint32_t numbered(Kind kind, std::size_t index);
  [[nodiscard]] static Fields fieldsOf(std::span<const pickle::Value> items);
  [[nodiscard]] static std::optional<std::uint32_t> knownNumber(const pickle::Document& document, pickle::Value value,
                                                                Kind kind);
  [[nodiscard]] std::optional<std::uint32_t> frameNumber(pickle::Document& document, pickle::Value call);
  /// The number of a value that is, or can be made, a record of that kind.
  [[nodiscard]] std::optional<std::uint32_t> numberOf(pickle::Document& document, pickle::Value value, Kind kind);
  template <typename Record>
  [[nodiscard]] const Record* find(pickle::Document& document, pickle::Value value, Kind kind,
                                   const std::vector<Record>& records);
  [[nodiscard]] static const pickle::Value& at(const Fields& fields, Key key) {
    return fields[static_cast<std::size_t>(key)];
  }
  [[nodiscard]] Action actionOf(const pickle::Document& document, pickle::Value value);
  [[nodiscard]] std::uint32_t takeFrame(pickle::Document& document, const Fields& fields);
  [[nodiscard]] std::uint32_t takeEntry(pickle::Document& document, const Fields& fields);
  [[nodiscard]] std::uint32_t takeSegment(pickle::Document& document, const Fields& fields);
  [[nodiscard]] std::uint32_t takeBlock(pickle::Document& document, const Fields& fields);
  [[nodiscard]] std::uint32_t takeAnnotation(const pickle::Document& document, const Fields& fields);
  [[nodiscard]] std::int64_t sizeOf(const Fields& fields, Key key, std::int64_t otherwise = 0);
  [[nodiscard]] StackId stackOf(pickle::Document& document, pickle::Value frames);

  std::vector<StringId> m_frames;  // each with its text, once
  std::unordered_map<std::uint32_t, std::uint32_t> m_frameOfText;
  ChunkedArray<TraceEntry> m_entries;
  std::optional<std::uint32_t> m_freeRequest;  // one for all of them: the time of a free's request is not used
  StringId m_unknownAction = StringId::empty;
  std::vector<std::pair<StringId, Action>> m_actions;  // words that were seen
  std::vector<SegmentRecord> m_segments;
  std::vector<SegmentBlock> m_blocks;
  std::vector<Annotation> m_annotations;
  std::vector<StackId> m_stackRecords;
  StackTree m_stacks;
  std::uint64_t m_invalidSizes = 0;
};

}  // namespace kernline::memory
