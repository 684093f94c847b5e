// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/source_table.h"

#include "core/import/protobuf/message_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace kernline::ncu {

namespace {

constexpr std::string_view sampleCount = "smsp__pcsamp_sample_count";
constexpr std::string_view executedInstructions = "inst_executed";
constexpr std::size_t maxTextBytes = 400;  // bytes per source line
constexpr std::uint64_t maxFunctionBytes = std::uint64_t{1} << 26;

std::optional<std::uint64_t> firstInstance(const LaunchMetric& metric, bool ofItsValue) {
  std::optional<std::uint64_t> found;
  eachInstance(metric, [&](const MetricInstance& instance) {
    const MetricValue& value = ofItsValue ? instance.value : instance.of;
    if (value.kind == MetricValue::Kind::Whole && (!found || value.whole < *found)) {
      found = value.whole;
    }
  });
  return found;
}

/// The function's address is a metric of newer reports. Older ones have the first instruction that was executed.
std::optional<std::uint64_t> functionAddress(const LaunchResult& launch) {
  if (const LaunchMetric* functions = launch.metric("launch__function_pcs")) {
    if (const auto address = firstInstance(*functions, true)) {
      return address;
    }
  }
  for (const std::string_view name : {executedInstructions, sampleCount}) {
    const LaunchMetric* metric = launch.metric(name);
    if (const auto address = metric != nullptr ? firstInstance(*metric, false) : std::nullopt) {
      return address;
    }
  }
  return std::nullopt;
}

/// The readable names of metrics, wherever a section has them: in a table, a chart, or its list.
class Labels {
 public:
  explicit Labels(const std::vector<std::string_view>& names) {
    for (const std::string_view name : names) {
      m_labels.try_emplace(name);
    }
  }

  void addSection(std::string_view bytes) {
    protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
      constexpr std::uint32_t headField = 4;
      constexpr std::uint32_t formulasField = 10;  // names metrics of the section's own, with formulas
      if (field.isBytes() && field.field() >= headField && field.field() != formulasField) {
        addParts(field.bytes(), 0);
      }
    });
  }

  [[nodiscard]] std::string_view label(std::string_view name) const {
    const std::string_view label = m_labels.at(name);
    return label.empty() ? name : label;
  }

 private:
  void addParts(std::string_view bytes, int depth) {
    constexpr int maxDepth = 6;
    std::string_view name;
    std::string_view label;
    const bool isMessage = protobuf::eachField(bytes, [&](const protobuf::MessageWalk& field) {
      if (!field.isBytes()) {
        return;
      }
      if (field.field() == 1) {
        name = field.bytes();
      } else if (field.field() == 2) {
        label = field.bytes();
      }
      if (depth < maxDepth && field.bytes().size() > 4) {
        addParts(field.bytes(), depth + 1);
      }
    });
    const auto found = isMessage ? m_labels.find(name) : m_labels.end();
    if (found != m_labels.end() && found->second.empty()) {
      found->second = label;
    }
  }

  std::unordered_map<std::string_view, std::string_view> m_labels;
};

/// Whether a metric may be summed over instructions, as counts may. Averages, types and sizes of accesses do not add
/// up.
bool addsUp(std::string_view metric) {
  constexpr std::string_view averages[] = {"derived__avg_",  "derived__derivative_", "derived__memory_l1_conflicts",
                                           "memory_access_", "memory_type",          "_type"};
  return std::ranges::none_of(averages, [&](std::string_view part) { return metric.contains(part); });
}

struct TableSoFar {
  LogBuilder& log;
  LogTable& table;

  void column(std::string_view name, Quantity quantity) {
    table.columns.push_back({.name = log.intern(name), .quantity = quantity});
  }
  void text(std::string_view text) { table.cells.push_back({.text = log.intern(text)}); }
  void number(double number, std::string_view text) {
    table.cells.push_back({.number = number, .text = log.intern(text)});
  }
  void value(const MetricValue& value) {
    if (value.kind == MetricValue::Kind::Text || value.kind == MetricValue::Kind::None) {
      text(value.text);
    } else {
      number(value.number(), value.printed());
    }
  }
};

}  // namespace

std::optional<InstructionMetrics> instructionMetrics(const LaunchResult& launch, std::size_t maxValues) {
  const auto function = functionAddress(launch);
  if (!function) {
    return std::nullopt;
  }
  InstructionMetrics found;
  found.function = *function;
  const auto isInstruction = [&](const MetricValue& of) {
    return of.kind == MetricValue::Kind::Whole && of.whole >= *function && of.whole - *function < maxFunctionBytes;
  };
  for (const LaunchMetric& metric : launch.metrics) {
    const std::size_t before = found.values.size();
    bool isOfInstructions = metric.name != "launch__function_pcs";
    eachInstance(metric, [&](const MetricInstance& instance) {
      isOfInstructions = isOfInstructions && isInstruction(instance.of);
      if (isOfInstructions && found.values.size() <= maxValues) {
        found.values.push_back({.address = instance.of.whole,
                                .column = static_cast<std::uint32_t>(found.names.size()),
                                .value = instance.value});
      }
    });
    if (!isOfInstructions) {
      found.values.resize(before);
    } else if (found.values.size() > before) {
      found.names.push_back(metric.name);
    }
  }
  for (const InstructionValue& value : found.values) {
    found.addresses.push_back(value.address);
  }
  std::ranges::sort(found.addresses);
  const auto doubled = std::ranges::unique(found.addresses);
  found.addresses.erase(doubled.begin(), doubled.end());
  if (found.values.empty() || found.addresses.size() * found.names.size() > maxValues) {
    return std::nullopt;
  }
  std::ranges::stable_sort(found.values, [](const InstructionValue& a, const InstructionValue& b) {
    return std::pair(a.address, a.column) < std::pair(b.address, b.column);
  });
  Labels labels(found.names);
  for (const Section& section : launch.sections) {
    labels.addSection(section.bytes);
  }
  std::ranges::transform(found.names, std::back_inserter(found.labels),
                         [&](std::string_view name) { return labels.label(name); });
  return found;
}

LogTable instructionTable(LogBuilder& log, const InstructionMetrics& metrics, const CubinLines& lines) {
  LogTable table;
  table.kind = TableKind::Ncu;
  TableSoFar made{log, table};
  made.column("Offset", Quantity::Text);
  if (!lines.isEmpty()) {
    made.column("Source", Quantity::Text);
  }
  for (const std::string_view label : metrics.labels) {
    made.column(label, Quantity::Number);
  }
  std::size_t next = 0;
  for (const std::uint64_t address : metrics.addresses) {
    const std::uint64_t offset = address - metrics.function;
    made.text(fmt::format("{:#06x}", offset));
    if (!lines.isEmpty()) {
      const SourceLine line = lines.at(offset);
      made.text(line.line == 0 ? std::string{} : fmt::format("{}:{}", line.file, line.line));
    }
    for (std::uint32_t column = 0; column < metrics.names.size(); ++column) {
      MetricValue value;
      for (; next < metrics.values.size() && metrics.values[next].address == address &&
             metrics.values[next].column == column;
           ++next) {
        value = metrics.values[next].value;
      }
      made.value(value);
    }
    table.rows.push_back({});
  }
  return table;
}

LogTable lineTable(LogBuilder& log, const InstructionMetrics& metrics, const CubinLines& lines,
                   const std::function<std::string_view(const SourceLine&)>& textOf) {
  std::map<std::pair<std::string_view, std::uint64_t>, std::vector<double>> sums;
  for (const InstructionValue& value : metrics.values) {
    const SourceLine line = lines.at(value.address - metrics.function);
    if (line.line > 0) {
      std::vector<double>& row = sums[{line.file, line.line}];
      row.resize(metrics.names.size());
      row[value.column] += value.value.number();
    }
  }
  LogTable table;
  table.kind = TableKind::Ncu;
  TableSoFar made{log, table};
  made.column("Source", Quantity::Text);
  made.column("Text", Quantity::Text);
  for (std::size_t column = 0; column < metrics.names.size(); ++column) {
    if (addsUp(metrics.names[column])) {
      made.column(metrics.labels[column], Quantity::Number);
    }
  }
  for (const auto& [line, row] : sums) {
    made.text(fmt::format("{}:{}", line.first, line.second));
    made.text(textOf({.file = line.first, .line = line.second}).substr(0, maxTextBytes));
    for (std::size_t column = 0; column < metrics.names.size(); ++column) {
      if (addsUp(metrics.names[column])) {
        made.number(row[column], fmt::format("{}", row[column]));
      }
    }
    table.rows.push_back({});
  }
  return table;
}

}  // namespace kernline::ncu
