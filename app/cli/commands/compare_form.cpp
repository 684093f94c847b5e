// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/compare_form.h"

#include "app/cli/answers/runs_answer.h"
#include "app/cli/answers/series_answer.h"
#include "app/cli/kit/loaded_file.h"
#include "app/cli/kit/output.h"
#include "core/compare/runs/run_report.h"
#include "core/compare/runs/run_series.h"
#include "core/compare/tables/comparison_lines.h"
#include "core/compare/tables/comparison_report.h"
#include "core/compare/tables/model_tables.h"
#include "core/output/file/output_file.h"

#include <fmt/format.h>

#include <string_view>

namespace kernline::cli {

namespace {

/// Writes one self-contained file and prints no text.
ExitCode writeReport(const CompareForm& form, const std::string& page) {
  for (const std::string& file : form.files) {
    if (const auto error = refuseOverSource(form.html, file)) {
      printError(error->message);
      return unusableInput;
    }
  }
  auto file = OutputFile::create(form.html);
  if (!file) {
    printError(file.error().message);
    return unusableInput;
  }
  (*file)->write(page);
  if (const auto error = (*file)->finish()) {
    printError(error->message);
    return unusableInput;
  }
  return done;
}

Audience audienceOf(const CompareForm& form) {
  return form.json || form.csv || form.markdown ? Audience::Machine : Audience::Human;
}

/// Reports on stderr each run that is slower than the baseline by more than allowed, for use in a pipeline.
ExitCode judge(const CompareForm& form, const RunComparison& comparison) {
  constexpr double percent = 100;
  ExitCode result = done;
  for (std::size_t d = 0; form.failAbove > 0 && d < comparison.differences.size(); ++d) {
    const Slowdown slowdown = slowdownOf(comparison.differences[d].verdict);
    const double slower = (slowdown.ratio - 1) * percent;
    if (slowdown.isNoise || slower <= form.failAbove) {
      continue;
    }
    constexpr std::string_view certain =
        "{run} is {slower:.2f} % slower than {baseline}, above the --fail-above limit of {limit:g} %";
    constexpr std::string_view doubtful =
        "{run} is {slower:.2f} % slower than {baseline}, which may be noise, so --fail-above {limit:g} does not fail; "
        "record more steps";
    printError(fmt::format(fmt::runtime(slowdown.isCertain ? certain : doubtful),
                           fmt::arg("run", comparison.runs[d + 1].title), fmt::arg("slower", slower),
                           fmt::arg("baseline", comparison.runs.front().title), fmt::arg("limit", form.failAbove)));
    result = slowdown.isCertain ? regressed : result;
  }
  return result;
}

ExitCode printRuns(const CompareForm& form, const RunComparison& comparison, const ComparedWork* work) {
  Output output(audienceOf(form));
  if (form.json) {
    writeRunsJson(output, comparison, work);
  } else if (form.csv) {
    writeRunsCsv(output, comparison, work);
  } else if (form.markdown) {
    writeRunsMarkdown(output, comparison, work, form.limit);
  } else {
    writeRunsText(output, comparison, work, form.limit);
  }
  return output.finish();
}

ExitCode printSeries(const CompareForm& form, const RunComparison& comparison, const RunSeries& series) {
  Output output(audienceOf(form));
  if (form.json) {
    writeSeriesJson(output, comparison, series);
  } else if (form.csv) {
    writeSeriesCsv(output, comparison, series);
  } else if (form.markdown) {
    writeSeriesMarkdown(output, comparison, series);
  } else {
    writeSeriesText(output, comparison, series, form.limit);
  }
  return output.finish();
}

ExitCode judge(const CompareForm& form, const RunComparison& comparison, const RunSeries& series) {
  constexpr double percent = 100;
  ExitCode result = done;
  for (const SeriesChange& change : series.changes) {
    if (form.failAbove > 0 && (change.ratio - 1) * percent > form.failAbove) {
      printError(fmt::format(
          "run {number} ({run}) is {slower:.2f} % slower than the runs before it, above the --fail-above limit of "
          "{limit:g} %",
          fmt::arg("number", change.run + 1), fmt::arg("run", comparison.runs[change.run].title),
          fmt::arg("slower", (change.ratio - 1) * percent), fmt::arg("limit", form.failAbove)));
      result = regressed;
    }
  }
  return result;
}

}  // namespace

ExitCode writeTables(const CompareForm& form, const CompareAnswer& answer) {
  if (!form.html.empty()) {
    const TableComparison* tables = answer.tables ? &*answer.tables : nullptr;
    return writeReport(form, comparisonReport(answer.measurements, answer.views, tables, answer.models));
  }
  Output output(audienceOf(form));
  if (form.json) {
    writeCompareJson(output, answer);
  } else if (form.csv) {
    output.write(answer.tables
                     ? tablesCsv(*answer.tables)
                     : viewsCsv(answer.measurements, answer.views) + modelsCsv(answer.measurements, answer.models));
  } else if (form.markdown) {
    output.write(answer.tables ? tablesMarkdown(*answer.tables)
                               : viewsMarkdown(answer.measurements, answer.views) +
                                     modelsMarkdown(answer.measurements, answer.models));
  } else {
    writeCompareText(output, answer, form.limit);
  }
  return output.finish();
}

ExitCode writeRuns(const CompareForm& form, const RunComparison& comparison, const ComparedWork* work) {
  const ExitCode written =
      form.html.empty() ? printRuns(form, comparison, work) : writeReport(form, runReport(comparison, work));
  return written == done ? judge(form, comparison) : written;
}

ExitCode writeSeries(const CompareForm& form, const RunComparison& comparison) {
  const RunSeries series = runSeries(comparison);
  const ExitCode written =
      form.html.empty() ? printSeries(form, comparison, series) : writeReport(form, runReport(comparison));
  return written == done ? judge(form, comparison, series) : written;
}

}  // namespace kernline::cli
