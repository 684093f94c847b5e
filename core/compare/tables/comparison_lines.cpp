// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/comparison_lines.h"

#include "core/compare/tables/comparison_text.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/markdown_table.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace kernline {

namespace {

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

std::string whole(double value) {
  return std::isfinite(value) ? fmt::format("{}", std::llround(value)) : "";
}

std::string csvLine(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) {
    line += (&cell == &cells.front() ? "" : ",") + csvCell(cell);
  }
  return line + "\n";
}

std::vector<std::string> headOf(const TableComparison& tables) {
  std::vector<std::string> head{"name", "kind", "status", "match"};
  for (const Message& table : tables.names) {
    const std::string name = table.english();
    head.push_back(name + " count");
    head.push_back(name + " total_ns");
  }
  const bool isOfLaunch = tables.rowTime == RowTime::Launch;
  head.insert(head.end(),
              {isOfLaunch ? "launch_delta_ns" : "delta_ns", isOfLaunch ? "launch_ratio" : "ratio", "share_of_change"});
  return head;
}

std::vector<std::string> cellsOf(const ComparedRow& row) {
  std::vector<std::string> cells{row.name, std::string{toText(row.kind)}, std::string{row.status()},
                                 std::string{toText(row.match)}};
  for (const ComparedSide& side : row.sides) {
    cells.push_back(side.isPresent() ? number(side.count) : "");
    cells.push_back(side.isPresent() ? whole(side.time) : "");
  }
  cells.insert(cells.end(), {whole(row.delta), number(row.ratio), number(row.shareOfChange)});
  return cells;
}

const std::vector<std::string>& headOfViews() {
  static const std::vector<std::string> head{"metric", "unit",  "fixed", "rows", "row",   "columns", "column", "status",
                                             "value",  "least", "most",  "best", "ratio", "values",  "failure"};
  return head;
}

std::vector<std::string> cellsOf(const Measurements& measurements, const Pivot& view, std::size_t r, std::size_t c) {
  const PivotCell& cell = view.cell(r, c);
  const Metric& metric = measurements.metrics[view.request.metric];
  const auto key = [&](std::optional<std::size_t> dimension) {
    return dimension ? measurements.dimensions[*dimension].key : std::string{};
  };
  return {metric.key,
          metric.unit,
          fixedText(measurements, view.request),
          key(view.request.rows),
          valueText(measurements, view.request.rows, view.rows[r], ""),
          key(view.request.columns),
          valueText(measurements, view.request.columns, view.columns[c], ""),
          std::string{toText(cell.status)},
          number(cell.value),
          number(cell.min),
          number(cell.max),
          cell.isBest ? "1" : "0",
          number(cell.ratio),
          fmt::format("{}", cell.values.size()),
          cell.failures.empty() ? "" : measurements.failures[cell.failures.front()].text};
}

std::string viewMarkdown(const Measurements& measurements, const Pivot& view) {
  const ShownUnit unit = unitOf(measurements, view);
  const Metric& metric = measurements.metrics[view.request.metric];
  const std::string fixed = fixedText(measurements, view.request);
  std::string text = fmt::format("**{}**{}{}\n\n", markdownCell(metric.title),
                                 unit.symbol.empty() ? "" : " [" + markdownCell(unit.symbol) + "]",
                                 fixed.empty() ? "" : ", " + markdownCell(fixed));
  std::vector<MarkdownColumn> columns{{view.request.rows ? measurements.dimensions[*view.request.rows].title : ""}};
  for (const std::int32_t column : view.columns) {
    columns.push_back({valueText(measurements, view.request.columns, column, "value"), true});
  }
  text += markdownHead(columns);
  for (std::size_t r = 0; r < view.rows.size(); ++r) {
    std::vector<std::string> cells{markdownCell(valueText(measurements, view.request.rows, view.rows[r], "all"))};
    for (std::size_t c = 0; c < view.columns.size(); ++c) {
      const PivotCell& cell = view.cell(r, c);
      std::string shown = cell.status == CellStatus::Failed ? "failed: " + failureText(measurements, cell)
                                                            : cellText(measurements, cell, unit).english();
      shown = markdownCell(shown);
      shown += cell.ratio == cell.ratio ? fmt::format(" ({:.2f}×)", cell.ratio) : "";
      cells.push_back(cell.isWinner() ? "**" + shown + "**" : shown);
    }
    text += markdownRow(cells);
  }
  return text + "\n";
}

}  // namespace

std::string viewsCsv(const Measurements& measurements, std::span<const Pivot> views) {
  std::string text = csvLine(headOfViews());
  for (const Pivot& view : views) {
    for (std::size_t r = 0; r < view.rows.size(); ++r) {
      for (std::size_t c = 0; c < view.columns.size(); ++c) {
        text += csvLine(cellsOf(measurements, view, r, c));
      }
    }
  }
  return text;
}

std::string viewsMarkdown(const Measurements& measurements, std::span<const Pivot> views) {
  std::string text;
  for (const Pivot& view : views) {
    text += viewMarkdown(measurements, view);
  }
  return text;
}

std::string tablesCsv(const TableComparison& tables) {
  std::string text = csvLine(headOf(tables));
  for (const ComparedRow& row : tables.rows) {
    text += csvLine(cellsOf(row));
  }
  return text;
}

std::string tablesMarkdown(const TableComparison& tables) {
  std::vector<MarkdownColumn> columns;
  for (const std::string& title : headOf(tables)) {
    const bool isText = title == "name" || title == "kind" || title == "status" || title == "match";
    columns.push_back({title, !isText});
  }
  std::string text = markdownHead(columns);
  for (const ComparedRow& row : tables.rows) {
    std::vector<std::string> cells = cellsOf(row);
    for (std::string& cell : cells) {
      cell = markdownCell(cell);
    }
    text += markdownRow(cells);
  }
  for (const Message& reason : tables.reasons) {
    text += "\n" + markdownCell(reason.english()) + "\n";
  }
  return text;
}

}  // namespace kernline
