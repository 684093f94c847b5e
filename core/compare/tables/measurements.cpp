// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/measurements.h"

#include "core/compare/tables/column_split.h"
#include "core/compare/tables/failed_rows.h"
#include "core/compare/tables/file_names.h"
#include "core/compare/tables/measurement_tables.h"
#include "core/compare/tables/measurements_builder.h"
#include "core/compare/tables/table_time.h"
#include "core/model/base/message.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace kernline {

namespace {

using NamedQuantity = std::tuple<StringId, Quantity, StringId>;  // name, quantity, unit

NamedQuantity namedQuantity(const LogMetric& metric) {
  return {metric.name, metric.quantity, metric.unit};
}

/// Names that differ in what was measured alone, as those of columns do: "torch: 0.12 ms" above "triton: 0.10 ms".
std::map<NamedQuantity, SplitName> implementationsOf(const Log& log) {
  constexpr std::size_t maxNames = 256;  // limit of results that a person printed; logs of others have thousands
  std::map<NamedQuantity, SplitName> names;
  for (const LogMetric& metric : log.metrics()) {
    names.try_emplace(namedQuantity(metric));
    if (names.size() > maxNames) {
      return {};
    }
  }
  std::vector<MeasuredColumn> measured;
  for (const auto& [name, split] : names) {
    measured.push_back(
        {std::string{log.text(std::get<0>(name))}, std::get<1>(name), std::string{log.text(std::get<2>(name))}});
  }
  std::vector<SplitName> splits = splitNames(measured);
  std::size_t next = 0;
  for (auto& [name, split] : names) {
    split = std::move(splits[next++]);
  }
  std::erase_if(names, [](const auto& one) { return one.second.implementation.empty(); });
  return names;
}

void addMetrics(MeasurementsBuilder& builder, const Log& log) {
  const std::map<NamedQuantity, SplitName> implementations = implementationsOf(log);
  for (const LogMetric& metric : log.metrics()) {
    const auto split = implementations.find(namedQuantity(metric));
    const bool isSplit = split != implementations.end();
    const std::string title = isSplit ? split->second.withPass : std::string{log.text(metric.name)};
    const std::uint32_t id = builder.metric({.key = std::string{isSplit ? logs::keyOf(title) : log.text(metric.key)},
                                             .title = title,
                                             .unit = std::string{log.text(metric.unit)},
                                             .quantity = metric.quantity});
    Place place = builder.placeOf(metric.context);
    if (isSplit) {
      builder.put(place, "implementation", "implementation", split->second.implementation,
                  std::numeric_limits<double>::quiet_NaN());
    }
    if (metric.value.hasNumber()) {
      builder.add(id, std::move(place), metric.value.number, metric.error, metric.line);
    } else {
      builder.addGap(id, std::move(place), log.text(metric.value.text));
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
  // Next to a printed total, the sum of the listed rows would look like one.
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
