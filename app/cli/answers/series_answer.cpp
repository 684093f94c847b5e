// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/series_answer.h"

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/compare/runs/run_text.h"
#include "core/compare/runs/series_csv.h"
#include "core/model/format/markdown_table.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

const SeriesChange* changeAt(const RunSeries& series, std::size_t run) {
  const auto found = std::ranges::find(series.changes, run, &SeriesChange::run);
  return found == series.changes.end() ? nullptr : &*found;
}

/// The 95 % interval of the mean.
std::string noiseText(const std::optional<double>& noise) {
  return noise ? "±" + shownTime(*noise) : std::string{};
}

/// "+7.0 %" where a run changes something, else empty.
std::string changeText(const RunSeries& series, std::size_t run) {
  constexpr double percent = 100;
  const SeriesChange* change = changeAt(series, run);
  return change == nullptr ? std::string{} : fmt::format("{:+.1f} %", (change->ratio - 1) * percent);
}

Json roundedNs(const std::optional<double>& noise) {
  return noise ? Json(std::llround(*noise)) : Json(nullptr);
}

Json partOf(const WaterfallPart& part) {
  const std::int64_t before = std::llround(part.base);
  const std::int64_t after = std::llround(part.other);
  return {{"name", textValue(part.name)},
          {"kind", part.isIdle()  ? "idle"
                   : part.overlap ? "overlap"
                                  : "busy"},
          {"before_ns", before},
          {"after_ns", after},
          {"delta_ns", after - before}};
}

Json changeOf(const RunComparison& comparison, const SeriesChange& change) {
  Json parts = Json::array();
  for (const WaterfallPart& part : change.parts) {
    parts.push_back(partOf(part));
  }
  return {{"run", change.run},
          {"path", textValue(comparison.runs[change.run].path)},
          {"ratio", change.ratio},
          {"confidence", change.confidence},
          {"sentence", textValue(sentenceOn(comparison, change).english())},
          {"parts", std::move(parts)}};
}

}  // namespace

void writeSeriesJson(Output& output, const RunComparison& comparison, const RunSeries& series) {
  JsonDocument document(output, "compare-series-1");
  document.beginArray("runs");
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    const ComparedRun& run = comparison.runs[r];
    const SeriesPoint& point = series.points[r];
    document.element(
        {{"path", textValue(run.path)},
         {"start_ns",
          run.trace->baseTimeNs() != 0 ? Json(run.trace->baseTimeNs() + run.trace->bounds().begin.ns) : Json(nullptr)},
         {"steps", run.account.lengths.size()},
         {"step_ns", std::llround(point.recordedStep)},
         {"noise_ns", roundedNs(point.recordedNoise)},
         {"without_profiler", series.isWithoutProfiler
                                  ? Json({{"step_ns", std::llround(point.step)}, {"noise_ns", roundedNs(point.noise)}})
                                  : Json(nullptr)}});
  }
  document.endArray();
  document.beginArray("changes");
  for (const SeriesChange& change : series.changes) {
    document.element(changeOf(comparison, change));
  }
  document.endArray();
  document.end();
}

void writeSeriesCsv(Output& output, const RunComparison& comparison, const RunSeries& series) {
  output.write(seriesCsv(comparison, series));
}

void writeSeriesMarkdown(Output& output, const RunComparison& comparison, const RunSeries& series) {
  if (series.isWithoutProfiler) {
    output.write(fmt::format("{}\n\n", markdownCell(sentenceOnProfiler(series).english())));
  }
  if (series.changes.empty()) {
    output.write(fmt::format("**{}**\n\n", markdownCell(sentenceOnNoChange(series).english())));
  }
  for (const SeriesChange& change : series.changes) {
    output.write(fmt::format("**{}**", markdownCell(sentenceOn(comparison, change).english())));
    constexpr std::size_t maxNamed = 3;
    for (std::size_t i = 0; i < std::min(maxNamed, change.parts.size()); ++i) {
      output.write(fmt::format("{} {} {}", i == 0 ? ":" : ",",
                               markdownCell(shownName(comparison, change.parts[i]).english()),
                               signedTime(change.parts[i].delta())));
    }
    output.write("\n\n");
  }
  output.write(markdownHead({{"run", true}, {"name"}, {"step", true}, {"95 % interval", true}, {"change", true}}));
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    output.write(
        markdownRow({fmt::format("{}", r + 1), markdownCell(comparison.runs[r].title), shownTime(series.points[r].step),
                     noiseText(series.points[r].noise), changeText(series, r)}));
  }
}

void writeSeriesText(Output& output, const RunComparison& comparison, const RunSeries& series, std::size_t limit) {
  std::vector<TextTable::Column> columns{{"run", TextTable::Align::Right},
                                         {"step", TextTable::Align::Right},
                                         {"95 % interval", TextTable::Align::Right},
                                         {"change", TextTable::Align::Right},
                                         {"", TextTable::Align::Left}};
  constexpr std::size_t recordedPlace = 3;
  if (series.isWithoutProfiler) {
    columns.insert(columns.begin() + recordedPlace, {"as recorded", TextTable::Align::Right});
  }
  TextTable table(columns);
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    const SeriesPoint& point = series.points[r];
    std::vector<std::string> cells{fmt::format("{}", r + 1), shownTime(point.step), noiseText(point.noise),
                                   changeText(series, r), printable(comparison.runs[r].title)};
    if (series.isWithoutProfiler) {
      cells.insert(cells.begin() + recordedPlace, shownTime(point.recordedStep));
    }
    table.add(std::move(cells));
  }
  output.write(table.text(0, terminalWidth()) + "\n");
  if (series.isWithoutProfiler) {
    output.write(printable(sentenceOnProfiler(series).english()) + "\n");
  }
  if (series.changes.empty()) {
    output.write(std::string{sentenceOnNoChange(series)} + "\n");
  }
  for (const SeriesChange& change : series.changes) {
    output.write(printable(sentenceOn(comparison, change).english()) + "\n");
    constexpr std::size_t minShown = 5;
    const std::size_t shown = limit == 0 ? change.parts.size() : std::min({limit, minShown, change.parts.size()});
    for (std::size_t i = 0; i < shown; ++i) {
      output.write(fmt::format("  {:>12}  {}\n", signedTime(change.parts[i].delta()),
                               printable(shownName(comparison, change.parts[i]).english())));
    }
  }
}

}  // namespace kernline::cli
