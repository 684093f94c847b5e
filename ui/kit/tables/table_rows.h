// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds shared parts of tables: rows, columns, models, copying.
#pragma once

#include <QString>
#include <QVariant>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace kernline::ui {

/// The alignment of a column's cells, and the order of a first click on its title.
enum class ColumnKind : std::uint8_t {
  Text,    ///< left aligned; A comes first
  Figure,  ///< right aligned; the greatest comes first
  Place,   ///< right aligned; the smallest comes first: numbers of rows, ranks, moments
};

/// One column of a table. Its functions get the number of a row. Workers call them too, so that what they hold must not
/// change.
struct TableColumn {
  using Text = std::function<QString(std::size_t row)>;
  using Number = std::function<double(std::size_t row)>;

  QString title;
  QString exactTitle = {};  ///< title of `exact`, with its unit; empty for the title
  QString help = {};        ///< tooltip of the title
  ColumnKind kind = ColumnKind::Text;
  double width = 0;  ///< width in average characters; 0 for the rest of the width
  Text text = {};    ///< none if the cell is painted by a delegate
  Text exact = {};   ///< text to copy: full names, plain nanoseconds; none for `text`
  Text tip = {};
  Number key = {};  ///< sort key, NaN for none; without it sorted by the text
  std::function<bool(std::size_t a, std::size_t b)> less = {};    ///< order of values that are no numbers, before `key`
  Number share = {};                                              ///< share for the cell's bar, 0 to 1; NaN for none
  std::function<QVariant(std::size_t row, int role)> other = {};  ///< data of further roles for a view or a delegate
};

/// The rows of a table and their columns.
struct TableRows {
  std::size_t count = 0;
  std::vector<TableColumn> columns = {};
  /// Whether a row is to be shown with that filter (empty if none); without it, if one of its texts contains the
  /// filter, whatever the case.
  std::function<bool(std::size_t row, const QString& filter)> isShown = {};
};

/// The rows that are shown, and their order.
struct RowArrangement {
  QString filter = {};
  int column = -1;  ///< sorted column; below zero: original order
  Qt::SortOrder order = Qt::DescendingOrder;

  bool operator==(const RowArrangement&) const = default;
};

/// Numbers of rows in the order to show them. Texts are sorted whatever their case; equal rows stay as they came, those
/// without a figure come last. Empty if stopped.
[[nodiscard]] std::vector<std::uint32_t> arrangeRows(const TableRows& rows, const RowArrangement& arrangement,
                                                     const std::stop_token& stop);

/// A line of titles and one for each of these rows, cells as they are copied, separated by tabs.
[[nodiscard]] QString tabSeparated(const TableRows& rows, const std::vector<std::uint32_t>& numbers);

}  // namespace kernline::ui
