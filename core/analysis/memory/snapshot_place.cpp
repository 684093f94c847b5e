// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/snapshot_place.h"

#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Allocations of a snapshot by address, to be found by their time on the clock of a trace.
class KnownBlocks {
 public:
  KnownBlocks(const MemoryHistory& snapshot, Duration later) {
    for (const MemoryDevice& device : snapshot.devices) {
      for (const MemoryBlock& block : device.blocks) {
        if (!block.isOlder) {
          m_blocks.push_back({block.address, block.begin + later, block.bytes});
        }
      }
    }
    std::ranges::sort(m_blocks);
  }

  /// The allocator rounds sizes up to 512 bytes; a profiler may say either.
  [[nodiscard]] bool has(const MemoryEvent& event) const {
    constexpr Duration clocksApart{1'000'000};  // both read the clock around the call, in either order
    constexpr std::int64_t rounding = 512;
    const Block first{event.address, event.time - clocksApart, INT64_MIN};
    for (auto at = std::ranges::lower_bound(m_blocks, first);
         at != m_blocks.end() && at->address == event.address && at->time <= event.time + clocksApart; ++at) {
      if (std::abs(event.bytes - at->bytes) < rounding) {
        return true;
      }
    }
    return false;
  }

 private:
  struct Block {
    std::uint64_t address = 0;
    Time time;
    std::int64_t bytes = 0;

    auto operator<=>(const Block&) const = default;
  };

  std::vector<Block> m_blocks;
};

/// Texts and stacks of one history as those of another.
class TextsOf {
 public:
  TextsOf(const MemoryHistory& from, MemoryHistory& to) : m_from(from), m_to(to) {
    m_stacks.reserve(from.stacks.size());
    for (std::size_t i = 0; i < from.stacks.size(); ++i) {  // callers come before what they call
      const StackId stack{static_cast<std::uint32_t>(i)};
      m_stacks.push_back(to.stacks.add(of(from.stacks.outer(stack)), of(from.stacks.call(stack))));
    }
  }

  [[nodiscard]] StringId of(StringId text) {
    const auto [known, isNew] = m_texts.try_emplace(text, StringId::empty);
    if (isNew) {
      known->second = m_to.strings.intern(m_from.text(text));
    }
    return known->second;
  }
  [[nodiscard]] StackId of(StackId stack) const { return stack == StackId::none ? stack : m_stacks[index(stack)]; }

 private:
  const MemoryHistory& m_from;
  MemoryHistory& m_to;
  std::map<StringId, StringId> m_texts;
  std::vector<StackId> m_stacks;
};

MemoryCurve moved(const MemoryCurve& curve, Duration later) {
  MemoryCurve made = curve;
  for (Time& time : made.times) {
    time = time + later;
  }
  return made;
}

MemoryDevice moved(const MemoryDevice& device, Duration later, TextsOf& texts) {
  MemoryDevice made = device;
  made.allocated = moved(device.allocated, later);
  made.reserved = moved(device.reserved, later);
  for (MemoryBlock& block : made.blocks) {
    block.begin = block.begin + later;
    block.end = block.end == MemoryBlock::never ? block.end : block.end + later;
    block.stack = texts.of(block.stack);
    block.op = texts.of(block.op);
    block.place = texts.of(block.place);
  }
  for (OutOfMemory& failure : made.failures) {
    failure.time = failure.time + later;
    failure.stack = texts.of(failure.stack);
  }
  for (MemoryCategory& category : made.categories) {
    category.curve = moved(category.curve, later);
  }
  for (MemorySegment& segment : made.segments) {
    segment.type = texts.of(segment.type);
    segment.stack = texts.of(segment.stack);
  }
  for (SegmentBlock& block : made.segmentBlocks) {
    block.stack = texts.of(block.stack);
  }
  return made;
}

}  // namespace

std::expected<SnapshotPlace, Message> placeOn(const Trace& trace, const MemoryHistory& snapshot) {
  if (snapshot.baseTimeNs == 0) {
    return std::unexpected(Phrase::tr("it has no absolute timestamps"));
  }
  if (trace.baseTimeNs() == 0) {
    return std::unexpected(Phrase::tr("the trace has no absolute start time"));
  }
  SnapshotPlace place{.later = Duration{snapshot.baseTimeNs - trace.baseTimeNs()}};
  const TimeRange range{snapshot.bounds.begin + place.later, snapshot.bounds.end + place.later};
  if (range.begin >= trace.bounds().end) {
    return std::unexpected(
        Phrase::tr("it starts %1 after the end of the trace").with(formatDuration(range.begin - trace.bounds().end)));
  }
  if (range.end <= trace.bounds().begin) {
    return std::unexpected(
        Phrase::tr("it ends %1 before the start of the trace").with(formatDuration(trace.bounds().begin - range.end)));
  }
  const KnownBlocks blocks(snapshot, place.later);
  for (const MemoryEvent& event : trace.memoryEvents()) {
    const bool isOnDevice = event.deviceType > 0;
    if (isOnDevice && event.address != 0 && event.bytes > 0 && range.contains(event.time)) {
      ++place.compared;
      place.agreeing += blocks.has(event) ? 1 : 0;
    }
  }
  if (2 * place.agreeing < place.compared) {
    return std::unexpected(Phrase::tr("it is from another process: it contains %1 of the %2 allocations in the trace")
                               .with(formatCount(place.agreeing), formatCount(place.compared)));
  }
  return place;
}

Message placeText(std::string_view name, const std::expected<SnapshotPlace, Message>& place) {
  if (!place) {
    return Phrase::tr("%1 is not drawn here: %2").with(name, place.error());
  }
  return place->compared > 0
             ? Phrase::tr("%1 is from this process: %2 of %3 allocations match")
                   .with(name, formatCount(place->agreeing), formatCount(place->compared))
             : Phrase::tr("%1 was recorded at the same time; the trace has no allocations to compare").with(name);
}

void addSnapshot(MemoryHistory& history, const MemoryHistory& snapshot, Duration later, std::string_view name) {
  TextsOf texts(snapshot, history);
  for (const MemoryDevice& device : snapshot.devices) {
    MemoryDevice made = moved(device, later, texts);
    made.title = fmt::format("{} · {}", device.title, name);
    history.devices.push_back(std::move(made));
  }
  for (std::size_t i = 0; i < memoryIssueKindCount; ++i) {
    const auto kind = static_cast<MemoryIssueKind>(i);
    if (const MemoryIssue& issue = snapshot.report[kind]; issue.count > 0) {
      history.report.add(kind, fmt::format("{}: {}", name, issue.example), issue.count);
    }
  }
}

}  // namespace kernline
