// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/read_nsys.h"

#include "core/import/load_options.h"
#include "core/import/nsys/join_batches.h"
#include "core/import/nsys/read_part.h"
#include "core/import/nsys/row_details.h"
#include "core/import/sqlite/connection.h"
#include "core/import/sqlite/describe_database.h"
#include "core/model/base/lending_pool.h"
#include "core/model/base/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <utility>

namespace kernline::nsys {

namespace {

constexpr std::int64_t maxParts = 4096;  // parts per table

Message nameOf(const std::string& path) {
  return path == "-" ? Message(Phrase::tr("standard input")) : Message::name(path);
}

bool hasTable(const std::vector<std::string>& tables, std::string_view name) {
  return std::ranges::find(tables, name) != tables.end();
}

/// Texts under numbers, and something that only nsys writes: its notes of the export, or of the machine.
bool isExport(const std::vector<std::string>& tables) {
  const bool hasEvents = std::ranges::any_of(eventTables(), [&](const EventTable& table) {
    return table.role != Role::Texts && table.role != Role::Message && hasTable(tables, table.name);
  });
  const bool isOfNsys = hasTable(tables, "META_DATA_EXPORT") || hasTable(tables, "TARGET_INFO_SYSTEM_ENV") ||
                        hasTable(tables, "TARGET_INFO_SESSION_START_TIME");
  return hasTable(tables, "StringIds") ? hasEvents || isOfNsys : hasEvents && !hasTable(tables, "StringTable");
}

class NsysReader {
 public:
  NsysReader(std::shared_ptr<const sqlite::DatabaseBytes> bytes, const ReadOptions& options, std::stop_token stop,
             Progress& progress)
      : m_bytes(std::move(bytes)),
        m_options(options),
        m_stop(std::move(stop)),
        m_progress(progress),
        m_database(m_bytes, m_stop),
        m_pool([this] { return std::make_unique<const sqlite::Connection>(m_bytes, m_stop); }) {}

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    if (const std::string problem = m_database.problem(); !problem.empty()) {
      return std::unexpected(
          Error{Error::Kind::NotATrace,
                Phrase::tr("%1: damaged SQLite database (%2). Export it again with `nsys export --type sqlite`")
                    .with(nameOf(source.path), problem)});
    }
    m_tables = m_database.tables();
    if (!isExport(m_tables)) {
      return std::unexpected(
          Error{Error::Kind::NotATrace, Phrase::tr("%1 is not a trace. It looks like %2")
                                            .with(nameOf(source.path), sqlite::describeDatabase(m_database))});
    }
    m_progress.stage = Progress::Stage::Reading;
    m_progress.bytesTotal = source.storedBytes;
    ImportReport& report = m_builder.report();
    if (m_bytes->missing() > 0) {
      report.add(IssueKind::TruncatedInput, offsetOf({.table = tableNumber("StringIds"), .row = -1}),
                 fmt::format("{} bytes are missing at its end", m_bytes->missing()));
    }
    m_strings->read(m_database, {.table = "StringIds", .id = "id", .text = "value", .number = tableNumber("StringIds")},
                    m_bytes->view().size(), report);
    *m_info = readTargetInfo(m_database, m_tables, *m_strings, report);
    readEvents(source.storedBytes);
    countOthers();
    return m_stop.stop_requested() ? loadingCanceled(source.path) : built(std::move(source));
  }

 private:
  /// Returns the row number at one end of a table, which SQLite finds without reading the rest; nullopt if the table is
  /// empty.
  [[nodiscard]] std::optional<std::int64_t> endRow(std::string_view table, std::string_view order) const {
    sqlite::Rows rows = m_database.select(
        fmt::format("SELECT rowid FROM {} NOT INDEXED ORDER BY rowid {} LIMIT 1", sqlite::quoted(table), order));
    return rows.isOpen() && rows.step() ? std::optional{rows.int64(0)} : std::nullopt;
  }

  void addParts(const EventTable& table) {
    const auto first = endRow(table.name, "ASC");
    const auto last = endRow(table.name, "DESC");
    const std::string query = selectSlots(table.name, m_database.columns(table.name));
    if (!first || !last || *last < *first) {
      if (first.has_value() != last.has_value()) {  // one end of it is damaged; what the other leads to is read
        m_parts.push_back({&table, query, INT64_MIN, INT64_MAX});
      }
      return;
    }
    const auto begin = static_cast<std::uint64_t>(*first);
    const std::uint64_t span = static_cast<std::uint64_t>(*last) - begin;
    const auto wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(1, m_options.rowsAtATime));
    const std::uint64_t step = std::max(wanted, span / maxParts + 1);
    for (std::uint64_t at = 0; at <= span; at += step) {
      const std::uint64_t end = std::min(span, at + step - 1);
      m_parts.push_back({&table, query, static_cast<std::int64_t>(begin + at), static_cast<std::int64_t>(begin + end)});
      if (span - at < step) {
        break;
      }
    }
  }

  /// Versions with a new table of NVTX may keep the old one next to it.
  [[nodiscard]] bool isRepeated(const EventTable& table) const {
    constexpr std::string_view newer = "NVTX_EVENTS_V2";
    return table.name == "NVTX_EVENTS" && hasTable(m_tables, newer) && endRow(newer, "ASC").has_value();
  }

  void readEvents(std::uint64_t storedBytes) {
    for (const EventTable& table : eventTables()) {
      if (table.role != Role::Message && table.role != Role::Texts && hasTable(m_tables, table.name) &&
          !isRepeated(table)) {
        addParts(table);
      }
    }
    m_batches.resize(m_parts.size());
    std::vector<std::uint8_t> isRead(m_parts.size(), 0);
    const std::vector<std::size_t> order = partsInStep();
    const SharedTables shared{.strings = *m_strings, .info = *m_info, .fileBytes = m_bytes->view().size()};
    std::atomic<std::size_t> done{0};
    const unsigned threads = m_options.load.threads == 0 ? defaultThreads() : m_options.load.threads;
    parallelFor(threads, order.size(), [&](std::size_t place) {
      const std::size_t i = order[place];
      if (!m_stop.stop_requested() && !m_options.load.memoryExhausted.stop_requested()) {
        m_batches[i] =
            m_pool.with([&](const sqlite::Connection& database) { return readPart(database, m_parts[i], shared); });
        isRead[i] = 1;
      }
      m_progress.bytesDone = storedBytes * ++done / m_parts.size();
    });
    countUnread(isRead);
    std::erase_if(m_batches, [](const Batch& batch) { return batch.table == nullptr; });
  }

  /// The first part of each table, then the second of each, and so on by how much of its table lies before it: where
  /// memory ends halfway, kernels and the calls that launched them end at about the same time.
  [[nodiscard]] std::vector<std::size_t> partsInStep() const {
    std::vector<double> shareBefore(m_parts.size());
    for (std::size_t begin = 0; begin < m_parts.size();) {
      std::size_t end = begin;
      while (end < m_parts.size() && m_parts[end].table == m_parts[begin].table) {
        ++end;
      }
      for (std::size_t i = begin; i < end; ++i) {
        shareBefore[i] = static_cast<double>(i - begin) / static_cast<double>(end - begin);
      }
      begin = end;
    }
    std::vector<std::size_t> order(m_parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return shareBefore[i]; });
    return order;
  }

  /// Reports, for each table that exceeded the memory, where reading stopped.
  void countUnread(const std::vector<std::uint8_t>& isRead) {
    const EventTable* counted = nullptr;
    for (std::size_t i = 0; !m_stop.stop_requested() && i < m_parts.size(); ++i) {
      const Part& part = m_parts[i];
      if (isRead[i] == 0 && part.table != counted) {
        counted = part.table;
        m_builder.report().add(IssueKind::MemoryLimit,
                               offsetOf({.table = tableNumber(part.table->name), .row = part.firstRow}),
                               part.table->name);
      }
    }
  }

  /// Tables of events that are not read: what has a time and is none of those above.
  void countOthers() {
    std::uint64_t events = 0;
    std::string names;
    for (const std::string& table : m_tables) {
      const bool isRead = tableNumber(table) < eventTables().size();
      const std::vector<std::string> columns = m_database.columns(table);
      const bool hasTime = hasColumn(columns, "start") || hasColumn(columns, "timestamp");
      if (isRead || !hasTime || m_stop.stop_requested()) {
        continue;
      }
      if (const std::uint64_t rows = rowsOf(table); rows > 0) {
        events += rows;
        names += (names.empty() ? "" : ", ") + table;
      }
    }
    m_builder.report().addMany(IssueKind::UnsupportedRecord, events,
                               offsetOf({.table = tableNumber("StringIds"), .row = -1}), names);
  }

  /// Counts rows one by one up to a limit; beyond it, by their numbers, which nsys gives without gaps.
  [[nodiscard]] std::uint64_t rowsOf(std::string_view table) const {
    constexpr std::uint64_t quick = 1'000'000;
    const auto first = endRow(table, "ASC");
    const auto last = endRow(table, "DESC");
    if (!first || !last || *last < *first) {
      return 0;
    }
    const std::uint64_t numbers = static_cast<std::uint64_t>(*last) - static_cast<std::uint64_t>(*first);
    sqlite::Rows rows = m_database.select("SELECT rowid FROM " + sqlite::quoted(table) + " NOT INDEXED");
    std::uint64_t count = 0;
    while (rows.isOpen() && count < quick && rows.step()) {
      ++count;
    }
    return count < quick ? count : std::max(count, numbers + 1);
  }

  Expected<std::shared_ptr<const Trace>> built(SourceFile source) {
    m_progress.stage = Progress::Stage::Arranging;
    noteAbsence();
    joinBatches(m_builder, std::move(m_batches), *m_strings, *m_info);
    source.format =
        packedFormat(m_info->schemaVersion.empty()
                         ? Message(Phrase::tr("Nsight Systems SQLite export"))
                         : Phrase::tr("Nsight Systems SQLite export, schema %1").with(m_info->schemaVersion),
                     m_container);
    source.textBytes = m_bytes->view().size();
    const std::string path = source.path;
    m_builder.addSource(std::move(source));
    m_builder.setBaseTime(m_info->startUtcNs);
    for (const Device& device : m_info->devices) {
      m_builder.addDevice(device);
    }
    for (MetadataEntry& entry : m_info->metadata) {
      m_builder.addMetadata(std::move(entry.key), std::move(entry.value));
    }
    m_info->metadata.clear();
    m_builder.setEvents(rowsAsEvents(m_bytes, m_strings, m_info));
    const unsigned threads = m_options.load.threads == 0 ? defaultThreads() : m_options.load.threads;
    auto trace = m_builder.build(threads, m_stop);
    m_bytes->release();
    if (trace == nullptr) {
      return loadingCanceled(path);
    }
    m_progress.stage = Progress::Stage::Done;
    return trace;
  }

  void noteAbsence() {
    const auto isOfCuda = [](const Batch& batch) {
      return batch.table != nullptr && batch.table->name.starts_with("CUPTI_") && !batch.spans.empty();
    };
    if (std::ranges::none_of(m_batches, isOfCuda)) {
      m_builder.report().add(IssueKind::NoDeviceRecords, offsetOf({.table = tableNumber("StringIds"), .row = -1}));
    }
  }

 public:
  void setContainer(std::string container) { m_container = std::move(container); }

 private:
  std::shared_ptr<const sqlite::DatabaseBytes> m_bytes;
  const ReadOptions& m_options;
  std::stop_token m_stop;
  Progress& m_progress;
  sqlite::Connection m_database;
  LendingPool<const sqlite::Connection> m_pool;
  std::string m_container;
  std::vector<std::string> m_tables;
  std::shared_ptr<StringIds> m_strings = std::make_shared<StringIds>();
  std::shared_ptr<TargetInfo> m_info = std::make_shared<TargetInfo>();
  std::vector<Part> m_parts;
  std::vector<Batch> m_batches;
  TraceBuilder m_builder;
};

}  // namespace

Expected<std::shared_ptr<const Trace>> readNsys(std::shared_ptr<const sqlite::DatabaseBytes> bytes, SourceFile source,
                                                const std::string& container, const ReadOptions& options,
                                                std::stop_token stop, Progress& progress) {
  NsysReader reader(std::move(bytes), options, std::move(stop), progress);
  reader.setContainer(container);
  return reader.run(std::move(source));
}

Expected<std::shared_ptr<const Trace>> readNsysBytes(std::string bytes, const ReadOptions& options) {
  SourceFile source;
  source.path = "(memory)";
  source.storedBytes = bytes.size();
  Progress progress;
  return NsysReader(sqlite::DatabaseBytes::of(std::move(bytes)), options, {}, progress).run(std::move(source));
}

}  // namespace kernline::nsys
