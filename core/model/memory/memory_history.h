// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the memory history: curves, blocks, and the call stacks that allocated them.
#pragma once

#include "core/model/base/ids.h"
#include "core/model/base/string_pool.h"
#include "core/model/base/time.h"
#include "core/model/memory/memory_curve.h"
#include "core/model/memory/memory_report.h"
#include "core/model/memory/stack_tree.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Sizes beyond this, 16 TiB, are no device's: they are left out and counted.
inline constexpr std::int64_t maxMemorySize = std::int64_t{1} << 44;

/// Phase of a program, by annotations ("## backward ##"), else by the surrounding calls.
enum class MemoryPhase : std::uint8_t { Unknown, Forward, Backward, Optimizer, Count_ };
[[nodiscard]] std::string_view toText(MemoryPhase phase);

/// One allocation from when it was made to when it was given back.
struct MemoryBlock {
  /// The end of what was never given back while the recording went on.
  static constexpr Time never{std::numeric_limits<std::int64_t>::max()};

  Time begin;  ///< start of the recording for older blocks
  Time end = never;
  std::int64_t bytes = 0;
  std::uint64_t address = 0;
  StackId stack = StackId::none;     ///< stack of the allocation; none if not recorded
  StringId op = StringId::empty;     ///< the operator: "aten::mm"; empty where none is known
  StringId place = StringId::empty;  ///< the innermost line of the user's own code: "model.py:54 forward"
  SpanId span = SpanId::none;        ///< innermost span around the allocation, in a trace
  MemoryPhase phase = MemoryPhase::Unknown;
  bool isOlder = false;  ///< it was there before the recording began

  [[nodiscard]] bool isLiveAt(Time time) const { return begin <= time && time < end; }
};

/// Something at a moment: an allocation that failed.
struct OutOfMemory {
  Time time;
  std::int64_t bytes = 0;       ///< requested
  std::int64_t deviceFree = 0;  ///< left on the device
  StackId stack = StackId::none;
};

/// A curve of a part of the whole: activations, parameters.
struct MemoryCategory {
  std::string name;
  MemoryCurve curve;
};

enum class BlockState : std::uint8_t { Free, Allocated, AwaitingFree };
[[nodiscard]] std::string_view toText(BlockState state);

/// A piece of a segment at the end of the recording.
struct SegmentBlock {
  std::uint64_t address = 0;
  std::int64_t bytes = 0;
  std::int64_t requested = 0;  ///< requested bytes, before rounding
  StackId stack = StackId::none;
  BlockState state = BlockState::Free;
};

/// Memory that the allocator took from the device in one piece.
struct MemorySegment {
  std::uint64_t address = 0;
  std::int64_t bytes = 0;
  std::int64_t allocated = 0;
  std::int64_t requested = 0;
  std::uint64_t stream = 0;
  StringId type = StringId::empty;  ///< "large" or "small"
  StackId stack = StackId::none;
  std::uint32_t firstBlock = 0;
  std::uint32_t blockCount = 0;
};

/// Memory of one device over time.
struct MemoryDevice {
  std::string title;          ///< "rank 1 · GPU 0 · NVIDIA H200", "CPU"
  std::string model;          ///< "NVIDIA H200"; empty if not recorded
  std::int32_t rank = -1;     ///< -1 if unknown
  std::int32_t device = -1;   ///< index; -1 for the host
  MemoryCurve allocated;      ///< handed out to the program
  MemoryCurve reserved;       ///< held by the allocator, free blocks included; empty if not recorded
  bool isIntegrated = false;  ///< the file has no totals: they are sums of what was allocated and freed
  /// Sizes are those requested; the allocator rounds them up, so its own totals are a little larger.
  bool isRequested = false;
  std::vector<MemoryBlock> blocks;  ///< sorted by begin; those older than the recording first
  std::vector<OutOfMemory> failures;
  std::vector<MemoryCategory> categories;   ///< sum up to `allocated`, where the file has them
  std::vector<MemorySegment> segments;      ///< segments at the end of a snapshot, sorted by address
  std::vector<SegmentBlock> segmentBlocks;  ///< sorted by address, so those of a segment are adjacent
};

/// Named interval that the program marked.
struct MemoryMark {
  StringId name = StringId::empty;
  TimeRange range;
};

/// Memory of all devices in one file. Immutable: share it as shared_ptr<const MemoryHistory>.
/// Times are those of the trace, or of a snapshot nanoseconds since `baseTimeNs`. Records of a device that share a time
/// are a nanosecond apart, in their order: so there is one answer to what was alive at any time.
struct MemoryHistory {
  std::string path;
  std::string format;  ///< name of the format for people: "torch memory snapshot", "torch memory timeline"
  std::uint64_t storedBytes = 0;
  std::int64_t baseTimeNs = 0;  ///< UTC of time 0; 0 if unknown
  TimeRange bounds;
  std::vector<MemoryDevice> devices;
  std::vector<MemoryMark> marks;  ///< steps and annotations, sorted by begin
  StringPool strings;
  StackTree stacks;
  MemoryReport report;

  [[nodiscard]] std::string_view text(StringId id) const { return strings[id]; }
  [[nodiscard]] bool isEmpty() const { return devices.empty(); }
};

}  // namespace kernline
