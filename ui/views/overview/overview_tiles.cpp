// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of first rank: each with a sentence that defines it and the place that explains it.
#include "core/analysis/steps/step_stats.h"
#include "core/model/base/median.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/overview/overview_lines.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace kernline::ui {
namespace {

QString number(double value) {
  return value >= 100 ? qt(formatCount(std::llround(value))) : QString::number(value, 'f', value >= 10 ? 0 : 1);
}

TileFigure tile(QString label, QString figure, QString definition, const QString& more, Figures restsOn, Place place) {
  TileFigure result;
  result.label = std::move(label);
  result.figure = std::move(figure);
  result.definition = std::move(definition);
  result.tip = result.definition + QLatin1Char('\n') + more;
  result.restsOn = restsOn;
  result.place = place;
  return result;
}

TileFigure busyTile(const DeviceFigures& device, const DeviceIdle* without) {
  const Duration window = device.idle.window.length();
  const double share =
      window.ns > 0 ? static_cast<double>(device.activity.times.busy.ns) / static_cast<double>(window.ns) : 0;
  const auto longest =
      std::ranges::max_element(device.idle.intervals, {}, [](const IdleInterval& i) { return i.range.length(); });
  Place place;
  if (longest != device.idle.intervals.end()) {
    const Duration length = longest->range.length();
    place = {.span = longest->next,
             .range = {longest->range.begin - length, longest->range.end + length},
             .showsIdle = true};
  }
  return tile(Words::tr("GPU busy"), qt(formatShare(share)),
              without != nullptr
                  ? Words::tr("About %1 without the profiler.").arg(qt(formatShare(without->busyShare())))
                  : Words::tr("A kernel, memcpy or memset is running on any stream."),
              Words::tr("Share of the time from the device's first start to its last end, or of the selected range. "
                        "Streams that run\nat the same time count once.\nClick to show the longest idle gap."),
              {Figure::DeviceBusy}, place);
}

/// `otherwise`, or where the profiler lengthened steps what they take without it.
QString stepDefinition(QString otherwise, const std::optional<StepWithoutProfiler>& without) {
  return without ? Words::tr("About %1 without the profiler (%2 to %3).")
                       .arg(qt(formatDuration(without->time.likely)), qt(formatDuration(without->time.low)),
                            qt(formatDuration(without->time.high)))
                 : std::move(otherwise);
}

TileFigure stepTile(const DeviceFigures& device, const std::vector<StepStats>& figures,
                    const std::optional<StepWithoutProfiler>& without) {
  if (device.steps.empty()) {
    return tile(Words::tr("Median step"), QStringLiteral("–"), Words::tr("The profile has no steps."),
                Words::tr("Call prof.step() once per iteration to record steps."), {}, {});
  }
  std::vector<std::int64_t> lengths;
  for (std::size_t i = 0; i < device.steps.size(); ++i) {
    const TimeRange range = figures.empty() ? device.steps[i].step.range : figures[i].onDevice;
    lengths.push_back(range.length().ns);
  }
  const Step& longest =
      device.steps[static_cast<std::size_t>(std::ranges::max_element(lengths) - lengths.begin())].step;
  if (const auto known = stepLengths(figures); known && known->isHostAhead) {
    return tile(
        Words::tr("Median step"), qt(formatDuration(known->step)),
        stepDefinition(
            Words::tr("On the GPU. The host runs ahead, at %1 per step.").arg(qt(formatDuration(known->host))),
            without),
        Words::tr("From where the GPU is done with the step before until it is done with the step. On the host the "
                  "next step begins earlier.\nClick to show the longest step."),
        {Figure::Steps}, {.span = longest.span, .range = longest.range});
  }
  return tile(
      Words::tr("Median step"), qt(formatDuration({medianOf(lengths)})),
      stepDefinition(
          Words::tr("min %1, max %2")
              .arg(qt(formatDuration({std::ranges::min(lengths)})), qt(formatDuration({std::ranges::max(lengths)}))),
          without),
      Words::tr("From the start of a step on the host, or from where the GPU is done with the step before,\nuntil "
                "the step and the work it launched are done.\nClick to show the longest step."),
      {Figure::Steps}, {.span = longest.span, .range = longest.range});
}

QString orWaiting(const std::optional<SmUse>& use, std::uint64_t kernels, double share) {
  return !use ? QStringLiteral("…") : kernels == 0 ? QStringLiteral("–") : qt(formatShare(share));
}

/// Returns a tip on the kernels that the figure is based on.
QString occupancyTip(const std::optional<SmUse>& use) {
  QStringList lines{Words::tr("Estimated by the profiler from each launch, not measured. – if not available.")};
  if (use && use->computed > 0) {
    lines << counted(
        use->computed,
        Words::tr("For %1 kernel the profiler gives no figure; it is computed from grid, block, registers "
                  "and shared memory."),
        Words::tr("For %1 kernels the profiler gives no figure; it is computed from grid, block, registers "
                  "and shared memory."));
  }
  if (use && use->withOccupancy > 0 && use->withoutOccupancy > 0) {
    lines << counted(use->withoutOccupancy, Words::tr("%1 kernel is left out: its occupancy is unknown."),
                     Words::tr("%1 kernels are left out: their occupancy is unknown."));
  }
  lines << Words::tr("Click to show the kernel that lowers it most.");
  return lines.join(QLatin1Char('\n'));
}

TileFigure occupancyTile(const std::optional<SmUse>& use) {
  return tile(Words::tr("Occupancy (estimated)"),
              orWaiting(use, use ? use->withOccupancy : 0, use ? use->occupancy : 0),
              Words::tr("Active warps per multiprocessor as a share of the maximum, weighted by kernel time."),
              occupancyTip(use), {Figure::KernelStatistics}, {.span = use ? use->emptiest : SpanId::none});
}

TileFigure smTile(const std::optional<SmUse>& use) {
  return tile(Words::tr("SM use (estimated)"), orWaiting(use, use ? use->kernels : 0, use ? use->useOfRange : 0),
              Words::tr("Multiprocessors with a block to run, over the whole time of the device."),
              Words::tr("At each moment, the blocks per multiprocessor of the running kernels, at most 1; 0 while none "
                        "runs.\nComputed by the profiler for each launch, not measured. – if not available.\nClick to "
                        "show the kernel that leaves the most multiprocessors free."),
              {Figure::DeviceBusy}, {.span = use ? use->worstKernel : SpanId::none});
}

}  // namespace

std::vector<TileFigure> tilesOf(const DeviceFigures& device, const std::optional<SmUse>& use,
                                const std::vector<StepStats>& figures,
                                const std::optional<StepWithoutProfiler>& without, const DeviceIdle* idleWithout) {
  const KernelSummary& summary = device.work;
  const SpanId tensorPlace =
      summary.longestTensorCoreKernel != SpanId::none ? summary.longestTensorCoreKernel : summary.longest;
  const bool hasLaunches = summary.launchCalls > 0;
  return {
      busyTile(device, idleWithout),
      stepTile(device, figures, without),
      occupancyTile(use),
      smTile(use),
      tile(Words::tr("Tensor cores"),
           summary.tensorCoreShare() ? qt(formatShare(*summary.tensorCoreShare())) : QStringLiteral("–"),
           Words::tr("Share of kernel time in kernels whose names indicate tensor cores."),
           Words::tr("Based on names only. Kernels whose names do not tell, such as those of your own, take %1 of the "
                     "kernel time and may use them too; – if no name tells.\nClick to show the longest of them, or the "
                     "longest kernel if there is none.")
               .arg(qt(formatShare(summary.tensorCoreUnknownShare()))),
           {Figure::KernelStatistics}, {.span = tensorPlace}),
      tile(Words::tr("Launches per second"), hasLaunches ? number(summary.launchesPerSecond()) : QStringLiteral("–"),
           Words::tr("Host calls that launched work on this device."),
           Words::tr("A graph launch counts once, however many kernels it runs. – if the profile links no "
                     "launches.\nClick to show the queue depth over time."),
           {Figure::QueueDepth}, {.range = hasLaunches ? summary.range : TimeRange{}, .showsQueue = true}),
      tile(Words::tr("Kernels per second"), number(summary.kernelsPerSecond()),
           Words::tr("Kernels started per second of device time."),
           Words::tr("With many short kernels, launching them becomes the bottleneck.\nClick to show the longest."),
           {Figure::KernelStatistics}, {.span = summary.longest}),
      tile(Words::tr("Queue depth"), hasLaunches ? number(device.queue.mean) : QStringLiteral("–"),
           without && hasLaunches
               ? Words::tr("About %1 without the profiler.").arg(number(without->queue))
               : Words::tr("Work launched but not finished, on average. Below 2, the host barely keeps up."),
           Words::tr("Counted from the start of the launch call, weighted by time. – if the profile links no "
                     "launches.\nClick to show it over time."),
           {Figure::QueueDepth}, {.range = hasLaunches ? summary.range : TimeRange{}, .showsQueue = true}),
  };
}

}  // namespace kernline::ui
