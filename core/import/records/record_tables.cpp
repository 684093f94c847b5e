// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/record_tables.h"

#include "core/import/log/cell_text.h"
#include "core/import/log/finish_table.h"
#include "core/import/log/scope.h"
#include "core/model/base/text.h"
#include "core/model/json/members.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <utility>

namespace kernline::records {

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
  Table* const into = m_cells + record.size() <= maxCells && !record.empty() ? tableOf(record) : nullptr;
  if (into == nullptr) {
    m_log.addIssue(LogIssueKind::TooManyMetrics, line);
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
    } else if (field.use == ColumnUse::Parameter && !field.text.empty()) {
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
