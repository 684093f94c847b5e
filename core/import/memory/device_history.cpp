// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory/device_records.h"
#include "core/model/memory/block_ledger.h"
#include "core/model/memory/call_meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kernline::memory {

namespace {

/// Phase at a time, by the marks around it; times must not decrease from call to call.
class MarkedPhase {
 public:
  explicit MarkedPhase(const MemoryHistory& history) {
    for (const MemoryMark& mark : history.marks) {
      const MemoryPhase phase = phaseOf(history.text(mark.name));
      if (phase != MemoryPhase::Unknown) {
        m_marks.emplace_back(mark.range, phase);
      }
    }
  }

  [[nodiscard]] MemoryPhase at(Time time) {
    while (m_next < m_marks.size() && m_marks[m_next].first.end <= time) {
      ++m_next;
    }
    const bool isInside = m_next < m_marks.size() && m_marks[m_next].first.contains(time);
    return isInside ? m_marks[m_next].second : MemoryPhase::Unknown;
  }

 private:
  std::vector<std::pair<TimeRange, MemoryPhase>> m_marks;
  std::size_t m_next = 0;
};

std::string placeOf(const TraceEntry& entry) {
  return entry.timeUs == noTime ? std::string() : fmt::format(" at {} µs", entry.timeUs);
}

/// Goes through the records of a device in order.
class DeviceReplay {
 public:
  DeviceReplay(std::int64_t startUs, StackReading& reading, const MemoryHistory& history, MemoryReport& report)
      : m_startUs(startUs), m_reading(reading), m_report(report), m_phases(history), m_ledger({0}, report) {}

  void reserveRoom(std::size_t allocations, std::size_t frees) { m_ledger.reserve(allocations, frees); }
  void replay(const TraceEntry& entry);
  [[nodiscard]] MemoryDevice finish(const DeviceRecords& records);

 private:
  [[nodiscard]] Time timeOf(const TraceEntry& entry);
  [[nodiscard]] bool isSound(const TraceEntry& entry);
  [[nodiscard]] MemoryBlock blockOf(StackId stack) const;
  void allocate(const TraceEntry& entry, Time time);
  void reserve(Time time, std::int64_t bytes) {
    m_reserved += bytes;
    m_device.reserved.add(time, m_reserved);
  }

  std::int64_t m_startUs;
  StackReading& m_reading;
  MemoryReport& m_report;
  MarkedPhase m_phases;
  BlockLedger m_ledger;
  MemoryDevice m_device;
  Time m_last{0};  // older blocks begin at 0
  std::int64_t m_reserved = 0;
};

Time DeviceReplay::timeOf(const TraceEntry& entry) {
  if (entry.timeUs == noTime) {
    m_report.add(MemoryIssueKind::NoTime, fmt::format("{} bytes", entry.bytes));
    m_last = m_last + Duration{1};
    return m_last;
  }
  const Time time{(entry.timeUs - m_startUs) * nanosecondsPerUs};
  if (time + Duration{nanosecondsPerUs} <= m_last) {
    m_report.add(MemoryIssueKind::UnorderedTime, fmt::format("at {} µs", entry.timeUs));
  }
  m_last = std::max(time, m_last + Duration{1});
  return m_last;
}

bool DeviceReplay::isSound(const TraceEntry& entry) {
  if (entry.kind == Action::Snapshot) {
    return true;
  }
  if (!entry.hasSize) {
    m_report.add(MemoryIssueKind::BadRecord, "a record without a size");
    return false;
  }
  if (entry.bytes < 0 || entry.bytes > maxMemorySize) {
    m_report.add(MemoryIssueKind::InvalidSize, fmt::format("{} bytes{}", entry.bytes, placeOf(entry)));
    return false;
  }
  return true;
}

MemoryBlock DeviceReplay::blockOf(StackId stack) const {
  MemoryBlock block;
  const StackReading::Meaning& meaning = m_reading.of(stack);
  block.stack = stack;
  block.op = meaning.op;
  block.place = meaning.place;
  block.phase = meaning.phase;
  return block;
}

void DeviceReplay::allocate(const TraceEntry& entry, Time time) {
  MemoryBlock block = blockOf(entry.stack);
  block.begin = time;
  block.bytes = entry.bytes;
  block.address = entry.address;
  if (const MemoryPhase marked = m_phases.at(time); marked != MemoryPhase::Unknown) {
    block.phase = marked;
  }
  m_ledger.allocate(block);
}

void DeviceReplay::replay(const TraceEntry& entry) {
  if (!isSound(entry)) {
    return;
  }
  const Time time = timeOf(entry);
  switch (entry.kind) {
    case Action::Allocate:
      return allocate(entry, time);
    case Action::FreeCompleted:
      return m_ledger.free(time, entry.address, entry.bytes);
    case Action::SegmentAllocate:
    case Action::SegmentMap:
      return reserve(time, entry.bytes);
    case Action::SegmentFree:
    case Action::SegmentUnmap:
      return reserve(time, -entry.bytes);
    case Action::OutOfMemory:
      m_device.failures.push_back({time, entry.bytes, static_cast<std::int64_t>(entry.address), entry.stack});
      return;
    case Action::FreeRequested:  // still in use until it is completed
    case Action::Snapshot:
    case Action::Unknown:
      return;
  }
}

MemoryDevice DeviceReplay::finish(const DeviceRecords& records) {
  std::int64_t reservedAtEnd = 0;
  for (const MemorySegment& segment : records.segments) {
    reservedAtEnd += segment.bytes;
  }
  for (const SegmentBlock& held : records.blocks) {
    if (held.state != BlockState::Free) {
      MemoryBlock block = blockOf(held.stack);
      block.bytes = held.requested;
      block.address = held.address;
      m_ledger.keepOlder(block);
    }
  }
  m_ledger.finish(m_device);
  const std::int64_t reservedAtStart = reservedAtEnd - m_reserved;
  MemoryCurve reserved;
  reserved.add({0}, reservedAtStart);
  for (std::size_t i = 0; i < m_device.reserved.size(); ++i) {
    reserved.add(m_device.reserved.times[i], reservedAtStart + m_device.reserved.bytes[i]);
  }
  m_device.reserved = std::move(reserved);
  m_device.isRequested = true;
  m_device.segments = records.segments;
  m_device.segmentBlocks = records.blocks;
  return std::move(m_device);
}

}  // namespace

MemoryDevice deviceHistory(const DeviceRecords& records, SnapshotRecords& all, bool forgets, std::int64_t startUs,
                           StackReading& reading, const MemoryHistory& history, MemoryReport& report) {
  DeviceReplay replay(startUs, reading, history, report);
  const auto countOf = [&](Action kind) {
    return static_cast<std::size_t>(
        std::ranges::count_if(records.entries, [&](std::uint32_t number) { return all.entry(number).kind == kind; }));
  };
  replay.reserveRoom(countOf(Action::Allocate), countOf(Action::FreeCompleted));
  for (const std::uint32_t number : records.entries) {
    replay.replay(all.entry(number));
    if (forgets) {
      all.forgetEntriesBefore(number);
    }
  }
  MemoryDevice device = replay.finish(records);
  device.device = records.device;
  device.title = fmt::format("GPU {}", records.device);
  return device;
}

void setBounds(MemoryHistory& history) {
  Time end{0};
  for (const MemoryDevice& device : history.devices) {
    end = std::max(end, device.allocated.isEmpty() ? Time{0} : device.allocated.times.back());
    end = std::max(end, device.reserved.isEmpty() ? Time{0} : device.reserved.times.back());
    for (const OutOfMemory& failure : device.failures) {
      end = std::max(end, failure.time);
    }
  }
  history.bounds = {{0}, end};
}

}  // namespace kernline::memory
