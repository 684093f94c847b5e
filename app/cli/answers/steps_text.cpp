// SPDX-License-Identifier: GPL-3.0-or-later
// Steps for people.
#include "app/cli/answers/step_count.h"
#include "app/cli/answers/steps_answer.h"
#include "app/cli/answers/without_profiler.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/counters/counter_text.h"
#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/inference_batches.h"
#include "core/analysis/steps/phase_sums.h"
#include "core/analysis/steps/step_title.h"
#include "core/compare/runs/run_text.h"
#include "core/model/base/median.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

namespace kernline::cli {

namespace {

constexpr std::size_t stepsOfText = 30;
constexpr std::size_t slowestShown = 5;

std::string orNothing(Duration duration) {
  return duration.ns == 0 ? std::string{} : formatDuration(duration);
}

std::string bytesOrNothing(const std::optional<std::int64_t>& bytes) {
  return bytes ? formatBytes(*bytes) : std::string{};
}

std::string lengthsText(const std::vector<StepStats>& steps) {
  std::vector<std::int64_t> lengths;
  for (const StepStats& figures : steps) {
    lengths.push_back(figures.onDevice.length().ns);
  }
  const auto [shortest, longest] = std::ranges::minmax(lengths);
  return fmt::format("  median {}, min {}, max {}\n", formatDuration({medianOf(lengths)}), formatDuration({shortest}),
                     formatDuration({longest}));
}

std::string deviceOf(const StepStats& figures, StepPhase phase) {
  const auto found = std::ranges::find(figures.phases, phase, &PhaseFigures::phase);
  return found == figures.phases.end() ? std::string{} : orNothing(found->device);
}

/// "1.50 GiB in backward"
std::string peakText(const StepStats& figures) {
  return figures.peakPhase ? fmt::format("{} in {}", bytesOrNothing(figures.peakBytes), toText(*figures.peakPhase))
                           : std::string{};
}

std::string stepsTable(const FileSteps& answer, std::span<const StepStats> steps) {
  using enum TextTable::Align;
  const Trace& trace = *answer.file.trace;
  const std::vector<ProcessSteps> processes = stepsByProcess(trace, answer.found.steps);
  std::vector<TextTable::Column> columns{{"process", Left, 44}, {"", Right},       {"start", Right},
                                         {"duration", Right},   {"device", Right}, {"idle", Right}};
  for (std::size_t p = 0; p < stepPhaseCount; ++p) {
    columns.push_back({std::string{toText(static_cast<StepPhase>(p))}, Right});
  }
  columns.push_back({"peak memory", Right});
  columns.push_back({"step", Left, 60});
  TextTable table{std::move(columns)};
  for (const StepStats& figures : steps) {
    const Step& step = figures.step;
    const auto process = std::ranges::find(processes, step.process, &ProcessSteps::process);
    std::vector<std::string> cells{processes.size() > 1 ? process->title : std::string{},
                                   fmt::format("{}", figures.index),
                                   formatDuration(step.range.begin - trace.bounds().begin),
                                   formatDuration(figures.onDevice.length()),
                                   orNothing(figures.device),
                                   orNothing(figures.idle)};
    for (std::size_t p = 0; p < stepPhaseCount; ++p) {
      cells.push_back(deviceOf(figures, static_cast<StepPhase>(p)));
    }
    cells.push_back(peakText(figures));
    cells.push_back(stepTitle(*answer.file.trace, step));
    table.add(std::move(cells));
  }
  return table.text(2, terminalWidth());
}

/// Returns notes on the columns, and on what they leave out.
std::string notesText(const FileSteps& answer) {
  std::string notes =
      answer.found.isOnDevice
          ? std::string{"  device: work that starts in the step; idle: of the duration, while nothing runs\n"}
          : std::string{
                "  duration: until the device has done the work of the step; device: busy with that work; "
                "idle: of the duration, while nothing runs\n"};
  if (answer.outside.ns > 0) {
    notes += fmt::format("  outside of steps: {} of device work\n", formatDuration(answer.outside));
  }
  Duration unrecorded;
  for (const StepStats& figures : answer.figures) {
    unrecorded = std::max(unrecorded, figures.unrecorded);
  }
  if (unrecorded.ns > 0) {
    notes += fmt::format("  at first the device runs earlier work that is not recorded: {} are not counted as idle\n",
                         formatDuration(unrecorded));
  }
  return notes;
}

void writePhases(Output& output, const std::vector<PhaseSum>& phases) {
  Duration device;
  for (const PhaseSum& phase : phases) {
    device += phase.device;
  }
  if (device.ns == 0) {
    return;
  }
  using enum TextTable::Align;
  TextTable table{{{"phase", Left},
                   {"device", Right},
                   {"share", Right},
                   {"idle before its work", Right},
                   {"exposed communication it launched", Right}}};
  bool isExposed = false;
  for (const PhaseSum& phase : phases) {
    if (phase.device.ns > 0 || phase.idle.ns > 0) {
      isExposed |= phase.exposedCommunication.ns > 0;
      table.add({std::string{toText(phase.phase)}, orNothing(phase.device),
                 formatShare(static_cast<double>(phase.device.ns) / static_cast<double>(device.ns)),
                 orNothing(phase.idle), orNothing(phase.exposedCommunication)});
    }
  }
  output.write(heading(isExposed ? "Phases, of all steps (exposed: while no other kernel of the device runs)"
                                 : "Phases, of all steps") +
               table.text(2, 0));
}

std::string deviceText(const PhaseMemoryFigures& memory) {
  return memory.rank < 0 ? fmt::format("{}", memory.device) : fmt::format("{} of rank {}", memory.device, memory.rank);
}

void writeMemory(Output& output, const std::vector<PhaseSum>& phases) {
  using enum TextTable::Align;
  TextTable table{{{"phase", Left}, {"device", Right}, {"peak", Right}, {"change", Right}, {"peak in phase", Right}}};
  for (const PhaseSum& phase : phases) {
    for (const PhaseMemoryFigures& memory : phase.memory) {
      table.add({std::string{toText(phase.phase)}, deviceText(memory), bytesOrNothing(memory.peakBytes),
                 signedBytes(memory.medianChange), memory.peaks == 0 ? std::string{} : counted(memory.peaks, "step")});
    }
  }
  if (!table.isEmpty()) {
    output.write(heading("Memory of phases (peak: max, change: median of a step)") + table.text(2, 0));
  }
}

void writeCounters(Output& output, const FileSteps& answer) {
  const std::vector<CounterSum> sums = counterSums(answer.counters);
  if (sums.empty()) {
    return;
  }
  const Trace& trace = *answer.file.trace;
  const bool hasSeveralDevices =
      std::ranges::any_of(sums, [&](const CounterSum& sum) { return sum.device != sums.front().device; });
  using enum TextTable::Align;
  TextTable table{
      {{"device", Right}, {"counter", Left, 60}, {"mean", Right}, {"min", Right}, {"max", Right}, {"steps", Right}}};
  for (const CounterSum& sum : sums) {
    const Counter& counter = trace.counters()[index(sum.counter)];
    table.add({hasSeveralDevices ? fmt::format("{}", sum.device) : std::string{}, counterLabel(trace, counter),
               counterText(trace, counter, sum.mean), counterText(trace, counter, sum.min),
               counterText(trace, counter, sum.max), formatCount(sum.sampledSteps)});
  }
  output.write(heading("Counters during steps (mean: of whole samples; min and max: mean of a step)") +
               table.text(2, terminalWidth()));
}

std::string extentText(const std::optional<Extent>& extent) {
  if (!extent) {
    return {};
  }
  return extent->least == extent->most ? formatCount(extent->least)
                                       : fmt::format("{}–{}", formatCount(extent->least), formatCount(extent->most));
}

void writeBatches(Output& output, const std::vector<StepStats>& steps) {
  const std::vector<InferenceBatches> sizes = inferenceBatches(steps);
  if (sizes.empty()) {
    return;
  }
  using enum TextTable::Align;
  TextTable table{{{"kind", Left},
                   {"requests", Right},
                   {"tokens", Right},
                   {"length per request", Right},
                   {"iterations", Right},
                   {"duration", Right},
                   {"max", Right},
                   {"device", Right},
                   {"idle", Right},
                   {"device per token", Right},
                   {"tokens/s", Right}}};
  for (const InferenceBatches& size : sizes) {
    const std::optional<double> device = size.devicePerToken();
    const std::optional<double> duration = size.durationPerToken();
    constexpr double nsPerSecond = 1e9;
    table.add({std::string{toText(size.kind)}, extentText(size.requests), extentText(size.tokens),
               extentText(size.kvPerRequest), formatCount(size.iterations), formatDuration(size.medianDuration),
               formatDuration(size.maxDuration), orNothing(size.medianDevice), orNothing(size.medianIdle),
               device ? formatDuration({std::llround(*device)}) : std::string{},
               duration && *duration > 0 ? formatCount(std::llround(nsPerSecond / *duration)) : std::string{}});
  }
  output.write(heading("Iterations by batch (duration, device and idle: median)") + table.text(2, 0));
}

/// The longest iterations of each kind, for a prefill is longer than any decode.
void writeSlowest(Output& output, const FileSteps& answer) {
  using enum TextTable::Align;
  TextTable table{
      {{"kind", Left}, {"", Right}, {"start", Right}, {"duration", Right}, {"device", Right}, {"step", Left, 80}}};
  for (const InferenceKind kind : {InferenceKind::Prefill, InferenceKind::Decode, InferenceKind::Mixed}) {
    std::vector<const StepStats*> slowest;
    for (const StepStats& figures : answer.figures) {
      if (figures.inference && figures.inference->kind == kind) {
        slowest.push_back(&figures);
      }
    }
    if (slowest.size() < 2) {
      continue;
    }
    std::ranges::stable_sort(slowest, std::ranges::greater{},
                             [](const StepStats* figures) { return figures->onDevice.length(); });
    slowest.resize(std::min(slowest.size(), slowestShown));
    for (const StepStats* figures : slowest) {
      table.add({std::string{toText(kind)}, fmt::format("{}", figures->index),
                 formatDuration(figures->step.range.begin - answer.file.trace->bounds().begin),
                 formatDuration(figures->onDevice.length()), orNothing(figures->device),
                 stepTitle(*answer.file.trace, figures->step)});
    }
  }
  if (!table.isEmpty()) {
    output.write(heading("Slowest iterations") + table.text(2, 0));
  }
}

/// Writes the candidates if there is a choice.
void writeCandidates(Output& output, const std::vector<FoundSteps>& candidates) {
  if (candidates.size() < 2) {
    return;
  }
  using enum TextTable::Align;
  TextTable table{{{"steps", Right}, {"", Left, 100}}};
  for (const FoundSteps& candidate : candidates) {
    table.add({formatCount(candidate.steps.size()), howFound(candidate).english()});
  }
  output.write(heading("Possible steps (--steps-by chooses)") + table.text(2, terminalWidth()));
}

/// Returns the share of the devices' busy time that these steps have.
double shareOfDeviceTime(const FileSteps& answer) {
  Duration inSteps{0};
  for (const StepStats& figures : answer.figures) {
    inSteps = inSteps + figures.device;
  }
  const Duration all = inSteps + answer.outside;
  return all.ns == 0 ? 0 : static_cast<double>(inSteps.ns) / static_cast<double>(all.ns);
}

}  // namespace

std::string hostAheadText(std::span<const StepStats> steps) {
  const std::optional<StepLengths> lengths = stepLengths(steps);
  return lengths && lengths->isHostAhead
             ? fmt::format("  the host runs ahead: it launches a step in {} (median); the device takes {}\n",
                           formatDuration(lengths->host), formatDuration(lengths->step))
             : std::string{};
}

void writeStepsText(Output& output, const FileSteps& answer) {
  const std::size_t shown = limited(answer.figures.size(), answer.limit.value_or(stepsOfText));
  output.write(fmt::format("{} · {} · {}", printable(answer.file.path), stepCount(answer.figures.size(), answer.found),
                           howFound(answer.found).english()));
  if (const double share = shareOfDeviceTime(answer); answer.found.share > 0) {
    output.write(fmt::format(" · {} of the device time", formatShare(share)));
  }
  output.write("\n" + lengthsText(answer.figures) + withoutProfilerText(answer.withoutProfiler) +
               hostAheadText(answer.figures));
  output.write(stepsTable(answer, std::span{answer.figures}.first(shown)));
  output.write(cutNotice(answer.figures.size() - shown, "--limit 0"));
  output.write(notesText(answer));
  const std::vector<PhaseSum> phases = phaseSums(*answer.file.trace, answer.figures);
  writePhases(output, phases);
  writeMemory(output, phases);
  writeBatches(output, answer.figures);
  writeSlowest(output, answer);
  writeCounters(output, answer);
  writeCandidates(output, answer.candidates);
}

}  // namespace kernline::cli
