// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/compare_answer.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/model_tables.h"
#include "core/compare/tables/trace_profile.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace kernline::cli {

namespace {

constexpr std::size_t viewsOfText = 6;

std::string timeText(double ns) {
  return ns == ns ? formatDuration(Duration{std::llround(ns)}) : "–";
}

std::string signedTime(double ns) {
  return ns == ns ? (ns > 0 ? "+" : "") + timeText(ns) : "";
}

std::string headlineOf(const Measurements& measurements, const Pivot& view, const ShownUnit& unit) {
  const Metric& metric = measurements.metrics[view.request.metric];
  std::string line = metric.title;
  if (!unit.symbol.empty()) {
    line += fmt::format(" [{}]", unit.symbol);
  }
  if (view.request.columns) {
    line += fmt::format(" by {}", measurements.dimensions[*view.request.columns].title);
  }
  if (view.better != Better::Unknown) {
    line += fmt::format(", {} is better", toText(view.better));
  }
  const std::string fixed = fixedText(measurements, view.request);
  return line + (fixed.empty() ? "" : " (" + fixed + ")");
}

std::string shownCell(const Measurements& measurements, const PivotCell& cell, const ShownUnit& unit) {
  std::string text = cellText(measurements, cell, unit).english();
  if (cell.status == CellStatus::Value && cell.ratio == cell.ratio) {
    text += fmt::format(" {:.2f}×", cell.ratio);
  }
  if (cell.isTied) {
    text += " =";
  } else if (cell.isBest) {
    text += " *";
  }
  if (cell.status == CellStatus::Value && !cell.failures.empty()) {
    text += " ✕";
  }
  return text;
}

void writeView(Output& output, const Measurements& measurements, const Pivot& view) {
  const ShownUnit unit = unitOf(measurements, view);
  output.write(headlineOf(measurements, view, unit) + "\n");
  std::vector<TextTable::Column> columns{
      {view.request.rows ? measurements.dimensions[*view.request.rows].title : "", TextTable::Align::Left, 40}};
  for (const std::int32_t column : view.columns) {
    columns.push_back({valueText(measurements, view.request.columns, column, "value"), TextTable::Align::Right, 32});
  }
  const ScalingReport report = scalingOf(measurements, view);
  if (!report.fits.empty()) {
    columns.push_back({"scaling", TextTable::Align::Left});
  }
  TextTable table(std::move(columns));
  for (std::size_t r = 0; r < view.rows.size(); ++r) {
    std::vector<std::string> cells{valueText(measurements, view.request.rows, view.rows[r], "all")};
    for (std::size_t c = 0; c < view.columns.size(); ++c) {
      cells.push_back(shownCell(measurements, view.cell(r, c), unit));
    }
    for (const RowScaling& fit : report.fits) {
      if (fit.row == r) {
        cells.push_back(scalingText(fit.fit).english());
      }
    }
    table.add(std::move(cells));
  }
  output.write(table.text(2, terminalWidth()));
  for (const RowCrossing& crossing : report.crossings) {
    output.write("  " + crossingText(measurements, view, crossing).english() + "\n");
  }
  output.write("\n");
}

void writeFailures(Output& output, const Measurements& measurements) {
  for (const FailedRun& failure : measurements.failures) {
    std::string place;
    for (std::size_t d = 0; d < failure.at.size(); ++d) {
      const std::string& key = measurements.dimensions[d].key;
      if (failure.at[d] != noCoordinate && key != "section") {
        const std::string text = valueText(measurements, d, failure.at[d], "");
        place +=
            fmt::format("{}{}", place.empty() ? "" : ", ", key == "subject" ? text : fmt::format("{}={}", key, text));
      }
    }
    output.write(fmt::format("✕ {}{}line {}: {}\n", place, place.empty() ? "" : ", ", failure.line, failure.text));
  }
}

std::string_view titleOf(RowTime time) {
  switch (time) {
    case RowTime::Host:
      return "host time";
    case RowTime::Launch:
      return "average device time per launch";
    case RowTime::Device:
      break;
  }
  return "device time";
}

/// Whether the row has time in no table: operators that only call others have no device time.
bool isWithoutTime(const TableComparison& tables, const ComparedRow& row) {
  return std::ranges::all_of(row.sides,
                             [&](const ComparedSide& side) { return side.isPresent() && tables.timeOf(side) == 0; });
}

void writeTables(Output& output, const TableComparison& tables, std::size_t limit) {
  output.write(fmt::format("{} of {} against {}\n", titleOf(tables.rowTime), tables.names.back().english(),
                           tables.names.front().english()));
  std::vector<TextTable::Column> columns{{"kind", TextTable::Align::Left}};
  for (const Message& name : tables.names) {
    columns.push_back({name.english(), TextTable::Align::Right});
  }
  for (const char* title : {"delta", "ratio", "of net change"}) {
    columns.push_back({title, TextTable::Align::Right});
  }
  columns.push_back({"name", TextTable::Align::Left});
  TextTable table(std::move(columns));
  std::vector<const ComparedRow*> rows;
  for (const ComparedRow& row : tables.rows) {
    if (!isWithoutTime(tables, row)) {
      rows.push_back(&row);
    }
  }
  const std::size_t shown = limit == 0 ? rows.size() : std::min(limit, rows.size());
  for (std::size_t r = 0; r < shown; ++r) {
    const ComparedRow& row = *rows[r];
    std::vector<std::string> cells{std::string{toText(row.kind)}};
    for (const ComparedSide& side : row.sides) {
      cells.push_back(side.isPresent() ? timeText(tables.timeOf(side)) : "–");
    }
    cells.push_back(signedTime(row.delta));
    cells.push_back(tables.change(row));
    // Larger shares are not shown: where totals hardly differ, every row is many times their change.
    constexpr double maxShownShare = 10;
    cells.push_back(std::abs(row.shareOfChange) <= maxShownShare ? fmt::format("{:.1f} %", row.shareOfChange * 100)
                                                                 : "");
    const std::string_view remark = remarkOn(row.match);
    cells.push_back((row.kind == RowKind::Kernel ? shortKernelName(row.name) : row.name) +
                    (remark.empty() ? "" : fmt::format("  ({})", remark)));
    table.add(std::move(cells));
  }
  output.write(table.text(2, terminalWidth()));
  output.write(cutNotice(rows.size() - shown, "--limit 0"));
  if (const std::size_t without = tables.rows.size() - rows.size(); without > 0) {
    output.write(
        fmt::format("  {} without {} not shown; --json has them\n", counted(without, "row"), titleOf(tables.rowTime)));
  }
  for (const Message& reason : tables.reasons) {
    output.write("  " + reason.english() + "\n");
  }
  output.write("\n");
}

/// Names metrics whose better direction neither the user nor their name gives.
void writeUnknown(Output& output, const CompareAnswer& answer) {
  std::string names;
  for (std::size_t v = 0; v < std::min(answer.views.size(), viewsOfText); ++v) {
    const Pivot& view = answer.views[v];
    const std::string& title = answer.measurements.metrics[view.request.metric].title;
    if (view.better == Better::Unknown && !view.request.better && !names.contains(title)) {
      names += (names.empty() ? "" : ", ") + title;
    }
  }
  if (!names.empty()) {
    output.write(fmt::format(
        "Unknown whether more or less is better: {}. Set it with --better more or --better less.\n\n", names));
  }
}

void writeViews(Output& output, const CompareAnswer& answer) {
  const std::size_t shown = std::min(answer.views.size(), viewsOfText);
  for (std::size_t v = 0; v < shown; ++v) {
    writeView(output, answer.measurements, answer.views[v]);
  }
  writeUnknown(output, answer);
  if (shown < answer.views.size()) {
    output.write(fmt::format("… and {} not shown; select with --metric, --columns, --rows, --where, or use --json\n",
                             counted(answer.views.size() - shown, "view")));
  }
}

void writeModels(Output& output, const CompareAnswer& answer) {
  for (const ModelTable& made : modelTables(answer.measurements, answer.models, Digits::Few)) {
    output.write(made.title + "\n");
    std::vector<TextTable::Column> columns;
    for (std::size_t c = 0; c < made.head.size(); ++c) {
      columns.push_back({made.head[c], c < made.textColumns ? TextTable::Align::Left : TextTable::Align::Right});
    }
    TextTable table(std::move(columns));
    for (const std::vector<std::string>& row : made.rows) {
      table.add(row);
    }
    output.write(table.text(2, terminalWidth()) + "\n");
  }
}

/// All tables by number, for the trace that is one of them to be compared with another.
void writeChoice(Output& output, const std::vector<TableRef>& profiles) {
  const auto trace = std::ranges::find_if(profiles, [](const TableRef& ref) { return isOfTrace(*ref); });
  const std::size_t first = trace == profiles.end() ? 1 : static_cast<std::size_t>(trace - profiles.begin()) + 1;
  output.write(fmt::format("{} profiler tables; compare two with --tables, e.g. --tables {},{}:\n", profiles.size(),
                           first, first == 1 ? 2 : 1));
  for (std::size_t t = 0; t < profiles.size(); ++t) {
    const TableRef& ref = profiles[t];
    const std::string file = printable(std::filesystem::path{ref.log->path()}.filename().string());
    output.write(isOfTrace(*ref)
                     ? fmt::format("  {}: the trace {}\n", t + 1, file)
                     : fmt::format("  {}: {}, {}:{}\n", t + 1, tableName(ref).english(), file, (*ref).firstLine));
  }
}

}  // namespace

void writeCompareText(Output& output, const CompareAnswer& answer, std::size_t limit) {
  for (const Message& pick : answer.picks) {
    output.write(pick.english() + "; select others with --tables\n");
  }
  if (answer.tables) {
    writeTables(output, *answer.tables, limit);
  }
  if (!answer.isAboutTables) {
    writeViews(output, answer);
    writeModels(output, answer);
  }
  if (!answer.tables && answer.profiles.size() > 1) {
    writeChoice(output, answer.profiles);
  }
  if (!answer.isAboutTables) {
    writeFailures(output, answer.measurements);
  }
}

}  // namespace kernline::cli
