// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/tables/number_column.h"

#include <limits>

namespace kernline::ui {

TableColumn numberColumn(const QString& title, const char* exactTitle, const QString& help, double width,
                         const std::function<std::optional<double>(std::size_t)>& value,
                         QString (*text)(std::optional<double>)) {
  const auto exact = [value](std::size_t row) {
    const std::optional<double> number = value(row);
    return number ? QString::number(*number, 'g', 9) : QString();
  };
  return {.title = title,
          .exactTitle = QString::fromUtf8(exactTitle),
          .help = help,
          .kind = ColumnKind::Figure,
          .width = width,
          .text = [value, text](std::size_t row) { return text(value(row)); },
          .exact = exact,
          .key = [value](std::size_t row) { return value(row).value_or(std::numeric_limits<double>::quiet_NaN()); }};
}

}  // namespace kernline::ui
