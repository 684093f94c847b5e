// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sqlite/text_table.h"

#include "core/import/sqlite/row_place.h"
#include "core/import/sqlite/table_walk.h"
#include "core/model/json/members.h"

#include <array>
#include <utility>

namespace kernline::sqlite {

namespace {

constexpr std::size_t maxStringBytes = std::size_t{1} << 16;

}  // namespace

void TextTable::read(const Connection& database, const Source& source, std::uint64_t fileBytes, ImportReport& report) {
  const std::array<std::string_view, 2> columns{source.id, source.text};
  TableWalk rows(database, source.table, columns);
  if (!rows.isBroken() && !(rows.has(0) && rows.has(1))) {
    return;
  }
  // In a crafted file many cells may lie over one another.
  std::uint64_t budget = fileBytes * 2 + (std::uint64_t{1} << 20);
  bool isSound = true;
  while (isSound && rows.next()) {
    const std::string_view value = rows.text(1).substr(0, maxStringBytes);
    isSound = value.size() <= budget;
    if (isSound) {
      budget -= value.size();
      std::string text(value);
      if (chrome::repairUtf8(text)) {
        report.add(IssueKind::InvalidUtf8, offsetOf({.table = source.number, .row = rows.row()}), text);
      }
      m_texts.put(rows.integerOr(0, 0), std::move(text));
    }
  }
  if (!isSound) {
    report.add(IssueKind::BrokenEvent, offsetOf({.table = source.number, .row = rows.row()}), source.table);
  }
  rows.noteEnd(report, source.number, source.table);
}

std::string_view TextTable::operator[](std::int64_t id) const {
  const std::string* found = m_texts.find(id);
  return found == nullptr ? std::string_view{} : std::string_view{*found};
}

}  // namespace kernline::sqlite
