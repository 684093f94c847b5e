// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/log/column_plan.h"

#include "core/import/log/name_unit.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace kernline::logs {

namespace {

constexpr UnitText perHundred{"%", Quantity::Share, -2};
constexpr UnitText nanoseconds{"ns", Quantity::Time};
constexpr UnitText plainCount{"", Quantity::Count};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

template <typename Texts>
bool hasName(const Texts& head, std::string_view name) {
  return std::ranges::any_of(head, [name](std::string_view text) { return text == name; });
}

template <typename Texts>
bool hasNameWith(const Texts& head, std::string_view part) {
  return std::ranges::any_of(head, [part](std::string_view text) { return text.starts_with(part); });
}

// --- torch ---

/// "CUDA" of "Self CUDA", "CUDA total", "CUDA time avg", "Self CUDA Mem"; empty for the host and for other columns.
std::string_view deviceOf(std::string_view name) {
  if (name.starts_with("Self ")) {
    name.remove_prefix(5);
  } else if (!contains(name, " total") && !contains(name, " time avg") && !name.ends_with(" Mem")) {
    return {};
  }
  const std::string_view device = name.substr(0, name.find(' '));
  return device == "CPU" || device == "Total" ? std::string_view{} : device;
}

ColumnRole torchRole(std::string_view name) {
  const bool isShare = name.ends_with('%');
  const bool isHost = contains(name, "CPU");
  if (name.ends_with("Mem")) {
    return ColumnRole::None;
  }
  if (contains(name, "time avg")) {
    return isHost ? ColumnRole::HostAverage : ColumnRole::DeviceAverage;
  }
  if (name.starts_with("Self ")) {
    if (isShare) {
      return isHost ? ColumnRole::SelfHostShare : ColumnRole::SelfDeviceShare;
    }
    return isHost ? ColumnRole::SelfHost : ColumnRole::SelfDevice;
  }
  if (contains(name, " total")) {
    if (isShare) {
      return isHost ? ColumnRole::HostShare : ColumnRole::None;
    }
    return isHost ? ColumnRole::HostTotal : ColumnRole::DeviceTotal;
  }
  return ColumnRole::None;
}

ColumnPlan torchColumn(std::string_view name) {
  ColumnPlan plan{.name = std::string{name}};
  if (name == "Name") {
    plan.role = ColumnRole::Name;
    plan.isText = true;
  } else if (name == "Input Shapes" || name == "Source Location" || name == "Overload Name") {
    plan.role = name == "Input Shapes"      ? ColumnRole::Shapes
                : name == "Source Location" ? ColumnRole::Source
                                            : ColumnRole::None;
    plan.isText = true;
  } else if (name == "# of Calls" || name == "Number of Calls" || name == "Calls") {
    plan.role = ColumnRole::Calls;
    plan.unit = plainCount;
  } else if (name == "Node ID") {
    plan.unit = UnitText{"", Quantity::Number};
  } else if (name.starts_with("Total ") && unitOf(name.substr(6), ByteBase::Binary)) {
    plan.unit = unitOf(name.substr(6), ByteBase::Binary);
    plan.unit->quantity = Quantity::Flops;
  } else if (const auto unit = unitOf(name, ByteBase::Binary)) {
    plan.unit = unit;  // the bare GFLOPS of 2021 is a rate
  } else if (name.ends_with('%')) {
    plan.unit = perHundred;
  } else if (name.ends_with("Mem")) {
    plan.unit = UnitText{"", Quantity::Bytes};
  } else {
    plan.unit = UnitText{"", Quantity::Time};
  }
  if (plan.role == ColumnRole::None) {
    plan.role = torchRole(name);
  }
  return plan;
}

// --- nsys, nvprof, rocprof ---

ColumnRole summaryRole(std::string_view stem) {
  struct Entry {
    std::string_view begin;
    ColumnRole role;
  };
  constexpr Entry entries[] = {
      {"Time%", ColumnRole::Share},      {"Percentage", ColumnRole::Share}, {"Total", ColumnRole::Total},
      {"Time", ColumnRole::Total},       {"Instances", ColumnRole::Calls},  {"Num Calls", ColumnRole::Calls},
      {"Calls", ColumnRole::Calls},      {"Count", ColumnRole::Calls},      {"Operations", ColumnRole::Calls},
      {"Ranges", ColumnRole::Calls},     {"Avg", ColumnRole::Average},      {"Average", ColumnRole::Average},
      {"Med", ColumnRole::Median},       {"Min", ColumnRole::Minimum},      {"Max", ColumnRole::Maximum},
      {"StdDev", ColumnRole::Deviation}, {"Name", ColumnRole::Name},        {"Operation", ColumnRole::Name},
      {"Range", ColumnRole::Name},       {"KernelName", ColumnRole::Name},  {"Kernel_Name", ColumnRole::Name},
  };
  // The longest that fits, so that "Operations" is no "Operation".
  const Entry* best = nullptr;
  for (const Entry& entry : entries) {
    if (stem.starts_with(entry.begin) && (best == nullptr || entry.begin.size() > best->begin.size())) {
      best = &entry;
    }
  }
  return best == nullptr ? ColumnRole::None : best->role;
}

/// "Avg" and "ns" of "Avg (ns)", "Avg [ns]"; "AverageNs" gives "Average" and "ns".
struct HeadName {
  std::string_view stem;
  std::string_view unit;
};

HeadName headName(std::string_view name) {
  for (const auto& [open, close] : {std::pair{'(', ')'}, std::pair{'[', ']'}}) {
    if (const std::size_t at = name.rfind(open); name.ends_with(close) && at != std::string_view::npos && at > 0) {
      return {trimmed(name.substr(0, at)), trimmed(name.substr(at + 1, name.size() - at - 2))};
    }
  }
  if (name.ends_with("Ns") && name.size() > 2) {
    return {name.substr(0, name.size() - 2), "ns"};
  }
  return {name, {}};
}

bool isAmount(ColumnRole role) {
  return role == ColumnRole::Total || role == ColumnRole::Average || role == ColumnRole::Median ||
         role == ColumnRole::Minimum || role == ColumnRole::Maximum || role == ColumnRole::Deviation;
}

/// "(nanoseconds)", "(KiB)" of the line above an old table.
std::optional<UnitText> titleUnit(std::string_view title) {
  const std::string_view inner = headName(title.ends_with(':') ? title.substr(0, title.size() - 1) : title).unit;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> words{
      {{"nanoseconds", "ns"}, {"microseconds", "us"}, {"milliseconds", "ms"}, {"seconds", "s"}}};
  for (const auto& [word, unit] : words) {
    if (inner == word) {
      return unitOf(unit, ByteBase::Decimal);
    }
  }
  return unitOf(inner, ByteBase::Decimal);
}

ColumnPlan summaryColumn(std::string_view name, const std::optional<UnitText>& unitOfTitle) {
  ColumnPlan plan{.name = std::string{name}, .bytes = ByteBase::Decimal};
  const HeadName parts = headName(name);
  if (parts.unit == "%" || name == "Percentage" || name == "Time%") {
    plan.role = ColumnRole::Share;
    plan.unit = perHundred;
    return plan;
  }
  plan.role = summaryRole(parts.stem);
  if (plan.role == ColumnRole::Calls) {
    plan.unit = plainCount;
  } else if (plan.role == ColumnRole::Name || name == "Style" || name == "Type" || name.ends_with("XYZ")) {
    plan.isText = true;
  } else if (!parts.unit.empty()) {
    plan.unit = unitOf(parts.unit, ByteBase::Decimal);
  } else if (isAmount(plan.role) && unitOfTitle) {
    plan.unit = unitOfTitle;
  }
  return plan;
}

bool isNvprofHead(const std::vector<std::string>& head) {
  return (hasName(head, "Type") || hasName(head, "Time(%)")) && hasName(head, "Time") && hasName(head, "Calls");
}

/// `nvprof --csv --metrics`, `--events`.
bool isNvprofMetricHead(const std::vector<std::string>& head) {
  return hasName(head, "Invocations") && hasName(head, "Avg") &&
         (hasName(head, "Metric Name") || hasName(head, "Event Name"));
}

/// Returns the plan for a column of a table with a row per launch: the launch's identity, then metrics and events.
ColumnPlan nvprofLaunchColumn(std::string_view name) {
  constexpr std::string_view texts[] = {"Device", "Context", "Stream", "Kernel", "Correlation_ID"};
  ColumnPlan plan{.name = std::string{name}, .bytes = ByteBase::Decimal};
  plan.isText = std::ranges::find(texts, name) != std::end(texts);
  plan.hasLevels = !plan.isText;
  plan.role = name == "Kernel" ? ColumnRole::Name : ColumnRole::None;
  return plan;
}

bool isNsysHead(const std::vector<std::string>& head) {
  const bool hasTotal = hasNameWith(head, "Total Time") || hasNameWith(head, "Total (") || hasName(head, "Total");
  const bool hasAverage = hasNameWith(head, "Avg") || hasName(head, "Average");
  const bool hasCount = hasName(head, "Instances") || hasName(head, "Num Calls") || hasName(head, "Calls") ||
                        hasName(head, "Count") || hasName(head, "Operations") || hasName(head, "Ranges");
  const bool isTime = hasNameWith(head, "Total Time") && (hasName(head, "Time (%)") || hasName(head, "Time(%)"));
  return hasCount && ((hasTotal && hasAverage) || isTime);
}

/// `hyperfine --export-csv`, which has seconds.
bool isHyperfineHead(const std::vector<std::string>& head) {
  return hasName(head, "command") && hasName(head, "mean") && hasName(head, "stddev") && hasName(head, "user") &&
         hasName(head, "system");
}

bool isRocprofHead(const std::vector<std::string>& head) {
  return hasName(head, "TotalDurationNs") || hasName(head, "Kernel_Name") || hasName(head, "KernelName") ||
         (hasName(head, "Correlation_Id") && hasName(head, "Start_Timestamp"));
}

ColumnPlan rocprofColumn(std::string_view name) {
  ColumnPlan plan = summaryColumn(name, std::nullopt);
  if (name.ends_with("_Timestamp") || name == "StdDev" || name.ends_with("Ns")) {
    plan.unit = nanoseconds;
  }
  plan.isText = plan.isText || name == "Kind" || name == "Domain" || name == "Function" || name == "Counter_Name" ||
                name == "sig" || name == "obj";
  return plan;
}

ColumnPlan unitraceColumn(std::string_view name) {
  ColumnPlan plan = summaryColumn(name, std::nullopt);
  if (name == "Function" || name == "Kernel" || name == "Compiled") {
    plan.role = name == "Compiled" ? ColumnRole::None : ColumnRole::Name;
    plan.isText = true;
  } else if (plan.role == ColumnRole::Share && name != "Time (%)") {
    plan.role = ColumnRole::None;  // share of queued time, for example
  } else if (name == "Number of Arguments") {
    plan.unit = plainCount;
  } else if (name.starts_with("SLM ") || contains(name, " Memory ")) {
    plan.unit = UnitText{"B", Quantity::Bytes};
  }
  return plan;
}

// --- everything else ---

ColumnPlan genericColumn(std::string_view name) {
  ColumnPlan plan{.name = std::string{name}};
  if (namesSubject(name)) {
    plan.isText = true;  // "7B" is no size in bytes there
    return plan;
  }
  const HeadName parts = headName(name);
  if (!parts.unit.empty()) {
    plan.unit = unitOf(parts.unit, ByteBase::Binary);
  }
  if (const std::string_view last = name.substr(name.find_last_of(' ') + 1); !plan.unit && contains(last, "/")) {
    plan.unit = unitOf(last, ByteBase::Binary);  // "Best Rate MB/s"
  }
  if (!plan.unit && contains(name, "/")) {
    plan.unit = unitOf(name, ByteBase::Binary);
  }
  if (!plan.unit) {
    plan.unit = unitInName(name);
  }
  if (!plan.unit && ((name.ends_with('%') && name.size() > 1) || name == "percentage")) {
    plan.unit = perHundred;
  }
  return plan;
}

std::string deviceIn(const std::vector<std::string>& head) {
  for (const std::string& name : head) {
    if (const std::string_view device = deviceOf(name); !device.empty()) {
      return std::string{device};
    }
  }
  return {};
}

}  // namespace

bool isNvprofLaunchHead(const std::vector<std::string>& head) {
  return hasName(head, "Device") && hasName(head, "Context") && hasName(head, "Stream") && hasName(head, "Kernel");
}

bool isRawNcuHead(const std::vector<std::string>& head) {
  return hasName(head, "ID") && hasName(head, "Kernel Name") && !hasName(head, "Metric Name") &&
         std::ranges::any_of(head, [](std::string_view name) { return contains(name, "__"); });
}

bool isUnitraceHead(const std::vector<std::string>& head) {
  const bool isNamed = !head.empty() && (head.front() == "Function" || head.front() == "Kernel");
  return isNamed && ((hasName(head, "Calls") && (hasName(head, "Time (ns)") || hasName(head, "Append (ns)"))) ||
                     hasName(head, "SLM Per Work Group") || hasName(head, "GpuTime[ns]"));
}

bool isTorchHead(const std::vector<std::string_view>& names) {
  if (names.size() < 2 || !hasName(names, "Name")) {
    return false;
  }
  return std::ranges::any_of(names, [](std::string_view name) {
    return name.starts_with("Self CPU") || name.starts_with("CPU total") || name == "CPU time avg" ||
           name == "CPU Mem" || (name.starts_with("Self ") && (name.ends_with('%') || name.ends_with("Mem"))) ||
           name == "# of Calls";
  });
}

namespace {

TablePlan planByKind(const std::vector<std::string>& head, std::string_view title) {
  TablePlan plan;
  const std::vector<std::string_view> names(head.begin(), head.end());
  if (isTorchHead(names)) {
    plan.kind = TableKind::Torch;
    plan.device = deviceIn(head);
    for (const std::string& name : head) {
      plan.columns.push_back(torchColumn(name));
    }
    return plan;
  }
  const bool isOfNcu = hasName(head, "Metric Name") && hasName(head, "Kernel Name") &&
                       (hasName(head, "Metric Value") || hasName(head, "Average"));
  const bool isOfNvprof = isNvprofMetricHead(head);
  plan.isOfMetrics = isOfNcu || isRawNcuHead(head) || isOfNvprof;
  plan.isOfLaunches = isNvprofLaunchHead(head);
  plan.kind = isOfNvprof             ? TableKind::Nvprof
              : plan.isOfLaunches    ? TableKind::Nvprof
              : plan.isOfMetrics     ? TableKind::Ncu
              : isRocprofHead(head)  ? TableKind::Rocprof
              : isNvprofHead(head)   ? TableKind::Nvprof
              : isUnitraceHead(head) ? TableKind::Unitrace
              : isNsysHead(head)     ? TableKind::Nsys
                                     : TableKind::Generic;
  const auto unitOfTitle = plan.kind == TableKind::Nsys ? titleUnit(title) : std::nullopt;
  for (const std::string& name : head) {
    plan.columns.push_back(plan.isOfMetrics                   ? ColumnPlan{.name = name, .isText = true}
                           : plan.isOfLaunches                ? nvprofLaunchColumn(name)
                           : plan.kind == TableKind::Generic  ? genericColumn(name)
                           : plan.kind == TableKind::Rocprof  ? rocprofColumn(name)
                           : plan.kind == TableKind::Unitrace ? unitraceColumn(name)
                                                              : summaryColumn(name, unitOfTitle));
  }
  if (isHyperfineHead(head)) {
    for (ColumnPlan& column : plan.columns) {
      if (column.name != "command" && column.name != "runs" && !column.name.starts_with("parameter_")) {
        column.unit = UnitText{"s", Quantity::Time, 9};
      }
    }
  }
  if (plan.kind == TableKind::Nsys && hasNameWith(head, "Total Time")) {
    for (ColumnPlan& column : plan.columns) {
      if (column.name == "Time") {
        column.role = ColumnRole::Share;  // the window copies its head without "(%)"
        column.unit = perHundred;
      }
    }
  }
  return plan;
}

}  // namespace

namespace {

/// The text of a unit is a view of the head until here.
void keepUnitText(ColumnPlan& column) {
  if (column.unit) {
    column.unitText = column.unit->text;
    column.unit->text = {};
  }
}

}  // namespace

TablePlan planOf(const std::vector<std::string>& head, std::string_view title) {
  TablePlan plan = planByKind(head, title);
  std::ranges::for_each(plan.columns, keepUnitText);
  return plan;
}

ColumnPlan planOfColumn(std::string_view name, std::string_view unit) {
  ColumnPlan plan = unit.empty() ? genericColumn(name) : ColumnPlan{.name = std::string{name}};
  if (!unit.empty()) {
    plan.unit = unitOf(unit, ByteBase::Decimal).value_or(UnitText{.text = unit});
    plan.bytes = ByteBase::Decimal;
  }
  keepUnitText(plan);
  return plan;
}

}  // namespace kernline::logs
