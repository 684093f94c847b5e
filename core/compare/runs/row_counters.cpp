// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/row_counters.h"

#include "core/analysis/counters/measured_work.h"
#include "core/model/format/quantity.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Durations and counters of the launches of each row of a run.
struct RowReadings {
  std::vector<std::vector<Duration>> launches;
  std::vector<std::optional<CounterReading>> counted;
  std::vector<std::optional<CounterReading>> sampled;

  [[nodiscard]] bool has(std::size_t row) const { return counted[row] || sampled[row]; }
};

std::optional<CounterReading> readingOf(const MeasuredWork& work) {
  CounterReading reading;
  reading.metrics.dramBytes = work.dramBytesPerPiece();
  reading.metrics.tensorShare = work.tensorShare();
  return reading.metrics.dramBytes || reading.metrics.tensorShare ? std::optional(reading) : std::nullopt;
}

RowReadings readingsOf(const RunComparison& comparison, std::size_t number) {
  const ComparedRun& run = comparison.runs[number];
  const std::size_t rows = comparison.rows.size();
  RowReadings readings{.launches = std::vector<std::vector<Duration>>(rows),
                       .counted = std::vector<std::optional<CounterReading>>(rows),
                       .sampled = std::vector<std::optional<CounterReading>>(rows)};
  const WorkCounters counters(*run.trace);
  std::vector<MeasuredWork> work(rows);
  for (std::size_t i = 0; i < run.activities.size(); ++i) {
    readings.launches[run.rowOfActivity[i]].push_back(run.trace->duration(run.activities[i]));
    counters.add(run.activities[i], work[run.rowOfActivity[i]]);
  }
  for (std::size_t row = 0; row < rows; ++row) {
    readings.sampled[row] = readingOf(work[row]);
    if (const auto& measured = comparison.rows[row].sides[number].measured) {
      readings.counted[row] =
          CounterReading{.metrics = measured->mean, .units = measured->units, .limit = measured->limit};
    }
  }
  return readings;
}

std::optional<RowCounters> countersOfRow(const RowReadings& base, const RowReadings& other, std::size_t row) {
  if ((!base.has(row) && !other.has(row)) || base.launches[row].size() < 2 || other.launches[row].size() < 2) {
    return std::nullopt;
  }
  RowCounters made{.row = row, .launch = verdictOn(base.launches[row], other.launches[row])};
  if (made.launch.faster != Faster::Base && made.launch.faster != Faster::Other) {
    return std::nullopt;
  }
  if (base.counted[row] && other.counted[row]) {
    made.changes = CounterChanges(*base.counted[row], *other.counted[row]);
  } else if (base.sampled[row] && other.sampled[row]) {
    made.source = CounterSource::Sampled;
    made.changes = CounterChanges(*base.sampled[row], *other.sampled[row]);
  } else {
    const bool isOfBase = base.counted[row] || (base.sampled[row] && !other.counted[row]);
    made.source = isOfBase ? CounterSource::OnlyBase : CounterSource::OnlyOther;
  }
  return made;
}

}  // namespace

void explainByCounters(RunComparison& comparison) {
  const bool hasAny = std::ranges::any_of(
      comparison.runs, [](const ComparedRun& run) { return !run.reports.empty() || !run.trace->counters().empty(); });
  if (!hasAny) {
    return;
  }
  const RowReadings base = readingsOf(comparison, 0);
  for (std::size_t run = 1; run < comparison.runs.size(); ++run) {
    const RowReadings other = readingsOf(comparison, run);
    std::vector<RowCounters>& counters = comparison.differences[run - 1].counters;
    counters.clear();
    for (std::size_t row = 0; row < comparison.rows.size(); ++row) {
      if (auto made = countersOfRow(base, other, row)) {
        counters.push_back(std::move(*made));
      }
    }
  }
}

Message sentenceOn(const RunComparison& comparison, std::size_t run, const RowCounters& counters) {
  const std::string& name = comparison.rows[counters.row].shown;
  const std::string before = formatDuration({std::llround(counters.launch.baseStep)});
  const std::string after = formatDuration({std::llround(counters.launch.otherStep)});
  switch (counters.source) {
    case CounterSource::OnlyBase:
      return Phrase::tr("%1: %2 → %3 a launch; only %4 has counters of it")
          .with(name, before, after, comparison.runs.front().title);
    case CounterSource::OnlyOther:
      return Phrase::tr("%1: %2 → %3 a launch; only %4 has counters of it")
          .with(name, before, after, comparison.runs[run].title);
    default:
      break;
  }
  return counters.changes.isEmpty()
             ? Phrase::tr("%1: %2 → %3 a launch; no counter changed enough to explain it").with(name, before, after)
             : Phrase::tr("%1: %2 → %3 a launch: %4").with(name, before, after, counters.changes.text());
}

}  // namespace kernline
