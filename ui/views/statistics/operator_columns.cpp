// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of operators with self and total time.
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/statistics/statistics_columns.h"

#include <array>

namespace kernline::ui {
namespace {

const OpStatisticsRow& opOf(const StatisticsTable& table, std::size_t row) {
  return table.ops.rows[row];
}

QString timeText(Duration time) {
  return time.ns == 0 ? QStringLiteral("–") : qt(formatDuration(time));
}

template <Duration OpStatisticsRow::* Figure>
constexpr StatisticsColumn timeColumn(const char* title, const char* exactTitle, const char* tip) {
  return {title,
          exactTitle,
          tip,
          14,
          false,
          [](const StatisticsTable& t, std::size_t r) { return timeText(opOf(t, r).*Figure); },
          [](const StatisticsTable& t, std::size_t r) { return static_cast<double>((opOf(t, r).*Figure).ns); },
          [](const StatisticsTable& t, std::size_t r) { return QString::number((opOf(t, r).*Figure).ns); }};
}

template <std::uint64_t OpStatisticsRow::* Figure>
constexpr StatisticsColumn countColumn(const char* title, const char* tip) {
  return {title,
          title,
          tip,
          11,
          false,
          [](const StatisticsTable& t, std::size_t r) { return countText(opOf(t, r).*Figure); },
          [](const StatisticsTable& t, std::size_t r) { return static_cast<double>(opOf(t, r).*Figure); },
          [](const StatisticsTable& t, std::size_t r) { return QString::number(opOf(t, r).*Figure); }};
}

QString shapeCell(const StatisticsTable& table, std::size_t row) {
  return table.ops.rows[row].shape == InputShapes::unread ? Words::tr("(not read)") : table.shapeText(row);
}

double shareOfHost(const StatisticsTable& table, std::size_t row) {
  const auto all = static_cast<double>(table.ops.hostSelf.ns);
  return all > 0 ? static_cast<double>(opOf(table, row).hostSelf.ns) / all : 0;
}

double shareOfDevice(const StatisticsTable& table, std::size_t row) {
  const auto all = static_cast<double>((table.ops.deviceSelf + table.ops.deviceWithoutOp).ns);
  return all > 0 ? static_cast<double>(opOf(table, row).deviceSelf.ns) / all : 0;
}

constexpr StatisticsColumn withBar(StatisticsColumn column, double (*share)(const StatisticsTable&, std::size_t)) {
  column.share = share;
  column.width = 20;
  return column;
}

constexpr StatisticsColumn nameOfOp{
    QT_TRANSLATE_NOOP("Words", "Name"),
    "Name",
    QT_TRANSLATE_NOOP("Words", "The operator"),
    34,
    true,
    [](const StatisticsTable& t, std::size_t r) { return t.names[r]; },
    nullptr,
    [](const StatisticsTable& t, std::size_t r) { return qt(t.statistics.rows[r].name); },
    nullptr,
    [](const StatisticsTable& t, std::size_t r) { return qt(t.statistics.rows[r].name); }};

constexpr StatisticsColumn shapesOfOp{
    QT_TRANSLATE_NOOP("Words", "Input shapes"),
    "Input shapes",
    QT_TRANSLATE_NOOP("Words", "Dimensions of what it was called with; the tip of a cell has the types"),
    28,
    true,
    shapeCell,
    nullptr,
    shapeCell,
    nullptr,
    [](const StatisticsTable& t, std::size_t r) {
      const QString types = t.shapeTypes(r);
      return types.isEmpty() ? t.shapeText(r) : t.shapeText(r) + QLatin1Char('\n') + types;
    }};

constexpr StatisticsColumn callsOfOp = countColumn<&OpStatisticsRow::calls>(
    QT_TRANSLATE_NOOP("Words", "Calls"),
    QT_TRANSLATE_NOOP("Words",
                      "Number of calls; one that is the only call inside a call of its own name is the same call"));
constexpr StatisticsColumn hostTotalOfOp = timeColumn<&OpStatisticsRow::hostTotal>(
    QT_TRANSLATE_NOOP("Words", "Host total"), "Host total (ns)",
    QT_TRANSLATE_NOOP("Words", "Time in at least one of its calls, with everything that they call"));
constexpr StatisticsColumn hostSelfOfOp =
    withBar(timeColumn<&OpStatisticsRow::hostSelf>(
                QT_TRANSLATE_NOOP("Words", "Host self"), "Host self (ns)",
                QT_TRANSLATE_NOOP("Words",
                                  "Without the operators, annotations and runtime calls directly inside; the "
                                  "bar is its share of all rows")),
            shareOfHost);
constexpr StatisticsColumn meanOfOp = timeColumn<&OpStatisticsRow::hostMean>(
    QT_TRANSLATE_NOOP("Words", "Mean"), "Mean (ns)", QT_TRANSLATE_NOOP("Words", "How long a call lasts"));
constexpr StatisticsColumn deviceTotalOfOp = timeColumn<&OpStatisticsRow::deviceTotal>(
    QT_TRANSLATE_NOOP("Words", "GPU total"), "GPU total (ns)",
    QT_TRANSLATE_NOOP("Words", "Durations of the device work launched in its calls, added up"));
constexpr StatisticsColumn deviceSelfOfOp =
    withBar(timeColumn<&OpStatisticsRow::deviceSelf>(
                QT_TRANSLATE_NOOP("Words", "GPU self"), "GPU self (ns)",
                QT_TRANSLATE_NOOP("Words",
                                  "Of the device work that no operator inside it launched; the bar is its "
                                  "share of all device work")),
            shareOfDevice);
constexpr StatisticsColumn launchesOfOp = countColumn<&OpStatisticsRow::launches>(
    QT_TRANSLATE_NOOP("Words", "Launches"),
    QT_TRANSLATE_NOOP("Words", "Runtime calls in its calls that launched device work"));
constexpr StatisticsColumn tensorCoresOfOp = timeColumn<&OpStatisticsRow::tensorCores>(
    QT_TRANSLATE_NOOP("Words", "Tensor cores"), "Tensor cores (ns)",
    QT_TRANSLATE_NOOP("Words", "Of GPU total, kernels whose names say that they use tensor cores"));

constexpr std::array ofAllShapes{nameOfOp,        callsOfOp,      hostTotalOfOp, hostSelfOfOp,   meanOfOp,
                                 deviceTotalOfOp, deviceSelfOfOp, launchesOfOp,  tensorCoresOfOp};
constexpr std::array byShapeToo{nameOfOp, shapesOfOp,      callsOfOp,      hostTotalOfOp, hostSelfOfOp,
                                meanOfOp, deviceTotalOfOp, deviceSelfOfOp, launchesOfOp,  tensorCoresOfOp};

}  // namespace

std::span<const StatisticsColumn> operatorColumns(bool byShape) {
  return byShape ? std::span<const StatisticsColumn>{byShapeToo} : std::span<const StatisticsColumn>{ofAllShapes};
}

}  // namespace kernline::ui
