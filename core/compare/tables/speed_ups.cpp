// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/speed_ups.h"

#include "core/compare/tables/ncu_profile.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace kernline {

namespace {

std::string speedUpTime(double ns) {
  return formatDuration(Duration{static_cast<std::int64_t>(std::llround(ns))});
}

bool saysTheSame(const Log& log, const LogContext& one, const LogContext& other) {
  if (log.text(one.subject) != log.text(other.subject) || one.rank != other.rank ||
      one.parameters.size() != other.parameters.size()) {
    return false;
  }
  return std::ranges::all_of(one.parameters, [&](const LogParameter& parameter) {
    return std::ranges::any_of(other.parameters, [&](const LogParameter& match) {
      return match.key == parameter.key && match.value.text == parameter.value.text;
    });
  });
}

/// The time that was printed for the run a table is of, if exactly one was.
std::optional<double> wallTime(const TableRef& ref) {
  const Log& log = *ref.log;
  const LogTable& table = *ref;
  if (table.context == ContextId::none || log.context(table.context).subject == StringId::empty) {
    return std::nullopt;
  }
  std::optional<double> time;
  for (const LogMetric& metric : log.metrics()) {
    const bool isWall = metric.quantity == Quantity::Time && metric.value.hasNumber() && log.text(metric.key) == "time";
    if (isWall && metric.context != ContextId::none &&
        saysTheSame(log, log.context(table.context), log.context(metric.context))) {
      if (time) {
        return std::nullopt;
      }
      time = metric.value.number;
    }
  }
  return time;
}

void addRatio(TableComparison& made, std::size_t table, SpeedUp::By by, std::optional<double> base,
              std::optional<double> other, bool isOfListedRows) {
  if (base && other && *base > 0 && *other > 0) {
    made.speedUps.push_back({.by = by,
                             .table = table,
                             .value = *base / *other,
                             .base = *base,
                             .other = *other,
                             .isOfListedRows = isOfListedRows});
  }
}

/// By the kernels that both list, each launched as often as in the base.
void addLaunchRatio(TableComparison& made, std::size_t table) {
  double base = 0;
  double other = 0;
  for (const ComparedRow& row : made.rows) {
    const ComparedSide& one = row.sides.front();
    const ComparedSide& two = row.sides[table];
    if (row.kind == RowKind::Kernel && one.count > 0 && two.count > 0) {
      base += one.time;
      other += two.time / two.count * one.count;
    }
  }
  addRatio(made, table, SpeedUp::By::LaunchTime, base, other, false);
}

/// Of logs that hold two of the tables: with more, nobody can tell which two were meant.
void addPrinted(TableComparison& made) {
  if (made.tables.size() != 2) {
    return;
  }
  std::set<const Log*> seen;
  for (const TableRef& ref : made.tables) {
    if (!seen.insert(ref.log.get()).second) {
      continue;
    }
    for (const LogMetric& metric : ref.log->metrics()) {
      if (ref.log->text(metric.key) == "speedup" && metric.value.hasNumber()) {
        made.speedUps.push_back(
            {.by = SpeedUp::By::Printed, .table = 1, .value = metric.value.number, .line = metric.line});
      }
    }
  }
}

const SpeedUp* find(const TableComparison& made, SpeedUp::By by) {
  const auto found = std::ranges::find(made.speedUps, by, &SpeedUp::by);
  return found == made.speedUps.end() ? nullptr : &*found;
}

std::string percentOff(double value, double reference) {
  const double off = (value / reference - 1) * 100;
  if (std::abs(off) < 0.05) {
    return "the same";
  }
  return fmt::format("{:.1f} % {}", std::abs(off), off > 0 ? "more" : "less");
}

std::string describe(const TableComparison& made, const SpeedUp& speedUp) {
  const std::string fractions =
      fmt::format("{} / {} = {:.2f}×", speedUpTime(speedUp.base), speedUpTime(speedUp.other), speedUp.value);
  const std::string& other = made.names[speedUp.table];
  switch (speedUp.by) {
    case SpeedUp::By::DeviceTime:
      return fmt::format("{}: by device time {}{}. It counts how long kernels ran, not the gaps between them.", other,
                         fractions, speedUp.isOfListedRows ? " (of the rows that are listed)" : "");
    case SpeedUp::By::HostTime:
      return fmt::format(
          "{}: by host time {}{}. It counts time of host threads under the profiler, waiting for the device and the "
          "profiler's own cost included.",
          other, fractions, speedUp.isOfListedRows ? " (of the rows that are listed)" : "");
    case SpeedUp::By::WallTime:
      return fmt::format("{}: by the printed times {}.", other, fractions);
    case SpeedUp::By::LaunchTime:
      return fmt::format("{}: by the time of a launch {}, of the kernels that both list, each as often as in {}.",
                         other, fractions, made.names.front());
    case SpeedUp::By::Printed:
      break;
  }
  return fmt::format("The log prints {:.2f}× (line {}).", speedUp.value, speedUp.line);
}

void explainPrinted(TableComparison& made) {
  const SpeedUp* printed = find(made, SpeedUp::By::Printed);
  const SpeedUp* device = find(made, SpeedUp::By::DeviceTime);
  const SpeedUp* host = find(made, SpeedUp::By::HostTime);
  if (printed == nullptr || (device == nullptr && host == nullptr)) {
    return;
  }
  std::string sentence = "The printed figure is ";
  if (device != nullptr) {
    sentence += fmt::format("{} than device time says", percentOff(printed->value, device->value));
  }
  if (host != nullptr) {
    sentence += fmt::format("{}{} than host time says", device != nullptr ? " and " : "",
                            percentOff(printed->value, host->value));
  }
  constexpr std::string_view same = "the same than";
  for (std::size_t at = sentence.find(same); at != std::string::npos; at = sentence.find(same)) {
    sentence.replace(at, same.size(), "the same as");
  }
  sentence +=
      ": a printed speed-up is as a rule of wall time, measured apart from the profiler, where kernels, gaps, launches "
      "and waiting overlap; totals of a table add up each activity under the profiler.";
  made.reasons.push_back(std::move(sentence));
}

std::optional<double> totalCalled(const TableRef& ref, std::string_view name) {
  for (const LogTotal& total : (*ref).totals) {
    if (ref.log->text(total.name) == name) {
      return total.value.number;
    }
  }
  return std::nullopt;
}

/// What times of Nsight Compute are times of.
void doubtNcu(TableComparison& made) {
  constexpr double giga = 1e9;
  for (std::size_t t = 0; t < made.tables.size(); ++t) {
    const TableRef& ref = made.tables[t];
    const double untimed = totalCalled(ref, ncuUntimed).value_or(0);
    if (isOfNcu(ref) && untimed > 0) {
      made.reasons.push_back(fmt::format("{}: {} of {} launches have no duration and are left out.", made.names[t],
                                         untimed, totalCalled(ref, ncuLaunches).value_or(0)));
    }
    const auto least = totalCalled(ref, ncuLeastClock);
    const auto most = totalCalled(ref, ncuMostClock);
    if (isOfNcu(ref) && least && most) {
      made.reasons.push_back(fmt::format("{}: the clock of the SMs was {:.2f} to {:.2f} GHz.", made.names[t],
                                         *least / giga, *most / giga));
    }
  }
  if (std::ranges::any_of(made.tables, isOfNcu)) {
    made.reasons.emplace_back(
        "Nsight Compute runs each kernel alone and repeats it for every group of metrics, unless told otherwise with "
        "caches flushed and clocks locked to their base: its times are not those of a program that runs freely.");
  }
}

}  // namespace

void addSpeedUps(TableComparison& comparison) {
  for (std::size_t t = 1; t < comparison.tables.size(); ++t) {
    const TableTime& base = comparison.times.front();
    const TableTime& other = comparison.times[t];
    // A report of Nsight Compute has some launches of a program: totals say what was selected, not what was faster.
    const bool isSelection = isOfNcu(comparison.tables.front()) || isOfNcu(comparison.tables[t]);
    if (isSelection || comparison.rowTime == RowTime::Launch) {
      addLaunchRatio(comparison, t);
    }
    if (!isSelection) {
      addRatio(comparison, t, SpeedUp::By::DeviceTime, base.device(), other.device(),
               !base.printedDevice || !other.printedDevice);
    }
    addRatio(comparison, t, SpeedUp::By::HostTime, base.host(), other.host(), !base.printedHost || !other.printedHost);
    addRatio(comparison, t, SpeedUp::By::WallTime, wallTime(comparison.tables.front()), wallTime(comparison.tables[t]),
             false);
  }
  addPrinted(comparison);
  for (const SpeedUp& speedUp : comparison.speedUps) {
    comparison.reasons.push_back(describe(comparison, speedUp));
  }
  explainPrinted(comparison);
  doubtNcu(comparison);
}

}  // namespace kernline
