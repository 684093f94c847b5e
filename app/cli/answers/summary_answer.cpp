// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/summary_answer.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/replay/idle_without_profiler.h"
#include "core/model/base/parallel.h"
#include "core/open/compiled_files.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace kernline::cli {

namespace {

DeviceUse useOf(const Trace& trace, DeviceTracks rows, const std::stop_token& stop) {
  DeviceUse use;
  use.work = kernelSummary(trace, rows);
  use.sm = smUse(trace, readLaunchShapes(trace, rows, defaultThreads(), maxShapesRead, stop), use.work.range);
  use.queue = queueFigures(queueDepth(trace, rows), use.work.range);
  use.rows = std::move(rows);
  return use;
}

/// Sets what needs no replay of the run.
void summarizeDevices(FileSummary& summary, const std::stop_token& stop) {
  const Trace& trace = *summary.file.trace;
  summary.devices = deviceActivity(trace);
  summary.steps = stepStats(trace, summary.found, stop);
  summary.breakdown = TimeBreakdown::of(trace, stop);
  summary.stepParts = stepBreakdown(trace, summary.breakdown, summary.found.steps);
  summary.unrecorded = unrecordedActivity(trace);
  CompiledOrigins origins(summary.file.trace,
                          std::make_shared<const std::vector<CompiledGraph>>(compiledGraphsBeside(summary.file.path)));
  summary.compiled = origins.figures();
  std::ranges::transform(origins.graphs(), std::back_inserter(summary.compiledGraphs), &CompiledGraph::name);
  for (DeviceTracks& rows : deviceTracks(trace)) {
    if (stop.stop_requested()) {
      return;
    }
    summary.use.push_back(useOf(trace, std::move(rows), stop));
  }
}

}  // namespace

const DeviceIdle* FileSummary::idleWithoutProfilerOf(std::size_t device) const {
  const DeviceIdle* const without = ofSameDevice(idleWithoutProfiler, idle[device]);
  return without != nullptr && differs(*without, idle[device]) ? without : nullptr;
}

FileSummary summarize(LoadedFile file, const std::vector<LoadedFile>& captures, const std::stop_token& stop) {
  JoinedGraphs graphs(file.trace, captures);
  FileSummary summary{.file = std::move(file),
                      .devices = {},
                      .found = {},
                      .steps = {},
                      .breakdown = {},
                      .stepParts = {},
                      .idle = {},
                      .unrecorded = {},
                      .use = {},
                      .graphs = std::move(graphs),
                      .compiled = {},
                      .compiledGraphs = {},
                      .quality = {}};
  const Trace& trace = *summary.file.trace;
  summary.found = foundSteps(trace, {}, stop).value_or(FoundSteps{});
  TraceAnalysis analysis(summary.file.trace);
  analysis.setSteps(std::make_shared<const FoundSteps>(summary.found));
  inParallel([&] { summarizeDevices(summary, stop); },
             [&] {
               summary.quality = DataQuality::of(trace, stop);
               static_cast<void>(summary.quality.withRecording(analysis, stop));  // replays the run
             });
  const std::shared_ptr<const std::vector<DeviceIdle>> idle = analysis.idle(stop);
  if (idle == nullptr) {
    return summary;
  }
  summary.idle = *idle;
  std::vector<SmUse> sm;
  std::ranges::transform(summary.use, std::back_inserter(sm), &DeviceUse::sm);
  summary.quality = summary.quality.withUse(sm).withRecording(analysis, stop).withGraphs(trace, summary.graphs.join());
  if (summary.quality.find("recording_slows_host") != nullptr) {  // the issue has replayed the run
    if (const std::shared_ptr<const RunWithoutProfiler> run = analysis.withoutProfiler(stop)) {
      summary.withoutProfiler = run->step;
      summary.idleWithoutProfiler = run->idle;
    }
  }
  return summary;
}

}  // namespace kernline::cli
