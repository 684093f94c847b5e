// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/reopen/table_footer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::parquet {

/// The values of a column in a row group. If a value is NULL, the number is 0 and the code `noText`.
struct ReadColumn {
  static constexpr std::uint32_t noText = UINT32_MAX;

  bool isGood = false;         ///< false: the column is damaged and has no values
  std::vector<bool> areThere;  ///< empty if all are
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
  std::vector<std::uint32_t> codes;  ///< places in `texts`
  std::vector<char> dictionary;      ///< has the texts
  std::vector<std::string_view> texts;

  ReadColumn() = default;
  ReadColumn(ReadColumn&&) = default;
  ReadColumn& operator=(ReadColumn&&) = default;

  [[nodiscard]] bool isThere(std::size_t row) const { return areThere.empty() || areThere[row]; }
  [[nodiscard]] std::int64_t integerOr(std::size_t row, std::int64_t otherwise) const {
    return row < integers.size() && isThere(row) ? integers[row] : otherwise;
  }
  [[nodiscard]] std::string_view text(std::size_t row) const {
    return row < codes.size() && codes[row] != noText ? texts[codes[row]] : std::string_view{};
  }
};

/// Reads columns of a file as Kernline writes them, or wrote them: a dictionary of texts and codes, differences of
/// integers, or plain values; one page of them.
/// One thread at a time.
class ChunkReader {
 public:
  ChunkReader();
  ChunkReader(const ChunkReader&) = delete;
  ChunkReader& operator=(const ChunkReader&) = delete;
  ~ChunkReader();

  [[nodiscard]] ReadColumn read(std::string_view file, const TableFooter& footer, std::size_t group,
                                std::size_t column);
  /// Its texts alone.
  [[nodiscard]] ReadColumn readTexts(std::string_view file, const TableFooter& footer, std::size_t group,
                                     std::size_t column);

 private:
  struct Page;
  struct Context;
  [[nodiscard]] bool nextPage(std::string_view& bytes, std::int64_t codec, Page& page);
  [[nodiscard]] bool readDictionary(std::string_view& bytes, const PlacedChunk& chunk, ReadColumn& column);
  [[nodiscard]] bool readData(std::string_view bytes, const PlacedChunk& chunk, std::size_t rows, sql::ColumnType type,
                              ReadColumn& column);
  [[nodiscard]] static bool readNumbers(const Page& page, std::size_t rows, std::size_t present, sql::ColumnType type,
                                        ReadColumn& column);

  std::unique_ptr<Context> m_context;
  std::string m_page;
  std::vector<std::uint32_t> m_levels;
};

}  // namespace kernline::parquet
