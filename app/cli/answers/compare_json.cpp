// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/compare_answer.h"
#include "app/cli/kit/json_document.h"
#include "core/compare/tables/comparison_text.h"

#include <cmath>
#include <string>

namespace kernline::cli {

namespace {

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json nanoseconds(double value) {
  return std::isfinite(value) ? Json(std::llround(value)) : Json(nullptr);
}

Json nanoseconds(const std::optional<double>& value) {
  return value ? nanoseconds(*value) : Json(nullptr);
}

Json runsOf(const CompareAnswer& answer) {
  Json runs = Json::array();
  if (!answer.tables) {
    for (const std::string& path : answer.measurements.paths) {
      runs.push_back({{"path", textValue(path)}, {"wall_ns", nullptr}, {"busy_ns", nullptr}});
    }
    return runs;
  }
  const TableComparison& tables = *answer.tables;
  for (std::size_t t = 0; t < tables.tables.size(); ++t) {
    double wall = std::numeric_limits<double>::quiet_NaN();
    for (const SpeedUp& speedUp : tables.speedUps) {
      if (speedUp.by == SpeedUp::By::WallTime && (speedUp.table == t || t == 0)) {
        wall = t == 0 ? speedUp.base : speedUp.other;
      }
    }
    runs.push_back({{"path", textValue(tables.tables[t].log->path())},
                    {"name", textValue(tables.names[t].english())},
                    {"line", (*tables.tables[t]).firstLine},
                    {"wall_ns", nanoseconds(wall)},
                    {"busy_ns", nanoseconds(tables.times[t].device())},
                    {"host_ns", nanoseconds(tables.times[t].host())},
                    {"listed_ns", nanoseconds(tables.times[t].deviceRows)}});
  }
  return runs;
}

Json rowOf(const ComparedRow& row) {
  Json runs = Json::array();
  for (const ComparedSide& side : row.sides) {
    runs.push_back(side.isPresent() ? Json{{"count", number(side.count)},
                                           {"total_ns", nanoseconds(side.time)},
                                           {"median_ns", nanoseconds(side.median)},
                                           {"table_rows", side.rows.size()}}
                                    : Json(nullptr));
  }
  return {{"name", textValue(row.name)},
          {"kind", textValue(toText(row.kind))},
          {"status", textValue(row.status())},
          {"match", textValue(toText(row.match))},
          {"runs", runs},
          {"delta_ns", nanoseconds(row.delta)},
          {"ratio", number(row.ratio)},
          {"share_of_change", number(row.shareOfChange)}};
}

Json speedUpsOf(const TableComparison& tables) {
  Json speedUps = Json::array();
  for (const SpeedUp& speedUp : tables.speedUps) {
    const bool isPrinted = speedUp.by == SpeedUp::By::Printed;
    speedUps.push_back({{"by", textValue(toText(speedUp.by))},
                        {"run", speedUp.table},
                        {"value", number(speedUp.value)},
                        {"base_ns", isPrinted ? Json(nullptr) : nanoseconds(speedUp.base)},
                        {"other_ns", isPrinted ? Json(nullptr) : nanoseconds(speedUp.other)},
                        {"of_listed_rows", speedUp.isOfListedRows},
                        {"line", isPrinted ? Json(speedUp.line) : Json(nullptr)}});
  }
  return speedUps;
}

/// Tables are sums of one run each: there is no spread to be confident by.
Json verdictOf(const TableComparison& tables) {
  const auto found =
      std::ranges::find_if(tables.speedUps, [](const SpeedUp& s) { return s.by != SpeedUp::By::Printed; });
  Json reasons = Json::array();
  for (const Message& reason : tables.reasons) {
    reasons.push_back(textValue(reason.english()));
  }
  if (found == tables.speedUps.end()) {
    return {{"faster", nullptr}, {"ratio", nullptr}, {"confidence", "none"}, {"reasons", reasons}};
  }
  const std::string faster = tables.names[found->value >= 1 ? found->table : 0].english();
  return {{"faster", textValue(faster)}, {"ratio", number(found->value)}, {"confidence", "low"}, {"reasons", reasons}};
}

Json placeOf(const Measurements& measurements, const Coordinates& at) {
  Json place = Json::object();
  for (std::size_t d = 0; d < at.size(); ++d) {
    if (at[d] != noCoordinate) {
      place[measurements.dimensions[d].key] = textValue(valueText(measurements, d, at[d], ""));
    }
  }
  return place;
}

Json cellOf(const Measurements& measurements, const PivotCell& cell) {
  Json json{{"status", textValue(toText(cell.status))}};
  if (cell.status == CellStatus::Value) {
    json["value"] = number(cell.value);
    json["least"] = number(cell.min);
    json["most"] = number(cell.max);
    json["best"] = cell.isBest;
    json["tied"] = cell.isTied;
    json["ratio"] = number(cell.ratio);
    Json values = Json::array();
    for (const std::uint32_t index : cell.values) {
      const Measurement& measurement = measurements.values[index];
      values.push_back({{"value", number(measurement.value)},
                        {"error", number(measurement.error)},
                        {"path", textValue(measurements.paths[measurement.log])},
                        {"line", measurement.line}});
    }
    json["values"] = std::move(values);
  }
  Json failures = Json::array();
  for (const std::uint32_t index : cell.failures) {
    failures.push_back(
        {{"text", textValue(measurements.failures[index].text)}, {"line", measurements.failures[index].line}});
  }
  json["failures"] = std::move(failures);
  return json;
}

Json textsOf(const Measurements& measurements, std::optional<std::size_t> dimension,
             const std::vector<std::int32_t>& values) {
  Json texts = Json::array();
  for (const std::int32_t value : values) {
    texts.push_back(dimension ? textValue(valueText(measurements, dimension, value, "")) : Json(nullptr));
  }
  return texts;
}

Json scalingJson(const Measurements& measurements, const Pivot& view, const ScalingReport& report) {
  Json fits = Json::array();
  for (const RowScaling& row : report.fits) {
    fits.push_back({{"row", textValue(valueText(measurements, view.request.rows, view.rows[row.row], ""))},
                    {"exponent", number(row.fit.exponent)},
                    {"half_width_95", row.fit.halfWidth ? number(*row.fit.halfWidth) : Json(nullptr)},
                    {"factor", number(row.fit.factor)},
                    {"r_squared", number(row.fit.rSquared)},
                    {"points", row.fit.points}});
  }
  return fits;
}

Json crossingsJson(const Measurements& measurements, const Pivot& view, const ScalingReport& report) {
  Json crossings = Json::array();
  for (const RowCrossing& crossing : report.crossings) {
    const auto name = [&](std::size_t row) {
      return textValue(valueText(measurements, view.request.rows, view.rows[row], ""));
    };
    crossings.push_back({{"better_below", name(crossing.one)},
                         {"better_above", name(crossing.other)},
                         {"at", number(crossing.x)},
                         {"by", crossing.isMeasured ? "measurements" : "fits"},
                         {"beyond_measured", !crossing.isMeasured}});
  }
  return crossings;
}

Json viewOf(const Measurements& measurements, const Pivot& view) {
  const auto key = [&](std::optional<std::size_t> dimension) {
    return dimension ? textValue(measurements.dimensions[*dimension].key) : Json(nullptr);
  };
  Json fixed = Json::object();
  for (std::size_t d = 0; d < view.request.fixed.size(); ++d) {
    if (view.request.fixed[d]) {
      fixed[measurements.dimensions[d].key] = textValue(valueText(measurements, d, *view.request.fixed[d], ""));
    }
  }
  Json cells = Json::array();
  for (std::size_t r = 0; r < view.rows.size(); ++r) {
    Json row = Json::array();
    for (std::size_t c = 0; c < view.columns.size(); ++c) {
      row.push_back(cellOf(measurements, view.cell(r, c)));
    }
    cells.push_back(std::move(row));
  }
  const Metric& metric = measurements.metrics[view.request.metric];
  const ScalingReport report = scalingOf(measurements, view);
  return {{"metric", textValue(metric.key)},
          {"unit", textValue(metric.unit)},
          {"better", textValue(toText(view.better))},
          {"rows", key(view.request.rows)},
          {"columns", key(view.request.columns)},
          {"fixed", fixed},
          {"row_values", textsOf(measurements, view.request.rows, view.rows)},
          {"column_values", textsOf(measurements, view.request.columns, view.columns)},
          {"cells", cells},
          {"scaling", scalingJson(measurements, view, report)},
          {"crossings", crossingsJson(measurements, view, report)}};
}

Json modelOf(const Measurements& measurements, const ModelComparison& made) {
  const auto text = [&](std::optional<std::size_t> dimension, std::int32_t value) {
    return dimension && value != noCoordinate ? textValue(valueText(measurements, dimension, value, ""))
                                              : Json(nullptr);
  };
  Json speeds = Json::array();
  for (const ModelSpeed& speed : made.speeds) {
    const bool isKnown = speed.cells > 0;
    const auto ratio = [&](double value) { return isKnown ? number(value) : Json(nullptr); };
    speeds.push_back({{"value", text(made.of, speed.value)},
                      {"cells", speed.cells},
                      {"geometric_mean", ratio(speed.mean)},
                      {"spread", ratio(speed.spread)},
                      {"least", ratio(speed.least)},
                      {"most", ratio(speed.most)},
                      {"best_cells", speed.best}});
  }
  Json alongside = Json::array();
  for (const std::size_t d : made.alongside) {
    alongside.push_back(textValue(measurements.dimensions[d].key));
  }
  Json winners = Json::array();
  for (const WinnerRegion& region : made.regions) {
    winners.push_back({{"from", text(made.by, region.from)},
                       {"to", text(made.by, region.to)},
                       {"winner", text(made.of, region.winner)},
                       {"cells", region.cells},
                       {"won", region.won},
                       {"geometric_mean", number(region.mean)}});
  }
  return {{"metric", textValue(measurements.metrics[made.metric].key)},
          {"of", textValue(measurements.dimensions[made.of].key)},
          {"by", made.by ? textValue(measurements.dimensions[*made.by].key) : Json(nullptr)},
          {"baseline", text(made.of, made.baseline)},
          {"better", textValue(toText(made.better))},
          {"alongside", std::move(alongside)},
          {"cells", made.cells},
          {"ambiguous_cells", made.ambiguous},
          {"speedups", std::move(speeds)},
          {"winners", std::move(winners)}};
}

Json dimensionsOf(const Measurements& measurements) {
  Json dimensions = Json::array();
  for (const Dimension& dimension : measurements.dimensions) {
    Json values = Json::array();
    for (const DimensionValue& value : dimension.values) {
      values.push_back(textValue(value.text));
    }
    dimensions.push_back({{"key", textValue(dimension.key)},
                          {"title", textValue(dimension.title)},
                          {"numeric", dimension.isNumeric},
                          {"values", values}});
  }
  return dimensions;
}

Json metricsOf(const Measurements& measurements) {
  Json metrics = Json::array();
  for (std::size_t m = 0; m < measurements.metrics.size(); ++m) {
    const Metric& metric = measurements.metrics[m];
    metrics.push_back({{"key", textValue(metric.key)},
                       {"title", textValue(metric.title)},
                       {"unit", textValue(metric.unit)},
                       {"better", textValue(toText(metric.better))},
                       {"values", measurements.valuesOfMetric[m].size()}});
  }
  return metrics;
}

}  // namespace

void writeCompareJson(Output& output, const CompareAnswer& answer) {
  JsonDocument document(output, "compare-1");
  const Measurements& measurements = answer.measurements;
  document.array("runs", runsOf(answer));
  document.beginArray("rows");
  if (answer.tables) {
    for (const ComparedRow& row : answer.tables->rows) {
      document.element(rowOf(row));
    }
  }
  document.endArray();
  if (answer.tables) {
    document.member("time", textValue(toText(answer.tables->rowTime)));
    document.array("speedups", speedUpsOf(*answer.tables));
    document.member("verdict", verdictOf(*answer.tables));
  }
  document.array("dimensions", dimensionsOf(measurements));
  document.array("metrics", metricsOf(measurements));
  document.beginArray("views");
  for (const Pivot& view : answer.views) {
    document.element(viewOf(measurements, view));
  }
  document.endArray();
  if (!answer.models.empty()) {
    document.beginArray("models");
    for (const ModelComparison& made : answer.models) {
      document.element(modelOf(measurements, made));
    }
    document.endArray();
  }
  document.beginArray("failures");
  for (const FailedRun& failure : measurements.failures) {
    document.element({{"text", textValue(failure.text)},
                      {"path", textValue(measurements.paths[failure.log])},
                      {"line", failure.line},
                      {"at", placeOf(measurements, failure.at)}});
  }
  document.endArray();
  document.end();
}

}  // namespace kernline::cli
