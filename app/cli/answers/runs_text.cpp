// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of recordings for people: text and Markdown.
#include "app/cli/answers/runs_answer.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/ncu/measured_kernels.h"
#include "core/compare/runs/measured_rows.h"
#include "core/compare/runs/row_counters.h"
#include "core/compare/runs/run_text.h"
#include "core/compare/runs/run_work_text.h"
#include "core/model/format/markdown_table.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

void writeVerdict(Output& output, const RunDifference& difference, std::string_view name) {
  const Verdict& verdict = difference.verdict;
  output.write(fmt::format("{}: {}\n", printable(name), sentenceOn(verdict).english()));
  for (const Message& reason : verdict.reasons) {
    output.write("  " + printable(reason.english()) + "\n");
  }
  for (const Message& doubt : verdict.doubts) {
    output.write("  ! " + printable(doubt.english()) + "\n");
  }
}

void writeWaterfall(Output& output, const RunComparison& comparison, const RunDifference& difference,
                    std::size_t limit) {
  TextTable table({{"per step", TextTable::Align::Right},
                   {"baseline", TextTable::Align::Right},
                   {"other", TextTable::Align::Right},
                   {"", TextTable::Align::Left}});
  const auto add = [&](const WaterfallPart& part, const std::string& name) {
    table.add({signedTime(part.delta()), shownTime(part.base), shownTime(part.other), name});
  };
  for (const WaterfallPart& part : shownParts(difference, limit)) {
    add(part, shownName(comparison, part).english());
  }
  add({.name = {}, .cause = {}, .base = difference.baseStep, .other = difference.otherStep}, "total per step");
  output.write(table.text(2, terminalWidth()));
}

void writeRenamed(Output& output, const RunComparison& comparison, const RunDifference& difference) {
  for (const RenamedRow& row : difference.renamed) {
    output.write(fmt::format("  renamed? {} → {}: {}\n", comparison.rows[row.base].shown,
                             comparison.rows[row.other].shown, row.why.english()));
  }
}

std::string nameOfRun(const RunComparison& comparison, std::size_t run) {
  return run == 0 ? "baseline" : comparison.runs.size() == 2 ? "other" : fmt::format("run {}", run + 1);
}

void writeRows(Output& output, const RunComparison& comparison, std::size_t limit) {
  std::vector<TextTable::Column> columns;
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    columns.push_back({nameOfRun(comparison, r), TextTable::Align::Right});
    columns.push_back({"calls", TextTable::Align::Right});
    if (r > 0) {
      columns.push_back({"delta", TextTable::Align::Right});
      columns.push_back({"ratio", TextTable::Align::Right});
    }
  }
  columns.push_back({std::string{toText(comparison.by)}, TextTable::Align::Left});
  TextTable table(std::move(columns));
  const std::size_t inSteps = rowsInSteps(comparison);
  const std::size_t shown = limited(inSteps, limit);
  for (std::size_t i = 0; i < shown; ++i) {
    const RunRow& row = comparison.rows[i];
    std::vector<std::string> cells;
    for (std::size_t r = 0; r < row.sides.size(); ++r) {
      const RunSide& side = row.sides[r];
      cells.push_back(side.callsPerStep == 0 ? "–" : shownTime(side.perStep));
      cells.push_back(shownCalls(side));
      if (r > 0) {
        cells.push_back(signedTime(static_cast<double>(row.delta(r).ns)));
        cells.push_back(changeOf(row, r));
      }
    }
    cells.push_back(row.shown);
    table.add(std::move(cells));
  }
  output.write(table.text(2, terminalWidth()));
  output.write(cutNotice(inSteps - shown, "--limit 0"));
  if (const std::size_t outside = comparison.rows.size() - inSteps; outside > 0) {
    output.write(fmt::format("  {} ran outside of the steps only\n", counted(outside, "other row")));
  }
}

/// Writes why the biggest rows have changed, which the figures of the split add up to.
void writeChanges(Output& output, const RunComparison& comparison, const ComparedWork& work, std::size_t run,
                  std::size_t limit) {
  TextTable table({{"delta", TextTable::Align::Right},
                   {"calls", TextTable::Align::Right},
                   {"work", TextTable::Align::Right},
                   {"efficiency", TextTable::Align::Right},
                   {"not modeled", TextTable::Align::Right},
                   {"share of roofline", TextTable::Align::Right},
                   {std::string{toText(comparison.by)}, TextTable::Align::Left}});
  const std::size_t inSteps = rowsInSteps(comparison);
  const std::size_t shown = limited(inSteps, limit);
  for (std::size_t i = 0; i < shown; ++i) {
    const RunRow& row = comparison.rows[i];
    SplitTexts texts = textsOf(work.splitOfRow(comparison, i, run));
    table.add({signedTime(static_cast<double>(row.delta(run).ns)), std::move(texts.calls), std::move(texts.work),
               std::move(texts.efficiency), std::move(texts.unmodeled), rooflineText(work, i, run), row.shown});
  }
  output.write(table.text(2, terminalWidth()));
  output.write(cutNotice(inSteps - shown, "--limit 0"));
}

/// Writes the counters of the biggest rows: a line per figure.
void writeMeasured(Output& output, const RunComparison& comparison, std::size_t limit) {
  const std::vector<std::size_t> rows = measuredRows(comparison);
  if (rows.empty()) {
    return;
  }
  std::vector<TextTable::Column> columns;
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    columns.push_back({nameOfRun(comparison, r), TextTable::Align::Right});
  }
  columns.push_back({"change", TextTable::Align::Right});
  columns.push_back({"", TextTable::Align::Left});
  columns.push_back({std::string{toText(comparison.by)}, TextTable::Align::Left});
  TextTable table(std::move(columns));
  const std::size_t shown = limited(rows.size(), limit);
  for (std::size_t i = 0; i < shown; ++i) {
    std::string name = comparison.rows[rows[i]].shown;
    for (const MeasuredFigure& figure : measuredFigures(comparison.rows[rows[i]])) {
      std::vector<std::string> cells = figure.values;
      cells.insert(cells.end(), {figure.change, std::string{figure.name}, std::exchange(name, {})});
      table.add(std::move(cells));
    }
  }
  output.write("\n" + bold("Hardware counters, mean per launch") + "\n");
  for (const ComparedRun& run : comparison.runs) {
    for (const JoinedReport& report : run.reports) {
      output.write("  " + printable(joinText(report).english()) + "\n");
    }
  }
  output.write(table.text(2, terminalWidth()) + cutNotice(rows.size() - shown, "--limit 0"));
}

void writeMarkdownMeasured(Output& output, const RunComparison& comparison, std::size_t limit) {
  const std::vector<std::size_t> rows = measuredRows(comparison);
  if (rows.empty()) {
    return;
  }
  std::vector<MarkdownColumn> columns{{"hardware counters, mean per launch"}, {""}};
  for (std::size_t r = 0; r < comparison.runs.size(); ++r) {
    columns.push_back({nameOfRun(comparison, r), true});
  }
  columns.push_back({"change", true});
  output.write(markdownHead(columns));
  for (std::size_t i = 0; i < limited(rows.size(), limit); ++i) {
    for (const MeasuredFigure& figure : measuredFigures(comparison.rows[rows[i]])) {
      std::vector<std::string> cells{markdownCell(comparison.rows[rows[i]].shown), std::string{figure.name}};
      cells.insert(cells.end(), figure.values.begin(), figure.values.end());
      cells.push_back(figure.change);
      output.write(markdownRow(cells));
    }
  }
  output.write("\n");
}

void writeMarkdownChanges(Output& output, const RunComparison& comparison, const ComparedWork& work, std::size_t run,
                          std::size_t limit) {
  output.write(markdownHead({{"GPU time per step"},
                             {"change", true},
                             {"calls", true},
                             {"work", true},
                             {"efficiency", true},
                             {"not modeled", true},
                             {"share of roofline", true}}));
  for (std::size_t i = 0; i < limited(rowsInSteps(comparison), limit); ++i) {
    const RunRow& row = comparison.rows[i];
    SplitTexts texts = textsOf(work.splitOfRow(comparison, i, run));
    output.write(markdownRow({markdownCell(row.shown), signedTime(static_cast<double>(row.delta(run).ns)),
                              std::move(texts.calls), std::move(texts.work), std::move(texts.efficiency),
                              std::move(texts.unmodeled), rooflineText(work, i, run)}));
  }
  output.write("\n");
}

void writeWhy(Output& output, const RunComparison& comparison, const ComparedWork& work, std::size_t run) {
  const std::vector<Message> sentences = workSentences(comparison, work, run);
  output.write(sentences.empty() ? std::string() : heading("Why GPU time per step changed"));
  for (const Message& sentence : sentences) {
    output.write("  " + printable(sentence.english()) + "\n");
  }
}

/// Writes sentences on the rows whose launches changed most, by their counters.
void writeCounters(Output& output, const RunComparison& comparison, std::size_t run, std::size_t limit) {
  const std::vector<RowCounters>& counters = comparison.differences[run - 1].counters;
  const std::size_t shown = limited(counters.size(), limit);
  output.write(counters.empty() ? std::string() : heading("What changed in the counters"));
  for (std::size_t i = 0; i < shown; ++i) {
    output.write("  " + printable(sentenceOn(comparison, run, counters[i]).english()) + "\n");
  }
  output.write(cutNotice(counters.size() - shown, "--limit 0"));
}

}  // namespace

void writeRunsText(Output& output, const RunComparison& comparison, const ComparedWork* work, std::size_t limit) {
  for (std::size_t d = 0; d < comparison.differences.size(); ++d) {
    const RunDifference& difference = comparison.differences[d];
    writeVerdict(output, difference, comparison.runs[d + 1].title);
    output.write(heading("Where the change in step time comes from (busy time of its work, idle time by cause)"));
    writeWaterfall(output, comparison, difference, limit == 0 ? 0 : std::min<std::size_t>(limit, 12));
    if (const Message memory = memorySentence(comparison, d + 1); !memory.isEmpty()) {
      output.write("  " + printable(memory.english()) + "\n");
    }
    writeRenamed(output, comparison, difference);
    if (work != nullptr) {
      writeWhy(output, comparison, *work, d + 1);
    }
    writeCounters(output, comparison, d + 1, limit);
    output.write("\n");
  }
  output.write(bold("GPU time per step") + "\n");
  writeRows(output, comparison, limit);
  writeMeasured(output, comparison, limit);
  for (std::size_t r = 1; work != nullptr && r < comparison.runs.size(); ++r) {
    output.write("\n" + bold(fmt::format("Why it changed in {}, per step", printable(comparison.runs[r].title))) +
                 "\n");
    writeChanges(output, comparison, *work, r, limit);
  }
}

void writeRunsMarkdown(Output& output, const RunComparison& comparison, const ComparedWork* work, std::size_t limit) {
  for (std::size_t d = 0; d < comparison.differences.size(); ++d) {
    const RunDifference& difference = comparison.differences[d];
    const Verdict& verdict = difference.verdict;
    output.write(fmt::format("### {} against {}\n\n**{}**\n\n", markdownCell(comparison.runs[d + 1].title),
                             markdownCell(comparison.runs.front().title), markdownCell(sentenceOn(verdict).english())));
    for (const Message& reason : verdict.reasons) {
      output.write("- " + markdownCell(reason.english()) + "\n");
    }
    if (const Message memory = memorySentence(comparison, d + 1); !memory.isEmpty()) {
      output.write("- " + markdownCell(memory.english()) + "\n");
    }
    for (const Message& sentence : work == nullptr ? std::vector<Message>() : workSentences(comparison, *work, d + 1)) {
      output.write("- " + markdownCell(sentence.english()) + "\n");
    }
    for (std::size_t i = 0; i < limited(difference.counters.size(), limit); ++i) {
      output.write("- " + markdownCell(sentenceOn(comparison, d + 1, difference.counters[i]).english()) + "\n");
    }
    for (const Message& doubt : verdict.doubts) {
      output.write("- ⚠ " + markdownCell(doubt.english()) + "\n");
    }
    output.write("\n" + markdownHead({{"per step"}, {"baseline", true}, {"other", true}, {"change", true}}));
    const auto write = [&](const WaterfallPart& part, const std::string& name) {
      output.write(markdownRow({name, shownTime(part.base), shownTime(part.other), signedTime(part.delta())}));
    };
    for (const WaterfallPart& part : shownParts(difference, limit)) {
      write(part, markdownCell(shownName(comparison, part).english()));
    }
    write({.name = {}, .cause = {}, .base = difference.baseStep, .other = difference.otherStep}, "**total**");
    output.write("\n");
    if (work != nullptr) {
      writeMarkdownChanges(output, comparison, *work, d + 1, limit);
    }
  }
  writeMarkdownMeasured(output, comparison, limit);
}

}  // namespace kernline::cli
