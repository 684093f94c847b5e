// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/database_pages.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace kernline::recording {

namespace {

/// SQLite locks bytes of this page and leaves it out.
constexpr std::uint32_t lockPage = (std::uint32_t{1} << 30) / pageBytes + 1;
constexpr std::size_t childBytes = 4;

std::uint64_t offsetOf(std::uint32_t page) {
  return std::uint64_t{page - 1} * pageBytes;
}

std::uint32_t pageAfter(std::uint32_t page, std::uint32_t count) {
  return page + count + (page <= lockPage && page + count >= lockPage ? 1 : 0);
}

void appendEntry(std::string& cell, const DatabasePages::Entry& entry, Record& record) {
  record.clear();
  record.add(sql::Cell::integer(entry.key));
  record.add(sql::Cell::integer(entry.row));
  const std::string_view bytes = record.bytes();
  appendVarint(cell, bytes.size());
  cell += bytes;
}

}  // namespace

DatabasePages::DatabasePages(const std::string& path) : m_file(std::fopen(path.c_str(), "r+b")) {
  m_isGood = m_file && fseeko(m_file.get(), 0, SEEK_END) == 0;
  if (m_isGood) {
    m_next = static_cast<std::uint32_t>(ftello(m_file.get()) / static_cast<std::int64_t>(pageBytes)) + 1;
  }
}

std::uint32_t DatabasePages::append(std::string_view page) {
  constexpr std::size_t maxPending = std::size_t{1} << 20;
  if (m_pending.size() >= maxPending) {
    flush();
  }
  if (m_next == lockPage) {
    m_pending.append(pageBytes, '\0');
    ++m_next;
  }
  m_pending += page;
  return m_next++;
}

void DatabasePages::addRows(const TableLeaves& rows) {
  const std::uint32_t first = m_next;
  std::string bytes = rows.bytes();
  std::string number;
  for (const TableLeaves::Link& link : rows.links()) {
    number.clear();
    appendBigEndian(number, pageAfter(first, link.page), childBytes);
    bytes.replace(link.at, childBytes, number);
  }
  for (std::size_t at = 0; at < bytes.size(); at += pageBytes) {
    append(std::string_view(bytes).substr(at, pageBytes));
  }
  for (const TableLeaves::Leaf& leaf : rows.leaves()) {
    m_leaves.push_back({pageAfter(first, leaf.page), static_cast<std::size_t>(leaf.lastRow)});
  }
}

void DatabasePages::finishTable(std::uint32_t root) {
  constexpr std::size_t maxBytes = 9;
  std::vector<Child> leaves = std::exchange(m_leaves, {});
  if (leaves.size() == 1) {
    writeAt(offsetOf(root), std::string_view(m_pending).substr(m_pending.size() - pageBytes));
    m_pending.resize(m_pending.size() - pageBytes);
    --m_next;
    return;
  }
  finishTree(TreePage::Kind::InnerTable, root, std::move(leaves), maxBytes, appendVarint);
}

void DatabasePages::addIndex(std::uint32_t root, std::size_t count, const std::function<Entry(std::size_t)>& entryAt) {
  if (count == 0) {
    return;
  }
  Record record;
  const auto appendAt = [&](std::string& cell, std::size_t i) { appendEntry(cell, entryAt(i), record); };
  std::size_t maxBytes = 0;
  for (const std::size_t i : {std::size_t{0}, count - 1}) {
    std::string longest;
    appendEntry(longest, {entryAt(i).key, static_cast<std::int64_t>(count)}, record);
    maxBytes = std::max(maxBytes, longest.size());
  }
  std::vector<Child> entries(count + 1);  // the last child has no entry
  for (std::size_t i = 0; i < count; ++i) {
    entries[i].divider = i;
  }
  finishTree(TreePage::Kind::LeafIndex, root, std::move(entries), maxBytes, appendAt);
}

/// Each level takes what the one below left: pages, and between them what divides them. A page takes some of these, its
/// last page without a divider: that one goes up.
void DatabasePages::finishTree(TreePage::Kind kind, std::uint32_t root, std::vector<Child> children,
                               std::size_t maxBytes, const AppendDivider& appendDivider) {
  std::string cell;
  while (children.size() > 1) {
    const bool isLeaf = kind == TreePage::Kind::LeafIndex;
    const std::size_t most = TreePage::capacity(maxBytes + (isLeaf ? 0 : childBytes)) + 1;
    const std::size_t pages = (children.size() + most - 1) / most;
    std::vector<Child> above;
    for (std::size_t p = 0; p < pages; ++p) {
      const std::size_t last = children.size() * (p + 1) / pages - 1;
      TreePage page(kind);
      for (std::size_t i = children.size() * p / pages; i < last; ++i) {
        cell.clear();
        if (!isLeaf) {
          appendBigEndian(cell, children[i].page, childBytes);
        }
        appendDivider(cell, children[i].divider);
        page.add(cell);
      }
      if (!isLeaf) {
        page.setLastChild(children[last].page);
      }
      if (pages == 1) {
        writeAt(offsetOf(root), page.bytes());
      }
      above.push_back({pages == 1 ? root : append(page.bytes()), children[last].divider});
    }
    children = std::move(above);
    kind = isLeaf ? TreePage::Kind::InnerIndex : kind;
  }
}

void DatabasePages::flush() {
  if (!m_pending.empty()) {
    writeAt(offsetOf(m_next) - m_pending.size(), m_pending);
    m_pending.clear();
  }
}

void DatabasePages::writeAt(std::uint64_t offset, std::string_view bytes) {
  m_isGood = m_isGood && fseeko(m_file.get(), static_cast<off_t>(offset), SEEK_SET) == 0 &&
             std::fwrite(bytes.data(), 1, bytes.size(), m_file.get()) == bytes.size();
}

bool DatabasePages::finish() {
  constexpr std::uint64_t countOffset = 28;
  flush();
  std::string count;
  appendBigEndian(count, m_next - 1, childBytes);
  writeAt(countOffset, count);
  return m_isGood && std::fclose(m_file.release()) == 0;
}

}  // namespace kernline::recording
