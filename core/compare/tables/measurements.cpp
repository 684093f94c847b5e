// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/measurements.h"

#include "core/compare/tables/failed_rows.h"
#include "core/compare/tables/file_names.h"
#include "core/compare/tables/measurement_tables.h"
#include "core/compare/tables/measurements_builder.h"
#include "core/compare/tables/table_time.h"
#include "core/model/base/message.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace {

void addMetrics(MeasurementsBuilder& builder, const Log& log) {
  for (const LogMetric& metric : log.metrics()) {
    const std::string_view title = log.text(metric.name);
    const std::uint32_t id = builder.metric({.key = std::string{log.text(metric.key)},
                                             .title = std::string{title},
                                             .unit = std::string{log.text(metric.unit)},
                                             .quantity = metric.quantity});
    if (metric.value.hasNumber()) {
      builder.add(id, builder.placeOf(metric.context), metric.value.number, metric.error, metric.line);
    } else {
      builder.addGap(id, builder.placeOf(metric.context), log.text(metric.value.text));
    }
  }
}

void addTotals(MeasurementsBuilder& builder, const Log& log, const LogTable& table) {
  const TableTime time = tableTime(log, table);
  const std::string device = table.device == StringId::empty ? "device" : std::string{log.text(table.device)};
  const auto add = [&](std::optional<double> value, const char* key, std::string title, std::uint32_t line) {
    if (value) {
      const std::uint32_t id = builder.metric(
          {.key = key, .title = std::move(title), .unit = "ns", .quantity = Quantity::Time, .isOfTables = true});
      builder.add(id, builder.placeOf(table), *value, std::numeric_limits<double>::quiet_NaN(), line);
    }
  };
  add(time.printedDevice, "table_device_time", "Self " + device + " time total", time.printedDeviceLine);
  add(time.printedHost, "table_host_time", "Self CPU time total", time.printedHostLine);
  // Beside a printed total the sum of the rows that were listed would pass for one.
  const bool isOfHost = table.kind != TableKind::Torch && !time.deviceRows;
  const std::optional<double> listed = isOfHost ? time.hostRows : time.deviceRows;
  if (!time.printedDevice && listed && *listed > 0) {
    const Phrase title = time.deviceRowKind == RowKind::Kernel     ? Phrase::tr("Time of listed kernels")
                         : time.deviceRowKind == RowKind::Operator ? Phrase::tr("Time of listed operators")
                                                                   : Phrase::tr("Time of listed rows");
    add(listed, "table_listed_time", std::string(title), table.firstLine);
  }
}

}  // namespace

std::optional<std::size_t> Measurements::dimension(std::string_view key) const {
  const auto found = std::ranges::find(dimensions, key, &Dimension::key);
  return found == dimensions.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - dimensions.begin()));
}

std::optional<std::size_t> Measurements::metric(std::string_view key) const {
  const auto found = std::ranges::find(metrics, key, &Metric::key);
  return found == metrics.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - metrics.begin()));
}

Measurements measurementsOf(std::span<const std::shared_ptr<const Log>> logs, const ColumnWishes& wishes) {
  std::vector<std::string> paths;
  std::ranges::transform(logs, std::back_inserter(paths), [](const auto& log) { return log->path(); });
  MeasurementsBuilder builder(logs.size() > 1 ? fileNames(paths) : std::vector<std::string>());
  for (const std::shared_ptr<const Log>& log : logs) {
    builder.begin(*log);
    addMetrics(builder, *log);
    for (const LogTable& table : log->tables()) {
      if (isProfile(table)) {
        addTotals(builder, *log, table);
      } else if (table.kind != TableKind::Ncu && !table.isOfMetrics) {
        // A metric of one kernel and that of another measure no one thing.
        addMeasurementTable(builder, *log, table, wishes);
      }
    }
    FailedRows rows(*log, wishes);
    for (const LogFailure& failure : log->failures()) {
      auto ofRow = rows.placeOf(builder, failure);
      builder.addFailure(ofRow ? std::move(*ofRow) : builder.placeOf(failure.context), log->text(failure.text),
                         failure.line);
    }
  }
  return builder.build();
}

}  // namespace kernline
