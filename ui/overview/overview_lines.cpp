// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_lines.h"
#include "core/trace/titles.h"

#include "core/format/printable_text.h"
#include "core/format/quantity.h"
#include "ui/style/qt_text.h"
#include "ui/style/shown_names.h"

#include <algorithm>
#include <cmath>

namespace kernline::ui {
namespace {

double share(Duration part, Duration whole) {
  return whole.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(whole.ns) : 0;
}

QString counted(std::uint64_t n, const char* what) {
  return QStringLiteral("%1 %2%3").arg(qt(formatCount(static_cast<std::int64_t>(n))), QString::fromUtf8(what),
                                       n == 1 ? QString() : QStringLiteral("s"));
}

QString text(Duration duration) {
  return qt(formatDuration(duration));
}

/// With as much again on both sides.
TimeRange around(TimeRange range) {
  const Duration length = range.length();
  return {range.begin - length, range.end + length};
}

FigureLine lineOf(const FigureMark& mark, Duration part, Duration whole) {
  FigureLine line;
  line.mark = mark;
  line.name = mark.name;
  line.value = text(part);
  line.share = share(part, whole);
  line.shareText = part.ns > 0 ? qt(formatShare(line.share)) : QString();
  line.tip = mark.definition;
  return line;
}

QString perStep(const std::vector<StepParts>& steps, TimePart part) {
  if (steps.empty()) {
    return {};
  }
  std::vector<Duration> values;
  for (const StepParts& step : steps) {
    values.push_back(step.parts[part]);
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return QStringLiteral("In the median of a step %1.\n").arg(text(*middle));
}

QString nameOf(const Trace& trace, SpanId span) {
  return qt(printable(shownName(trace.nameText(span), true)));
}

FigureLine idleLine(const DeviceIdle& idle, IdleCause cause) {
  FigureLine line = lineOf(markOf(cause), idle.of(cause), idle.idle);
  const auto count = static_cast<std::uint64_t>(std::ranges::count(idle.intervals, cause, &IdleInterval::cause));
  line.detail = markOf(cause).definition;
  if (const IdleInterval* longest = idle.longest(cause)) {
    line.tip = QStringLiteral("%1\n%2, the longest %3 long. Click to see it on the timeline.")
                   .arg(markOf(cause).definition, counted(count, "gap"), text(longest->range.length()));
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
    return QStringLiteral("No GPU work");
  }
  const QString most = names.first();
  const auto devices = static_cast<int>(figures.devices.size());
  const bool isModelKnown = !deviceModel(figures.devices.front().rows.device, figures.trace->devices()).empty();
  if (devices > 1 && !isModelKnown) {
    return QStringLiteral("%1 devices").arg(devices);
  }
  return names.size() > 1 ? QStringLiteral("%1 devices: %2, …").arg(devices).arg(most)
         : devices > 1    ? QStringLiteral("%1 × %2").arg(devices).arg(most)
                          : most;
}

QString overviewSubtitle(const OverviewFigures& figures) {
  QStringList parts{
      (figures.isLimited ? QStringLiteral("Limited to the chosen range of %1") : QStringLiteral("%1 recorded"))
          .arg(text(figures.range.length()))};
  if (!figures.steps.empty()) {
    parts << counted(figures.steps.size(), "step");
  }
  std::uint64_t kernels = 0;
  std::uint64_t repaired = 0;
  for (const DeviceFigures& device : figures.devices) {
    kernels += device.work.kernels;
    repaired += device.activity.repaired;
  }
  parts << counted(kernels, "kernel");
  if (!figures.isLimited) {
    parts << counted(figures.trace->spanCount(), "span");
  }
  if (repaired > 0) {
    parts << QStringLiteral("figures rest on %1 repaired times")
                 .arg(qt(formatCount(static_cast<std::int64_t>(repaired))));
  }
  return parts.join(QStringLiteral(" · "));
}

std::vector<FigureLine> partLines(const OverviewFigures& figures, const DeviceFigures* device) {
  const TimeParts& parts = device == nullptr ? figures.parts : device->parts;
  const std::vector<StepParts>& steps = device == nullptr ? figures.steps : device->steps;
  const PartStretches& stretches = device == nullptr ? figures.stretches : device->stretches;
  std::vector<FigureLine> lines;
  for (std::size_t p = 0; p < timePartCount; ++p) {
    const auto part = static_cast<TimePart>(p);
    if (parts[part].ns == 0) {
      continue;
    }
    FigureLine line = lineOf(markOf(part), parts[part], figures.range.length());
    line.detail = markOf(part).definition;
    line.tip = QStringLiteral("%1\n%2Click to see its longest stretch, %3.")
                   .arg(markOf(part).definition, perStep(steps, part), text(stretches[p].length()));
    line.place = {.range = around(stretches[p])};
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<FigureLine> idleLines(const DeviceFigures& device) {
  std::vector<FigureLine> lines;
  for (std::size_t c = 0; c < idleCauseCount; ++c) {
    const auto cause = static_cast<IdleCause>(c);
    if (device.idle.of(cause).ns > 0) {
      lines.push_back(idleLine(device.idle, cause));
    }
  }
  return lines;
}

QString idleSentence(const OverviewFigures& figures, const DeviceFigures& device) {
  QString sentence =
      QStringLiteral("Idle for %1, %2 of %3.")
          .arg(text(device.idle.idle), qt(formatShare(share(device.idle.idle, device.idle.window.length()))),
               figures.isLimited ? QStringLiteral("the chosen range")
                                 : QStringLiteral("the time from the device's first start to its last end"));
  if (device.idle.hostBoundAfterSync.ns > 0) {
    sentence += QStringLiteral(" Of the host-bound time %1 follow a synchronisation that let the device run dry.")
                    .arg(text(device.idle.hostBoundAfterSync));
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
    line.detail = line.mark.definition;
    line.tip += QStringLiteral("\nClick to see its longest stretch.");
  }
  lines[0].place = {.range = device.activity.longestExposed};
  lines[1].place = {.range = device.activity.longestOverlapped};
  return lines;
}

std::vector<FigureLine> kernelLines(const Trace& trace, const DeviceFigures& device, std::size_t most) {
  std::vector<FigureLine> lines;
  for (const NamedTime& named : device.work.names) {
    if (lines.size() == most) {
      break;
    }
    FigureLine line = lineOf({}, named.total, device.work.total);
    line.name = nameOf(trace, named.longest);
    line.detail = QStringLiteral("%1 · %2 · longest %3%4")
                      .arg(counted(named.count, "time"), qt(toText(named.family)), text(trace.duration(named.longest)),
                           named.usesTensorCores ? QStringLiteral(" · tensor cores") : QString());
    line.tip = QStringLiteral("%1\nClick to see the longest on the timeline.")
                   .arg(qt(printable(trace.nameText(named.longest))).left(400));
    line.place = {.span = named.longest};
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<FigureLine> familyLines(const Trace& trace, const DeviceFigures& device) {
  std::vector<FigureLine> lines;
  for (const FamilyTime& family : device.work.families) {
    FigureLine line = lineOf({}, family.total, device.work.total);
    line.name = qt(toText(family.family));
    line.name[0] = line.name[0].toUpper();
    line.detail =
        QStringLiteral("%1 · longest: %2").arg(counted(family.count, "kernel"), nameOf(trace, family.longest));
    line.tip = QStringLiteral("Kernels whose names say “%1”.\nClick to see the longest on the timeline.")
                   .arg(qt(toText(family.family)));
    line.place = {.span = family.longest};
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace kernline::ui
