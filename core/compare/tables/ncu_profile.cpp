// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/ncu_profile.h"

#include "core/analysis/ncu/ncu_launches.h"
#include "core/model/base/median.h"
#include "core/model/log/log_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr double missingFigure = std::numeric_limits<double>::quiet_NaN();

struct Launches {
  std::uint32_t line = 0;  ///< line of the first
  std::vector<double> durations;
};

struct Report {
  std::size_t launches = 0;
  std::size_t untimed = 0;
  double minClock = missingFigure;
  double maxClock = missingFigure;
  std::uint32_t firstLine = 0;
  std::uint32_t lastLine = 0;
  std::vector<std::string_view> names;  ///< order of appearance
  std::map<std::string_view, Launches> kernels;
};

void addLaunch(Report& report, const Log& log, const LogTable& launch) {
  report.firstLine = report.launches == 0 ? launch.firstLine : report.firstLine;
  report.lastLine = launch.lastLine;
  ++report.launches;
  const NcuNumbers numbers(log, launch);
  const auto duration = numbers.durationNs();
  if (!duration) {
    ++report.untimed;
    return;
  }
  if (const auto clock = numbers.clockHz()) {
    report.minClock = std::fmin(report.minClock, *clock);
    report.maxClock = std::fmax(report.maxClock, *clock);
  }
  const std::string_view name = ncuKernelName(log.text(launch.title));
  const auto [entry, isNew] = report.kernels.try_emplace(name);
  if (isNew) {
    report.names.push_back(name);
    entry->second.line = launch.firstLine;
  }
  entry->second.durations.push_back(*duration);
}

Report reportOf(const Log& log) {
  Report report;
  for (const LogTable& table : log.tables()) {
    if (isNcuLaunch(table)) {
      addLaunch(report, log, table);
    }
  }
  return report;
}

class Summary {
 public:
  Summary(LogBuilder& builder, const Report& report) : m_builder(builder) {
    m_table.kind = TableKind::Ncu;
    m_table.title = builder.intern("Nsight Compute");
    m_table.firstLine = report.firstLine;
    m_table.lastLine = report.lastLine;
    m_table.columns = {builder.column("Name", Quantity::Text, ColumnRole::Name),
                       builder.column("Launches", Quantity::Count, ColumnRole::Calls),
                       builder.column("Total", Quantity::Time, ColumnRole::Total),
                       builder.column("Median", Quantity::Time, ColumnRole::Median)};
  }

  void add(std::string_view name, Launches launches) {
    double total = 0;
    for (const double duration : launches.durations) {
      total += duration;
    }
    const std::size_t count = launches.durations.size();
    const double median = medianOf(launches.durations);
    m_table.rows.push_back({.line = launches.line, .kind = RowKind::Kernel});
    m_table.cells.push_back({missingFigure, m_builder.intern(name)});
    for (const double number : {static_cast<double>(count), total, median}) {
      m_table.cells.push_back({number, StringId::empty});
    }
  }

  void addTotal(std::string_view name, Quantity quantity, double value) {
    m_table.totals.push_back({.name = m_builder.intern(name), .quantity = quantity, .value = {value, StringId::empty}});
  }

  [[nodiscard]] LogTable take() { return std::move(m_table); }

 private:
  LogBuilder& m_builder;
  LogTable m_table;
};

}  // namespace

std::shared_ptr<const Log> profileOfNcu(const Log& log) {
  Report report = reportOf(log);
  if (report.names.empty()) {
    return nullptr;
  }
  LogBuilder builder;
  builder.setSource(log.path(), log.format(), log.storedBytes(), nullptr);
  Summary summary(builder, report);
  for (const std::string_view name : report.names) {
    summary.add(name, std::move(report.kernels[name]));
  }
  if (report.minClock == report.minClock) {
    summary.addTotal(ncuMinClock, Quantity::Frequency, report.minClock);
    summary.addTotal(ncuMaxClock, Quantity::Frequency, report.maxClock);
  }
  summary.addTotal(ncuLaunches, Quantity::Count, static_cast<double>(report.launches));
  summary.addTotal(ncuUntimed, Quantity::Count, static_cast<double>(report.untimed));
  builder.addTable(summary.take());
  return builder.build();
}

std::optional<Message> missingDurations(const Log& log) {
  const Report report = reportOf(log);
  if (report.launches == 0 || report.untimed < report.launches) {
    return std::nullopt;
  }
  return Phrase::tr(
             "%1: Nsight Compute report without kernel durations. Record them with ncu --metrics "
             "gpu__time_duration.sum or --section SpeedOfLight")
      .with(log.path());
}

}  // namespace kernline
