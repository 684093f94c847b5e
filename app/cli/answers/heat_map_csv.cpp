// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/ranks_answer.h"
#include "core/compare/ranks/heat_layout.h"
#include "core/model/format/csv_cell.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace kernline::cli {

void writeHeatMapCsv(Output& output, const RankSet& set, const HeatSubject& subject) {
  const HeatMap map(set, subject);
  const auto* metric = std::get_if<HeatMetric>(&subject);
  const bool isWhole = metric != nullptr && unitOf(*metric) != HeatUnit::Times;
  const std::vector<HeatGrouping> groupings = heatGroupings(set);
  std::string head = "rank";
  for (const HeatGrouping& grouping : groupings) {
    head += "," + csvCell(grouping.kind);
  }
  for (const std::string& step : map.steps()) {
    head += "," + csvCell(step);
  }
  output.write(head + "\n");
  for (std::size_t place = 0; place < map.ranks() && !output.isClosed(); ++place) {
    std::string line = std::to_string(set.files[place].rank);
    for (const HeatGrouping& grouping : groupings) {
      line += "," + csvCell(grouping.groupOf[place]);
    }
    for (const double value : map.row(place)) {
      line += std::isnan(value) ? "," : isWhole ? fmt::format(",{:.0f}", value) : fmt::format(",{}", value);
    }
    output.write(line + "\n");
  }
}

}  // namespace kernline::cli
