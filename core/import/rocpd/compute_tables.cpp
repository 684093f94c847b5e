// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocpd/compute_tables.h"

#include "core/import/sqlite/cell_args.h"
#include "core/import/sqlite/row_place.h"
#include "core/import/sqlite/table_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace kernline::rocpd {

using sqlite::TableWalk;

namespace {

constexpr std::string_view dispatchTable = "compute_dispatch";
constexpr std::string_view kernelTable = "compute_kernel";
constexpr std::string_view metricTable = "compute_metric_definition";
constexpr std::string_view valueTable = "compute_kernel_metric_value";

struct ComputeKernel {
  std::string name;
  std::int64_t workload = 0;
};

/// Metrics of each kernel: "Wavefront stats: Grid Size (avg)" and its value.
using ComputeMetrics = std::map<std::int64_t, std::vector<std::pair<std::string, double>>>;

/// A dispatch, and what was worked out of its kernel.
class ComputeArgs final : public TableArgs {
 public:
  explicit ComputeArgs(ComputeMetrics metrics) : m_metrics(std::move(metrics)) {}

  void add(ArgNode& args, const sqlite::Rows& rows, std::int64_t /*row*/, RowReader& /*reader*/) const override {
    for (const auto& [column, key] : {std::pair{"dispatch_id", "dispatch"}, std::pair{"gpu_id", "device"}}) {
      if (const int at = columnOf(rows, column); at >= 0) {
        sqlite::addCell(args, key, rows, at);
      }
    }
    const auto metrics = m_metrics.find(integerAt(rows, "kernel_uuid", -1));
    if (metrics == m_metrics.end()) {
      return;
    }
    for (const auto& [name, value] : metrics->second) {
      sqlite::addArg(args, name, ArgNode::Kind::Number, fmt::format("{}", value));
    }
  }

 private:
  ComputeMetrics m_metrics;
};

std::map<std::int64_t, ComputeKernel> computeKernels(const sqlite::Connection& database) {
  std::map<std::int64_t, ComputeKernel> kernels;
  constexpr std::array<std::string_view, 3> columns{"kernel_uuid", "kernel_name", "workload_id"};
  TableWalk rows(database, kernelTable, columns);
  while (rows.next()) {
    kernels[rows.integerOr(0, -1)] = {.name = std::string(symbolName(rows.text(1))), .workload = rows.integerOr(2, 0)};
  }
  return kernels;
}

ComputeMetrics computeMetrics(const sqlite::Connection& database) {
  std::map<std::int64_t, std::string> names;
  constexpr std::array<std::string_view, 4> ofMetric{"metric_uuid", "name", "sub_table_name", "unit"};
  TableWalk metrics(database, metricTable, ofMetric);
  while (metrics.next()) {
    std::string name(metrics.text(2));
    name += (name.empty() ? "" : ": ") + std::string(metrics.text(1));
    name += metrics.text(3).empty() ? "" : " [" + std::string(metrics.text(3)) + "]";
    names[metrics.integerOr(0, -1)] = std::move(name);
  }
  ComputeMetrics found;
  constexpr std::array<std::string_view, 4> ofValue{"kernel_uuid", "metric_uuid", "value_name", "value"};
  TableWalk values(database, valueTable, ofValue);
  while (values.next()) {
    const auto name = names.find(values.integerOr(1, -1));
    if (name != names.end() && !values.isNull(3) && std::isfinite(values.real(3))) {
      const std::string of = values.text(2).empty() ? "" : " (" + std::string(values.text(2)) + ")";
      found[values.integerOr(0, -1)].emplace_back(name->second + of, values.real(3));
    }
  }
  return found;
}

}  // namespace

bool isComputeAnalysis(const std::vector<std::string>& tableNames) {
  return std::ranges::find(tableNames, dispatchTable) != tableNames.end() &&
         std::ranges::find(tableNames, kernelTable) != tableNames.end();
}

void readComputeAnalysis(const sqlite::Connection& database, RocmTimeline& timeline, std::vector<SourceTable>& tables) {
  const std::map<std::int64_t, ComputeKernel> kernels = computeKernels(database);
  constexpr std::size_t table = 0;
  constexpr std::array<std::string_view, 4> columns{"start_timestamp", "end_timestamp", "kernel_uuid", "gpu_id"};
  TableWalk rows(database, dispatchTable, columns);
  while (rows.next()) {
    const std::uint64_t offset = sqlite::offsetOf({table, rows.row()});
    const auto times = timeline.times(rows.integer(0), rows.integer(1), offset, dispatchTable);
    const auto kernel = kernels.find(rows.integerOr(2, -1));
    if (!times) {
      continue;
    }
    const bool isKnown = kernel != kernels.end();
    const ActivityName activity{SpanKind::Kernel, isKnown ? kernel->second.name : std::string("unnamed kernel")};
    // Work that was profiled by itself has a row of its own.
    const auto device = static_cast<std::int32_t>(std::clamp<std::int64_t>(rows.integerOr(3, 0), 0, INT16_MAX));
    timeline.addActivity(*times, offset, activity, {.device = device, .stream = isKnown ? kernel->second.workload : 0},
                         {});
  }
  rows.noteEnd(timeline.report(), table, dispatchTable);
  tables.assign(
      1, {.name = std::string(dispatchTable), .args = std::make_shared<const ComputeArgs>(computeMetrics(database))});
}

}  // namespace kernline::rocpd
