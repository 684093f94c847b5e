// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/fields.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// The way the lines of a table are cut into cells.
class RowLayout {
 public:
  enum class Kind : std::uint8_t {
    Ruler,   ///< columns lie below the dashes above the rows
    Fields,  ///< columns are separated by two or more blanks
    Bars,    ///< "a | b | c"
    Tabs,
    Commas,      ///< RFC 4180
    Semicolons,  ///< the same with semicolons; numbers may have a decimal comma
  };

  RowLayout() = default;
  explicit RowLayout(Kind kind) : m_kind(kind) {}
  explicit RowLayout(std::vector<ColumnSpan> spans) : m_kind(Kind::Ruler), m_spans(std::move(spans)) {}

  [[nodiscard]] Kind kind() const { return m_kind; }
  /// Whether signs separate the cells, so that what is in them does not matter.
  [[nodiscard]] bool isSeparated() const { return m_kind >= Kind::Bars; }
  [[nodiscard]] std::size_t spanCount() const { return m_spans.size(); }

  /// The cells of `line`, as many as there are `columns` (0 for any number); empty if it has not as many.
  [[nodiscard]] std::vector<std::string> cells(std::string_view line, std::size_t columns) const;
  /// Whether a cell in quotes goes on in the next line.
  [[nodiscard]] bool opensQuote(std::string_view line) const;

 private:
  [[nodiscard]] std::vector<std::string> rulerCells(std::string_view line) const;
  [[nodiscard]] std::vector<std::string> overlappingCells(const std::vector<Field>& fields) const;
  [[nodiscard]] bool standsBelowSpans(std::string_view line, const std::vector<Field>& fields) const;

  Kind m_kind = Kind::Fields;
  std::vector<ColumnSpan> m_spans;
};

/// The names of `columns` columns in a head whose words may be one blank apart: each word belongs to the column of
/// `row` below whose end or beginning it is nearest to. Empty if there are fewer words than columns.
[[nodiscard]] std::vector<std::string> headAbove(std::string_view head, const std::vector<Field>& row);

/// The columns of a head whose cells all begin where its names do, one blank apart where they are wide, as BabelStream
/// prints them; none if they do not.
[[nodiscard]] std::vector<ColumnSpan> leftAlignedSpans(std::string_view head, std::string_view next);

}  // namespace kernline::logs
