// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kernline::sql {

/// One value of a row.
class Cell {
 public:
  enum class Type : std::uint8_t {
    Null,
    Integer,
    Real,
    Text,         ///< lives as long as the trace
    PassingText,  ///< lives until the next value is read
  };

  constexpr Cell() = default;
  static constexpr Cell integer(std::int64_t value) {
    Cell cell{Type::Integer};
    cell.m_integer = value;
    return cell;
  }
  /// An index that is absent where it is below 0.
  static constexpr Cell indexOrNull(std::int64_t value) { return value < 0 ? Cell{} : integer(value); }
  static constexpr Cell real(double value) {
    Cell cell{Type::Real};
    cell.m_real = value;
    return cell;
  }
  static constexpr Cell text(std::string_view value) { return {Type::Text, value}; }
  static constexpr Cell textOrNull(std::string_view value) { return value.empty() ? Cell{} : text(value); }
  static constexpr Cell passing(std::string_view value) { return {Type::PassingText, value}; }

  [[nodiscard]] constexpr Type type() const { return m_type; }
  [[nodiscard]] constexpr bool isNull() const { return m_type == Type::Null; }
  [[nodiscard]] constexpr bool isText() const { return m_type == Type::Text || m_type == Type::PassingText; }
  [[nodiscard]] constexpr std::int64_t asInteger() const { return m_integer; }  ///< value of an Integer
  [[nodiscard]] constexpr double asReal() const { return m_real; }              ///< value of a Real
  /// Text of Text or PassingText; empty for other types.
  [[nodiscard]] constexpr std::string_view asText() const { return m_text; }

 private:
  constexpr explicit Cell(Type type) : m_type(type) {}
  constexpr Cell(Type type, std::string_view text) : m_type(type), m_text(text) {}

  Type m_type = Type::Null;
  union {
    std::int64_t m_integer = 0;
    double m_real;
  };
  std::string_view m_text;
};

}  // namespace kernline::sql
