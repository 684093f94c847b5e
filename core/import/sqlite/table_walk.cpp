// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sqlite/table_walk.h"

#include "core/import/sqlite/row_place.h"

#include <algorithm>
#include <string>

namespace kernline::sqlite {

namespace {

bool isSameColumn(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

bool hasColumn(const std::vector<std::string>& columns, std::string_view name) {
  return std::ranges::any_of(columns, [name](const std::string& column) { return isSameColumn(column, name); });
}

TableWalk::TableWalk(const Connection& database, std::string_view table, std::span<const std::string_view> columns)
    : m_database(database) {
  const std::vector<std::string> there = database.columns(table);
  std::string query = "SELECT rowid";
  for (const std::string_view column : columns) {
    m_has.push_back(hasColumn(there, column));
    query += m_has.back() ? ", " + quoted(column) : ", NULL";
  }
  if (!there.empty()) {
    m_rows = database.select(query + " FROM " + quoted(table) + " NOT INDEXED");
    m_isBroken = !m_rows.isOpen();
  }
}

bool TableWalk::next() {
  if (!m_rows.isOpen() || m_isBroken || m_isCut) {
    return false;
  }
  if (!m_rows.step()) {
    m_isBroken = m_rows.hasFailed();
    return false;
  }
  const std::int64_t row = m_rows.int64(0);
  if (m_row != INT64_MIN && row <= m_row) {  // a tree whose pages point at one another never ends
    m_isBroken = true;
    return false;
  }
  m_row = row;
  m_isCut = m_database.isFull();
  return !m_isCut;
}

void TableWalk::noteEnd(ImportReport& report, std::size_t table, std::string_view name) const {
  if (m_isBroken || m_isCut) {
    report.add(m_isBroken ? IssueKind::BrokenEvent : IssueKind::MemoryLimit, offsetOf({.table = table, .row = m_row}),
               name);
  }
}

}  // namespace kernline::sqlite
