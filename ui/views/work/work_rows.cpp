// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/work_rows.h"

#include "core/analysis/ncu/measured_kernels.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/tables/number_column.h"
#include "ui/views/work/measured_columns.h"
#include "ui/views/work/work_words.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace kernline::ui {
namespace {

using WorkPtr = std::shared_ptr<const WorkTable>;
using Figure = std::function<std::optional<double>(const WorkFigures&)>;

TableColumn figureColumn(const WorkPtr& table, const QString& title, const char* exactTitle, const QString& help,
                         double width, const Figure& of, QString (*text)(std::optional<double>)) {
  return numberColumn(
      title, exactTitle, help, width, [table, of](std::size_t row) { return of(table->figures(row)); }, text);
}

TableColumn ncuColumn(const WorkPtr& table, const QString& title, const char* exactTitle, const QString& help,
                      double width, std::optional<double> (NcuWork::*of)() const,
                      QString (*text)(std::optional<double>)) {
  return numberColumn(
      title, exactTitle, help, width, [table, of](std::size_t row) { return (table->row(row).ncu.*of)(); }, text);
}

std::optional<double> recoverableNs(const WorkFigures& figures) {
  return figures.rooflineCount > 0 ? std::optional(figures.recoverableNs) : std::nullopt;
}

QString nsText(std::optional<double> ns) {
  return ns ? qt(formatDuration({std::llround(*ns)})) : QStringLiteral("–");
}

TableColumn nameOfWork(const WorkPtr& table) {
  const auto full = [table](std::size_t row) { return qt(printable(table->row(row).name)); };
  const WorkBy by = table ? table->request.by : WorkBy::Shape;
  return {.title = titleOf(by == WorkBy::Shape ? WorkBy::Op : by),
          .exactTitle = QStringLiteral("Name"),
          .help = Words::tr("Click to go to its longest kernel on the timeline"),
          .width = 32,
          .text = [table](std::size_t row) { return table->names[row]; },
          .exact = full,
          .tip = full};
}

TableColumn shapesOfWork(const WorkPtr& table) {
  const auto dims = [table](std::size_t row) { return qt(printable(table->row(row).shape.dims)); };
  return {.title = Words::tr("Input shapes"),
          .exactTitle = QStringLiteral("Input shapes"),
          .help = Words::tr("Dimensions of the inputs; the tooltip of a cell shows their types"),
          .width = 20,
          .text = dims,
          .tip = [table, dims](std::size_t row) {
            const std::string& types = table->row(row).shape.types;
            return types.empty() ? dims(row) : dims(row) + QLatin1Char('\n') + qt(printable(types));
          }};
}

TableColumn timeOfWork(const WorkPtr& table) {
  TableColumn column = figureColumn(
      table, Words::tr("Time"), "Time (ns)", Words::tr("Sum of the durations of its device work"), 12,
      [](const WorkFigures& figures) { return std::optional(static_cast<double>(figures.kernelTime.ns)); }, nsText);
  column.exact = [table](std::size_t row) { return QString::number(table->figures(row).kernelTime.ns); };
  return column;
}

TableColumn shareOfWork(const WorkPtr& table) {
  const auto of = [table](std::size_t row) { return table->share(row); };
  return {.title = Words::tr("Share"),
          .exactTitle = QStringLiteral("Share of time"),
          .help = Words::tr("Share of the time of all device work"),
          .kind = ColumnKind::Figure,
          .width = 12,
          .text = [of](std::size_t row) { return qt(formatShare(of(row))); },
          .exact = [of](std::size_t row) { return QString::number(of(row), 'g', 6); },
          .key = of,
          .share = of};
}

TableColumn callsOfWork(const WorkPtr& table) {
  const auto of = [table](std::size_t row) { return table->figures(row).count; };
  return {.title = Words::tr("Calls"),
          .exactTitle = QStringLiteral("Calls"),
          .help = Words::tr("Calls of operators, or device activities"),
          .kind = ColumnKind::Figure,
          .width = 9,
          .text = [of](std::size_t row) { return countText(of(row)); },
          .exact = [of](std::size_t row) { return QString::number(of(row)); },
          .key = [of](std::size_t row) { return static_cast<double>(of(row)); }};
}

TableColumn boundOfWork(const WorkPtr& table) {
  return {.title = Words::tr("Bound by"),
          .exactTitle = QStringLiteral("Bound by"),
          .help = Words::tr("Main limit: compute, memory, latency (below the launch floor) or communication"),
          .width = 14,
          .text = [table](std::size_t row) { return boundText(table->figures(row)); }};
}

TableColumn rooflineOfWork(const WorkPtr& table) {
  TableColumn column = figureColumn(
      table, Words::tr("Roofline"), "Share of roofline",
      Words::tr("Share of roofline: the least time that the device needs, divided by the time it took. More than 100 % "
                "where a cache helps or a peak rate is too low"),
      12, &WorkFigures::shareOfRoofline, workShareText);
  column.share = [key = column.key](std::size_t row) { return std::min(key(row), 1.0); };
  return column;
}

TableColumn dramIntensityOfWork(const WorkPtr& table) {
  return numberColumn(
      Words::tr("DRAM intensity"), "Measured intensity (FLOP/byte)",
      Words::tr("Modeled FLOPs per byte of DRAM that counters measured"), 15,
      [table](std::size_t row) { return measuredIntensity(table->row(row)); }, intensityText);
}

TableColumn ruleOfWork(const WorkPtr& table) {
  return {.title = Words::tr("Rule"),
          .exactTitle = QStringLiteral("Rule"),
          .help = Words::tr("The operators of the rule that models it, or why it has no model; the tooltip of a cell "
                            "shows the line of work.txt"),
          .width = 30,
          .text = [table](std::size_t row) { return modelText(table->row(row)); },
          .tip = [table](std::size_t row) { return modelTip(table->row(row)); }};
}

/// Whether only the recorder of the trace measured the work, no report.
bool isCountedActivity(const WorkPtr& table) {
  return table && table->measured && std::ranges::all_of(table->measured->reports(), &JoinedReport::isCounted);
}

}  // namespace

TableRows workRows(const WorkPtr& table) {
  TableRows rows{
      .count = table ? table->work.rows.size() : 0,
      .columns = {
          nameOfWork(table), shapesOfWork(table), timeOfWork(table), shareOfWork(table),
          figureColumn(table, Words::tr("Recoverable"), "Recoverable (ns)",
                       Words::tr("Time above the roofline, in calls longer than the launch floor"), 17, recoverableNs,
                       nsText),
          rooflineOfWork(table), boundOfWork(table), callsOfWork(table),
          figureColumn(table, Words::tr("FLOPs"), "FLOPs per call",
                       Words::tr("Floating-point operations of a call; a multiply-add is two"), 16, flopsPerCall,
                       flopsText),
          ncuColumn(table, isCountedActivity(table) ? Words::tr("FLOPs (counted)") : Words::tr("FLOPs (ncu)"),
                    "FLOPs per call, measured",
                    Words::tr("Floating-point operations executed by a call, measured by Nsight Compute or counted by "
                              "the recorder. Counts only calls whose kernels were all measured"),
                    16, &NcuWork::flopsPerCall, flopsText),
          figureColumn(table, Words::tr("Bytes"), "Bytes per call",
                       Words::tr("Compulsory traffic of a call: every input read once, every output written once. For "
                                 "a collective, its message"),
                       13, movedPerCall, workBytesText),
          ncuColumn(table, isCountedActivity(table) ? Words::tr("DRAM (counted)") : Words::tr("DRAM (ncu)"),
                    "DRAM bytes per call, measured",
                    Words::tr("DRAM bytes read and written by a call, measured by Nsight Compute or counted by the "
                              "recorder. Counts only calls whose kernels were all measured"),
                    13, &NcuWork::dramBytesPerCall, workBytesText),
          figureColumn(table, Words::tr("Intensity"), "Intensity (FLOP/byte)", Words::tr("FLOPs per byte"), 11,
                       &WorkFigures::intensity, intensityText),
          figureColumn(table, Words::tr("FLOP rate"), "FLOP/s", Words::tr("FLOPs per second of its time"), 17, flopRate,
                       flopRateText),
          figureColumn(table, Words::tr("Bandwidth"), "Bytes/s",
                       Words::tr("Bytes per second of its time. For collectives, bus bandwidth as in nccl-tests"), 15,
                       movedPerSecond, byteRateText),
          ruleOfWork(table)}};
  std::vector<TableColumn> measured = measuredColumns([table](std::size_t row) { return &table->row(row).measured; });
  measured.push_back(dramIntensityOfWork(table));
  rows.columns.insert(rows.columns.begin() + WorkColumns::DramBytes, measured.begin(), measured.end());
  return rows;
}

}  // namespace kernline::ui
