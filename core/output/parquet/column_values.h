// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/cell.h"
#include "core/output/sql/schema.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline::parquet {

/// A column of a table: Integer is 64 bits, Real a double, Text UTF-8. Any of them may be NULL.
struct ColumnSchema {
  std::string name;
  sql::ColumnType type = sql::ColumnType::Integer;
};

/// The texts of a column, numbered in the order in which they come. Invalid UTF-8 is made valid, as everywhere.
class TextDictionary {
 public:
  [[nodiscard]] std::uint32_t codeOf(std::string_view text, bool isPassing);
  [[nodiscard]] const std::vector<std::string_view>& texts() const { return m_texts; }

 private:
  struct Known {
    const char* data = nullptr;
    std::size_t size = 0;
    std::uint32_t code = 0;
  };
  std::uint32_t codeOfContent(std::string_view text, bool isPassing);

  // Texts that live long are known by where they lie: most cells need no look at the text itself.
  std::vector<Known> m_byPlace;  // empty until the first text
  std::unordered_map<std::string_view, std::uint32_t> m_byContent;
  std::vector<std::string_view> m_texts;
  std::deque<std::string> m_kept;

  static constexpr std::size_t placeCount = 4096;
};

/// The values of one column in a row group.
class ColumnValues {
 public:
  /// `count`: of the values that will be added, if that is known.
  explicit ColumnValues(sql::ColumnType type, std::size_t count = 0);

  /// A value of another type than the column's is NULL.
  void add(const sql::Cell& cell);
  /// Integers; `areThere` is 1 for each that is one and 0 for NULL, or empty if all are.
  void addIntegers(std::span<const std::int64_t> values, std::span<const std::uint32_t> areThere);
  /// The texts of codes that are there already, likewise.
  void addCodes(std::span<const std::uint32_t> codes, std::span<const std::uint32_t> areThere);
  [[nodiscard]] std::uint32_t codeOf(const sql::Cell& text) {
    return m_dictionary.codeOf(text.asText(), text.type() == sql::Cell::Type::PassingText);
  }

  [[nodiscard]] sql::ColumnType type() const { return m_type; }
  [[nodiscard]] std::size_t count() const { return m_count; }
  [[nodiscard]] std::size_t nullCount() const { return m_nulls; }
  /// 1 for each value that is there, 0 for NULL: Parquet's definition levels. Empty where all are there.
  [[nodiscard]] std::span<const std::uint32_t> levels() const { return m_levels; }
  // Present values, by the column's type.
  [[nodiscard]] std::span<const std::int64_t> integers() const { return m_integers; }
  [[nodiscard]] std::span<const double> reals() const { return m_reals; }
  [[nodiscard]] std::span<const std::uint32_t> codes() const { return m_codes; }
  [[nodiscard]] const std::vector<std::string_view>& texts() const { return m_dictionary.texts(); }  ///< texts by code

 private:
  template <typename Value>
  void addThose(std::vector<Value>& to, std::span<const Value> values, std::span<const std::uint32_t> areThere);
  void addLevels(bool areThere, std::size_t times) {
    if (!areThere && m_nulls == 0) {
      m_levels.assign(m_count, 1);
    }
    if (!areThere || m_nulls > 0) {
      m_levels.insert(m_levels.end(), times, areThere ? 1 : 0);
    }
    m_nulls += areThere ? 0 : times;
    m_count += times;
  }

  sql::ColumnType m_type;
  std::size_t m_count = 0;
  std::size_t m_nulls = 0;
  std::vector<std::uint32_t> m_levels;
  std::vector<std::int64_t> m_integers;
  std::vector<double> m_reals;
  std::vector<std::uint32_t> m_codes;
  TextDictionary m_dictionary;
};

}  // namespace kernline::parquet
