// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/ncu_profile.h"

#include "core/model/base/median.h"
#include "core/model/log/log_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

constexpr double missingFigure = std::numeric_limits<double>::quiet_NaN();

/// Whether its rows are the metrics of a launch; reports have tables of advice and of instructions as well.
bool isLaunch(const LogTable& table) {
  constexpr std::size_t launchColumns = 4;
  return table.kind == TableKind::Ncu && table.columns.size() == launchColumns && table.columnOf(ColumnRole::Name);
}

/// A number of one of these metrics in a base unit; an earlier name is preferred.
std::optional<double> metricOf(const Log& log, const LogTable& launch, std::initializer_list<std::string_view> names,
                               std::string_view unit) {
  constexpr std::size_t nameColumn = 1;
  constexpr std::size_t unitColumn = 2;
  constexpr std::size_t valueColumn = 3;
  for (const std::string_view name : names) {
    for (std::size_t row = 0; row < launch.rows.size(); ++row) {
      const LogCell& value = launch.cell(row, valueColumn);
      if (value.hasNumber() && log.text(launch.cell(row, nameColumn).text) == name &&
          log.text(launch.cell(row, unitColumn).text) == unit) {
        return value.number;
      }
    }
  }
  return std::nullopt;
}

/// Sections of the details call the metric Duration; the GPU is one unit, of which sum, average and extremes are one.
std::optional<double> durationOf(const Log& log, const LogTable& launch) {
  return metricOf(log, launch,
                  {"gpu__time_duration.sum", "Duration", "gpu__time_duration.avg", "gpu__time_duration.max",
                   "gpu__time_duration.min"},
                  baseUnit(Quantity::Time));
}

struct Launches {
  std::uint32_t line = 0;  ///< of the first
  std::vector<double> durations;
};

struct Report {
  std::size_t launches = 0;
  std::size_t untimed = 0;
  double minClock = missingFigure;
  double maxClock = missingFigure;
  std::uint32_t firstLine = 0;
  std::uint32_t lastLine = 0;
  std::vector<std::string_view> names;  ///< in order of appearance
  std::map<std::string_view, Launches> kernels;
};

void addLaunch(Report& report, const Log& log, const LogTable& launch) {
  report.firstLine = report.launches == 0 ? launch.firstLine : report.firstLine;
  report.lastLine = launch.lastLine;
  ++report.launches;
  const auto duration = durationOf(log, launch);
  if (!duration) {
    ++report.untimed;
    return;
  }
  if (const auto clock = metricOf(
          log, launch, {"SM Frequency", "gpc__cycles_elapsed.avg.per_second", "smsp__cycles_elapsed.avg.per_second"},
          baseUnit(Quantity::Frequency))) {
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
    if (isLaunch(table)) {
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

/// "(256, 1, 1)" and the like, at the end.
std::string_view withoutTriple(std::string_view text) {
  const std::size_t open = text.rfind('(');
  const bool isTriple = text.ends_with(')') && open != std::string_view::npos &&
                        text.find_first_not_of("0123456789, ", open + 1) == text.size() - 1;
  return isTriple ? text.substr(0, open) : text;
}

/// ", 2021-Mar-01 12:00:00", as reports of 2019 to 2021 have it.
std::string_view withoutDate(std::string_view text) {
  constexpr std::string_view like = ", 2021-Mar-01 12:00:00";
  if (text.size() <= like.size()) {
    return text;
  }
  const std::string_view end = text.substr(text.size() - like.size());
  const bool isDate = end.starts_with(", ") && end[6] == '-' && end[10] == '-' && end[16] == ':' && end[19] == ':';
  return isDate ? text.substr(0, text.size() - like.size()) : text;
}

}  // namespace

std::string_view ncuKernelName(std::string_view launch) {
  const std::string_view before = withoutDate(launch.substr(0, launch.rfind(", Context ")));
  const std::string_view grid = withoutTriple(before);
  if (!grid.ends_with('x')) {
    return before;
  }
  std::string_view name = withoutTriple(grid.substr(0, grid.size() - 1));
  while (name.ends_with(' ')) {
    name.remove_suffix(1);
  }
  return name;
}

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
