// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/column_plan.h"
#include "core/model/log/log_builder.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::records {

/// One member of a record.
struct Field {
  std::string name;
  std::string text;  ///< text in the file; empty if none
  ColumnUse use = ColumnUse::Undetermined;
  std::string unit = {};  ///< unit if in the format; else the name or the text may have it
};

/// A run and what came of it; a row of a file of results.
using Record = std::vector<Field>;

/// Makes tables of records: those with the same members are rows of one, for what a record has not is no missing value
/// of it. Tables come in the order of their first rows.
class RecordTables {
 public:
  static constexpr std::size_t maxTables = 1024;
  static constexpr std::size_t maxCells = 20'000'000;

  explicit RecordTables(LogBuilder& log) : m_log(log) {}

  /// Adds the record of line `line`, which begins at `offset`. Beyond the limits it only counts.
  void add(const Record& record, std::uint32_t line, std::uint64_t offset);
  /// A record without a result.
  void addFailure(const Record& record, std::string_view text, std::uint32_t line);
  /// A list inside a record, which is no part of its row.
  void noteSkipped(std::string_view name, std::uint32_t line) { m_log.addIssue(LogIssueKind::SkippedList, line, name); }
  void noteBroken(std::string_view text, std::uint32_t line) { m_log.addIssue(LogIssueKind::TornRow, line, text); }
  /// A fact of the whole file.
  void addSetting(std::string_view name, std::string_view text, bool isMachine);

  [[nodiscard]] std::size_t rowCount() const { return m_rows; }
  /// Whether one of the first records is sure to hold a measurement.
  [[nodiscard]] bool measures() const { return m_measures; }
  /// Hands the tables over to the log. Whether any holds a number.
  [[nodiscard]] bool finish();

 private:
  struct Table {
    logs::TablePlan plan;
    LogTable table;
  };

  /// A row without some of its table's columns: a run that failed.
  struct Failed {
    Record record;
    std::uint32_t line = 0;
    std::uint64_t offset = 0;
  };

  void addRow(const Record& record, std::uint32_t line, std::uint64_t offset);
  void addFailedRows();
  Table* tableWithAll(const Record& record);
  Table* tableOf(const Record& record);
  [[nodiscard]] Table begun(const Record& record);
  ContextId context();

  LogBuilder& m_log;
  std::deque<Table> m_tables;
  std::map<std::string, std::size_t, std::less<>> m_numbers;  // number of the table for the keys of its records
  std::vector<Failed> m_failed;
  std::map<std::string, Table*> m_fitting;  // tables for failed runs, by the names of their members
  std::size_t m_rows = 0;
  bool m_measures = false;
  std::size_t m_cells = 0;
  ContextId m_context = ContextId::none;
};

}  // namespace kernline::records
