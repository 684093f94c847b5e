// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/parquet/parquet_folder.h"

#include "core/model/base/parallel.h"
#include "core/model/base/unfinished_file.h"
#include "core/model/trace/changed_source.h"
#include "core/output/file/output_file.h"
#include "core/output/parquet/parquet_file.h"
#include "core/output/parquet/row_groups.h"
#include "core/output/parquet/timed_table.h"
#include "core/output/parquet/trace_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t argsInGroup = 8192;

using parquet::ParquetFile;
using parquet::RankFilter;
using parquet::RowGroups;
using parquet::TimedTable;

/// Folders made for an export; removed again if it failed.
class MadeFolders {
 public:
  MadeFolders() = default;
  MadeFolders(const MadeFolders&) = delete;
  MadeFolders& operator=(const MadeFolders&) = delete;
  ~MadeFolders() {
    std::error_code ignored;
    for (auto folder = m_made.rbegin(); folder != m_made.rend(); ++folder) {
      fs::remove(*folder, ignored);  // fails where there is something in it
    }
  }

  /// Makes `folder` and its parents. Returns the system's error, if any.
  [[nodiscard]] std::error_code make(const fs::path& folder) {
    std::error_code error;
    if (folder.empty() || fs::is_directory(folder, error)) {
      return {};
    }
    if (const std::error_code above = make(folder.parent_path())) {
      return above;
    }
    error.clear();
    if (fs::create_directory(folder, error)) {
      m_made.push_back(folder);
    }
    return error;
  }

 private:
  std::vector<fs::path> m_made;
};

/// Returns a folder name as engines derive it from the value of a column; Hive's word if there is none.
std::string folderName(std::int32_t rank) {
  return rank < 0 ? "rank=__HIVE_DEFAULT_PARTITION__" : fmt::format("rank={}", rank);
}

class FolderWriter {
 public:
  FolderWriter(std::shared_ptr<const Trace> trace, std::string folder, const ParquetOptions& options,
               std::stop_token stop)
      : m_model(std::move(trace)), m_folder(std::move(folder)), m_options(options), m_stop(std::move(stop)) {}

  Expected<ParquetWritten> write() {
    inParallel([this] { m_model.make(sql::Derived::All); },
               [this] { m_collectives = readCollectives(m_model.trace(), m_stop).calls; });
    std::vector<std::unique_ptr<TimedTable>> tables;
    for (const std::string_view name : parquet::tableNames) {
      tables.push_back(parquet::timedTable(name, m_model, m_collectives));
    }
    for (const std::string_view name : parquet::reopeningTables) {
      tables.push_back(parquet::timedTable(name, m_model, m_collectives));
    }
    tables.push_back(parquet::argsTable(m_model.trace(), m_collectives, m_options.withArgs));
    const std::vector<std::int32_t> ranks = parquetRanks(m_model.trace(), m_options.rank);
    MadeFolders made;
    for (const std::int32_t rank : ranks) {
      if (auto failed = writeRank(tables, rank, ranks.size() > 1 ? RankFilter(rank) : std::nullopt, made)) {
        return std::unexpected(std::move(*failed));
      }
      m_written.ranks.push_back(rank);
    }
    return m_written;
  }

 private:
  [[nodiscard]] std::optional<Error> writeRank(const std::vector<std::unique_ptr<TimedTable>>& tables,
                                               std::int32_t rank, RankFilter filter, MadeFolders& made) {
    const fs::path folder = fs::path(m_folder) / folderName(rank);
    if (const std::error_code error = made.make(folder)) {
      return cannotWrite(folder, Message::systemError(error.value()));
    }
    std::vector<std::unique_ptr<ParquetFile>> files;
    for (const auto& table : tables) {
      const std::string path = folder / fmt::format("{}.parquet", table->name());
      auto file = ParquetFile::create(path, schemaOf(*table, rank, filter), m_options.codec);
      if (!file) {
        return std::move(file.error());
      }
      files.push_back(std::move(*file));
    }
    writeTables(tables, filter, files);
    if (m_stop.stop_requested()) {
      return Error{Error::Kind::Canceled, Phrase::tr("%1: export was canceled").with(m_folder)};
    }
    if (const auto failed = std::ranges::find_if(files, &ParquetFile::hasFailed); failed != files.end()) {
      return (*failed)->finish();
    }
    if (auto changed = changedSource(m_model.trace())) {
      return changed;
    }
    for (const auto& file : files) {
      if (auto failed = file->finish()) {
        return failed;
      }
      m_written.rows += file->rows();
      m_written.bytes += file->bytes();
    }
    return std::nullopt;
  }

  /// The groups of all tables, the largest table first: no thread waits for the end of a table.
  void writeTables(const std::vector<std::unique_ptr<TimedTable>>& tables, RankFilter filter,
                   const std::vector<std::unique_ptr<ParquetFile>>& files) const {
    const unsigned threads = m_options.threads == 0 ? defaultThreads() : m_options.threads;
    std::vector<std::unique_ptr<RowGroups>> groups(tables.size());
    parallelFor(threads, tables.size(), [&](std::size_t i) {
      // Args are read one at a time later, each with its group.
      const std::size_t rows =
          tables[i]->name() == "args" ? std::min(m_options.groupRows, argsInGroup) : m_options.groupRows;
      groups[i] = std::make_unique<RowGroups>(*tables[i], tables[i]->rows(filter), rows, *files[i]);
    });
    std::vector<std::pair<RowGroups*, std::size_t>> tasks;
    for (const auto& ofTable : groups) {
      for (std::size_t group = 0; group < ofTable->count(); ++group) {
        tasks.emplace_back(ofTable.get(), group);
      }
    }
    parallelFor(threads, tasks.size(), [&](std::size_t i) {
      if (!m_stop.stop_requested()) {
        tasks[i].first->write(tasks[i].second);
      }
    });
  }

  [[nodiscard]] parquet::FileSchema schemaOf(const TimedTable& table, std::int32_t rank, RankFilter filter) const {
    parquet::FileSchema schema{table.columns(), table.sortedBy(), parquet::tableMetadata(table, m_model.trace(), rank),
                               parquet::markOf(table.name())};
    if (table.name() == "spans") {
      schema.metadata.emplace_back(parquet::traceFactsKey,
                                   parquet::traceFacts(m_model.trace(), filter, m_written.ranks.empty()));
    }
    return schema;
  }

  sql::Model m_model;
  std::string m_folder;
  ParquetOptions m_options;
  std::stop_token m_stop;
  std::vector<CollectiveCall> m_collectives;
  ParquetWritten m_written;
};

}  // namespace

std::vector<std::int32_t> parquetRanks(const Trace& trace, std::int32_t fallback) {
  std::set<std::int32_t> ranks;
  bool hasUnknown = false;
  for (const Process& process : trace.processes()) {
    if (process.rank >= 0) {
      ranks.insert(process.rank);
    } else {
      hasUnknown = true;
    }
  }
  if (ranks.empty()) {
    return {fallback};
  }
  std::vector<std::int32_t> all(ranks.begin(), ranks.end());
  if (all.size() > 1 && hasUnknown) {
    all.push_back(-1);
  }
  return all;
}

Expected<ParquetWritten> writeParquet(std::shared_ptr<const Trace> trace, const std::string& folder,
                                      const ParquetOptions& options, std::stop_token stop) {
  return FolderWriter(std::move(trace), folder, options, std::move(stop)).write();
}

}  // namespace kernline
