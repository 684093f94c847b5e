// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/table_leaves.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::recording {

namespace {

constexpr std::size_t linkBytes = 4;

/// Returns the number of bytes of a row in its leaf; the rest is on pages of its own.
std::size_t bytesInLeaf(std::size_t rowBytes) {
  constexpr std::size_t maxInLeaf = pageBytes - 35;
  constexpr std::size_t minInLeaf = (pageBytes - 12) * 32 / 255 - 23;
  if (rowBytes <= maxInLeaf) {
    return rowBytes;
  }
  const std::size_t inLeaf = minInLeaf + (rowBytes - minInLeaf) % (pageBytes - linkBytes);
  return inLeaf <= maxInLeaf ? inLeaf : minInLeaf;
}

}  // namespace

void Record::clear() {
  m_types.clear();
  m_values.clear();
}

void Record::add(const sql::Cell& cell) {
  constexpr std::uint64_t textType = 13;
  if (cell.isText()) {
    appendVarint(m_types, textType + 2 * cell.asText().size());
    m_values += cell.asText();
  } else if (cell.isNull()) {
    m_types += '\0';
  } else {
    addInteger(cell.asInteger());
  }
}

void Record::addInteger(std::int64_t number) {
  if (number == 0 || number == 1) {
    constexpr std::int64_t typeOfZero = 8;
    m_types += static_cast<char>(typeOfZero + number);
    return;
  }
  constexpr std::array<std::size_t, 6> sizes{1, 2, 3, 4, 6, 8};
  const auto fits = [number](std::size_t bytes) { return bytes == 8 || (number >> (bytes * 8 - 1)) == (number >> 63); };
  const auto size = std::ranges::find_if(sizes, fits);
  m_types += static_cast<char>(size - sizes.begin() + 1);
  appendBigEndian(m_values, static_cast<std::uint64_t>(number), *size);
}

std::string_view Record::bytes() {
  constexpr std::size_t maxOfOneByte = 126;
  m_bytes.clear();
  appendVarint(m_bytes, m_types.size() + (m_types.size() <= maxOfOneByte ? 1 : 2));
  return m_bytes.append(m_types).append(m_values);
}

void TableLeaves::add(std::int64_t row, std::string_view record) {
  const std::size_t inLeaf = bytesInLeaf(record.size());
  const bool isLong = inLeaf < record.size();
  m_cell.clear();
  appendVarint(m_cell, record.size());
  appendVarint(m_cell, static_cast<std::uint64_t>(row));
  m_cell.append(record.substr(0, inLeaf)).append(isLong ? linkBytes : 0, '\0');
  if (!m_leaf.fits(m_cell.size())) {
    finish();
  }
  const std::size_t place = m_leaf.add(m_cell);
  m_lastRow = row;
  if (isLong) {
    m_linksOfLeaf.push_back({place + m_cell.size() - linkBytes, pageCount()});
    addEndOfRow(record.substr(inLeaf));
  }
}

void TableLeaves::addEndOfRow(std::string_view end) {
  while (!end.empty()) {
    const std::string_view part = end.substr(0, pageBytes - linkBytes);
    end.remove_prefix(part.size());
    if (!end.empty()) {
      m_links.push_back({m_bytes.size(), pageCount() + 1});
    }
    m_bytes.append(linkBytes, '\0').append(part).append(pageBytes - linkBytes - part.size(), '\0');
  }
}

void TableLeaves::finish() {
  if (m_leaf.isEmpty()) {
    return;
  }
  for (const Link& link : std::exchange(m_linksOfLeaf, {})) {
    m_links.push_back({m_bytes.size() + link.at, link.page});
  }
  m_leaves.push_back({pageCount(), m_lastRow});
  m_bytes += m_leaf.bytes();
  m_leaf = TreePage(TreePage::Kind::LeafTable);
}

}  // namespace kernline::recording
