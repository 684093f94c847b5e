// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kernline::recording {

inline constexpr std::size_t pageBytes = 4096;

/// Appends a number as SQLite stores it: seven bits a byte, the highest first; the ninth byte has eight.
void appendVarint(std::string& to, std::uint64_t number);
void appendBigEndian(std::string& to, std::uint64_t number, std::size_t bytes);

/// A page of a table or an index in the format of SQLite's files (https://sqlite.org/fileformat2.html): the places of
/// its cells grow from the front, the cells from the end.
class TreePage {
 public:
  enum class Kind : char { InnerIndex = 2, InnerTable = 5, LeafIndex = 10, LeafTable = 13 };

  explicit TreePage(Kind kind);

  [[nodiscard]] bool isEmpty() const { return m_count == 0; }
  /// Whether a cell of this size fits.
  [[nodiscard]] bool fits(std::size_t bytes) const { return headerBytes() + (m_count + 1) * 2 + bytes <= m_start; }
  /// Returns where in the page the cell is. It must fit.
  std::size_t add(std::string_view cell);
  /// The upper bound of its cells; only for inner pages.
  void setLastChild(std::uint32_t page);

  [[nodiscard]] const std::string& bytes() const { return m_bytes; }

  /// Returns how many cells of up to `bytes` fit into any page.
  static constexpr std::size_t capacity(std::size_t bytes) { return (pageBytes - innerHeaderBytes) / (bytes + 2); }

 private:
  static constexpr std::size_t leafHeaderBytes = 8;
  static constexpr std::size_t innerHeaderBytes = 12;

  [[nodiscard]] std::size_t headerBytes() const { return m_bytes[0] < 8 ? innerHeaderBytes : leafHeaderBytes; }
  void put(std::size_t at, std::uint64_t number, std::size_t bytes);

  std::string m_bytes;
  std::size_t m_count = 0;
  std::size_t m_start = pageBytes;  // start of the cells
};

}  // namespace kernline::recording
