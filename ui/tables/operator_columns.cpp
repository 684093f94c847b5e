// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of operators with self and total time.
#include "core/format/quantity.h"
#include "ui/style/qt_text.h"
#include "ui/tables/statistics_columns.h"

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
          [](const StatisticsTable& t, std::size_t r) {
            return qt(formatCount(static_cast<std::int64_t>(opOf(t, r).*Figure)));
          },
          [](const StatisticsTable& t, std::size_t r) { return static_cast<double>(opOf(t, r).*Figure); },
          [](const StatisticsTable& t, std::size_t r) { return QString::number(opOf(t, r).*Figure); }};
}

QString shapeCell(const StatisticsTable& table, std::size_t row) {
  return table.ops.rows[row].shape == InputShapes::unread ? QStringLiteral("(not read)") : table.shapeText(row);
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
    "Name",         "Name",
    "The operator", 34,
    true,           [](const StatisticsTable& t, std::size_t r) { return t.names[r]; },
    nullptr,        [](const StatisticsTable& t, std::size_t r) { return qt(t.statistics.rows[r].name); },
    nullptr,        [](const StatisticsTable& t, std::size_t r) { return qt(t.statistics.rows[r].name); }};

constexpr StatisticsColumn shapesOfOp{"Input shapes",
                                      "Input shapes",
                                      "Dimensions of what it was called with; the tip of a cell has the types",
                                      28,
                                      true,
                                      shapeCell,
                                      nullptr,
                                      shapeCell,
                                      nullptr,
                                      [](const StatisticsTable& t, std::size_t r) {
                                        const QString types = t.shapeTypes(r);
                                        return types.isEmpty() ? t.shapeText(r)
                                                               : t.shapeText(r) + QLatin1Char('\n') + types;
                                      }};

constexpr StatisticsColumn callsOfOp = countColumn<&OpStatisticsRow::calls>(
    "Calls", "Number of calls; one that is the only call inside a call of its own name is the same call");
constexpr StatisticsColumn hostTotalOfOp = timeColumn<&OpStatisticsRow::hostTotal>(
    "Host total", "Host total (ns)", "Time in at least one of its calls, with everything that they call");
constexpr StatisticsColumn hostSelfOfOp = withBar(
    timeColumn<&OpStatisticsRow::hostSelf>("Host self", "Host self (ns)",
                                           "Without the operators, annotations and runtime calls directly inside; the "
                                           "bar is its share of all rows"),
    shareOfHost);
constexpr StatisticsColumn meanOfOp =
    timeColumn<&OpStatisticsRow::hostMean>("Mean", "Mean (ns)", "How long a call lasts");
constexpr StatisticsColumn deviceTotalOfOp = timeColumn<&OpStatisticsRow::deviceTotal>(
    "GPU total", "GPU total (ns)", "Durations of the device work launched in its calls, added up");
constexpr StatisticsColumn deviceSelfOfOp = withBar(
    timeColumn<&OpStatisticsRow::deviceSelf>("GPU self", "GPU self (ns)",
                                             "Of the device work that no operator inside it launched; the bar is its "
                                             "share of all device work"),
    shareOfDevice);
constexpr StatisticsColumn launchesOfOp =
    countColumn<&OpStatisticsRow::launches>("Launches", "Runtime calls in its calls that launched device work");
constexpr StatisticsColumn tensorCoresOfOp = timeColumn<&OpStatisticsRow::tensorCores>(
    "Tensor cores", "Tensor cores (ns)", "Of GPU total, kernels whose names say that they use tensor cores");

constexpr std::array columns{nameOfOp,        callsOfOp,      hostTotalOfOp, hostSelfOfOp,   meanOfOp,
                             deviceTotalOfOp, deviceSelfOfOp, launchesOfOp,  tensorCoresOfOp};
constexpr std::array columnsByShape{nameOfOp, shapesOfOp,      callsOfOp,      hostTotalOfOp, hostSelfOfOp,
                                    meanOfOp, deviceTotalOfOp, deviceSelfOfOp, launchesOfOp,  tensorCoresOfOp};

}  // namespace

std::span<const StatisticsColumn> operatorColumns(bool byShape) {
  return byShape ? std::span<const StatisticsColumn>{columnsByShape} : std::span<const StatisticsColumn>{columns};
}

}  // namespace kernline::ui
