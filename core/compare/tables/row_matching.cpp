// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/row_matching.h"

#include "core/compare/tables/named_rows.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace kernline {

namespace {

/// Rows of one table with one name and kind.
struct Group {
  std::string name;
  RowKind kind = RowKind::Plain;
  bool isCut = false;
  NameMatch match = NameMatch::Exact;
  ComparedSide side;
};

std::vector<Group> groupsOf(std::vector<NamedRow> rows) {
  std::vector<Group> groups;
  std::map<std::pair<std::string, RowKind>, std::size_t> known;
  for (NamedRow& row : rows) {
    const auto [entry, isNew] = known.try_emplace({row.name, row.kind}, groups.size());
    if (isNew) {
      groups.push_back({.name = std::move(row.name),
                        .kind = row.kind,
                        .isCut = row.isCut,
                        .match = row.isFoundByFigures ? NameMatch::CutByFigures : NameMatch::Exact,
                        .side = {}});
    }
    ComparedSide& side = groups[entry->second].side;
    side.rows.push_back(row.row);
    side.count += row.count;
    side.time += row.time;
    side.median = side.rows.size() == 1 ? row.median : std::numeric_limits<double>::quiet_NaN();
  }
  return groups;
}

/// Joins the groups of one more table to the rows of those before.
class Joining {
 public:
  Joining(std::vector<ComparedRow>& rows, std::vector<Group> groups, std::size_t table)
      : m_rows(rows), m_groups(std::move(groups)), m_table(table), m_isFree(m_groups.size(), true) {
    for (ComparedRow& row : m_rows) {
      row.sides.emplace_back();
    }
  }

  void run(std::set<std::size_t>& cutRows) {
    joinExact();
    joinCut(cutRows);
    joinShort();
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
      if (m_isFree[g]) {
        append(g, cutRows);
      }
    }
  }

 private:
  [[nodiscard]] bool isOpen(std::size_t row) const { return !m_rows[row].sides[m_table].isPresent(); }

  void join(std::size_t row, std::size_t group, NameMatch match) {
    ComparedRow& joined = m_rows[row];
    joined.sides[m_table] = std::move(m_groups[group].side);
    joined.match = std::max({joined.match, m_groups[group].match, match});
    if (m_groups[group].name.size() > joined.name.size() || joined.name.ends_with("...")) {
      joined.name = m_groups[group].name;
    }
    m_isFree[group] = false;
  }

  void joinExact() {
    std::map<std::pair<std::string_view, RowKind>, std::size_t> groups;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
      groups.try_emplace({m_groups[g].name, m_groups[g].kind}, g);
    }
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
      if (const auto found = groups.find({m_rows[r].name, m_rows[r].kind}); found != groups.end()) {
        if (m_isFree[found->second] && isOpen(r)) {
          join(r, found->second, m_groups[found->second].isCut ? NameMatch::Cut : NameMatch::Exact);
        }
      }
    }
  }

  /// A cut name with the only name it can be, on either side.
  void joinCut(std::set<std::size_t>& cutRows) {
    constexpr std::size_t maxPairs = 4'000'000;  // every name is compared with every other
    if (m_rows.size() * m_groups.size() > maxPairs) {
      return;
    }
    std::map<std::size_t, std::vector<std::size_t>> groupsOfRow;
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
      for (std::size_t g = 0; g < m_groups.size(); ++g) {
        if (m_isFree[g] && isOpen(r) && m_rows[r].kind == m_groups[g].kind && canBeOne(r, g, cutRows.contains(r))) {
          groupsOfRow[r].push_back(g);
          m_rowsOfGroup[g].push_back(r);
        }
      }
    }
    for (const auto& [row, groups] : groupsOfRow) {
      m_rows[row].sides[m_table].canBeCut = true;
      if (groups.size() == 1 && m_rowsOfGroup[groups.front()].size() == 1) {
        const bool isStillCut = cutRows.contains(row) && m_groups[groups.front()].isCut;
        join(row, groups.front(), NameMatch::Cut);
        if (!isStillCut) {
          cutRows.erase(row);
        }
      }
    }
  }

  [[nodiscard]] bool canBeOne(std::size_t row, std::size_t group, bool isRowCut) const {
    const std::string_view one = m_rows[row].name;
    const std::string_view other = m_groups[group].name;
    return (isRowCut && isCutFrom(one, other)) || (m_groups[group].isCut && isCutFrom(other, one));
  }

  void joinShort() {
    std::map<std::pair<std::string, RowKind>, std::vector<std::size_t>> rows;
    std::map<std::pair<std::string, RowKind>, std::vector<std::size_t>> groups;
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
      if (isOpen(r) && canShorten(m_rows[r].kind)) {
        rows[{shortKernelName(m_rows[r].name), m_rows[r].kind}].push_back(r);
      }
    }
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
      if (m_isFree[g] && canShorten(m_groups[g].kind) && !m_groups[g].isCut) {
        groups[{shortKernelName(m_groups[g].name), m_groups[g].kind}].push_back(g);
      }
    }
    for (const auto& [name, ofGroups] : groups) {
      if (const auto found = rows.find(name);
          found != rows.end() && found->second.size() == 1 && ofGroups.size() == 1 &&
          withoutDots(m_rows[found->second.front()].name).size() == m_rows[found->second.front()].name.size()) {
        join(found->second.front(), ofGroups.front(), NameMatch::ShortName);
      }
    }
  }

  [[nodiscard]] static bool canShorten(RowKind kind) { return kind == RowKind::Kernel || kind == RowKind::Plain; }

  void append(std::size_t number, std::set<std::size_t>& cutRows) {
    Group& group = m_groups[number];
    ComparedRow row;
    row.name = std::move(group.name);
    row.kind = group.kind;
    row.match = group.match;
    row.sides.resize(m_table + 1);
    row.sides[m_table] = std::move(group.side);
    for (const std::size_t doubtful : m_rowsOfGroup[number]) {
      for (std::size_t t = 0; t < m_table; ++t) {
        row.sides[t].canBeCut = row.sides[t].canBeCut || m_rows[doubtful].sides[t].isPresent();
      }
    }
    if (group.isCut) {
      row.match = NameMatch::Cut;
      cutRows.insert(m_rows.size());
    }
    m_rows.push_back(std::move(row));
  }

  std::vector<ComparedRow>& m_rows;
  std::vector<Group> m_groups;
  std::size_t m_table;
  std::vector<bool> m_isFree;
  std::map<std::size_t, std::vector<std::size_t>> m_rowsOfGroup;  // rows that it may be, where one of the names is cut
};

}  // namespace

std::vector<ComparedRow> matchRows(const std::vector<TableRef>& tables, RowTime rowTime) {
  std::vector<ComparedRow> rows;
  std::set<std::size_t> cutRows;
  std::vector<std::vector<NamedRow>> named = namedRows(tables, rowTime);
  for (std::size_t t = 0; t < named.size(); ++t) {
    Joining(rows, groupsOf(std::move(named[t])), t).run(cutRows);
  }
  return rows;
}

}  // namespace kernline
