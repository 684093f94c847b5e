// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory/read_snapshot_database.h"

#include "core/import/load_options.h"
#include "core/import/memory/device_records.h"
#include "core/import/memory/recent_records.h"
#include "core/import/memory/snapshot_records.h"
#include "core/import/pickle/pickle_document.h"
#include "core/import/sqlite/id_map.h"
#include "core/import/sqlite/table_walk.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline::memory {

using sqlite::TableWalk;

namespace {

/// The first of these columns that the table has.
std::int64_t firstOf(const TableWalk& rows, std::initializer_list<int> columns, std::int64_t otherwise) {
  for (const int column : columns) {
    if (rows.has(column)) {
      return rows.integerOr(column, otherwise);
    }
  }
  return otherwise;
}

class DatabaseSnapshot {
 public:
  DatabaseSnapshot(const sqlite::Connection& database, std::uint64_t fileBytes, const std::stop_token& enough,
                   MemoryHistory& history)
      : m_database(database),
        m_history(history),
        m_records(m_document),
        m_recent(m_records, enough),
        m_textBudget(fileBytes * 2),
        m_frameBudget(fileBytes * 8) {}

  void read() {
    readSegments();
    readBlocks();
    readTraces();
    if (m_invalidSizes > 0) {
      m_history.report.add(MemoryIssueKind::InvalidSize, "of a segment or block", m_invalidSizes);
    }
    if (m_recent.leftOut() > 0) {
      m_history.report.add(MemoryIssueKind::OlderLeftOut, fmt::format("before {} µs", m_recent.sinceUs()),
                           m_recent.leftOut());
    }
    const std::int64_t firstUs = m_recent.firstUs();
    const std::int64_t startUs = firstUs == noTime ? 0 : firstUs;
    m_history.baseTimeNs = startUs * nanosecondsPerUs;
    StackReading meanings(m_records.stacks(), m_history.strings);
    for (auto& [device, records] : m_recent.devices()) {
      placeBlocks(records);
      m_history.devices.push_back(
          deviceHistory(records, m_records, false, startUs, meanings, m_history, m_history.report));
    }
    m_history.stacks = std::move(m_records.stacks());
    m_history.stacks.shrink();
    setBounds(m_history);
  }

 private:
  struct SegmentPlace {
    std::int32_t device = 0;
    std::size_t number = 0;
  };

  [[nodiscard]] static std::int32_t numbered(std::int64_t device) {
    constexpr std::int64_t maxDevices = 4096;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(device, 0, maxDevices));
  }

  [[nodiscard]] std::int64_t sizeOf(std::int64_t bytes) {
    const bool isSize = bytes >= 0 && bytes <= maxMemorySize;
    m_invalidSizes += isSize ? 0 : 1;
    return isSize ? bytes : 0;
  }

  void noteEnd(const TableWalk& rows, std::string_view table) {
    if (rows.isBroken()) {
      m_history.report.add(MemoryIssueKind::DamagedInput, fmt::format("{} behind row {}", table, rows.row()));
    }
  }

  void readSegments() {
    constexpr std::array<std::string_view, 12> columns{
        "id",   "device",         "device_id",      "address", "addr",         "total_size",
        "size", "allocated_size", "requested_size", "stream",  "segment_type", "frames"};
    TableWalk rows(m_database, "segments", columns);
    while (rows.next()) {
      DeviceRecords& device = m_recent.deviceOf(numbered(firstOf(rows, {1, 2}, 0)));
      MemorySegment segment;
      segment.address = static_cast<std::uint64_t>(firstOf(rows, {3, 4}, 0));
      segment.bytes = sizeOf(firstOf(rows, {5, 6}, 0));
      segment.allocated = sizeOf(rows.integerOr(7, 0));
      segment.requested = rows.has(8) ? sizeOf(rows.integerOr(8, 0)) : segment.allocated;
      segment.stream = static_cast<std::uint64_t>(rows.integerOr(9, 0));
      segment.type = word(rows.text(10));
      segment.stack = stackOf(rows, 11);
      m_segments.put(rows.integerOr(0, rows.row()), {device.device, device.segments.size()});
      device.segments.push_back(segment);
      m_blocksOf[device.device].emplace_back();
    }
    noteEnd(rows, "segments");
  }

  void readBlocks() {
    constexpr std::array<std::string_view, 7> columns{"segment_id",     "address", "addr",  "size",
                                                      "requested_size", "state",   "frames"};
    TableWalk rows(m_database, "blocks", columns);
    while (rows.next()) {
      const SegmentPlace* segment = m_segments.find(rows.integerOr(0, -1));
      if (segment == nullptr) {
        m_history.report.add(MemoryIssueKind::BadRecord, "a block of no segment");
        continue;
      }
      SegmentBlock block;
      block.address = static_cast<std::uint64_t>(firstOf(rows, {1, 2}, 0));
      block.bytes = sizeOf(rows.integerOr(3, 0));
      block.requested = rows.has(4) ? sizeOf(rows.integerOr(4, block.bytes)) : block.bytes;
      block.state = stateNamed(rows.text(5));
      block.stack = stackOf(rows, 6);
      m_blocksOf[segment->device][segment->number].push_back(block);
    }
    noteEnd(rows, "blocks");
  }

  /// Blocks lie segment by segment, segments by address.
  void placeBlocks(DeviceRecords& device) {
    auto& blocks = m_blocksOf[device.device];
    for (std::size_t i = 0; i < device.segments.size(); ++i) {
      MemorySegment& segment = device.segments[i];
      std::ranges::stable_sort(blocks[i], {}, &SegmentBlock::address);
      segment.firstBlock = static_cast<std::uint32_t>(device.blocks.size());
      segment.blockCount = static_cast<std::uint32_t>(blocks[i].size());
      device.blocks.insert(device.blocks.end(), blocks[i].begin(), blocks[i].end());
      if (segment.allocated == 0) {
        for (const SegmentBlock& block : blocks[i]) {
          segment.allocated += block.state == BlockState::Free ? 0 : block.bytes;
          segment.requested += block.state == BlockState::Free ? 0 : block.requested;
        }
      }
    }
    blocks.clear();
    std::ranges::sort(device.segments, {}, &MemorySegment::address);
  }

  void readTraces() {
    constexpr std::array<std::string_view, 9> columns{"action", "device",  "device_id",   "addr",  "address",
                                                      "size",   "time_us", "device_free", "frames"};
    TableWalk rows(m_database, "device_traces", columns);
    while (rows.next()) {
      TraceEntry entry;
      entry.kind = actionNamed(rows.text(0));
      if (entry.kind == Action::Unknown) {
        std::string action(rows.text(0).substr(0, 64));
        chrome::repairUtf8(action);
        m_history.report.add(MemoryIssueKind::UnknownAction, action);
        continue;
      }
      if (entry.kind == Action::FreeRequested || entry.kind == Action::Snapshot) {
        continue;
      }
      const bool isFailure = entry.kind == Action::OutOfMemory && rows.has(7);
      entry.timeUs = timeOfSnapshot(rows.integerOr(6, noTime));
      entry.address = static_cast<std::uint64_t>(isFailure ? rows.integerOr(7, 0) : firstOf(rows, {3, 4}, 0));
      entry.hasSize = rows.integer(5).state == sqlite::IntegerState::Good;
      entry.bytes = rows.integerOr(5, 0);
      entry.stack = stackOf(rows, 8);
      m_recent.add(numbered(firstOf(rows, {1, 2}, 0)), entry);
    }
    noteEnd(rows, "device_traces");
  }

  StringId word(std::string_view text) {
    constexpr std::size_t maxLength = 4096;
    std::string clean(text.substr(0, maxLength));
    chrome::repairUtf8(clean);
    return m_history.strings.byteSize() + clean.size() <= m_textBudget + maxLength ? m_history.strings.intern(clean)
                                                                                   : StringId::empty;
  }

  /// `[{"filename": "model.py", "line": 54, "name": "forward"}, …]`, innermost first, or such frames as texts. The same
  /// stacks come again and again.
  StackId stackOf(const TableWalk& rows, int column) {
    const std::string_view json = rows.type(column) == SQLITE_TEXT ? rows.text(column) : std::string_view{};
    if (!json.starts_with('[')) {
      return StackId::none;
    }
    const auto known = m_knownStacks.find(std::string(json));
    if (known != m_knownStacks.end()) {
      return known->second;
    }
    if (json.size() > m_frameBudget) {  // cells of a crafted file may overlap
      return StackId::none;
    }
    m_frameBudget -= json.size();
    std::vector<StringId> calls;
    for (chrome::MemberWalk frames(json); frames.next();) {
      calls.push_back(frameOf(frames.value()));
    }
    StackId stack = StackId::none;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
      stack = m_records.stacks().add(stack, *call);
    }
    if (json.size() <= m_stackBudget) {
      m_stackBudget -= json.size();
      m_knownStacks.emplace(json, stack);
    }
    return stack;
  }

  StringId frameOf(const chrome::RawValue& value) {
    if (value.kind != chrome::RawValue::Kind::Object) {
      return word(value.unescaped());
    }
    const std::string digits = chrome::findMember(value.text, "line").unescaped();
    std::int64_t line = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), line);
    return word(frameText(chrome::findMember(value.text, "name").unescaped(),
                          chrome::findMember(value.text, "filename").unescaped(), line));
  }

  const sqlite::Connection& m_database;
  MemoryHistory& m_history;
  pickle::Document m_document;
  SnapshotRecords m_records;
  RecentRecords m_recent;
  std::uint64_t m_textBudget;
  std::uint64_t m_frameBudget;
  std::uint64_t m_stackBudget = std::uint64_t{64} << 20;
  std::unordered_map<std::string, StackId> m_knownStacks;
  std::map<std::int32_t, std::vector<std::vector<SegmentBlock>>> m_blocksOf;
  sqlite::IdMap<SegmentPlace> m_segments;
  std::uint64_t m_invalidSizes = 0;
};

}  // namespace

bool isSnapshotDatabase(const sqlite::Connection& database) {
  return sqlite::hasColumn(database.columns("device_traces"), "action") && !database.columns("segments").empty();
}

Expected<std::shared_ptr<const MemoryHistory>> readSnapshotDatabase(
    const std::shared_ptr<const sqlite::DatabaseBytes>& bytes, const std::string& path, const std::string& container,
    std::uint64_t storedBytes, const LoadOptions& options, const std::stop_token& stop, Progress& progress) {
  progress.stage = Progress::Stage::Reading;
  const sqlite::Connection database(bytes, stop);
  auto history = std::make_shared<MemoryHistory>();
  history->path = path;
  history->format =
      container.empty() ? "torch memory snapshot, SQLite" : fmt::format("torch memory snapshot, SQLite, {}", container);
  history->storedBytes = storedBytes;
  if (bytes->missing() > 0) {
    history->report.add(MemoryIssueKind::DamagedInput,
                        fmt::format("{} bytes are missing at its end", bytes->missing()));
  }
  DatabaseSnapshot(database, bytes->view().size(), options.memoryExhausted, *history).read();
  if (stop.stop_requested()) {
    return loadingCanceled(path);
  }
  if (history->isEmpty()) {
    return std::unexpected(
        Error{Error::Kind::NotATrace, Phrase::tr("%1: a memory snapshot without a record").with(path)});
  }
  return history;
}

}  // namespace kernline::memory
