// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/comparison_report.h"

#include "core/compare/tables/comparison_text.h"
#include "core/compare/tables/file_names.h"
#include "core/compare/tables/model_tables.h"
#include "core/compare/tables/svg_chart.h"
#include "core/model/format/html_page.h"
#include "core/model/format/html_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace kernline {

namespace {

constexpr std::size_t maxViews = 60;
constexpr std::size_t maxTableRows = 200;
constexpr std::size_t maxMatrixRows = 60;
constexpr std::size_t maxMatrixColumns = 30;

std::string timeText(double ns) {
  return ns == ns ? formatDuration(Duration{std::llround(ns)}) : "–";
}

std::string shareText(double share) {
  return share == share ? formatShare(share) : std::string{};
}

std::string legendOf(const ComparisonChart& chart) {
  std::string text = "<ul class=\"legend\">\n";
  const std::size_t named = std::min(chart.series.size(), maxMatrixRows);
  for (const ChartSeries& series : std::span{chart.series}.first(named)) {
    text += fmt::format("<li>{} {} <span class=\"dim\">{}</span></li>\n", svgMarker(series.row), htmlText(series.name),
                        htmlText(series.scaling.english()));
  }
  text += "</ul>\n" + htmlCutNotice(named, chart.series.size(), "line");
  for (const ChartCrossing& crossing : chart.crossings) {
    text += fmt::format("<p>○ {}</p>\n", htmlText(crossing.text.english()));
  }
  constexpr std::size_t maxRemarks = 4;
  for (std::size_t i = 0; i < std::min(chart.remarks.size(), maxRemarks); ++i) {
    text += fmt::format("<p class=\"dim\">{}</p>\n", htmlText(chart.remarks[i].english()));
  }
  return text;
}

std::string cellOf(const Measurements& measurements, const PivotCell& cell, const ShownUnit& unit) {
  if (cell.status == CellStatus::Failed) {
    const std::string text = htmlText(failureText(measurements, cell));
    return fmt::format("<td class=\"failed\" title=\"{}\">✕ failed</td>", text);
  }
  std::string text = htmlText(cellText(measurements, cell, unit).english());
  if (cell.ratio == cell.ratio) {
    text += fmt::format(" <span class=\"dim\">{:.2f}×</span>", cell.ratio);
  }
  if (!cell.failures.empty()) {
    text += fmt::format(" <span class=\"failed\" title=\"{}\">✕</span>", htmlText(failureText(measurements, cell)));
  }
  return cell.isWinner() ? "<td class=\"best\">" + text + " ★</td>" : "<td>" + text + "</td>";
}

std::string matrixOf(const Measurements& measurements, const Pivot& view, const ShownUnit& unit) {
  std::string text =
      fmt::format("<table><thead><tr><th>{}</th>",
                  htmlText(view.request.rows ? measurements.dimensions[*view.request.rows].title : std::string{}));
  const std::size_t rows = std::min(view.rows.size(), maxMatrixRows);
  const std::size_t columns = std::min(view.columns.size(), maxMatrixColumns);
  for (std::size_t c = 0; c < columns; ++c) {
    text +=
        fmt::format("<th>{}</th>", htmlName(valueText(measurements, view.request.columns, view.columns[c], "value")));
  }
  text += "</tr></thead><tbody>\n";
  for (std::size_t r = 0; r < rows; ++r) {
    text += fmt::format("<tr><td class=\"text\">{}</td>",
                        htmlText(valueText(measurements, view.request.rows, view.rows[r], "all")));
    for (std::size_t c = 0; c < columns; ++c) {
      text += cellOf(measurements, view.cell(r, c), unit);
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table>\n" + htmlCutNotice(rows, view.rows.size(), "row") +
         htmlCutNotice(columns, view.columns.size(), "column");
}

/// A chart of each view; those of facets, which follow each other, have one scale.
std::vector<ComparisonChart> chartsOf(const Measurements& measurements, std::span<const Pivot> views,
                                      const ChartStyle& style) {
  std::vector<ComparisonChart> charts;
  while (charts.size() < views.size()) {
    const std::span<const Pivot> rest = views.subspan(charts.size());
    const PivotRequest& first = rest.front().request;
    const auto end = std::ranges::find_if(rest.subspan(1), [&](const Pivot& view) {
      return !first.facets || view.request.facets != first.facets || view.request.metric != first.metric;
    });
    const auto count = static_cast<std::size_t>(end - rest.subspan(1).begin()) + 1;
    std::ranges::move(comparisonCharts(measurements, rest.first(count), style), std::back_inserter(charts));
  }
  return charts;
}

std::string viewSection(const Measurements& measurements, const Pivot& view, const ComparisonChart& chart) {
  const std::string fixed = fixedText(measurements, view.request);
  std::string text =
      fmt::format("<section>\n<h2>{}</h2>\n<p class=\"dim\">by {}{}{}</p>\n", htmlText(chart.y.title.english()),
                  htmlText(chart.x.title.english()),
                  view.better == Better::Unknown ? "" : fmt::format("; {} is better", toText(view.better)),
                  fixed.empty() ? "" : "; " + htmlText(fixed));
  text += svgChart(chart) + legendOf(chart) + matrixOf(measurements, view, chart.unit);
  return text + "</section>\n";
}

std::string failuresSection(const Measurements& measurements) {
  if (measurements.failures.empty()) {
    return {};
  }
  std::string text =
      fmt::format("<section class=\"banner\"><h2>{} failed</h2>\n", counted(measurements.failures.size(), "run"));
  for (std::size_t i = 0; i < std::min(measurements.failures.size(), maxTableRows); ++i) {
    const FailedRun& failure = measurements.failures[i];
    std::string place;
    for (std::size_t d = 0; d < failure.at.size(); ++d) {
      if (failure.at[d] != noCoordinate && measurements.dimensions[d].key != "section") {
        place += (place.empty() ? "" : ", ") + measurements.dimensions[d].title + " " +
                 valueText(measurements, d, failure.at[d], "");
      }
    }
    text += fmt::format("<p><span class=\"failed\">✕</span> {}: {} <span class=\"dim\">line {}</span></p>\n",
                        htmlText(place), htmlText(failure.text), failure.line);
  }
  return text + htmlCutNotice(maxTableRows, measurements.failures.size(), "failed run") + "</section>\n";
}

std::string rowOf(const TableComparison& tables, const ComparedRow& row, double maxDelta) {
  const bool isFunction = row.kind == RowKind::Kernel || row.kind == RowKind::Plain;
  const std::string name = isFunction ? shortKernelName(row.name) : row.name;
  const std::string_view remark = remarkOn(row.match);
  std::string text = fmt::format("<tr><td class=\"text\" title=\"{}\">{}{}</td><td>{}</td>", htmlText(row.name),
                                 htmlText(name), remark.empty() ? "" : fmt::format(" ({})", remark), toText(row.kind));
  for (std::size_t t = 0; t < row.sides.size(); ++t) {
    text += row.sides[t].isPresent()
                ? fmt::format("<td>{} <span class=\"dim\">{}</span></td>", timeText(tables.timeOf(row.sides[t])),
                              shareText(tables.share(row, t)))
                : "<td class=\"dim\">–</td>";
  }
  const bool isKnown = row.delta == row.delta;
  text += isKnown ? fmt::format("<td class=\"delta\" style=\"background-size:{:.1f}% 100%\">{}{}</td>",
                                maxDelta > 0 ? std::abs(row.delta) / maxDelta * 100 : 0, row.delta > 0 ? "+" : "",
                                timeText(row.delta))
                  : "<td></td>";
  text += fmt::format("<td>{}</td>", tables.change(row));
  return text + "</tr>\n";
}

std::string tablesSection(const TableComparison& tables) {
  std::string text = "<section style=\"margin-top:16px\"><h2>Tables side by side</h2>\n";
  for (const Message& reason : tables.reasons) {
    text += "<p>" + htmlText(reason.english()) + "</p>\n";
  }
  if (tables.rowTime == RowTime::Launch) {
    text += "<p>Times are means per launch.</p>\n";
  }
  text += "<table><thead><tr><th>name</th><th>kind</th>";
  for (const Message& name : tables.names) {
    text += "<th>" + htmlName(name.english()) + "</th>";
  }
  text += "<th>delta</th><th>ratio</th></tr></thead><tbody>\n";
  const double maxDelta = tables.rows.empty() ? 0 : std::abs(tables.rows.front().delta);
  for (std::size_t r = 0; r < std::min(tables.rows.size(), maxTableRows); ++r) {
    text += rowOf(tables, tables.rows[r], maxDelta);
  }
  return text + "</tbody></table>\n" + htmlCutNotice(maxTableRows, tables.rows.size(), "row") + "</section>\n";
}

std::string namesOfFiles(const Measurements& measurements) {
  std::string names;
  for (const std::string& name : fileNames(measurements.paths)) {
    names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

}  // namespace

std::string comparisonReport(const Measurements& measurements, std::span<const Pivot> views,
                             const TableComparison* tables, std::span<const ModelComparison> models,
                             const ChartStyle& style) {
  const std::string names = namesOfFiles(measurements);
  std::string page = htmlPageBegin("Comparison: " + names, chartStyleSheet());
  page += fmt::format("<h1>Comparison</h1><p class=\"dim\">{}</p>\n", htmlText(names));
  page += failuresSection(measurements);
  if (tables != nullptr) {
    page += tablesSection(*tables);
  }
  page += "<div class=\"views\">\n" + modelsHtml(measurements, models);
  const std::span<const Pivot> shown = views.first(std::min(views.size(), maxViews));
  const std::vector<ComparisonChart> charts = chartsOf(measurements, shown, style);
  for (std::size_t v = 0; v < shown.size(); ++v) {
    page += viewSection(measurements, shown[v], charts[v]);
  }
  page += "</div>\n" + htmlCutNotice(maxViews, views.size(), "chart");
  page +=
      "<p class=\"dim\">★ best of its column, beyond its noise · ✕ failed · dotted: fit of value ~ n^k, with its 95 % "
      "interval · ○ crossing.</p>\n";
  return page + htmlPageEnd();
}

}  // namespace kernline
