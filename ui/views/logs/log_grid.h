// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"
#include "core/model/names/kernel_name.h"
#include "core/model/names/name_style.h"
#include "ui/views/logs/number_style.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::ui {

struct GridColumn {
  enum class Kind : std::uint8_t {
    Text,    ///< left aligned, sorted by text
    Name,    ///< name of a kernel or an operator, in the style that the user chose
    Number,  ///< right aligned in the column's style, sorted by value
    Link,    ///< a text that leads somewhere: a file or an address
  };
  Kind kind = Kind::Text;
  QString title;  ///< "Self CUDA (ms)"
  QString name;   ///< name in the log, without the unit
  QString tip;
  Quantity quantity = Quantity::Text;
  ColumnRole role = ColumnRole::None;
  NumberStyle style = {};
  double max = 0;                        ///< value of a full bar; 0 for no bars
  double whole = 0;                      ///< the printed total that the values are parts of; 0 if none was printed
  bool isAdded = false;                  ///< not printed: computed, or found next to the row
  bool isParameter = false;              ///< identifies a row, or is no measurement
  std::optional<std::size_t> like = {};  ///< the column whose unit this one is to have

  [[nodiscard]] bool isNumber() const { return kind == Kind::Number; }
};

struct GridCell {
  double number = std::numeric_limits<double>::quiet_NaN();  ///< value in base units; NaN if none
  std::string_view text;                                     ///< printed text

  [[nodiscard]] bool hasNumber() const { return number == number; }
};

struct GridRow {
  std::uint32_t line = 0;  ///< line of the log; 0 if it has none of its own
  RowKind kind = RowKind::Plain;
  KernelFamily family = KernelFamily::Other;
  bool isFailed = false;  ///< whether its run failed
  bool isNameCut = false;
  bool isFunction = false;          ///< a kernel's: its name has more than one style
  std::string_view name = {};       ///< printed name, or the full one if only one can be meant
  std::string_view shortName = {};  ///< the short form, for people
  std::string_view label = {};      ///< label in charts; empty for its name
  std::string_view doubt = {};      ///< its contradiction; empty if none
  std::string_view target = {};     ///< the file that it leads to; empty if it leads nowhere
  std::size_t node = std::numeric_limits<std::size_t>::max();  ///< node of the outline that it leads to; max if none
};

/// Rows and columns of something in a log, ready to be shown: a table as printed, measurements by run, settings, …
/// Made by a worker, then immutable. Texts belong to the log or to `made`.
struct LogGrid {
  std::shared_ptr<const Log> log;
  std::deque<std::string> made;
  QString title;
  std::vector<GridColumn> columns;
  std::vector<GridRow> rows;
  std::vector<GridCell> cells;            ///< row by row
  std::optional<std::size_t> nameColumn;  ///< column with a row's name
  std::optional<std::size_t> mainColumn;  ///< column that a chart shows first
  std::optional<std::size_t> unitColumn;  ///< has the unit of each row, if rows are metrics
  bool hasFigures = true;                 ///< measured numbers, not those of a list
  bool isTable = false;                   ///< rows are parts of one whole
  bool hasFamilies = false;               ///< rows are kernels, some of them at least
  QStringList totals;                     ///< printed totals, and sums of the rows
  QStringList doubts;                     ///< contradictions, one sentence each

  [[nodiscard]] const GridCell& cell(std::size_t row, std::size_t column) const {
    return cells[row * columns.size() + column];
  }
  [[nodiscard]] std::string_view keep(std::string text) { return made.emplace_back(std::move(text)); }
  /// The kinds of rows that occur, in the order of the enum.
  [[nodiscard]] std::vector<RowKind> kinds() const;
};

using GridPtr = std::shared_ptr<const LogGrid>;

[[nodiscard]] QString cellText(const LogGrid& grid, std::size_t row, std::size_t column, NameStyle names);
/// The number in full or the text as printed, for computing with it.
[[nodiscard]] QString plainCellText(const LogGrid& grid, std::size_t row, std::size_t column, NameStyle names);
/// Returns the unit of a row's numbers; empty without a unit column.
[[nodiscard]] std::string_view unitOfRow(const LogGrid& grid, std::size_t row);
/// Returns the label of a row in a chart, without its other columns.
[[nodiscard]] QString rowLabel(const LogGrid& grid, std::size_t row, NameStyle names);
[[nodiscard]] QString rowName(const LogGrid& grid, std::size_t row, NameStyle names);
/// "Operators", "Kernels", "Annotations", "Rows".
[[nodiscard]] QString kindNames(RowKind kind);

/// Chooses units and bars for the number columns of `grid` and writes their titles, once all cells are there.
void finishColumns(LogGrid& grid);

}  // namespace kernline::ui
