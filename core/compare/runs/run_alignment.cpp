// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_alignment.h"

#include "core/analysis/steps/named_ranges.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace kernline {

namespace {

double meanLength(const std::vector<TimeRange>& ranges) {
  double sum = 0;
  for (const TimeRange range : ranges) {
    sum += static_cast<double>(range.length().ns);
  }
  return std::max(1.0, sum / static_cast<double>(ranges.size()));
}

AlignedRun bySteps(const ComparedRun& run) {
  return {.anchor = run.steps.steps.front().begin, .marks = run.steps.steps, .length = meanLength(run.steps.steps)};
}

AlignedRun byAnnotation(const ComparedRun& run, const std::string& name) {
  std::vector<TimeRange> marks = rangesNamed(*run.trace, name);
  if (marks.empty()) {
    AlignedRun made = bySteps(run);
    made.isFound = false;
    return made;
  }
  const double length = meanLength(marks);
  const Time anchor = marks.front().begin;
  return {.anchor = anchor, .marks = std::move(marks), .length = length};
}

using Counts = std::map<std::string, std::size_t>;

Counts annotationsOf(const Trace& trace) {
  std::unordered_map<StringId, std::size_t> ofName;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (trace.kind(SpanId{i}) == SpanKind::Annotation) {
      ++ofName[trace.name(SpanId{i})];
    }
  }
  Counts counts;
  for (const auto& [name, count] : ofName) {
    counts[std::string{trace.text(name)}] += count;
  }
  return counts;
}

}  // namespace

std::vector<AlignedRun> alignRuns(const RunComparison& comparison, const RunAlignment& alignment) {
  std::vector<AlignedRun> made;
  for (const ComparedRun& run : comparison.runs) {
    made.push_back(alignment.by == RunAlignment::By::Annotation ? byAnnotation(run, alignment.annotation)
                                                                : bySteps(run));
    if (alignment.by == RunAlignment::By::FirstActivity) {
      made.back().anchor = run.trace->start(run.activities.front());
    }
  }
  return made;
}

std::vector<std::string> commonAnnotations(const RunComparison& comparison, std::size_t maxNames) {
  Counts common = annotationsOf(*comparison.runs.front().trace);
  for (std::size_t r = 1; r < comparison.runs.size(); ++r) {
    const Counts other = annotationsOf(*comparison.runs[r].trace);
    std::erase_if(common, [&](const auto& entry) { return !other.contains(entry.first); });
  }
  std::vector<std::pair<std::string, std::size_t>> sorted(common.begin(), common.end());
  std::ranges::stable_sort(sorted, std::ranges::greater{}, &std::pair<std::string, std::size_t>::second);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(maxNames, sorted.size()); ++i) {
    names.push_back(sorted[i].first);
  }
  return names;
}

}  // namespace kernline
