// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/whatif_answer.h"

#include "app/cli/answers/step_count.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/row_columns.h"
#include "app/cli/kit/terminal.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

std::span<const PathRow> shownRows(const FileWhatIf& answer) {
  return std::span(answer.answer.path).first(limited(answer.answer.path.size(), answer.limit));
}

double shareOf(const FileWhatIf& answer, const PathRow& row) {
  const Duration all = answer.answer.pathLength;
  return all.ns > 0 ? static_cast<double>(row.total.ns) / static_cast<double>(all.ns) : 0;
}

/// Returns the saved share of a step without the profiler.
double savedShare(const WhatIfAnswer& answer) {
  const Duration step = answer.undisturbed.likely;
  return step.ns > 0 ? static_cast<double>(answer.saved().ns) / static_cast<double>(step.ns) : 0;
}

Json stepJson(const WhatIfAnswer& answer) {
  Json overhead = Json::array();
  for (const RecordingShare& share : answer.overhead) {
    overhead.push_back({{"source", textValue(share.source.english())}, {"count", share.count}, {"ns", share.cost.ns}});
  }
  return {{"count", answer.steps},
          {"recorded_ns", answer.recorded.ns},
          {"replayed_ns", answer.replayed.ns},
          {"replay_error", answer.replayError},
          {"typical_recorded_ns", answer.typicalRecorded.ns},
          {"undisturbed_ns", answer.undisturbed.likely.ns},
          {"low_ns", answer.undisturbed.low.ns},
          {"high_ns", answer.undisturbed.high.ns},
          {"doubtful", answer.undisturbed.isDoubtful()},
          {"caution", answer.caution.isEmpty() ? Json(nullptr) : textValue(answer.caution.english())},
          {"overhead", std::move(overhead)},
          {"inferred_waits", answer.inferredWaits}};
}

Json scenarioJson(const FileWhatIf& file) {
  const WhatIfAnswer& answer = file.answer;
  Json changes = Json::array();
  for (std::size_t i = 0; i < file.changes.size(); ++i) {
    changes.push_back({{"change", textValue(file.changes[i].text())},
                       {"device_work", answer.matches[i].work},
                       {"calls", answer.matches[i].calls}});
  }
  return {{"changes", std::move(changes)},
          {"step_ns", answer.changed->likely.ns},
          {"low_ns", answer.changed->low.ns},
          {"high_ns", answer.changed->high.ns},
          {"doubtful", answer.changed->isDoubtful()},
          {"host_slowness", answer.hostSlowness},
          {"saved_ns", answer.saved().ns}};
}

/// "8.35 ms (5.00 ms to 12.3 ms)"; doubtful if the range is that wide.
std::string rangeText(const Undisturbed& step) {
  return fmt::format("{} ({} to {}{})", formatDuration(step.likely), formatDuration(step.low),
                     formatDuration(step.high), step.isDoubtful() ? ": doubtful" : "");
}

/// `by`: what the rows are.
std::string nameText(const PathRow& row, PathBy by) {
  if (!row.name.empty()) {
    return printable(by == PathBy::Name ? shortKernelName(row.name) : row.name);
  }
  switch (by) {
    case PathBy::Name:
      return row.kind == PathKind::Gap      ? "between device work"
             : row.kind == PathKind::Launch ? "from the launch call to the start on the device"
                                            : "outside of all calls";
    case PathBy::Kind:
      return {};
    default:
      return fmt::format("(no {})", by == PathBy::Op ? "operator" : toText(by));
  }
}

/// Those of ranks have a reason.
Columns<PathRow> reasonColumns() {
  using enum Unit;
  using Row = PathReason;
  Columns<PathRow> columns;
  append(columns,
         Columns<Row>{{"reason", "", Text, [](const Row& row) { return toText(row.kind); }},
                      {"reason_name", "", Text, &Row::name},
                      {"reason_ns", "", Time, &Row::onPath},
                      {"device_ns", "", Time, &Row::device},
                      {"others_device_ns", "", Time, [](const Row& row) { return row.othersDevice; }}},
         [](const PathRow& row) { return row.reason ? &*row.reason : nullptr; });
  const auto sentence = [](const PathRow& row) {
    return row.reason ? CellValue(sentenceOn(*row.reason).english()) : CellValue();
  };
  columns.emplace_back("", "why", Text, sentence);
  return columns;
}

Columns<PathRow> pathColumns(const FileWhatIf& answer) {
  using enum Unit;
  using Row = PathRow;
  const auto name = [](const Row& row) { return row.name.empty() ? CellValue() : CellValue(row.name); };
  Columns<PathRow> columns{
      {"kind", "kind", Text, [](const Row& row) { return row.kind.transform([](auto kind) { return toText(kind); }); }},
      {"name", std::string(toText(answer.by)), Text, name, [&](const Row& row) { return nameText(row, answer.by); }},
      {"ns", "per step", Time, [&](const Row& row) { return answer.answer.perStep(row.total); }},
      {"share", "share", Share, [&](const Row& row) { return shareOf(answer, row); }},
      {"count", "count", Count, &Row::count}};
  if (answer.by == PathBy::Rank) {
    std::ranges::move(reasonColumns(), std::back_inserter(columns));
  }
  return columns;
}

std::span<const HiddenRow> shownHidden(const FileWhatIf& answer) {
  return std::span(answer.answer.hidden).first(limited(answer.answer.hidden.size(), answer.limit));
}

Columns<HiddenRow> hiddenColumns(const FileWhatIf& answer) {
  using enum Unit;
  using Row = HiddenRow;
  const auto name = [&](const Row& row) { return answer.file.trace->text(row.name); };
  return {{"kind", "kind", Text, [](const Row& row) { return toText(row.kind); }},
          {"name", "name", Text, name, [name](const Row& row) { return shortKernelName(std::string(name(row))); }},
          {"ns", "per step", Time, [&](const Row& row) { return answer.answer.perStepOfRank(row.total); }},
          {"count", "count", Count, &Row::count},
          {"slack_ns", "slack", Time, &Row::minSlack},
          {"median_slack_ns", "median", Time, &Row::medianSlack}};
}

/// A time of a step, as a line of a table.
struct StepLine {
  std::string_view name;  ///< `recorded`, `undisturbed` or `changed`
  Duration time;
  std::optional<Undisturbed> range = {};
};

std::vector<StepLine> stepLines(const WhatIfAnswer& answer) {
  std::vector<StepLine> lines{{.name = "recorded", .time = answer.recorded},
                              {.name = "undisturbed", .time = answer.undisturbed.likely, .range = answer.undisturbed}};
  if (answer.changed) {
    lines.push_back({.name = "changed", .time = answer.changed->likely, .range = answer.changed});
  }
  return lines;
}

Columns<StepLine> stepColumns() {
  using enum Unit;
  using Row = StepLine;
  return {{"name", "", Text, &Row::name},
          {"ns", "", Time, &Row::time},
          {"low_ns", "", Time, [](const Row& row) { return row.range ? CellValue(row.range->low) : CellValue(); }},
          {"high_ns", "", Time, [](const Row& row) { return row.range ? CellValue(row.range->high) : CellValue(); }}};
}

/// A line of the table of everything: one of these.
struct WhatIfLine {
  std::string_view part;  ///< `step`, `critical_path` or `hidden`
  const StepLine* step = nullptr;
  const PathRow* path = nullptr;
  const HiddenRow* hidden = nullptr;
};

/// Adds the columns of a part of the table; columns of one key become one.
template <typename Part>
void addPart(Columns<WhatIfLine>& columns, const Columns<Part>& parts, const Part* WhatIfLine::* of) {
  for (const Column<Part>& part : parts) {
    if (part.key.empty()) {
      continue;
    }
    const auto same = std::ranges::find(columns, part.key, &Column<WhatIfLine>::key);
    auto others = same == columns.end() ? nullptr : same->value;
    auto value = [of, others, own = part.value](const WhatIfLine& line) {
      return line.*of != nullptr ? own(*(line.*of)) : others ? others(line) : CellValue();
    };
    if (same == columns.end()) {
      columns.emplace_back(part.key, part.title, part.unit, std::move(value));
    } else {
      same->value = std::move(value);
    }
  }
}

}  // namespace

void writeWhatIfTable(Output& output, TableForm form, const FileWhatIf& answer) {
  const std::vector<StepLine> steps = stepLines(answer.answer);
  std::vector<WhatIfLine> lines;
  for (const StepLine& row : steps) {
    lines.push_back({.part = "step", .step = &row});
  }
  for (const PathRow& row : shownRows(answer)) {
    lines.push_back({.part = "critical_path", .path = &row});
  }
  for (const HiddenRow& row : shownHidden(answer)) {
    lines.push_back({.part = "hidden", .hidden = &row});
  }
  Columns<WhatIfLine> columns{{"part", "", Unit::Text, &WhatIfLine::part}};
  addPart(columns, pathColumns(answer), &WhatIfLine::path);
  addPart(columns, stepColumns(), &WhatIfLine::step);
  addPart(columns, hiddenColumns(answer), &WhatIfLine::hidden);
  writeTable(output, form, columns, lines);
}

void writeWhatIfJson(Output& output, const FileWhatIf& answer) {
  JsonDocument document(output, "whatif-1");
  document.member("path", textValue(answer.file.path));
  document.member("steps_found", textValue(howFound(answer.found).english()));
  document.member("step", stepJson(answer.answer));
  document.member("scenario", answer.answer.changed ? scenarioJson(answer) : Json(nullptr));
  document.member("critical_path_by", textValue(toText(answer.by)));
  document.member("critical_path_steps", answer.answer.pathSteps);
  document.beginArray("critical_path");
  for (const Columns<PathRow> columns = pathColumns(answer); const PathRow& row : shownRows(answer)) {
    document.element(membersOf(columns, row));
  }
  document.endArray();
  document.beginArray("hidden");
  for (const Columns<HiddenRow> columns = hiddenColumns(answer); const HiddenRow& row : shownHidden(answer)) {
    document.element(membersOf(columns, row));
  }
  document.endArray();
  document.end();
}

void writeWhatIfText(Output& output, const FileWhatIf& file) {
  const WhatIfAnswer& answer = file.answer;
  output.write(fmt::format("{} · {}, mean {} ({})\n", printable(file.file.path), stepCount(answer.steps, file.found),
                           formatDuration(answer.recorded), printable(howFound(file.found).english())));
  output.write(fmt::format("  without the profiler  {}\n", rangeText(answer.undisturbed)));
  if (!answer.caution.isEmpty()) {
    output.write("    " + printable(answer.caution.english()) + "\n");
  }
  const Undisturbed typical{.likely = answer.typicalRecorded, .low = {}, .high = {}};
  if (typical.differsFrom(answer.recorded)) {
    output.write(fmt::format("    estimated from the faster half of the steps, recorded in {}\n",
                             formatDuration(answer.typicalRecorded)));
  }
  for (const RecordingShare& share : answer.overhead) {
    output.write(fmt::format("    recording {} {} costs the host {} per step\n", formatCount(share.count),
                             share.source.english(), formatDuration(share.cost)));
  }
  if (answer.inferredWaits > 0) {
    output.write(
        fmt::format("    {} between streams inferred from calls and times\n", counted(answer.inferredWaits, "wait")));
  }
  if (answer.changed) {
    const bool costs = answer.saved().ns < 0;
    output.write(fmt::format("  with the changes      {}, {} {} ({})\n", rangeText(*answer.changed),
                             costs ? "costs" : "saves", formatDuration({std::abs(answer.saved().ns)}),
                             formatShare(std::abs(savedShare(answer)))));
    if (answer.hostSlowness > 1) {
      output.write(fmt::format(
          "    the host is {:.1f} times slower than the reference host; the range starts at the reference speed\n",
          answer.hostSlowness));
    }
    for (std::size_t i = 0; i < file.changes.size(); ++i) {
      output.write(fmt::format("    {} changes {} and {}\n", printable(file.changes[i].text()),
                               counted(answer.matches[i].work, "device operation"),
                               counted(answer.matches[i].calls, "call")));
    }
  }
  output.write(fmt::format("\n  critical path{}, without the profiler, in {}\n", answer.changed ? ", changed" : "",
                           counted(answer.pathSteps, "step")));
  const Columns<PathRow> columns =
      picked(pathColumns(file), file.by == PathBy::Rank ? "share,ns,count,name,why" : "share,ns,count,kind,name");
  output.write(textTable(columns, shownRows(file), "").text(2, terminalWidth()));
  output.write(cutNotice(answer.path.size() - shownRows(file).size(), "--limit 0"));
  if (!answer.hidden.empty()) {
    output.write("\n  off the critical path: how much later it could be (least, median)\n");
    constexpr std::size_t maxHiddenNamed = 8;
    const std::span<const HiddenRow> rows = shownHidden(file);
    output.write(textTable(picked(hiddenColumns(file), "ns,count,slack_ns,median_slack_ns,kind,name"),
                           rows.first(std::min(rows.size(), maxHiddenNamed)))
                     .text(2, terminalWidth()));
  }
}

}  // namespace kernline::cli
