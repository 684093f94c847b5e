// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/read_rocpd.h"

#include "core/import/rocpd/compute_tables.h"
#include "core/import/rocpd/rocm_timeline.h"
#include "core/import/rocpd/rocpd_events.h"
#include "core/import/rocpd/rocprof_tables.h"
#include "core/import/rocpd/rpd_tables.h"
#include "core/import/sqlite/row_place.h"
#include "core/model/base/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace kernline::rocpd {

namespace {

constexpr std::size_t maxRuns = 1000;  // runs per file; keeps table numbers in range

bool holds(const std::vector<std::string>& tables, std::string_view name) {
  return std::ranges::find(tables, name) != tables.end();
}

/// Returns the suffixes of the tables of each run of rocprofv3, in the order of the file.
std::vector<std::string> runSuffixes(const std::vector<std::string>& tables) {
  constexpr std::string_view strings = "rocpd_string";
  std::vector<std::string> suffixes;
  for (const std::string& table : tables) {
    if (table.starts_with(strings)) {
      std::string suffix = table.substr(strings.size());
      const bool isRun = holds(tables, "rocpd_info_agent" + suffix) ||
                         holds(tables, "rocpd_kernel_dispatch" + suffix) || holds(tables, "rocpd_region" + suffix);
      if (isRun) {
        suffixes.push_back(std::move(suffix));
      }
    }
  }
  return suffixes;
}

bool isRpd(const std::vector<std::string>& tables) {
  return holds(tables, "rocpd_string") && (holds(tables, "rocpd_api") || holds(tables, "rocpd_op"));
}

class RocmReader {
 public:
  RocmReader(std::shared_ptr<const sqlite::DatabaseBytes> bytes, const LoadOptions& options, std::stop_token stop,
             Progress& progress)
      : m_bytes(std::move(bytes)),
        m_threads(options.threads == 0 ? defaultThreads() : options.threads),
        m_stop(std::move(stop)),
        m_progress(progress),
        m_database(m_bytes, m_stop, options.memoryExhausted),
        m_timeline(m_builder, m_bytes->view().size()) {}

  Expected<std::shared_ptr<const Trace>> run(SourceFile source, const std::string& container) {
    const Message path = source.path == "-" ? Message(Phrase::tr("standard input")) : Message::name(source.path);
    if (const std::string problem = m_database.problem(); !problem.empty()) {
      return std::unexpected(Error{
          Error::Kind::NotATrace, Phrase::tr("%1: damaged SQLite database (%2). Record it again").with(path, problem)});
    }
    m_progress.stage = Progress::Stage::Reading;
    m_progress.bytesTotal = source.storedBytes;
    if (m_bytes->missing() > 0) {
      m_builder.report().add(IssueKind::TruncatedInput, sqlite::offsetOf({.table = 0, .row = -1}),
                             fmt::format("{} bytes are missing at its end", m_bytes->missing()));
    }
    const std::vector<std::string> tables = m_database.tables();
    const Message format = readTables(tables);
    if (format.isEmpty()) {
      return std::unexpected(Error{Error::Kind::NotATrace, Phrase::tr("%1 is not a recording of ROCm").with(path)});
    }
    if (!m_timeline.hasActivities()) {
      m_builder.report().add(IssueKind::NoDeviceRecords, sqlite::offsetOf({.table = 0, .row = -1}));
    }
    m_timeline.finish();
    return m_stop.stop_requested() ? loadingCanceled(source.path)
                                   : built(std::move(source), packedFormat(format, container));
  }

 private:
  /// Reads the tables; returns the name of the format, empty if it is unknown.
  Message readTables(const std::vector<std::string>& tables) {
    if (const std::vector<std::string> suffixes = runSuffixes(tables); !suffixes.empty()) {
      return readRuns(suffixes);
    }
    if (isRpd(tables)) {
      const std::string version = readRpd(m_database, m_bytes->view().size(), m_timeline, m_tables);
      return version.empty() ? Message(Phrase::tr("rocmProfileData recording"))
                             : Phrase::tr("rocmProfileData recording, schema %1").with(version);
    }
    if (isComputeAnalysis(tables)) {
      readComputeAnalysis(m_database, m_timeline, m_tables);
      return Phrase::tr("rocprof-compute analysis database");
    }
    if (isRocprof(m_database, tables)) {
      readRocprof(m_database, m_timeline, m_tables);
      return Phrase::tr("rocprof database");
    }
    return {};
  }

  Message readRuns(const std::vector<std::string>& suffixes) {
    std::vector<std::shared_ptr<RocpdRun>> runs;
    for (const std::string& suffix : suffixes) {
      if (runs.size() == maxRuns) {
        m_builder.report().addMany(IssueKind::UnsupportedRecord, suffixes.size() - maxRuns,
                                   sqlite::offsetOf({.table = 0, .row = -1}), suffix);
        break;
      }
      auto run = std::make_shared<RocpdRun>();
      run->number = static_cast<std::uint32_t>(runs.size());
      run->suffix = suffix;
      readRun(*run, m_database, m_bytes->view().size(), m_builder.report());
      runs.push_back(std::move(run));
    }
    for (Device& device : numberDevices(runs)) {
      m_builder.addDevice(std::move(device));
    }
    for (const auto& run : runs) {
      addRunActivities(*run, m_database, m_timeline);
      m_progress.bytesDone = m_progress.bytesTotal / 2;
    }
    for (const auto& run : runs) {
      addRunCalls(*run, m_database, m_timeline);
      m_builder.report().addMany(IssueKind::UnsupportedRecord, run->pmcValues.size() - run->shownPmcValues,
                                 sqlite::offsetOf({run->tableNumber(RunTable::PmcEvent), -1}), "rocpd_pmc_event");
      addSourceTables(run, m_tables);
      for (MetadataEntry& entry : run->metadata) {
        m_builder.addMetadata(std::move(entry.key), std::move(entry.value));
      }
    }
    const std::string& version = runs.front()->schemaVersion;
    return version.empty() ? Message(Phrase::tr("rocprofv3 database"))
                           : Phrase::tr("rocprofv3 database, schema %1").with(version);
  }

  Expected<std::shared_ptr<const Trace>> built(SourceFile source, Message format) {
    m_progress.stage = Progress::Stage::Arranging;
    source.format = std::move(format);
    source.textBytes = m_bytes->view().size();
    const std::string path = source.path;
    m_builder.addSource(std::move(source));
    m_builder.setEvents(rocmRowsAsEvents(m_bytes, std::move(m_tables)));
    auto trace = m_builder.build(m_threads, m_stop);
    m_bytes->release();
    if (trace == nullptr) {
      return loadingCanceled(path);
    }
    m_progress.stage = Progress::Stage::Done;
    return trace;
  }

  std::shared_ptr<const sqlite::DatabaseBytes> m_bytes;
  unsigned m_threads;
  std::stop_token m_stop;
  Progress& m_progress;
  sqlite::Connection m_database;
  TraceBuilder m_builder;
  RocmTimeline m_timeline;
  std::vector<SourceTable> m_tables;
};

}  // namespace

bool isRocmDatabase(const sqlite::Connection& database) {
  const std::vector<std::string> tables = database.tables();
  return !runSuffixes(tables).empty() || isRpd(tables) || isComputeAnalysis(tables) || isRocprof(database, tables);
}

Expected<std::shared_ptr<const Trace>> readRocpd(std::shared_ptr<const sqlite::DatabaseBytes> bytes, SourceFile source,
                                                 const std::string& container, const LoadOptions& options,
                                                 std::stop_token stop, Progress& progress) {
  return RocmReader(std::move(bytes), options, std::move(stop), progress).run(std::move(source), container);
}

Expected<std::shared_ptr<const Trace>> readRocpdBytes(std::string bytes, const LoadOptions& options) {
  SourceFile source;
  source.path = "(memory)";
  source.storedBytes = bytes.size();
  Progress progress;
  return RocmReader(sqlite::DatabaseBytes::of(std::move(bytes)), options, {}, progress).run(std::move(source), "");
}

}  // namespace kernline::rocpd
