// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/string_ids.h"

#include "core/import/nsys/event_tables.h"
#include "core/model/json/members.h"

namespace kernline::nsys {

namespace {

constexpr std::size_t maxStringBytes = std::size_t{1} << 16;
constexpr std::int64_t densestIds = std::int64_t{1} << 24;

}  // namespace

void StringIds::read(const sqlite::Connection& database, std::uint64_t fileBytes, ImportReport& report) {
  const std::vector<std::string> columns = database.columns("StringIds");
  if (!hasColumn(columns, "id") || !hasColumn(columns, "value")) {
    return;
  }
  // In a crafted file many cells may lie over one another.
  std::uint64_t budget = fileBytes * 2 + (std::uint64_t{1} << 20);
  sqlite::Rows rows = database.select(R"(SELECT rowid, "id", "value" FROM "StringIds" NOT INDEXED)");
  std::int64_t last = INT64_MIN;
  bool isSound = rows.isOpen();
  while (isSound && rows.step()) {
    const std::int64_t row = rows.int64(0);
    const std::string_view value = rows.text(2).substr(0, maxStringBytes);
    isSound = (m_texts.empty() || row > last) && value.size() <= budget;
    if (!isSound) {
      break;
    }
    last = row;
    budget -= value.size();
    const std::int64_t id = rows.int64(1);
    const auto place = static_cast<std::uint32_t>(m_texts.size());
    std::string text(value);
    if (chrome::repairUtf8(text)) {
      report.add(IssueKind::InvalidUtf8, offsetOf({.table = tableNumber("StringIds"), .row = row}), text);
    }
    m_texts.push_back(std::move(text));
    if (id >= 0 && id < densestIds && id < static_cast<std::int64_t>(m_texts.size()) * 8 + 4096) {
      if (static_cast<std::size_t>(id) >= m_dense.size()) {
        m_dense.resize(static_cast<std::size_t>(id) + 1, none);
      }
      m_dense[static_cast<std::size_t>(id)] = place;
    } else {
      m_sparse.emplace(id, place);
    }
  }
  if (!isSound || rows.hasFailed()) {
    report.add(IssueKind::BrokenEvent, offsetOf({.table = tableNumber("StringIds"), .row = last}), "StringIds");
  }
}

std::uint32_t StringIds::find(std::int64_t id) const {
  if (id >= 0 && static_cast<std::size_t>(id) < m_dense.size() && m_dense[static_cast<std::size_t>(id)] != none) {
    return m_dense[static_cast<std::size_t>(id)];
  }
  const auto at = m_sparse.find(id);
  return at == m_sparse.end() ? none : at->second;
}

std::string_view StringIds::operator[](std::int64_t id) const {
  const std::uint32_t place = find(id);
  return place == none ? std::string_view{} : std::string_view{m_texts[place]};
}

}  // namespace kernline::nsys
