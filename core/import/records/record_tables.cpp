// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/record_tables.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/finish_table.h"
#include "core/import/log/quantity_text.h"
#include "core/import/log/scope.h"
#include "core/import/records/measured_names.h"
#include "core/model/base/text.h"
#include "core/model/json/members.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <utility>

namespace kernline::records {

namespace {

constexpr std::string_view errorNames[] = {"error",     "error_message", "error_msg", "error.message", "err",
                                           "exception", "traceback",     "failure",   "failure_reason"};

bool isNumber(std::string_view text) {
  return logs::quantityOf(trimmed(text), logs::ByteBase::Binary).has_value();
}

void sortByLine(LogTable& table) {
  std::vector<std::size_t> order(table.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return table.rows[row].line; });
  std::vector<LogRow> rows;
  std::vector<LogCell> cells;
  for (const std::size_t row : order) {
    rows.push_back(table.rows[row]);
    const auto first = table.cells.begin() + static_cast<std::ptrdiff_t>(row * table.columns.size());
    cells.insert(cells.end(), first, first + static_cast<std::ptrdiff_t>(table.columns.size()));
  }
  table.rows = std::move(rows);
  table.cells = std::move(cells);
  if (!table.rows.empty()) {
    table.firstLine = std::min(table.firstLine, table.rows.front().line);
    table.lastLine = std::max(table.lastLine, table.rows.back().line);
  }
}

/// A field that says why a run failed.
bool isError(const Field& field) {
  return field.use == ColumnUse::Undetermined && field.unit.empty() && !isNumber(field.text) &&
         std::ranges::find(errorNames, lowered(field.name)) != std::end(errorNames);
}

/// "status": "OOM".
bool isFailedStatus(const Field& field) {
  const std::string name = lowered(field.name);
  return field.use == ColumnUse::Undetermined && (name == "status" || name == "state" || name == "outcome") &&
         logs::isFailure(field.text);
}

/// Returns the failed condition of a run, "compiled: false"; empty if there is none.
std::string unmetCondition(const Record& record) {
  constexpr std::string_view conditions[] = {"compiled", "correct", "correctness", "success", "succeeded", "passed"};
  for (const Field& field : record) {
    if (std::ranges::find(conditions, lowered(field.name)) != std::end(conditions) &&
        lowered(trimmed(field.text)) == "false") {
      return field.name + ": false";
    }
  }
  return {};
}

bool isNegative(std::string_view text) {
  const auto number = logs::numberOf(trimmed(text));
  return number && *number < 0;
}

/// Returns the reason why a run failed; empty if it did not.
std::string failureOf(const Field& field) {
  const std::string_view text = trimmed(field.text);
  const bool isNone =
      logs::isAbsent(text) || lowered(text) == "false" || lowered(text) == "none" || lowered(text) == "ok";
  return isNone ? std::string{} : lowered(text) == "true" ? "error" : std::string{text};
}

}  // namespace

ContextId RecordTables::context() {
  if (m_context == ContextId::none) {
    m_context = m_log.addContext({});
  }
  return m_context;
}

RecordTables::Table RecordTables::begun(const Record& record) {
  Table made;
  made.table.context = context();
  for (const Field& field : record) {
    made.plan.columns.push_back(logs::planOfColumn(field.name, field.unit));
    made.table.columns.push_back({.name = m_log.intern(field.name), .use = field.use});
  }
  return made;
}

RecordTables::Table* RecordTables::tableOf(const Record& record) {
  std::string members;
  for (const Field& field : record) {
    members += field.name + '\n' + field.unit + '\n' + static_cast<char>(field.use);
  }
  const auto found = m_numbers.find(members);
  if (found != m_numbers.end()) {
    return &m_tables[found->second];
  }
  if (m_tables.size() >= maxTables) {
    return nullptr;
  }
  m_numbers.emplace(std::move(members), m_tables.size());
  m_tables.push_back(begun(record));
  return &m_tables.back();
}

void RecordTables::add(const Record& record, std::uint32_t line, std::uint64_t offset) {
  constexpr std::size_t scopes = 64;
  m_measures = m_measures || (m_rows < scopes && holdsMeasurement(record));
  // The reason why a run failed is no column: most records have none, and all are of one table.
  Record values;
  std::string why = unmetCondition(record);
  for (const Field& field : record) {
    const bool isReason = isError(field);
    const std::string reason = isReason || isFailedStatus(field) ? failureOf(field) : std::string{};
    why = why.empty() ? reason : why;
    if (!isReason && !(isFailedStatus(field) && !reason.empty())) {
      values.push_back(field);
    }
  }
  if (why.empty()) {
    addRow(values.size() == record.size() ? record : values, line, offset);
    return;
  }
  for (Field& field : values) {
    field.text = isNegative(field.text) ? std::string{} : field.text;  // -1 in place of a time
  }
  addFailure(values, why, line);
  if (m_cells + values.size() > maxCells) {
    m_log.addIssue(LogIssueKind::TooManyRows, line);
    return;
  }
  m_cells += values.size();
  m_failed.push_back({std::move(values), line, offset});
  ++m_rows;
}

/// The first table that has all columns of `record`; nullptr if there is none.
RecordTables::Table* RecordTables::tableWithAll(const Record& record) {
  const auto hasAll = [&](const Table& made) {
    return std::ranges::all_of(record, [&](const Field& field) {
      return std::ranges::any_of(made.table.columns,
                                 [&](const LogColumn& column) { return m_log.text(column.name) == field.name; });
    });
  };
  std::string members;
  for (const Field& field : record) {
    members += field.name + '\n';
  }
  const auto [known, isNew] = m_fitting.try_emplace(std::move(members), nullptr);
  if (isNew) {
    const auto found = std::ranges::find_if(m_tables, hasAll);
    known->second = found == m_tables.end() ? nullptr : &*found;
  }
  return known->second;
}

/// A failed run has the columns of those that did not fail, without their results.
void RecordTables::addFailedRows() {
  for (const Failed& failed : m_failed) {
    Table* const into = tableWithAll(failed.record);
    if (into == nullptr) {
      addRow(failed.record, failed.line, failed.offset);
      m_fitting.clear();  // a table may have been added
      continue;
    }
    for (std::size_t c = 0; c < into->table.columns.size(); ++c) {
      const auto field = std::ranges::find(failed.record, m_log.text(into->table.columns[c].name), &Field::name);
      const std::string_view text = field == failed.record.end() ? std::string_view{} : trimmed(field->text);
      into->table.cells.push_back(
          {.number = logs::readCell(into->plan.columns[c], text).number, .text = m_log.intern(text)});
    }
    into->table.rows.push_back({.line = failed.line});
  }
  if (!std::exchange(m_failed, {}).empty()) {
    std::ranges::for_each(m_tables, [](Table& made) { sortByLine(made.table); });
  }
}

void RecordTables::addRow(const Record& record, std::uint32_t line, std::uint64_t offset) {
  if (record.empty()) {
    return;  // no fields
  }
  if (m_cells + record.size() > maxCells) {
    m_log.addIssue(LogIssueKind::TooManyRows, line);
    return;
  }
  Table* const into = tableOf(record);
  if (into == nullptr) {
    m_log.addIssue(LogIssueKind::TooManyTables, line, record.front().name);
    return;
  }
  LogTable& table = into->table;
  if (table.rows.empty()) {
    table.firstLine = line;
    table.offset = offset;
  }
  table.lastLine = line;
  for (std::size_t c = 0; c < record.size(); ++c) {
    const std::string_view text = trimmed(record[c].text);
    const logs::ReadCell read = logs::readCell(into->plan.columns[c], text);
    if (read.isBad) {
      m_log.addIssue(LogIssueKind::BadCell, line, text);
    }
    if (!chrome::isUtf8(text)) {
      m_log.addIssue(LogIssueKind::InvalidUtf8, line);
    }
    table.cells.push_back({.number = read.number, .text = m_log.intern(text)});
  }
  table.rows.push_back({.line = line});
  m_cells += record.size();
  ++m_rows;
}

void RecordTables::addFailure(const Record& record, std::string_view text, std::uint32_t line) {
  if (m_log.isFullOfFailures()) {
    m_log.addFailure({.line = line});
    return;
  }
  LogContext where;
  for (const Field& field : record) {
    if (field.use == ColumnUse::Subject) {
      where.subject = m_log.intern(field.text);
    } else if ((field.use == ColumnUse::Parameter || field.use == ColumnUse::Undetermined) &&
               !logs::isNoValue(trimmed(field.text))) {
      where.parameters.push_back({.name = m_log.intern(field.name),
                                  .key = m_log.intern(logs::keyOf(field.name)),
                                  .value = logs::settingCell(m_log, field.text)});
    }
  }
  m_log.addFailure({.context = m_log.addContext(std::move(where)), .text = m_log.intern(text), .line = line});
}

void RecordTables::addSetting(std::string_view name, std::string_view text, bool isMachine) {
  m_log.addSetting({.context = context(),
                    .isMachine = isMachine,
                    .name = m_log.intern(name),
                    .value = logs::settingCell(m_log, text),
                    .line = 1});
}

bool RecordTables::finish() {
  addFailedRows();
  bool anyNumber = false;
  for (Table& made : m_tables) {
    logs::finishTable(m_log, made.plan, made.table);
    anyNumber = anyNumber || std::ranges::any_of(made.table.columns, [](const LogColumn& column) {
                  return column.quantity != Quantity::Text;
                });
    m_log.addTable(std::move(made.table));
  }
  m_tables.clear();
  m_numbers.clear();
  return anyNumber;
}

}  // namespace kernline::records
