// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/cell.h"
#include "core/output/recording/tree_page.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recording {

/// A row as SQLite stores it: the types of its cells, then their bytes.
class Record {
 public:
  void clear();
  /// No real numbers.
  void add(const sql::Cell& cell);
  /// Valid until the next call.
  [[nodiscard]] std::string_view bytes();

 private:
  void addInteger(std::int64_t number);

  std::string m_types;
  std::string m_values;
  std::string m_bytes;
};

/// Rows of a table with growing numbers, as pages: leaves, and those after them that hold the ends of long rows. Pages
/// are numbered from 0 until they have a place in a file.
class TableLeaves {
 public:
  struct Leaf {
    std::uint32_t page = 0;
    std::int64_t lastRow = 0;
  };
  /// Offset where a page's number is written.
  struct Link {
    std::size_t at = 0;
    std::uint32_t page = 0;
  };

  void add(std::int64_t row, std::string_view record);
  /// Finishes the page after the last row.
  void finish();

  [[nodiscard]] const std::string& bytes() const { return m_bytes; }
  [[nodiscard]] const std::vector<Leaf>& leaves() const { return m_leaves; }
  [[nodiscard]] const std::vector<Link>& links() const { return m_links; }

 private:
  [[nodiscard]] std::uint32_t pageCount() const { return static_cast<std::uint32_t>(m_bytes.size() / pageBytes); }
  void addEndOfRow(std::string_view end);

  TreePage m_leaf{TreePage::Kind::LeafTable};
  std::vector<Link> m_linksOfLeaf;
  std::int64_t m_lastRow = 0;
  std::string m_cell;
  std::string m_bytes;
  std::vector<Leaf> m_leaves;
  std::vector<Link> m_links;
};

}  // namespace kernline::recording
