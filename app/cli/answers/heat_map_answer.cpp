// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/ranks_answer.h"
#include "app/cli/kit/json_document.h"
#include "core/compare/ranks/heat_layout.h"
#include "core/model/format/csv_cell.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

namespace {

/// Whether values are integers in text.
bool isWholeHeat(const HeatSubject& subject) {
  const auto* metric = std::get_if<HeatMetric>(&subject);
  return metric != nullptr && unitOf(*metric) != HeatUnit::Times;
}

std::string_view heatUnitText(const HeatSubject& subject) {
  if (const auto* counter = std::get_if<HeatCounter>(&subject)) {
    return counter->unit;
  }
  switch (unitOf(std::get<HeatMetric>(subject))) {
    case HeatUnit::Nanoseconds:
      return "ns";
    case HeatUnit::Bytes:
      return "bytes";
    case HeatUnit::BytesPerSecond:
      return "bytes/s";
    case HeatUnit::Times:
      break;
  }
  return "times";
}

}  // namespace

void writeHeatMapJson(Output& output, const RankSet& set, const HeatSubject& subject) {
  const HeatMap map(set, subject);
  const bool isWhole = isWholeHeat(subject);
  const auto number = [isWhole](double value) {
    return std::isnan(value) ? Json(nullptr) : isWhole ? Json(std::llround(value)) : Json(value);
  };
  const std::vector<HeatGrouping> groupings = heatGroupings(set);
  JsonDocument document(output, "heat-map-1");
  document.member("metric", textValue(heatName(subject)));
  document.member("unit", textValue(heatUnitText(subject)));
  document.member("low_is_bad", map.isLowBad());
  document.member("is_comparable", map.isComparable());
  Json steps = Json::array();
  for (std::size_t step = 0; step < map.steps().size(); ++step) {
    steps.push_back({{"name", textValue(map.steps()[step])}, {"median", number(map.median(step))}});
  }
  document.array("steps", steps);
  document.beginArray("rows");
  for (const std::size_t place : layOut(map, HeatSort::Worst).places) {
    Json groups = Json::object();
    for (const HeatGrouping& grouping : groupings) {
      groups[grouping.kind] = textValue(grouping.groupOf[place]);
    }
    Json values = Json::array();
    for (const double value : map.row(place)) {
      values.push_back(number(value));
    }
    document.element({{"rank", set.files[place].rank},
                      {"groups", std::move(groups)},
                      {"mean_excess", number(map.excess(place))},
                      {"values", std::move(values)}});
  }
  document.endArray();
  document.end();
}

void writeHeatMapCsv(Output& output, const RankSet& set, const HeatSubject& subject) {
  const HeatMap map(set, subject);
  const bool isWhole = isWholeHeat(subject);
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
