// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/run_columns.h"

#include "core/compare/tables/column_uses.h"

#include <algorithm>
#include <unordered_map>

namespace kernline::ui {
namespace {

bool isVaried(const LogTable& table, std::size_t column) {
  for (std::size_t r = 1; r < table.rows.size(); ++r) {
    if (table.cell(r, column).text != table.cell(0, column).text) {
      return true;
    }
  }
  return false;
}

/// Whether a value of `by` always comes with the same one of `column`, which is then redundant.
bool isImplied(const LogTable& table, std::size_t by, std::size_t column) {
  std::unordered_map<StringId, StringId> values;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const StringId value = table.cell(r, column).text;
    if (values.try_emplace(table.cell(r, by).text, value).first->second != value) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<ColumnUse> usesOfSweep(const Log& log, const LogTable& table) {
  if (table.kind != TableKind::Generic || table.isOfMetrics) {
    return {};
  }
  std::vector<ColumnUse> uses = columnUses(log, table);
  for (std::size_t c = 0; c < uses.size(); ++c) {
    if (uses[c] == ColumnUse::Parameter && isVaried(table, c)) {
      return uses;
    }
  }
  return {};
}

bool saysWhatRowIs(ColumnUse use) {
  return use == ColumnUse::Parameter || use == ColumnUse::Ignored;
}

std::vector<RunColumn> columnsOfRuns(const LogTable& table, const std::vector<ColumnUse>& uses) {
  std::vector<RunColumn> found;
  for (const ColumnUse use : {ColumnUse::Subject, ColumnUse::Parameter}) {
    for (std::size_t c = 0; c < uses.size(); ++c) {
      const auto impliesIt = [&](const RunColumn& before) { return isImplied(table, before.column, c); };
      if (uses[c] == use && isVaried(table, c) && std::ranges::none_of(found, impliesIt)) {
        found.push_back({.column = c, .isSubject = use == ColumnUse::Subject});
      }
    }
  }
  return found;
}

}  // namespace kernline::ui
