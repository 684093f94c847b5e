// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/read_part.h"

#include "core/import/events/nvtx_operator.h"
#include "core/import/nsys/coded_names.h"
#include "core/import/sqlite/cell_time.h"
#include "core/model/json/members.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kernline::nsys {

namespace {

using sqlite::IntegerCell;
using sqlite::IntegerState;

constexpr std::size_t maxNameBytes = std::size_t{1} << 16;
constexpr std::int64_t absent = std::numeric_limits<std::int64_t>::min();

// ENUM_NSYS_EVENT_TYPE: what a row of NVTX_EVENTS is, live or imported from a text file (Nvtxt…).
enum NvtxType : std::int64_t {
  Mark = 34,
  ThreadName = 39,
  PushPopRange = 59,
  StartEndRange = 60,
  ImportedMark = 65,
  ImportedPushPopRange = 70,
  ImportedStartEndRange = 71,
  DomainCreate = 75,
};

class PartReader {
 public:
  PartReader(const Part& part, const SharedTables& shared, sqlite::Rows& rows)
      : m_part(part),
        m_shared(shared),
        m_rows(rows),
        m_tableNumber(tableNumber(part.table->name)),
        m_textBudget(shared.fileBytes * 2 + (std::uint64_t{1} << 20)) {
    m_batch.table = part.table;
  }

  Batch run() {
    m_row = m_part.firstRow;
    bool isFirst = true;
    while (m_rows.step()) {
      const std::int64_t row = m_rows.int64(0);
      if (!isFirst && row <= m_row) {  // a tree whose pages point at one another never ends
        m_batch.report.add(IssueKind::BrokenEvent, offset(), m_part.table->name);
        return std::move(m_batch);
      }
      m_row = row;
      isFirst = false;
      readRow();
    }
    if (m_rows.hasFailed()) {
      m_batch.report.add(IssueKind::BrokenEvent, offset(), m_part.table->name);
    }
    return std::move(m_batch);
  }

 private:
  [[nodiscard]] std::uint64_t offset() const { return offsetOf({.table = m_tableNumber, .row = m_row}); }
  static int column(Slot slot) { return static_cast<int>(slot); }

  [[nodiscard]] std::int64_t integerOr(Slot slot, std::int64_t otherwise) const {
    const IntegerCell cell = m_rows.integer(column(slot));
    return cell.state == IntegerState::Good ? cell.value : otherwise;
  }
  [[nodiscard]] std::uint64_t globalId() const { return static_cast<std::uint64_t>(integerOr(Slot::Owner, 0)); }

  void readRow() {
    const Role role = m_part.table->role;
    if (role == Role::Nvtx && readsName()) {
      return;
    }
    const auto start = timeAt(Slot::Start);
    if (!start) {
      return;
    }
    switch (role) {
      case Role::Nvtx:
        return readNvtx(*start);
      case Role::MemoryUsage:
        return readMemory(*start);
      case Role::GpuMetrics:
        return readMetric(*start);
      case Role::CudaEvent:
        return readCudaEvent(*start);
      default:
        addSpan(*start, rowOf(role), nameOf(role), m_part.table->kind);
    }
  }

  std::optional<Time> timeAt(Slot slot) {
    const IntegerCell cell = m_rows.integer(column(slot));
    // CUDA's events have a time only if nsys was told to record it.
    const bool isEvent = m_part.table->role == Role::CudaEvent;
    if (cell.state == IntegerState::Null || (isEvent && cell.value == 0)) {
      m_batch.report.add(isEvent ? IssueKind::UnsupportedRecord : IssueKind::MissingTimestamp, offset(),
                         m_part.table->name);
      return std::nullopt;
    }
    if (cell.state == IntegerState::Bad) {
      m_batch.report.add(IssueKind::BadTimestamp, offset(), m_part.table->name);
      return std::nullopt;
    }
    return clamped(cell.value);
  }

  Time clamped(std::int64_t ns) {
    if (sqlite::isBeyondTime(ns)) {
      m_batch.report.add(IssueKind::ClampedTime, offset(), m_part.table->name);
      m_isRepaired = true;
    }
    return sqlite::clampedTime(ns);
  }

  [[nodiscard]] RowKey rowOf(Role role) const {
    RowKey key;
    const std::uint64_t global = globalId();
    key.owner = ownerOf(global);
    switch (role) {
      case Role::Kernel:
      case Role::Memcpy:
      case Role::Memset:
      case Role::GraphLaunch:
      case Role::CudaEvent:
      case Role::Synchronization:
        key.kind = role == Role::Synchronization ? RowKey::Kind::Sync : RowKey::Kind::Stream;
        key.device = integerOr(Slot::Device, 0);
        key.context = integerOr(Slot::Context, 0);
        key.stream = integerOr(Slot::Stream, 0);
        break;
      case Role::ProfilerOverhead:
        key.kind = RowKey::Kind::ProfilerOverhead;
        break;
      default:
        key.thread = global;
        break;
    }
    return key;
  }

  /// A number in the batch for a name; texts that the file cannot honestly hold become one that says so.
  StringId word(std::string_view text) {
    std::string clean(text.substr(0, maxNameBytes));
    if (chrome::repairUtf8(clean)) {
      m_batch.report.add(IssueKind::InvalidUtf8, offset(), clean);
    }
    if (m_batch.words.byteSize() + clean.size() > m_textBudget) {
      return m_batch.words.intern("(text left out)");
    }
    return m_batch.words.intern(clean);
  }

  StringId sharedName(std::string_view otherwise) {
    for (const Slot slot : {Slot::Name, Slot::OtherName}) {
      const std::int64_t id = integerOr(slot, absent);
      const std::uint32_t place = id == absent ? StringIds::none : m_shared.strings.find(id);
      if (place != StringIds::none && !m_shared.strings.text(place).empty()) {
        return StringId{place | sharedNameBit};
      }
    }
    return word(otherwise);
  }

  StringId nameOf(Role role) {
    switch (role) {
      case Role::Kernel:
        return sharedName("Kernel");  // kineto's word for a kernel without a name
      case Role::Memcpy:
      case Role::Memset:
      case Role::Synchronization:
        return wordOfCodes();
      case Role::GraphLaunch:
        return word(fmt::format("CUDA graph {}", integerOr(Slot::Graph, 0)));
      case Role::ApiCall: {
        const StringId name = sharedName("(call without a name)");
        const bool isShared = (static_cast<std::uint32_t>(name) & sharedNameBit) != 0;
        const std::string_view text =
            isShared ? m_shared.strings.text(static_cast<std::uint32_t>(name) & ~sharedNameBit) : std::string_view{};
        return withoutVersion(text).size() == text.size() ? name : word(withoutVersion(text));
      }
      default:
        return sharedName("(call without a name)");
    }
  }

  /// Copies, fills and waits have names made of enumerations; there are few.
  StringId wordOfCodes() {
    const Codes codes{
        .kind = integerOr(Slot::Code, -1), .from = integerOr(Slot::CodeA, -1), .to = integerOr(Slot::CodeB, -1)};
    const auto [at, isNew] = m_codedNames.try_emplace(codes, StringId::empty);
    if (isNew) {
      at->second = word(codedName(m_part.table->role, codes, m_shared.info));
    }
    return at->second;
  }

  /// The driver's calls share a table with the runtime's; ENUM_NSYS_EVENT_CLASS distinguishes them.
  [[nodiscard]] bool isDriverCall() const {
    constexpr std::int64_t driver = 1;
    return m_part.table->role == Role::ApiCall && integerOr(Slot::Code, 0) == driver;
  }

  void addSpan(Time start, const RowKey& row, StringId name, SpanKind kind) {
    SpanRecord span;
    span.start = start;
    span.offset = offset();
    span.name = name;
    span.track = TrackId{m_batch.rows(row)};
    span.kind = kind;
    span.category = CategoryId{static_cast<std::uint16_t>(isDriverCall() ? 1 : 0)};
    const std::int64_t correlation = integerOr(Slot::Correlation, 0);
    span.correlation = correlation > 0 && correlation < UINT32_MAX ? static_cast<std::uint32_t>(correlation) : 0;
    const Role role = m_part.table->role;
    if (isDeviceActivity(kind) && (role == Role::GraphLaunch || integerOr(Slot::Graph, 0) > 0)) {
      span.flags |= SpanFlags::GraphReplay;
      m_batch.report.add(IssueKind::GraphReplay, span.offset);
    }
    endSpan(span);
    m_batch.spans.push_back(span);
  }

  void endSpan(SpanRecord& span) {
    const IntegerCell end = m_rows.integer(column(Slot::End));
    if (end.state == IntegerState::Bad) {
      m_batch.report.add(IssueKind::BadDuration, span.offset, m_part.table->name);
      span.flags |= SpanFlags::Repaired;
    } else if (end.state == IntegerState::Null) {
      m_batch.unfinished.push_back(m_batch.spans.size());
      m_batch.report.add(IssueKind::BeginWithoutEnd, span.offset, m_part.table->name);
      span.flags |= SpanFlags::Unfinished;
    } else {
      span.duration = clamped(end.value) - span.start;
      if (span.duration.ns < 0) {
        m_batch.report.add(IssueKind::NegativeDuration, span.offset, m_part.table->name);
        span.duration = {};
        m_isRepaired = true;
      }
    }
    if (m_isRepaired) {
      span.flags |= SpanFlags::Repaired;
      m_isRepaired = false;
    }
  }

  [[nodiscard]] StringId nvtxName() {
    const std::string_view text = m_rows.text(column(Slot::Text));
    return text.empty() ? sharedName("(range without a name)") : word(text);
  }

  /// A range's name, wherever it is stored.
  [[nodiscard]] std::string_view rangeText() const {
    const std::string_view text = m_rows.text(column(Slot::Text));
    return text.empty() ? m_shared.strings[integerOr(Slot::Name, absent)] : text;
  }

  void readNvtx(Time start) {
    const std::uint64_t global = globalId();
    const DomainKey domain{ownerOf(global), integerOr(Slot::CodeA, 0)};
    // Exports of some tools leave the type out; what has an end is a range then.
    const bool hasEnd = m_rows.integer(column(Slot::End)).state != IntegerState::Null;
    switch (integerOr(Slot::Code, hasEnd ? PushPopRange : Mark)) {
      case PushPopRange:
      case ImportedPushPopRange:
        return addRange(start, {.kind = RowKey::Kind::Thread, .owner = domain.owner, .thread = global}, domain);
      case StartEndRange:
      case ImportedStartEndRange:
        return addRange(start, {.kind = RowKey::Kind::NvtxRanges, .owner = domain.owner}, domain);
      case Mark:
      case ImportedMark: {
        const RowKey row{.kind = RowKey::Kind::Thread, .owner = domain.owner, .thread = global};
        m_batch.instants.push_back({.time = start,
                                    .offset = offset(),
                                    .name = nvtxName(),
                                    .track = TrackId{m_batch.rows(row)},
                                    .category = categoryOf(domain)});
        return;
      }
      default:
        m_batch.report.add(IssueKind::UnsupportedRecord, offset(), m_part.table->name);
    }
  }

  /// Rows that name a domain or a thread are no events, and need no time.
  bool readsName() {
    const std::uint64_t global = globalId();
    const std::int64_t type = integerOr(Slot::Code, absent);
    if (type == DomainCreate) {
      m_batch.domainNames.emplace(DomainKey{ownerOf(global), integerOr(Slot::CodeA, 0)}, textOfRow());
    } else if (type == ThreadName) {
      m_batch.threadNames.emplace(global, textOfRow());
    }
    return type == DomainCreate || type == ThreadName;
  }

  [[nodiscard]] std::string textOfRow() {
    const std::string_view text = m_rows.text(column(Slot::Text));
    std::string clean(text.empty() ? m_shared.strings[integerOr(Slot::Name, absent)] : text.substr(0, 4096));
    chrome::repairUtf8(clean);
    return clean;
  }

  [[nodiscard]] CategoryId categoryOf(const DomainKey& domain) {
    constexpr std::uint32_t max = 4096;
    return CategoryId{static_cast<std::uint16_t>(std::min(m_batch.domains(domain), max))};
  }

  void addRange(Time start, const RowKey& row, const DomainKey& domain) {
    if (const auto op = nvtxOperator(rangeText())) {
      addSpan(start, row, word(op->name), SpanKind::Op);
    } else {
      addSpan(start, row, nvtxName(), SpanKind::Annotation);
    }
    m_batch.spans.back().category = categoryOf(domain);
  }

  void readMemory(Time start) {
    constexpr std::int64_t allocation = 0;
    const IntegerCell bytes = m_rows.integer(column(Slot::Amount));
    constexpr std::int64_t max = std::int64_t{1} << 50;
    if (bytes.state != IntegerState::Good || bytes.value < 0 || bytes.value > max) {
      m_batch.report.add(IssueKind::BadCounterValue, offset(), m_part.table->name);
      return;
    }
    m_batch.memory.push_back({.time = start,
                              .bytes = integerOr(Slot::Code, allocation) == allocation ? bytes.value : -bytes.value,
                              .owner = ownerOf(globalId()),
                              .device = integerOr(Slot::Device, 0),
                              .memoryKind = integerOr(Slot::CodeA, -1)});
  }

  void readMetric(Time start) {
    const int type = m_rows.type(column(Slot::Amount));
    const double value = m_rows.real(column(Slot::Amount));
    if ((type != SQLITE_INTEGER && type != SQLITE_FLOAT) || !std::isfinite(value)) {
      m_batch.report.add(IssueKind::BadCounterValue, offset(), m_part.table->name);
      return;
    }
    m_batch.metrics.push_back(
        {.time = start, .type = integerOr(Slot::CodeA, 0), .metric = integerOr(Slot::Code, 0), .value = value});
  }

  void readCudaEvent(Time time) {
    m_batch.instants.push_back({.time = time,
                                .offset = offset(),
                                .name = word("CUDA event"),
                                .track = TrackId{m_batch.rows(rowOf(Role::CudaEvent))},
                                .category = CategoryId{0}});
  }

  const Part& m_part;
  const SharedTables& m_shared;
  sqlite::Rows& m_rows;
  std::size_t m_tableNumber;
  std::uint64_t m_textBudget;
  std::int64_t m_row = 0;
  bool m_isRepaired = false;
  std::map<Codes, StringId> m_codedNames;
  Batch m_batch;
};

}  // namespace

Batch readPart(const sqlite::Connection& database, const Part& part, const SharedTables& shared) {
  sqlite::Rows rows = database.select(part.query);
  if (!rows.isOpen()) {
    Batch broken;
    broken.table = part.table;
    broken.report.add(IssueKind::BrokenEvent, offsetOf({.table = tableNumber(part.table->name), .row = part.firstRow}),
                      part.table->name);
    return broken;
  }
  rows.bind(1, part.firstRow);
  rows.bind(2, part.lastRow);
  return PartReader(part, shared, rows).run();
}

}  // namespace kernline::nsys
