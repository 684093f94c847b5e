// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/overview_lines.h"
#include "core/analysis/activity/profiler_cost.h"
#include "core/model/base/median.h"
#include "core/model/trace/titles.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/shown_names.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <utility>

namespace kernline::ui {
namespace {

double share(Duration part, Duration whole) {
  return whole.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(whole.ns) : 0;
}

QString countedKernels(std::uint64_t n) {
  return counted(n, Words::tr("%1 kernel"), Words::tr("%1 kernels"));
}

QString text(Duration duration) {
  return qt(formatDuration(duration));
}

/// Extends the range by its length on both sides.
TimeRange around(TimeRange range) {
  const Duration length = range.length();
  return {range.begin - length, range.end + length};
}

FigureLine lineOf(const FigureMark& mark, Duration part, Duration whole) {
  FigureLine line;
  line.mark = mark;
  line.name = mark.name();
  line.value = text(part);
  line.share = share(part, whole);
  line.shareText = part.ns > 0 ? qt(formatShare(line.share)) : QString();
  line.tip = mark.definition();
  return line;
}

QString perStep(const std::vector<StepParts>& steps, TimeCategory part) {
  if (steps.empty()) {
    return {};
  }
  std::vector<std::int64_t> values;
  for (const StepParts& step : steps) {
    values.push_back(step.parts[part].ns);
  }
  return Words::tr("Median step: %1.").arg(text(Duration{medianOf(values)})) + QLatin1Char('\n');
}

QString nameOf(const Trace& trace, SpanId span) {
  return qt(printable(shownName(trace, trace.nameText(span), true)));
}

QString nameOf(const Trace& trace, const HostCause& cause) {
  return cause.name == StringId::none ? Words::tr("(no single call)") : qt(printable(trace.text(cause.name)));
}

/// Says of host-bound time what the host was in.
void addHostCauses(const Trace& trace, const DeviceFigures& device, FigureLine& line) {
  constexpr std::size_t shown = 5;
  const std::vector<HostCause>& causes = device.hostCauses;
  const HostCause& most = causes.front();
  if (most.name != StringId::none && 2 * most.total.ns >= device.idle.of(IdleCause::HostBound).ns) {
    line.detail = Words::tr("most of it in %1").arg(nameOf(trace, most));
  }
  line.tip += QLatin1Char('\n') + Words::tr("The host was in:");
  for (const HostCause& cause : std::span{causes}.first(std::min(causes.size(), shown))) {
    line.tip += QStringLiteral("\n· %1: %2").arg(nameOf(trace, cause), text(cause.total));
  }
}

FigureLine idleLine(const Trace& trace, const DeviceFigures& device, IdleCause cause) {
  FigureLine line = lineOf(markOf(cause), device.idle.of(cause), device.idle.idle);
  line.detail = markOf(cause).definition();
  const auto& [count, longest] = device.gaps[static_cast<std::size_t>(cause)];
  if (longest != nullptr) {
    line.tip = markOf(cause).definition() + QLatin1Char('\n') +
               Words::tr("%1, the longest %2. Click to show it on the timeline.")
                   .arg(counted(count, Words::tr("%1 gap"), Words::tr("%1 gaps")), text(longest->range.length()));
    if (cause == IdleCause::HostBound) {
      addHostCauses(trace, device, line);
    }
    line.place = {.span = longest->blamed != SpanId::none ? longest->blamed : longest->next,
                  .range = around(longest->range),
                  .showsIdle = true};
  }
  return line;
}

}  // namespace

QString overviewTitle(const OverviewFigures& figures) {
  QStringList names;
  for (const DeviceFigures& device : figures.devices) {
    const QString name = qt(printable(device.rows.name));
    if (!names.contains(name)) {
      names << name;
    }
  }
  if (names.isEmpty()) {
    return Words::tr("No GPU work");
  }
  const QString firstName = names.first();
  const auto devices = static_cast<int>(figures.devices.size());
  const bool isModelKnown = !deviceModel(figures.devices.front().rows.device, figures.trace->devices()).empty();
  if (devices > 1 && !isModelKnown) {
    return Words::tr("%1 devices").arg(devices);
  }
  return names.size() > 1 ? Words::tr("%1 devices: %2, …").arg(devices).arg(firstName)
         : devices > 1    ? QStringLiteral("%1 × %2").arg(devices).arg(firstName)
                          : firstName;
}

QString overviewSubtitle(const OverviewFigures& figures) {
  const std::optional<ReadWindow>& part = figures.trace->readWindow();
  QStringList parts{(part && part->read == figures.range ? Words::tr("Limited to the %1 that were read")
                     : figures.isLimited                 ? Words::tr("Limited to the selected range of %1")
                     : isReplayed(*figures.trace)        ? Words::tr("%1 without the profiler")
                                                         : Words::tr("%1 recorded"))
                        .arg(text(figures.range.length()))};
  if (!figures.steps.empty()) {
    parts << counted(figures.steps.size(), Words::tr("%1 step"), Words::tr("%1 steps"));
  }
  std::uint64_t kernels = 0;
  std::uint64_t repaired = 0;
  for (const DeviceFigures& device : figures.devices) {
    kernels += device.work.kernels;
    repaired += device.activity.repaired;
  }
  parts << countedKernels(kernels);
  if (!figures.isLimited) {
    parts << counted(figures.trace->spanCount(), Words::tr("%1 span"), Words::tr("%1 spans"));
  }
  if (repaired > 0) {
    parts << counted(repaired, Words::tr("figures include %1 repaired time"),
                     Words::tr("figures include %1 repaired times"));
  }
  return parts.join(QStringLiteral(" · "));
}

std::vector<FigureLine> partLines(const OverviewFigures& figures, const DeviceFigures* device) {
  const TimeCategories& parts = device == nullptr ? figures.parts : device->parts;
  const std::vector<StepParts>& steps = device == nullptr ? figures.steps : device->steps;
  const PartStretches& stretches = device == nullptr ? figures.stretches : device->stretches;
  std::vector<FigureLine> lines;
  for (std::size_t p = 0; p < timeCategoryCount; ++p) {
    const auto part = static_cast<TimeCategory>(p);
    if (parts[part].ns == 0) {
      continue;
    }
    FigureLine line = lineOf(markOf(part), parts[part], figures.range.length());
    line.detail = markOf(part).definition();
    line.tip = markOf(part).definition() + QLatin1Char('\n') + perStep(steps, part) +
               Words::tr("Click to show the longest gap, %1.").arg(text(stretches[p].length()));
    line.place = {.range = around(stretches[p])};
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<FigureLine> idleLines(const Trace& trace, const DeviceFigures& device) {
  std::vector<FigureLine> lines;
  for (std::size_t c = 0; c < idleCauseCount; ++c) {
    const auto cause = static_cast<IdleCause>(c);
    if (device.idle.of(cause).ns > 0) {
      lines.push_back(idleLine(trace, device, cause));
    }
  }
  return lines;
}

QString idleSentence(const OverviewFigures& figures, const DeviceFigures& device, const DeviceIdle* without) {
  QString sentence =
      (figures.isLimited ? Words::tr("Idle for %1, %2 of the selected range.")
                         : Words::tr("Idle for %1, %2 of the time from the device's first start to its last end."))
          .arg(text(device.idle.idle), qt(formatShare(share(device.idle.idle, device.idle.window.length()))));
  if (without != nullptr) {
    sentence = Words::tr("%1 About %2 without the profiler.").arg(sentence, qt(formatShare(1 - without->busyShare())));
  }
  if (device.idle.hostBoundAfterSync.ns > 0) {
    sentence = Words::tr("%1 Of the host-bound time, %2 follows a synchronization that drained the device.")
                   .arg(sentence, text(device.idle.hostBoundAfterSync));
  }
  if (device.unrecorded && device.unrecorded->busy.ns > 0) {
    sentence =
        Words::tr("%1 Counters show activity in %2 of %3 of sampled idle time: another process, or unrecorded work.")
            .arg(sentence, text(device.unrecorded->busy), text(device.unrecorded->sampled));
  }
  return sentence;
}

std::vector<FigureLine> communicationLines(const DeviceFigures& device) {
  const DeviceTimes& times = device.activity.times;
  if (times.communication.ns == 0) {
    return {};
  }
  std::vector<FigureLine> lines{lineOf(exposedMark(), times.exposedCommunication, times.communication),
                                lineOf(overlappedMark(), times.overlappedCommunication(), times.communication)};
  for (FigureLine& line : lines) {
    line.detail = line.mark.definition();
    line.tip += QLatin1Char('\n') + Words::tr("Click to show the longest gap.");
  }
  lines[0].place = {.range = device.activity.longestExposed};
  lines[1].place = {.range = device.activity.longestOverlapped};
  return lines;
}

std::vector<FigureLine> kernelLines(const Trace& trace, const DeviceFigures& device, std::size_t max) {
  std::vector<FigureLine> lines;
  for (const NamedTime& named : device.work.names) {
    if (lines.size() == max) {
      break;
    }
    FigureLine line = lineOf({}, named.total, device.work.total);
    line.name = nameOf(trace, named.longest);
    line.detail = Words::tr("%1 · %2 · longest %3")
                      .arg(counted(named.count, Words::tr("%1 time"), Words::tr("%1 times")),
                           coreText(toText(named.family)), text(trace.duration(named.longest)));
    if (named.tensorCores == TensorCoreUse::Yes) {
      line.detail += QStringLiteral(" · ") + Words::tr("tensor cores");
    }
    line.tip = qt(printable(trace.nameText(named.longest))).left(400) + QLatin1Char('\n') +
               Words::tr("Click to show the longest on the timeline.");
    line.place = {.span = named.longest};
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<FigureLine> countedLines(const OverviewFigures& figures, const DeviceFigures& device,
                                     const CountedLaunches& counted, std::size_t max) {
  const Trace& trace = *figures.trace;
  std::vector<const CountedLaunch*> launches;
  for (const CountedLaunch& launch : counted.launches) {
    const Time start = trace.start(launch.kernel);
    const bool isHere = trace.track(trace.trackOf(launch.kernel)).process == device.rows.process;
    if (isHere && start >= figures.range.begin && start < figures.range.end) {
      launches.push_back(&launch);
    }
  }
  if (launches.size() > max) {
    std::ranges::stable_sort(launches, std::ranges::greater{},
                             [&](const CountedLaunch* launch) { return trace.duration(launch->kernel); });
    launches.resize(max);
  }
  const std::vector<std::string> parameters = sweptParameters(counted);
  std::vector<FigureLine> lines;
  for (const CountedLaunch* launch : launches) {
    FigureLine line;
    line.name = nameOf(trace, launch->kernel);
    if (const std::string values = launch->run ? parameterText(*launch->run, parameters) : ""; !values.empty()) {
      line.name = QStringLiteral("%1 · %2").arg(qt(printable(values)), line.name);
    }
    line.value = text(trace.duration(launch->kernel));
    if (const UnitUse* const busiest = launch->card.busiestUnit()) {
      line.detail = coreText(launch->card.verdict());
      line.share = std::min(busiest->share, 1.0);
      line.shareText = qt(formatShare(busiest->share));
    }
    line.tip = qt(printable(trace.nameText(launch->kernel))).left(400) + QLatin1Char('\n') +
               Words::tr("Click to show it on the timeline, with its card in the details.");
    line.place = {.span = launch->kernel};
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<FigureLine> familyLines(const Trace& trace, const DeviceFigures& device) {
  std::vector<FigureLine> lines;
  for (const FamilyTime& family : device.work.families) {
    FigureLine line = lineOf({}, family.total, device.work.total);
    line.name = coreText(toText(family.family));
    line.name[0] = line.name[0].toUpper();
    line.detail = Words::tr("%1 · longest: %2").arg(countedKernels(family.count), nameOf(trace, family.longest));
    line.tip = Words::tr("Kernels whose names indicate “%1”.").arg(coreText(toText(family.family))) +
               QLatin1Char('\n') + Words::tr("Click to show the longest on the timeline.");
    line.place = {.span = family.longest};
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace kernline::ui
