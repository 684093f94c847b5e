// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/recording/table_leaves.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kernline::recording {

/// Fills empty tables and indices of a database that SQLite has closed, with pages after all others. Takes a fraction
/// of the time of INSERT and CREATE INDEX.
class DatabasePages {
 public:
  struct Entry {
    std::int64_t key = 0;
    std::int64_t row = 0;
  };

  explicit DatabasePages(const std::string& path);

  /// The next rows of a table.
  void addRows(const TableLeaves& rows);
  /// Finishes the table after its last row. `root` is the table's first page.
  void finishTable(std::uint32_t root);
  /// Fills an index of a column of integers, of rows 0 to count - 1. `entryAt` gives its entries by key, then row.
  void addIndex(std::uint32_t root, std::size_t count, const std::function<Entry(std::size_t)>& entryAt);
  /// False if anything could not be written; the reason is in errno.
  [[nodiscard]] bool finish();

 private:
  /// A part of a tree: its page, and the row or entry that divides it from the next.
  struct Child {
    std::uint32_t page = 0;
    std::size_t divider = 0;
  };
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using AppendDivider = std::function<void(std::string& cell, std::size_t divider)>;

  std::uint32_t append(std::string_view page);
  void finishTree(TreePage::Kind kind, std::uint32_t root, std::vector<Child> children, std::size_t maxBytes,
                  const AppendDivider& appendDivider);
  void flush();
  void writeAt(std::uint64_t offset, std::string_view bytes);

  std::unique_ptr<std::FILE, CloseFile> m_file;
  bool m_isGood = false;
  std::uint32_t m_next = 0;  ///< page after m_pending
  std::string m_pending;
  std::vector<Child> m_leaves;  ///< leaves of the table
};

}  // namespace kernline::recording
