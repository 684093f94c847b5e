// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/model_tables.h"

#include "core/compare/tables/comparison_text.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/html_text.h"
#include "core/model/format/markdown_table.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <cstdint>

namespace kernline {

namespace {

std::string ratioText(double ratio, Digits digits) {
  return digits == Digits::All ? fmt::format("{}", ratio) : timesText(ratio);
}

std::string spreadText(double spread, Digits digits) {
  return digits == Digits::All ? fmt::format("{}", spread) : factorText(spread);
}

ModelTable speedsOf(const Measurements& measurements, const ModelComparison& made, Digits digits) {
  const std::string baseline = valueText(measurements, made.of, made.baseline, "");
  ModelTable table;
  table.title = fmt::format("{} against {}: {}", measurements.metrics[made.metric].title, baseline,
                            counted(made.cells, "comparable case"));
  for (const std::size_t d : made.alongside) {
    table.title += fmt::format(", each with its own {}", measurements.dimensions[d].title);
  }
  if (made.ambiguous > 0) {
    table.title += fmt::format(", {} with several values left out", counted(made.ambiguous, "case"));
  }
  table.head = {measurements.dimensions[made.of].title,
                "cells",
                "geometric mean",
                "varies by a factor of",
                "least",
                "most",
                "best in"};
  for (const ModelSpeed& speed : made.speeds) {
    std::vector<std::string> row{valueText(measurements, made.of, speed.value, ""), fmt::format("{}", speed.cells)};
    if (speed.cells == 0) {
      row.insert(row.end(), {"", "", "", ""});
    } else {
      row.insert(row.end(), {ratioText(speed.mean, digits), spreadText(speed.spread, digits),
                             ratioText(speed.least, digits), ratioText(speed.most, digits)});
    }
    row.push_back(fmt::format("{}", speed.best));
    table.rows.push_back(std::move(row));
  }
  return table;
}

ModelTable winnersOf(const Measurements& measurements, const ModelComparison& made, Digits digits) {
  ModelTable table;
  const std::string by = made.by ? measurements.dimensions[*made.by].title : std::string{"all"};
  table.title = fmt::format("{}: best by {}", measurements.metrics[made.metric].title, by);
  table.head = {"from", "to", "best", "won", "of", "against the next"};
  table.textColumns = 3;
  for (const WinnerRegion& region : made.regions) {
    table.rows.push_back({valueText(measurements, made.by, region.from, "all"),
                          valueText(measurements, made.by, region.to, "all"),
                          valueText(measurements, made.of, region.winner, ""), fmt::format("{}", region.won),
                          fmt::format("{}", region.cells), ratioText(region.mean, digits)});
  }
  return table;
}

}  // namespace

std::vector<ModelTable> modelTables(const Measurements& measurements, std::span<const ModelComparison> models,
                                    Digits digits) {
  std::vector<ModelTable> tables;
  for (const ModelComparison& made : models) {
    tables.push_back(speedsOf(measurements, made, digits));
    tables.push_back(winnersOf(measurements, made, digits));
  }
  return tables;
}

std::string modelsCsv(const Measurements& measurements, std::span<const ModelComparison> models) {
  std::string text;
  const auto addLine = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      text += (i == 0 ? "" : ",") + csvCell(cells[i]);
    }
    text += "\n";
  };
  for (const ModelTable& table : modelTables(measurements, models, Digits::All)) {
    text += "\n";
    addLine(table.head);
    for (const std::vector<std::string>& row : table.rows) {
      addLine(row);
    }
  }
  return text;
}

std::string modelsMarkdown(const Measurements& measurements, std::span<const ModelComparison> models) {
  std::string text;
  for (const ModelTable& table : modelTables(measurements, models, Digits::Few)) {
    text += fmt::format("**{}**\n\n", markdownCell(table.title));
    std::vector<MarkdownColumn> columns;
    for (std::size_t c = 0; c < table.head.size(); ++c) {
      columns.push_back({table.head[c], c >= table.textColumns});
    }
    text += markdownHead(columns);
    for (const std::vector<std::string>& row : table.rows) {
      std::vector<std::string> cells;
      for (const std::string& cell : row) {
        cells.push_back(markdownCell(cell));
      }
      text += markdownRow(cells);
    }
    text += "\n";
  }
  return text;
}

std::string modelsHtml(const Measurements& measurements, std::span<const ModelComparison> models) {
  std::string text;
  for (const ModelTable& table : modelTables(measurements, models, Digits::Few)) {
    text += fmt::format("<section>\n<h2>{}</h2>\n<table><thead><tr>", htmlText(table.title));
    for (const std::string& name : table.head) {
      text += fmt::format("<th>{}</th>", htmlName(name));
    }
    text += "</tr></thead><tbody>\n";
    for (const std::vector<std::string>& row : table.rows) {
      text += "<tr>";
      for (std::size_t c = 0; c < row.size(); ++c) {
        text += fmt::format("<td{}>{}</td>", c < table.textColumns ? " class=\"text\"" : "", htmlText(row[c]));
      }
      text += "</tr>\n";
    }
    text += "</tbody></table>\n</section>\n";
  }
  return text;
}

}  // namespace kernline
