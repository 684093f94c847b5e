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

bool hasSameContext(const Log& log, const LogContext& one, const LogContext& other) {
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
        hasSameContext(log, log.context(table.context), log.context(metric.context))) {
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

/// Adds the ratio of the kernels that both list, each launched as often as in the base.
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

/// Adds speed-ups of logs with two of the tables: with more, it is unknown which two were meant.
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

/// Sentences for "the same as by …", "… % higher than by …", "… % lower than by …".
struct OffPhrases {
  Phrase same;
  Phrase higher;
  Phrase lower;
};

Message percentOff(double value, double reference, const OffPhrases& phrases) {
  const double off = (value / reference - 1) * 100;
  if (std::abs(off) < 0.05) {
    return phrases.same;
  }
  return (off > 0 ? phrases.higher : phrases.lower).with(fmt::format("{:.1f}", std::abs(off)));
}

Message describe(const TableComparison& made, const SpeedUp& speedUp) {
  const std::string fractions =
      fmt::format("{} / {} = {:.2f}×", speedUpTime(speedUp.base), speedUpTime(speedUp.other), speedUp.value);
  const Message& other = made.names[speedUp.table];
  switch (speedUp.by) {
    case SpeedUp::By::DeviceTime:
      return (speedUp.isOfListedRows
                  ? Phrase::tr(
                        "%1: by device time %2 (listed rows only). Kernel run time, without the gaps between kernels.")
                  : Phrase::tr("%1: by device time %2. Kernel run time, without the gaps between kernels."))
          .with(other, fractions);
    case SpeedUp::By::HostTime:
      return (speedUp.isOfListedRows
                  ? Phrase::tr(
                        "%1: by host time %2 (listed rows only). Host thread time under the profiler, with waits for "
                        "the device and profiler overhead.")
                  : Phrase::tr(
                        "%1: by host time %2. Host thread time under the profiler, with waits for the device and "
                        "profiler overhead."))
          .with(other, fractions);
    case SpeedUp::By::WallTime:
      return Phrase::tr("%1: by printed times %2.").with(other, fractions);
    case SpeedUp::By::LaunchTime:
      return Phrase::tr("%1: by time per launch %2, for kernels in both tables, with the launch counts of %3.")
          .with(other, fractions, made.names.front());
    case SpeedUp::By::Printed:
      break;
  }
  return Phrase::tr("The log prints %1 (line %2).").with(fmt::format("{:.2f}×", speedUp.value), speedUp.line);
}

void explainPrinted(TableComparison& made) {
  const SpeedUp* printed = find(made, SpeedUp::By::Printed);
  const SpeedUp* device = find(made, SpeedUp::By::DeviceTime);
  const SpeedUp* host = find(made, SpeedUp::By::HostTime);
  if (printed == nullptr || (device == nullptr && host == nullptr)) {
    return;
  }
  Message off;
  if (device != nullptr) {
    off = percentOff(printed->value, device->value,
                     {Phrase::tr("the same as by device time"), Phrase::tr("%1 % higher than by device time"),
                      Phrase::tr("%1 % lower than by device time")});
  }
  if (host != nullptr) {
    Message offHost = percentOff(printed->value, host->value,
                                 {Phrase::tr("the same as by host time"), Phrase::tr("%1 % higher than by host time"),
                                  Phrase::tr("%1 % lower than by host time")});
    off = device == nullptr ? std::move(offHost) : Phrase::tr("%1 and %2").with(std::move(off), std::move(offHost));
  }
  made.reasons.push_back(
      Phrase::tr(
          "The printed speed-up is %1. It usually compares wall time measured without the profiler, where kernels, "
          "gaps, launches and waits overlap; table totals add up all activity under the profiler.")
          .with(std::move(off)));
}

std::optional<double> totalCalled(const TableRef& ref, std::string_view name) {
  for (const LogTotal& total : (*ref).totals) {
    if (ref.log->text(total.name) == name) {
      return total.value.number;
    }
  }
  return std::nullopt;
}

/// Adds doubts about the times of Nsight Compute.
void doubtNcu(TableComparison& made) {
  constexpr double giga = 1e9;
  for (std::size_t t = 0; t < made.tables.size(); ++t) {
    const TableRef& ref = made.tables[t];
    const double untimed = totalCalled(ref, ncuUntimed).value_or(0);
    if (isOfNcu(ref) && untimed > 0) {
      made.reasons.push_back(Phrase::tr("%1: skipped %2 of %3 launches, which have no duration.")
                                 .with(made.names[t], fmt::format("{}", untimed),
                                       fmt::format("{}", totalCalled(ref, ncuLaunches).value_or(0))));
    }
    const auto minClock = totalCalled(ref, ncuMinClock);
    const auto maxClock = totalCalled(ref, ncuMaxClock);
    if (isOfNcu(ref) && minClock && maxClock) {
      made.reasons.push_back(
          Phrase::tr("%1: SM clock %2 to %3 GHz.")
              .with(made.names[t], fmt::format("{:.2f}", *minClock / giga), fmt::format("{:.2f}", *maxClock / giga)));
    }
  }
  if (std::ranges::any_of(made.tables, isOfNcu)) {
    made.reasons.emplace_back(Phrase::tr(
        "Nsight Compute runs each kernel alone and replays it for every group of metrics, by default with caches "
        "flushed and clocks locked to base. Its times differ from those of a normal run."));
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
