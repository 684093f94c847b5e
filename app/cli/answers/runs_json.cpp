// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of recordings for other programs: JSON and CSV, in base units.
#include "app/cli/answers/measured_answer.h"
#include "app/cli/answers/runs_answer.h"
#include "app/cli/kit/json_document.h"
#include "core/compare/runs/row_counters.h"
#include "core/compare/runs/run_text.h"
#include "core/compare/runs/run_work_text.h"
#include "core/compare/runs/step_numbers.h"
#include "core/model/format/csv_cell.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

Json orNull(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json texts(const std::vector<std::string>& lines) {
  Json list = Json::array();
  for (const std::string& line : lines) {
    list.push_back(textValue(line));
  }
  return list;
}

Json texts(const std::vector<Message>& messages) {
  Json list = Json::array();
  for (const Message& message : messages) {
    list.push_back(textValue(message.english()));
  }
  return list;
}

Json memoryOf(const std::optional<RunMemory>& memory) {
  if (!memory) {
    return nullptr;
  }
  return {{"peak_allocated_bytes", memory->peakAllocated},
          {"peak_reserved_bytes", memory->peakReserved > 0 ? Json(memory->peakReserved) : Json(nullptr)}};
}

Json runOf(const ComparedRun& run) {
  Json idle = Json::object();
  Duration idleSum;
  for (std::size_t cause = 0; cause < idleCauseCount; ++cause) {
    idle[std::string{toText(static_cast<IdleCause>(cause))}] = run.account.idle[cause].ns;
    idleSum = idleSum + run.account.idle[cause];
  }
  const std::vector<std::optional<std::size_t>> numbers = stepNumbers(run.steps);
  Json ranges = Json::array();
  for (std::size_t i = 0; i < run.steps.steps.size(); ++i) {
    const TimeRange step = run.steps.steps[i];
    const TimeRange host = run.steps.host[i];
    ranges.push_back({{"index", numbers[i] ? Json(*numbers[i]) : Json(nullptr)},
                      {"name", textValue(run.steps.names[i])},
                      {"start_ns", host.begin.ns},
                      {"duration_ns", step.length().ns},
                      {"host_ns", host.length().ns},
                      {"device_start_ns", step.begin.ns}});
  }
  return {{"path", textValue(run.path)},
          {"wall_ns", run.wall.ns},
          {"busy_ns", run.busy.ns},
          {"device_name", textValue(run.deviceModel)},
          {"device_title", textValue(run.device)},
          {"devices", run.devices},
          {"title", textValue(run.title)},
          {"memory", memoryOf(run.memory)},
          {"steps",
           {{"source", toText(run.steps.source)},
            {"name", textValue(run.steps.name)},
            {"count", run.steps.steps.size()},
            {"warm_up", run.steps.warmUp},
            {"outliers", run.steps.outliers.size()},
            {"incomplete", run.steps.incomplete},
            {"duration_ns", run.account.wall.ns},
            {"device_ns", run.account.busy.ns},
            {"idle_ns", idleSum.ns},
            {"launched_elsewhere_ns", run.account.launchedElsewhere.ns},
            {"ran_elsewhere_ns", run.account.ranElsewhere.ns},
            {"by_launch", !run.bySteps.isByTime()},
            {"idle_causes_ns", std::move(idle)},
            {"ranges", std::move(ranges)}}}};
}

/// Returns the peaks whose difference `memoryPartsOf` splits.
Json memoryPeaksOf(const RunComparison& comparison, std::size_t run) {
  const auto& base = comparison.runs.front().memory;
  const auto& other = comparison.runs[run].memory;
  if (!base || !other) {
    return nullptr;
  }
  return {{"base_bytes", base->peakAllocated},
          {"other_bytes", other->peakAllocated},
          {"delta_bytes", other->peakAllocated - base->peakAllocated}};
}

Json memoryPartsOf(const RunDifference& difference) {
  Json parts = Json::array();
  for (const MemoryPart& part : difference.memory) {
    parts.push_back({{"op", textValue(part.op)},
                     {"base_bytes", part.base},
                     {"other_bytes", part.other},
                     {"delta_bytes", part.delta()}});
  }
  return parts;
}

Json ifKnown(double value, bool isKnown) {
  return isKnown && std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json splitJson(const ChangeSplit& split) {
  return {{"delta_ns", split.delta().ns},
          {"calls_ns", split.calls.ns},
          {"work_ns", split.work.ns},
          {"efficiency_ns", split.efficiency.ns},
          {"unmodelled_ns", split.unmodeled.ns},
          {"measure", split.measure == WorkMeasure::None ? Json(nullptr) : Json(toText(split.measure))}};
}

Json workJson(const WorkFigures& figures) {
  return {{"modelled_ns", figures.modeled.ns},
          {"flops", ifKnown(figures.flops, figures.modeledCount > 0)},
          {"bytes", ifKnown(figures.bytes, figures.modeledCount > 0)},
          {"roofline_ns", ifKnown(figures.rooflineNs, figures.rooflineCount > 0)},
          {"share_of_roofline", orNull(figures.shareOfRoofline())}};
}

Json reasonsOf(const RunComparison& comparison, const ComparedWork& work, std::size_t run) {
  Json list = Json::array();
  for (const WorkReason& reason : work.reasons(comparison, run)) {
    list.push_back({{"family", reason.family.empty() ? Json(nullptr) : textValue(reason.family)},
                    {"base_ns", reason.baseStep.time.ns},
                    {"other_ns", reason.otherStep.time.ns},
                    {"change", splitJson(reason.split)},
                    {"base_work", workJson(reason.base)},
                    {"other_work", workJson(reason.other)}});
  }
  return {{"sentences", texts(workSentences(comparison, work, run))}, {"reasons", std::move(list)}};
}

Json measuredOf(const MeasuredLaunches& measured) {
  const KernelMetrics& mean = measured.mean;
  return {{"launches", measured.launches},
          {"duration_ns", wholeOrNull(mean.durationNs)},
          {"clock_hz", orNull(mean.clockHz)},
          {"dram_bytes", wholeOrNull(mean.dramBytes)},
          {"dram_share", orNull(mean.dramShare)},
          {"flops", wholeOrNull(mean.flops)},
          {"tensor_share", orNull(mean.tensorShare)},
          {"occupancy", orNull(mean.occupancy)},
          {"l2_hit_rate", orNull(mean.l2HitRate)}};
}

Json rowOf(const RunComparison& comparison, const ComparedWork* work, const RunRow& row, std::size_t number) {
  Json sides = Json::array();
  for (std::size_t r = 0; r < row.sides.size(); ++r) {
    const RunSide& side = row.sides[r];
    if (side.count == 0) {
      sides.push_back(nullptr);
      continue;
    }
    const RowAccount& account = comparison.runs[r].account.rows[number];
    sides.push_back({{"count", side.count},
                     {"total_ns", side.total.ns},
                     {"median_ns", side.median.ns},
                     {"calls_per_step", side.callsPerStep},
                     {"step_count", account.count},
                     {"step_total_ns", account.total.ns},
                     {"step_added_ns", account.added.ns},
                     {"per_step_ns", std::llround(side.perStep)}});
    if (r > 0) {
      sides.back()["delta_ns"] = row.delta(r).ns;
      sides.back()["ratio"] = orNull(row.ratio(r));
    }
    if (side.measured) {
      sides.back()["measured"] = measuredOf(*side.measured);
    }
    if (work != nullptr) {
      sides.back()["work"] = workJson(work->runs[r].rows[number].figures);
    }
  }
  Json made{{"name", textValue(row.name)},   {"title", textValue(row.shown)}, {"status", row.status()},
            {"aliases", texts(row.aliases)}, {"runs", std::move(sides)},      {"delta_ns", row.delta(1).ns},
            {"ratio", orNull(row.ratio(1))}};
  if (work != nullptr) {
    Json changes = Json::array();
    for (std::size_t r = 1; r < row.sides.size(); ++r) {
      changes.push_back(splitJson(work->splitOfRow(comparison, number, r)));
    }
    made["changes"] = std::move(changes);
  }
  return made;
}

Json withoutProfilerOf(const std::optional<Verdict::WithoutProfiler>& without) {
  if (!without) {
    return nullptr;
  }
  return {{"faster", toText(without->faster())},
          {"base_step_ns", std::llround(without->baseStep)},
          {"other_step_ns", std::llround(without->otherStep)},
          {"ratio", without->ratio},
          {"low", without->low},
          {"high", without->high},
          {"noise", orNull(without->noise)}};
}

Json verdictOf(const Verdict& verdict) {
  return {{"faster", toText(verdict.faster)},
          {"without_profiler", withoutProfilerOf(verdict.withoutProfiler)},
          {"ratio", verdict.ratio},
          {"confidence", orNull(verdict.confidence)},
          {"noise", orNull(verdict.noise)},
          {"sentence", sentenceOn(verdict).english()},
          {"reasons", texts(verdict.reasons)},
          {"doubts", texts(verdict.doubts)}};
}

std::string_view kindOf(const WaterfallPart& part) {
  return part.isIdle() ? "idle" : part.overlap ? "overlap" : "busy";
}

/// Whole nanoseconds whose sums are the (rounded) times of the steps, so that the changes add up, too.
Json waterfallOf(const RunComparison& comparison, const RunDifference& difference) {
  std::vector<double> bases;
  std::vector<double> others;
  for (const WaterfallPart& part : difference.waterfall) {
    bases.push_back(part.base);
    others.push_back(part.other);
  }
  const std::vector<std::int64_t> base = roundedToSum(bases);
  const std::vector<std::int64_t> other = roundedToSum(others);
  Json parts = Json::array();
  for (std::size_t i = 0; i < base.size(); ++i) {
    const WaterfallPart& part = difference.waterfall[i];
    parts.push_back({{"name", textValue(part.name)},
                     {"title", textValue(shownName(comparison, part).english())},
                     {"kind", kindOf(part)},
                     {"base_ns", base[i]},
                     {"other_ns", other[i]},
                     {"delta_ns", other[i] - base[i]}});
  }
  const std::int64_t baseStep = std::llround(difference.baseStep);
  const std::int64_t otherStep = std::llround(difference.otherStep);
  return {{"base_step_ns", baseStep},
          {"other_step_ns", otherStep},
          {"delta_ns", otherStep - baseStep},
          {"parts", std::move(parts)}};
}

Json renamedOf(const RunComparison& comparison, const RunDifference& difference) {
  Json list = Json::array();
  for (const RenamedRow& row : difference.renamed) {
    list.push_back({{"base", textValue(comparison.rows[row.base].name)},
                    {"other", textValue(comparison.rows[row.other].name)},
                    {"why", row.why.english()}});
  }
  return list;
}

Json countersOf(const RunComparison& comparison, std::size_t run) {
  Json list = Json::array();
  for (const RowCounters& counters : comparison.differences[run - 1].counters) {
    Json changes = Json::array();
    for (const CounterChange& change : counters.changes.counters) {
      changes.push_back({{"counter", textValue(change.key)}, {"base", change.base}, {"other", change.other}});
    }
    const CounterChanges& all = counters.changes;
    list.push_back({{"name", textValue(comparison.rows[counters.row].name)},
                    {"base_ns", std::llround(counters.launch.baseStep)},
                    {"other_ns", std::llround(counters.launch.otherStep)},
                    {"noise", orNull(counters.launch.noise)},
                    {"source", toText(counters.source)},
                    {"changes", std::move(changes)},
                    {"base_limit", all.baseLimit.isEmpty() ? Json(nullptr) : textValue(all.baseLimit.english())},
                    {"other_limit", all.otherLimit.isEmpty() ? Json(nullptr) : textValue(all.otherLimit.english())},
                    {"sentence", textValue(sentenceOn(comparison, run, counters).english())}});
  }
  return list;
}

}  // namespace

void writeRunsJson(Output& output, const RunComparison& comparison, const ComparedWork* work) {
  JsonDocument document(output, "compare-runs-2");
  document.beginArray("runs");
  for (const ComparedRun& run : comparison.runs) {
    Json element = runOf(run);
    for (const JoinedReport& report : run.reports) {
      element["reports"].push_back(reportJson(report));
    }
    document.element(element);
  }
  document.endArray();
  document.member("by", toText(comparison.by));
  document.beginArray("rows");
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    document.element(rowOf(comparison, work, comparison.rows[r], r));
  }
  document.endArray();
  const RunDifference& first = comparison.differences.front();
  document.member("verdict", verdictOf(first.verdict));
  document.member("waterfall", waterfallOf(comparison, first));
  document.member("memory", memoryPartsOf(first));
  document.member("memory_peak", memoryPeaksOf(comparison, 1));
  document.member("renamed", renamedOf(comparison, first));
  document.beginArray("differences");
  for (std::size_t d = 0; d < comparison.differences.size(); ++d) {
    const RunDifference& difference = comparison.differences[d];
    Json element{{"path", textValue(comparison.runs[d + 1].path)},   {"verdict", verdictOf(difference.verdict)},
                 {"waterfall", waterfallOf(comparison, difference)}, {"memory", memoryPartsOf(difference)},
                 {"memory_peak", memoryPeaksOf(comparison, d + 1)},  {"renamed", renamedOf(comparison, difference)}};
    if (!difference.counters.empty()) {
      element["counters"] = countersOf(comparison, d + 1);
    }
    if (work != nullptr) {
      element["why"] = reasonsOf(comparison, *work, d + 1);
    }
    document.element(element);
  }
  document.endArray();
  document.end();
}

void writeRunsCsv(Output& output, const RunComparison& comparison, const ComparedWork* work) {
  std::string line = "name,status";
  for (const ComparedRun& run : comparison.runs) {
    for (const char* figure : {"count", "total_ns", "median_ns", "per_step_ns"}) {
      line += "," + csvCell(run.title + " " + figure);
    }
  }
  for (std::size_t r = 1; r < comparison.runs.size(); ++r) {
    line += "," + csvCell(comparison.runs[r].title + " delta_ns") + "," + csvCell(comparison.runs[r].title + " ratio");
    for (const char* part : {"calls_ns", "work_ns", "efficiency_ns", "unmodelled_ns"}) {
      line += work == nullptr ? "" : "," + csvCell(comparison.runs[r].title + " " + part);
    }
  }
  output.write(line + "\n");
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    const RunRow& row = comparison.rows[i];
    line = csvCell(row.name) + "," + std::string{row.status()};
    for (std::size_t r = 0; r < row.sides.size(); ++r) {
      const RunSide& side = row.sides[r];
      line += side.count == 0
                  ? ",,,,"
                  : fmt::format(",{},{},{},{:.3f}", side.count, side.total.ns, side.median.ns, side.perStep);
    }
    for (std::size_t r = 1; r < row.sides.size(); ++r) {
      const auto ratio = row.ratio(r);
      line += fmt::format(",{},{}", row.delta(r).ns, ratio ? fmt::format("{}", *ratio) : "");
      if (work != nullptr) {
        const ChangeSplit split = work->splitOfRow(comparison, i, r);
        line += fmt::format(",{},{},{},{}", split.calls.ns, split.work.ns, split.efficiency.ns, split.unmodeled.ns);
      }
    }
    output.write(line + "\n");
  }
}

}  // namespace kernline::cli
