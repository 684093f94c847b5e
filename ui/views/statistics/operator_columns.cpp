// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of operators with self and total time.
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/statistics/statistics_columns.h"

namespace kernline::ui {
namespace {

using Op = OpStatisticsRow;

TableColumn opTimeColumn(const StatisticsPtr& table, Duration Op::* figure, const QString& title,
                         const char* exactTitle, const QString& help) {
  const auto of = [table, figure](std::size_t row) { return table->ops.rows[row].*figure; };
  return {.title = title,
          .exactTitle = QString::fromUtf8(exactTitle),
          .help = help,
          .kind = ColumnKind::Figure,
          .width = 14,
          .text = [of](std::size_t row) { return of(row).ns == 0 ? QStringLiteral("–") : qt(formatDuration(of(row))); },
          .exact = [of](std::size_t row) { return QString::number(of(row).ns); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row).ns); }};
}

TableColumn opCountColumn(const StatisticsPtr& table, std::uint64_t Op::* figure, const QString& title,
                          const char* exactTitle, const QString& help) {
  const auto of = [table, figure](std::size_t row) { return table->ops.rows[row].*figure; };
  return {.title = title,
          .exactTitle = QString::fromUtf8(exactTitle),
          .help = help,
          .kind = ColumnKind::Figure,
          .width = 11,
          .text = [of](std::size_t row) { return countText(of(row)); },
          .exact = [of](std::size_t row) { return QString::number(of(row)); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row)); }};
}

/// Returns the column with a bar of its share of `all`.
TableColumn withBar(TableColumn column, Duration all) {
  column.width = 20;
  column.share = [of = column.key, all = static_cast<double>(all.ns)](std::size_t row) {
    return all > 0 ? of(row) / all : 0;
  };
  return column;
}

TableColumn nameOfOp(const StatisticsPtr& table) {
  const auto name = [table](std::size_t row) { return qt(table->statistics.rows[row].name); };
  return {.title = Words::tr("Name"),
          .exactTitle = QStringLiteral("Name"),
          .help = Words::tr("The operator"),
          .text = [table](std::size_t row) { return table->names[row]; },
          .exact = name,
          .tip = name};
}

TableColumn shapesOfOp(const StatisticsPtr& table) {
  return {.title = Words::tr("Input shapes"),
          .exactTitle = QStringLiteral("Input shapes"),
          .help = Words::tr("Dimensions of the inputs; the tooltip of a cell shows their types"),
          .width = 28,
          .text =
              [table](std::size_t row) {
                return table->ops.rows[row].shape == InputShapes::unread ? Words::tr("(not read)")
                                                                         : table->shapeText(row);
              },
          .tip =
              [table](std::size_t row) {
                const QString types = table->shapeTypes(row);
                return types.isEmpty() ? table->shapeText(row) : table->shapeText(row) + QLatin1Char('\n') + types;
              }};
}

TableColumn hostSelfOfOp(const StatisticsPtr& table) {
  return withBar(opTimeColumn(table, &Op::hostSelf, Words::tr("Host self"), "Host self (ns)",
                              Words::tr("Excluding directly nested operators, annotations and runtime calls; the bar "
                                        "shows the share of all rows")),
                 table ? table->ops.hostSelf : Duration());
}

TableColumn deviceSelfOfOp(const StatisticsPtr& table) {
  return withBar(
      opTimeColumn(
          table, &Op::deviceSelf, Words::tr("GPU self"), "GPU self (ns)",
          Words::tr("Device work not launched by a nested operator; the bar shows the share of all device work")),
      table ? table->ops.deviceSelf + table->ops.deviceWithoutOp : Duration());
}

}  // namespace

std::vector<TableColumn> operatorColumns(const StatisticsPtr& table, bool byShape) {
  std::vector<TableColumn> columns{
      nameOfOp(table),
      opCountColumn(
          table, &Op::calls, Words::tr("Calls"), "Calls",
          Words::tr(
              "Number of calls. A call that is the only one inside a call of the same name counts as the same call.")),
      opTimeColumn(table, &Op::hostTotal, Words::tr("Host total"), "Host total (ns)",
                   Words::tr("Time in at least one of its calls, including everything that they call")),
      hostSelfOfOp(table),
      opTimeColumn(table, &Op::hostMean, Words::tr("Mean"), "Mean (ns)", Words::tr("Mean duration of a call")),
      opTimeColumn(table, &Op::deviceTotal, Words::tr("GPU total"), "GPU total (ns)",
                   Words::tr("Sum of the durations of the device work launched in its calls")),
      deviceSelfOfOp(table),
      opCountColumn(table, &Op::launches, Words::tr("Launches"), "Launches",
                    Words::tr("Runtime calls in its calls that launched device work")),
      opTimeColumn(table, &Op::tensorCores, Words::tr("Tensor cores"), "Tensor cores (ns)",
                   Words::tr("Share of GPU total in kernels whose names indicate tensor cores"))};
  if (byShape) {
    columns.insert(columns.begin() + 1, shapesOfOp(table));
  }
  return columns;
}

}  // namespace kernline::ui
