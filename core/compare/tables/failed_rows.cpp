// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/failed_rows.h"

#include "core/compare/tables/measurement_tables.h"

#include <algorithm>
#include <set>

namespace kernline {

FailedRows::FailedRows(const Log& log, const ColumnWishes& wishes) : m_log(log), m_wishes(wishes) {
  std::set<std::uint32_t> lines;
  for (const LogFailure& failure : log.failures()) {
    lines.insert(failure.line);
  }
  for (std::size_t t = 0; t < log.tables().size() && !lines.empty(); ++t) {
    const LogTable& table = log.tables()[t];
    for (std::size_t row = 0; row < table.rows.size() && table.kind == TableKind::Generic; ++row) {
      if (lines.contains(table.rows[row].line)) {
        m_rows.emplace(table.rows[row].line, Row{t, row});
      }
    }
  }
}

/// Whether the row has all facts of the failure.
bool FailedRows::isOf(const LogFailure& failure, const Row& row) const {
  const LogTable& table = m_log.tables()[row.first];
  const LogContext& context = m_log.context(failure.context);
  const auto cellNamed = [&](StringId name) {
    const auto found = std::ranges::find(table.columns, name, &LogColumn::name);
    return found == table.columns.end()
               ? nullptr
               : &table.cell(row.second, static_cast<std::size_t>(found - table.columns.begin()));
  };
  const bool hasAll = std::ranges::all_of(context.parameters, [&](const LogParameter& parameter) {
    const LogCell* cell = cellNamed(parameter.name);
    return cell == nullptr || cell->text == parameter.value.text;
  });
  const bool hasSubject =
      context.subject == StringId::empty || std::ranges::any_of(table.columns, [&](const LogColumn& column) {
        return cellNamed(column.name)->text == context.subject;
      });
  return hasAll && hasSubject;
}

std::optional<Place> FailedRows::placeOf(MeasurementsBuilder& builder, const LogFailure& failure) {
  if (failure.context == ContextId::none) {
    return std::nullopt;
  }
  const auto [first, end] = m_rows.equal_range(failure.line);
  const auto found = std::find_if(first, end, [&](const auto& entry) { return isOf(failure, entry.second); });
  if (found == end) {
    return std::nullopt;
  }
  const auto& [number, row] = found->second;
  const LogTable& table = m_log.tables()[number];
  const auto [uses, isNew] = m_uses.try_emplace(number);
  if (isNew) {
    uses->second = columnUses(m_log, table, m_wishes);
  }
  return placeOfRow(builder, m_log, table, uses->second, row);
}

}  // namespace kernline
