// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/query_error.h"

#include "core/model/base/edit_distance.h"
#include "core/model/base/text.h"
#include "core/output/sql/schema.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace kernline::sql {

namespace {

std::vector<std::string_view> tableNames() {
  std::vector<std::string_view> names;
  std::ranges::transform(tableSchemas(), std::back_inserter(names), &TableSchema::name);
  return names;
}

bool isWordCharacter(char c) {
  return isLetter(c) || isDigit(c) || c == '_';
}

/// Returns the position of `word` in the query, if any.
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

/// `what`, and which of the candidates may be meant.
Message withGuess(const Message& what, std::string_view wrong, const std::vector<std::string_view>& candidates) {
  const std::string_view near = nearestName(wrong, candidates);
  return near.empty() ? what : what.then(Phrase::tr("Did you mean \"%1\"?").with(near));
}

std::string listed(const std::vector<std::string_view>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

Message unknownTable(std::string_view wrong) {
  const std::vector<std::string_view> names = tableNames();
  return withGuess(Phrase::tr("no table \"%1\".").with(wrong), wrong, names)
      .then(Phrase::tr("The tables are %1.").with(listed(names)));
}

Message unknownColumn(std::string_view wrong, std::string_view query) {
  const std::string_view bare = wrong.substr(wrong.rfind('.') + 1);
  std::vector<std::string_view> candidates;
  Message lists;
  const std::vector<const TableSchema*> tables = tablesOf(query);
  for (const TableSchema* table : tables) {
    std::vector<std::string_view> names;
    std::ranges::transform(table->columns, std::back_inserter(names), &Column::name);
    lists = lists.then(Phrase::tr("%1 has %2.").with(table->name, listed(names)));
    candidates.insert(candidates.end(), names.begin(), names.end());
  }
  const bool isShort = tables.size() <= 2;
  const Message what = withGuess(Phrase::tr("no column \"%1\".").with(wrong), bare, candidates);
  return isShort ? what.then(lists) : what;
}

Message unknownFunction(std::string_view wrong) {
  std::vector<std::string_view> names;
  for (const FunctionSchema& function : functionSchemas()) {
    names.push_back(function.signature.substr(0, function.signature.find('(')));
  }
  return withGuess(Phrase::tr("no function %1().").with(wrong), wrong, names)
      .then(Phrase::tr("Besides those of SQLite there are %1.").with(listed(names)));
}

constexpr std::string_view noTable = "no such table: ";

/// Rewords SQLite's message in the words of the program.
Message clauseOf(std::string_view query, std::string_view message) {
  constexpr std::string_view noColumn = "no such column: ";
  constexpr std::string_view noFunction = "no such function: ";
  constexpr std::string_view near = "near \"";
  constexpr std::string_view syntaxError = "\": syntax error";
  constexpr std::string_view ambiguous = "ambiguous column name: ";
  constexpr std::string_view arguments = "wrong number of arguments to function ";
  if (message.starts_with(noTable)) {
    return unknownTable(message.substr(noTable.size()));
  }
  if (message.starts_with(noColumn)) {
    return unknownColumn(message.substr(noColumn.size()), query);
  }
  if (message.starts_with(noFunction)) {
    return unknownFunction(message.substr(noFunction.size()));
  }
  if (message.starts_with(near) && message.ends_with(syntaxError) &&
      message.size() > near.size() + syntaxError.size()) {
    message.remove_prefix(near.size());
    message.remove_suffix(syntaxError.size());
    return Phrase::tr("syntax error near \"%1\".").with(message);
  }
  if (message.starts_with(ambiguous)) {
    return Phrase::tr("ambiguous column name \"%1\".").with(message.substr(ambiguous.size()));
  }
  if (message.starts_with(arguments)) {
    return Phrase::tr("wrong number of arguments to %1.").with(message.substr(arguments.size()));
  }
  return message == "incomplete input" ? Message(Phrase::tr("the query is incomplete."))
                                       : Phrase::tr("%1.").with(message);
}

/// `what` after where it is, "Line 2, column 5: …"; columns count characters, not bytes.
Message atPlace(std::string_view query, std::size_t offset, const Message& what) {
  const std::string_view before = query.substr(0, offset);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::string_view inLine = before.substr(before.rfind('\n') + 1);
  const auto column =
      std::ranges::count_if(inLine, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }) + 1;
  return line == 1 && query.find('\n') == std::string_view::npos
             ? Phrase::tr("Column %1: %2").with(column, what)
             : Phrase::tr("Line %1, column %2: %3").with(line, column, what);
}

}  // namespace

std::string_view nearestName(std::string_view wrong, const std::vector<std::string_view>& candidates) {
  std::string_view nearest;
  std::size_t minDistance = wrong.size() / 2 + 1;
  for (const std::string_view candidate : candidates) {
    const bool isPart = wrong.size() >= 3 && candidate.starts_with(wrong);
    const std::size_t distance = isPart ? 1 : editDistance(wrong, candidate);
    if (distance < minDistance) {
      minDistance = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

QueryError explainError(std::string_view query, std::string_view message, std::optional<std::size_t> offset) {
  if (!offset && message.starts_with(noTable)) {
    offset = placeOfWord(query, message.substr(noTable.size()));
  }
  const Message what = clauseOf(query, message);
  return {QueryError::Kind::Wrong, offset ? atPlace(query, *offset, what) : Phrase::tr("Query failed: %1").with(what),
          offset};
}

}  // namespace kernline::sql
