// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/named_rows.h"

#include "core/compare/tables/summary_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace kernline {

namespace {

std::optional<std::size_t> timeColumn(const LogTable& table, RowTime rowTime) {
  const auto first = [&](std::initializer_list<ColumnRole> roles) -> std::optional<std::size_t> {
    for (const ColumnRole role : roles) {
      if (const auto column = table.columnOf(role)) {
        return column;
      }
    }
    return std::nullopt;
  };
  return rowTime == RowTime::Host ? first({ColumnRole::SelfHost, ColumnRole::HostTotal, ColumnRole::Total})
                                  : first({ColumnRole::SelfDevice, ColumnRole::Total});
}

/// Torch's tables have a column each for the time on device and host; a row of the others is on one of them.
bool passesElsewhere(const LogTable& table, RowKind kind, RowTime rowTime) {
  return table.kind != TableKind::Torch && isOnDevice(kind) == (rowTime == RowTime::Host);
}

double numberIn(const LogTable& table, std::size_t row, std::optional<std::size_t> column, double otherwise) {
  return column && table.cell(row, *column).hasNumber() ? table.cell(row, *column).number : otherwise;
}

/// Returns the value of the last digit of "6.950ms"; 0 if no number was printed.
double resolutionOf(const LogCell& cell, std::string_view text) {
  std::string digits;
  std::optional<int> decimals;
  for (const char c : text) {
    if (c == '.' && !decimals) {
      decimals = 0;
      digits += c;
    } else if (c >= '0' && c <= '9') {
      decimals = decimals ? std::optional(*decimals + 1) : std::nullopt;
      digits += c;
    } else if (c != ',') {
      break;
    }
  }
  double printed = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), printed);
  return printed > 0 && cell.hasNumber() ? cell.number / printed * std::pow(10, -decimals.value_or(0)) : 0;
}

std::vector<NamedRow> rowsOf(const TableRef& ref, RowTime rowTime) {
  const LogTable& table = *ref;
  const auto nameColumn = table.columnOf(ColumnRole::Name);
  const auto time = timeColumn(table, rowTime);
  const auto calls = table.columnOf(ColumnRole::Calls);
  const auto median = table.columnOf(ColumnRole::Median);
  std::vector<NamedRow> rows;
  for (std::size_t r = 0; r < table.rows.size() && nameColumn; ++r) {
    const LogRow& row = table.rows[r];
    NamedRow& named = rows.emplace_back();
    named.row = r;
    named.kind = rowKindOf(*ref.log, table, r);
    named.isCut = row.isNameCut && row.fullName == StringId::empty;
    named.name = ref.log->text(row.isNameCut && !named.isCut ? row.fullName : table.cell(r, *nameColumn).text);
    named.count = numberIn(table, r, calls, 0);
    if (time && !passesElsewhere(table, named.kind, rowTime)) {
      named.time = numberIn(table, r, time, 0);
      named.resolution = resolutionOf(table.cell(r, *time), ref.log->text(table.cell(r, *time).text));
    }
    named.median = numberIn(table, r, median, named.median);
  }
  return rows;
}

using NameAndKind = std::pair<std::string, RowKind>;
using Candidates = std::map<NameAndKind, NamedRow>;

/// The full names of a table; rows of one name count together.
Candidates fullNames(const std::vector<NamedRow>& rows) {
  Candidates names;
  for (const NamedRow& row : rows) {
    if (!row.isCut) {
      const auto [entry, isNew] = names.try_emplace({row.name, row.kind}, row);
      if (!isNew) {
        entry->second.count += row.count;
        entry->second.time += row.time;
        entry->second.resolution += row.resolution;
      }
    }
  }
  return names;
}

bool hasFiguresOf(const NamedRow& cut, const NamedRow& full) {
  constexpr double minSlack = 1;  // ns, as traces are written
  const double slack = std::max(minSlack, (cut.resolution + full.resolution) / 2);
  return cut.count > 0 && cut.count == full.count && cut.time > 0 && std::abs(cut.time - full.time) <= slack;
}

/// Gives cut names of a table the full ones of another, each to the only row that it can be.
void takeNames(std::vector<NamedRow>& rows, const Candidates& names) {
  const Candidates own = fullNames(rows);
  std::map<NameAndKind, std::vector<std::size_t>> rowsOfName;
  std::set<std::size_t> isUnsure;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::size_t found = 0;
    for (auto at = names.lower_bound({std::string{withoutDots(rows[r].name)}, RowKind{}});
         rows[r].isCut && at != names.end() && isCutFrom(rows[r].name, at->first.first); ++at) {
      if (at->first.second == rows[r].kind && !own.contains(at->first) && hasFiguresOf(rows[r], at->second)) {
        rowsOfName[at->first].push_back(r);
        ++found;
      }
    }
    if (found > 1) {
      isUnsure.insert(r);
    }
  }
  for (const auto& [name, takers] : rowsOfName) {
    NamedRow& row = rows[takers.front()];
    if (takers.size() == 1 && !isUnsure.contains(takers.front())) {
      row.name = name.first;
      row.isCut = false;
      row.isFoundByFigures = true;
    }
  }
}

}  // namespace

std::string_view withoutDots(std::string_view name) {
  for (const std::string_view dots : {std::string_view{"..."}, std::string_view{"…"}}) {
    if (name.ends_with(dots)) {
      return name.substr(0, name.size() - dots.size());
    }
  }
  return name;
}

bool isCutFrom(std::string_view cut, std::string_view full) {
  return full.starts_with(withoutDots(cut));
}

std::vector<std::vector<NamedRow>> namedRows(const std::vector<TableRef>& tables, RowTime rowTime) {
  std::vector<std::vector<NamedRow>> all;
  std::vector<Candidates> names;
  for (const TableRef& table : tables) {
    all.push_back(rowsOf(table, rowTime));
    names.push_back(fullNames(all.back()));
  }
  for (std::size_t t = 0; t < all.size(); ++t) {
    for (std::size_t other = 0; other < all.size(); ++other) {
      if (other != t) {
        takeNames(all[t], names[other]);
      }
    }
  }
  return all;
}

}  // namespace kernline
