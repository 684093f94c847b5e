// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/trace_profile.h"

#include "core/analysis/calls/op_statistics.h"
#include "core/analysis/statistics/statistics.h"
#include "core/model/base/parallel.h"
#include "core/model/log/log_builder.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

namespace kernline {

namespace {

class ProfileTable {
 public:
  ProfileTable(LogBuilder& builder, std::string_view title) : m_builder(builder) {
    m_table.kind = TableKind::Torch;
    m_table.title = builder.intern(title);
    m_table.device = builder.intern("CUDA");
    m_table.columns = {builder.column("Name", Quantity::Text, ColumnRole::Name),
                       builder.column("Self CPU", Quantity::Time, ColumnRole::SelfHost),
                       builder.column("Self CUDA", Quantity::Time, ColumnRole::SelfDevice),
                       builder.column("# of Calls", Quantity::Count, ColumnRole::Calls)};
  }

  void add(RowKind kind, std::string_view name, Duration selfHost, Duration selfDevice, std::uint64_t calls) {
    LogRow row;
    row.kind = kind;
    m_table.rows.push_back(row);
    m_table.cells.push_back({std::numeric_limits<double>::quiet_NaN(), m_builder.intern(name)});
    for (const double number :
         {static_cast<double>(selfHost.ns), static_cast<double>(selfDevice.ns), static_cast<double>(calls)}) {
      m_table.cells.push_back({number, StringId::empty});
    }
  }

  void addTotal(std::string_view name, std::string_view device, Duration total) {
    m_table.totals.push_back({.name = m_builder.intern(name),
                              .device = m_builder.intern(device),
                              .quantity = Quantity::Time,
                              .value = {static_cast<double>(total.ns), StringId::empty},
                              .line = 0});
  }

  /// A row a name of the spans of these kinds. Returns their time.
  Duration addRows(const Trace& trace, SpanKinds kinds, RowKind kind) {
    StatisticsOptions options;
    options.kinds = kinds;
    const Statistics made = statistics(trace, options);
    for (const StatisticsRow& row : made.rows) {
      const bool isHost = kinds.contains(SpanKind::Runtime) || kinds.contains(SpanKind::Overhead);
      add(kind, row.name, isHost ? row.total : Duration{}, isHost ? Duration{} : row.total, row.count);
    }
    return made.total;
  }

  [[nodiscard]] LogTable take() { return std::move(m_table); }

 private:
  LogBuilder& m_builder;
  LogTable m_table;
};

}  // namespace

std::shared_ptr<const Log> profileOf(const Trace& trace) {
  LogBuilder builder;
  std::string title = "a trace";
  if (!trace.sources().empty()) {
    const SourceFile& source = trace.sources().front();
    builder.setSource(source.path, source.format.english(), source.storedBytes, nullptr);
    title = std::filesystem::path{source.path}.filename().string();
  }
  ProfileTable table(builder, title);
  OpStatisticsOptions calls;
  calls.kinds = {SpanKind::Op, SpanKind::Annotation};
  const OpStatistics ops = opStatistics(trace, calls, defaultThreads());
  for (const OpStatisticsRow& row : ops.rows) {
    // torch gives what was launched without an operator to no row of the host.
    const Duration device = row.kind == SpanKind::Op ? row.deviceSelf : Duration{};
    table.add(RowKind::Operator, trace.text(row.name), row.hostSelf, device, row.calls);
  }
  // Self time of operators and annotations excludes their runtime calls.
  const Duration runtime = table.addRows(trace, {SpanKind::Runtime}, RowKind::Operator);
  table.addTotal("Self CPU time total", "CPU", ops.hostSelf + runtime);
  table.addRows(trace, {SpanKind::Overhead}, RowKind::Operator);  // part of the time of the calls that it holds up
  table.addRows(trace, {SpanKind::DeviceAnnotation}, RowKind::Annotation);
  table.addTotal("Self CUDA time total", "CUDA", table.addRows(trace, SpanKinds::deviceActivities(), RowKind::Kernel));
  builder.addTable(table.take());
  return builder.build();
}

bool isOfTrace(const LogTable& table) {
  return table.kind == TableKind::Torch && table.firstLine == 0;
}

}  // namespace kernline
