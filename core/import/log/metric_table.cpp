// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/metric_table.h"

#include "core/import/log/cell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace kernline::logs {

namespace {

ColumnRole roleOfMetricValue(std::string_view name) {
  constexpr std::pair<std::string_view, ColumnRole> roles[] = {
      {"Minimum", ColumnRole::Minimum}, {"Min", ColumnRole::Minimum},     {"Maximum", ColumnRole::Maximum},
      {"Max", ColumnRole::Maximum},     {"Average", ColumnRole::Average}, {"Avg", ColumnRole::Average}};
  const auto* found = std::ranges::find(roles, name, [](const auto& role) { return role.first; });
  return found == std::end(roles) ? ColumnRole::None : found->second;
}

void addValueColumns(LogBuilder& log, LogTable& table, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    table.columns.push_back({.name = log.intern(name), .quantity = Quantity::Number, .role = roleOfMetricValue(name)});
  }
}

std::optional<PrintedQuantity> nvprofValue(std::string_view text) {
  auto quantity = quantityOf(text, ByteBase::Decimal);
  if (quantity && quantity->unit == "B/s") {  // elsewhere that may be billions
    quantity->quantity = Quantity::ByteRate;
  }
  const auto level = quantity ? std::nullopt : utilizationLevel(text);
  return level ? std::optional(PrintedQuantity{.value = *level}) : quantity;
}

/// A bare 0 is one of any unit.
bool isOfOneQuantity(const std::vector<PrintedQuantity>& numbers, Quantity quantity) {
  return std::ranges::all_of(numbers, [quantity](const PrintedQuantity& number) {
    return number.quantity == quantity || (number.quantity == Quantity::Number && number.value == 0);
  });
}

}  // namespace

std::optional<UnitText> ncuUnit(std::string_view text) {
  if (const auto unit = unitOf(text, ByteBase::Decimal); unit && unit->quantity != Quantity::Rate) {
    return unit;
  }
  constexpr std::pair<std::string_view, std::int32_t> clocks[] = {
      {"cycle/second", 0}, {"cycle/usecond", 6}, {"cycle/nsecond", 9}, {"cycle/us", 6}, {"cycle/ns", 9}};
  for (const auto& [name, power] : clocks) {
    if (text == name) {
      return UnitText{text, Quantity::Frequency, power};
    }
  }
  const std::size_t slash = text.find('/');
  const auto bytes = slash == std::string_view::npos ? std::nullopt : unitOf(text.substr(0, slash), ByteBase::Decimal);
  return bytes && bytes->quantity == Quantity::Bytes && !text.ends_with("second") ? bytes : std::nullopt;
}

LogTable emptyNcuTable(LogBuilder& log, std::string_view kernel, ContextId context,
                       std::span<const std::string_view> values) {
  LogTable table;
  table.kind = TableKind::Ncu;
  table.isOfMetrics = true;
  table.title = log.intern(kernel);
  table.context = context;
  for (const std::string_view name : {"Section", "Metric Name", "Metric Unit"}) {
    table.columns.push_back({.name = log.intern(name)});
  }
  table.columns[1].role = ColumnRole::Name;
  addValueColumns(log, table, values);
  return table;
}

void addNcuMetric(LogBuilder& log, LogTable& table, std::uint32_t line, std::string_view section,
                  std::string_view metric, std::string_view unit, std::span<const std::string_view> values) {
  const auto known = ncuUnit(unit);
  ColumnPlan plan{.name = {}, .bytes = ByteBase::Decimal};
  if (known) {
    plan.unit = known;
    plan.unitText = "printed";
  }
  std::vector<ReadCell> read;
  std::ranges::transform(values, std::back_inserter(read), [&](std::string_view text) { return readCell(plan, text); });
  // A number of a known unit is in its base unit, and says so.
  const bool isBase = known && std::ranges::none_of(read, &ReadCell::isBad) && !baseUnit(known->quantity).empty();
  table.cells.push_back({.text = log.intern(section)});
  table.cells.push_back({.text = log.intern(metric)});
  table.cells.push_back({.text = log.intern(isBase ? baseUnit(known->quantity) : unit)});
  for (std::size_t i = 0; i < values.size(); ++i) {
    table.cells.push_back({.number = read[i].number, .text = log.intern(values[i])});
  }
  table.rows.push_back({.line = line});
}

LogTable emptyNvprofTable(LogBuilder& log, std::string_view title, ContextId context, std::string_view name,
                          std::span<const std::string_view> values) {
  LogTable table;
  table.kind = TableKind::Nvprof;
  table.isOfMetrics = true;
  table.title = log.intern(title);
  table.context = context;
  table.columns.push_back(log.column("Invocations", Quantity::Count, ColumnRole::Calls));
  table.columns.push_back({.name = log.intern(name), .role = ColumnRole::Name});
  table.columns.push_back({.name = log.intern("Metric Description")});
  table.columns.push_back({.name = log.intern("Metric Unit")});
  addValueColumns(log, table, values);
  return table;
}

bool addNvprofMetric(LogBuilder& log, LogTable& table, std::uint32_t line, const NvprofMetric& metric) {
  const auto invocations = numberOf(metric.invocations);
  std::vector<PrintedQuantity> numbers;
  for (const std::string_view text : metric.values) {
    const auto number = nvprofValue(text);
    if (!number) {
      return false;
    }
    numbers.push_back(*number);
  }
  constexpr std::size_t otherColumns = 4;
  if (!invocations || metric.name.empty() || numbers.empty() || numbers.size() + otherColumns != table.columns.size()) {
    return false;
  }
  const auto largest = std::ranges::max_element(numbers, {}, &PrintedQuantity::value);
  if (!isOfOneQuantity(numbers, largest->quantity)) {
    return false;
  }
  table.cells.push_back({.number = *invocations, .text = log.intern(metric.invocations)});
  table.cells.push_back({.text = log.intern(metric.name)});
  table.cells.push_back({.text = log.intern(metric.description)});
  table.cells.push_back({.text = log.intern(baseUnit(largest->quantity))});
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    table.cells.push_back({.number = numbers[i].value, .text = log.intern(metric.values[i])});
  }
  table.rows.push_back({.line = line});
  return true;
}

std::string nvprofTitle(std::string_view kernel, std::string_view device) {
  if (device.starts_with('"') && device.ends_with('"') && device.size() > 1) {
    device = device.substr(1, device.size() - 2);
  }
  return fmt::format("{}{}{}", kernel, device.empty() ? "" : ", Device ", device);
}

}  // namespace kernline::logs
