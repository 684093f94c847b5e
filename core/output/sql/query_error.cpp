// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/query_error.h"

#include "core/model/base/text.h"
#include "core/output/sql/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace kernline::sql {

namespace {

/// Levenshtein's, without regard to case.
std::size_t distanceBetween(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (toLower(a[i]) == toLower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::vector<std::string_view> tableNames() {
  std::vector<std::string_view> names;
  std::ranges::transform(tableSchemas(), std::back_inserter(names), &TableSchema::name);
  return names;
}

bool isWordCharacter(char c) {
  return isLetter(c) || isDigit(c) || c == '_';
}

/// Where the query says `word`, if anywhere.
std::optional<std::size_t> placeOfWord(std::string_view query, std::string_view word) {
  const auto same = [](char a, char b) { return toLower(a) == toLower(b); };
  for (auto at = query.begin(); at != query.end();) {
    const auto begin = std::find_if(at, query.end(), isWordCharacter);
    const auto end = std::find_if_not(begin, query.end(), isWordCharacter);
    if (std::equal(begin, end, word.begin(), word.end(), same)) {
      return static_cast<std::size_t>(begin - query.begin());
    }
    at = end;
  }
  return std::nullopt;
}

/// The tables that the query speaks of; all if it names none.
std::vector<const TableSchema*> tablesOf(std::string_view query) {
  std::vector<const TableSchema*> named;
  std::vector<const TableSchema*> all;
  for (const TableSchema& table : tableSchemas()) {
    all.push_back(&table);
    if (placeOfWord(query, table.name)) {
      named.push_back(&table);
    }
  }
  return named.empty() ? all : named;
}

std::string guess(std::string_view wrong, const std::vector<std::string_view>& candidates) {
  const std::string_view near = nearestName(wrong, candidates);
  return near.empty() ? "" : fmt::format(", perhaps \"{}\"", near);
}

std::string unknownTable(std::string_view wrong) {
  const std::vector<std::string_view> names = tableNames();
  return fmt::format("there is no table \"{}\"{}; the tables are {}", wrong, guess(wrong, names),
                     fmt::join(names, ", "));
}

std::string unknownColumn(std::string_view wrong, std::string_view query) {
  const std::string_view bare = wrong.substr(wrong.rfind('.') + 1);
  std::vector<std::string_view> candidates;
  std::string lists;
  const std::vector<const TableSchema*> tables = tablesOf(query);
  for (const TableSchema* table : tables) {
    std::vector<std::string_view> names;
    std::ranges::transform(table->columns, std::back_inserter(names), &Column::name);
    lists += fmt::format("; {} has {}", table->name, fmt::join(names, ", "));
    candidates.insert(candidates.end(), names.begin(), names.end());
  }
  const bool isShort = tables.size() <= 2;
  return fmt::format("there is no column \"{}\"{}{}", wrong, guess(bare, candidates), isShort ? lists : "");
}

std::string unknownFunction(std::string_view wrong) {
  std::vector<std::string_view> names;
  for (const FunctionSchema& function : functionSchemas()) {
    names.push_back(function.signature.substr(0, function.signature.find('(')));
  }
  return fmt::format("there is no function {}(){}; beside those of SQLite there are {}", wrong, guess(wrong, names),
                     fmt::join(names, ", "));
}

constexpr std::string_view noTable = "no such table: ";

std::string clauseOf(std::string_view query, std::string_view message) {
  constexpr std::string_view noColumn = "no such column: ";
  constexpr std::string_view noFunction = "no such function: ";
  if (message.starts_with(noTable)) {
    return unknownTable(message.substr(noTable.size()));
  }
  if (message.starts_with(noColumn)) {
    return unknownColumn(message.substr(noColumn.size()), query);
  }
  if (message.starts_with(noFunction)) {
    return unknownFunction(message.substr(noFunction.size()));
  }
  return std::string{message};
}

/// "line 2, column 5"; columns count characters, not bytes.
std::string placeOf(std::string_view query, std::size_t offset) {
  const std::string_view before = query.substr(0, offset);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::string_view inLine = before.substr(before.rfind('\n') + 1);
  const auto column =
      std::ranges::count_if(inLine, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }) + 1;
  return line == 1 && query.find('\n') == std::string_view::npos ? fmt::format("column {}", column)
                                                                 : fmt::format("line {}, column {}", line, column);
}

}  // namespace

std::string_view nearestName(std::string_view wrong, const std::vector<std::string_view>& candidates) {
  std::string_view nearest;
  std::size_t least = wrong.size() / 2 + 1;
  for (const std::string_view candidate : candidates) {
    const bool isPart = wrong.size() >= 3 && candidate.starts_with(wrong);
    const std::size_t distance = isPart ? 1 : distanceBetween(wrong, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

QueryError explainError(std::string_view query, std::string_view message, std::optional<std::size_t> offset) {
  if (!offset && message.starts_with(noTable)) {
    offset = placeOfWord(query, message.substr(noTable.size()));
  }
  const std::string place = offset ? fmt::format("At {} of the query: ", placeOf(query, *offset)) : "The query fails: ";
  return {QueryError::Kind::Wrong, place + clauseOf(query, message) + ".", offset};
}

}  // namespace kernline::sql
