// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/series_csv.h"

#include "core/model/format/csv_cell.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernline {

std::string seriesCsv(const RunComparison& comparison, const RunSeries& series) {
  std::string text = "run,path,steps,step_ns,noise_ns,change,without_profiler_ns\n";
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    const SeriesPoint& point = series.points[r];
    const auto change = std::ranges::find(series.changes, r, &SeriesChange::run);
    text += fmt::format("{},{},{},{:.3f},{},{},{}\n", r + 1, csvCell(comparison.runs[r].path),
                        comparison.runs[r].account.lengths.size(), point.recordedStep,
                        point.recordedNoise ? fmt::format("{:.3f}", *point.recordedNoise) : "",
                        change != series.changes.end() ? fmt::format("{}", change->ratio) : "",
                        series.isWithoutProfiler ? fmt::format("{:.3f}", point.step) : "");
  }
  return text;
}

}  // namespace kernline
