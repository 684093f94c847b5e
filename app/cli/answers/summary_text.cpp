// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/kernel_cards.h"
#include "app/cli/answers/steps_answer.h"
#include "app/cli/answers/summary_answer.h"
#include "app/cli/answers/without_profiler.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "app/cli/kit/track_title.h"
#include "core/analysis/counters/counter_value.h"
#include "core/analysis/quality/missing_records.h"
#include "core/analysis/quality/time_clusters.h"
#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/step_title.h"
#include "core/model/base/median.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <initializer_list>
#include <span>
#include <utility>

namespace kernline::cli {

namespace {

using enum TextTable::Align;

constexpr std::size_t maxTracks = 40;
constexpr std::size_t maxSteps = 12;

/// Returns a duration; empty if it is 0.
std::string durationOrNothing(Duration duration) {
  return duration.ns == 0 ? "" : formatDuration(duration);
}

std::string countOrNothing(std::uint64_t n) {
  return n == 0 ? "" : formatCount(n);
}

double share(Duration part, Duration whole) {
  return whole.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(whole.ns) : 0;
}

/// The date and time of day at which the profile began, if the file says so and it can be true.
std::string wallClock(const Trace& trace) {
  constexpr std::int64_t perSecond = 1'000'000'000;
  constexpr std::int64_t year2200 = 7'258'118'400;
  std::int64_t start = 0;
  if (trace.baseTimeNs() <= 0 || __builtin_add_overflow(trace.baseTimeNs(), trace.bounds().begin.ns, &start) ||
      start < 0 || start / perSecond > year2200) {
    return {};
  }
  const auto seconds = static_cast<std::time_t>(start / perSecond);
  return fmt::format("  started {:%Y-%m-%d %H:%M:%S} UTC\n", fmt::gmtime(seconds));
}

void writeExtent(Output& output, const Trace& trace) {
  std::string line = fmt::format("  {} from first start to last end · {}", formatDuration(trace.bounds().length()),
                                 counted(trace.spanCount(), "span"));
  const std::initializer_list<std::pair<std::uint64_t, std::string_view>> others{
      {trace.instants().size(), "instant"},
      {sampledValueCount(trace), "counter sample"},
      {trace.flowRecordCount(), "flow record"},
      {trace.memoryEvents().size(), "memory event"}};
  for (const auto& [n, what] : others) {
    line += n > 0 ? " · " + counted(n, what) : "";
  }
  output.write(line + "\n" + wallClock(trace));
}

/// Each cluster of time by itself, and how to look at it alone.
void writeClusters(Output& output, const Trace& trace) {
  for (const TimeCluster& cluster : timeClusters(trace)) {
    const Duration begin = cluster.range.begin - trace.bounds().begin;
    const Duration end = cluster.range.end - trace.bounds().begin;
    output.write(fmt::format("  {} within {}, from {} on; --range {}ns..{}ns shows them alone\n",
                             counted(cluster.spans, "span"), formatDuration(cluster.range.length()),
                             formatDuration(begin), begin.ns, end.ns));
  }
}

void writeHead(Output& output, const LoadedFile& file) {
  const Trace& trace = *file.trace;
  output.write(printable(file.path) + "\n");
  if (!trace.sources().empty()) {
    const SourceFile& source = trace.sources().front();
    std::string line = fmt::format("  {}", printable(source.format.english()));
    if (source.storedBytes > 0) {
      line += " · " + formatBytes(static_cast<std::int64_t>(source.storedBytes));
    }
    if (source.textBytes != source.storedBytes) {
      line += fmt::format("{}{} of text", source.storedBytes > 0 ? ", " : " · ",
                          formatBytes(static_cast<std::int64_t>(source.textBytes)));
    }
    output.write(fmt::format("{} · read in {}\n", line, formatDuration(file.loadTime)));
  }
  writeExtent(output, trace);
  writeClusters(output, trace);
  if (trace.report()[IssueKind::NoDeviceRecords].count != 0) {
    output.write(fmt::format("  No device data. {}\n", whyNoDeviceRecords(trace).english()));
  }
}

void writeDevices(Output& output, const std::vector<DeviceActivity>& devices) {
  if (devices.empty()) {
    return;
  }
  TextTable table{{{"device", Left},
                   {"window", Right},
                   {"busy", Right},
                   {"share", Right},
                   {"idle", Right},
                   {"kernels", Right},
                   {"in", Right},
                   {"memcpy", Right},
                   {"in", Right},
                   {"memset", Right},
                   {"in", Right},
                   {"communication", Right},
                   {"exposed", Right}}};
  for (const DeviceActivity& device : devices) {
    const DeviceTimes& times = device.times;
    if (device.kernels + device.memcpys + device.memsets == 0) {
      table.add({device.title});
      continue;
    }
    table.add({device.title, formatDuration(device.window.length()), formatDuration(times.busy),
               formatShare(share(times.busy, device.window.length())), formatDuration(device.idle()),
               countOrNothing(device.kernels), durationOrNothing(times.kernel), countOrNothing(device.memcpys),
               durationOrNothing(times.memcpy), countOrNothing(device.memsets), durationOrNothing(times.memset),
               durationOrNothing(times.communication),
               times.communication.ns > 0 ? formatDuration(times.exposedCommunication) : ""});
  }
  output.write(heading("Devices") + table.text(2, 0));
  for (const DeviceActivity& device : devices) {
    if (device.excluded + device.repaired > 0) {
      output.write(fmt::format("  {}: excluded {} at time 0, included {} with a repaired time\n", device.title,
                               counted(device.excluded, "event"), counted(device.repaired, "event")));
    }
  }
}

void writeBreakdown(Output& output, const FileSummary& summary) {
  const TimeRange bounds = summary.file.trace->bounds();
  if (summary.devices.empty() && summary.steps.empty()) {
    return;
  }
  TextTable table{{{"", Left},
                   {"kernel", Right},
                   {"memcpy", Right},
                   {"memset", Right},
                   {"only communication", Right},
                   {"runtime", Right},
                   {"data loader", Right},
                   {"host", Right},
                   {"other", Right}}};
  for (const std::int32_t rank : summary.breakdown.ranks()) {
    const TimeCategories parts = summary.breakdown.within(bounds, rank);
    std::vector<std::string> row{rank < 0 ? "wall time" : fmt::format("rank {}", rank)};
    for (const Duration part : parts.parts) {
      row.push_back(part.ns == 0 ? "" : formatShare(share(part, bounds.length())));
    }
    table.add(std::move(row));
  }
  output.write(heading("Where wall time goes") + table.text(2, 0));
}

std::vector<std::string> idleRow(std::string title, const DeviceIdle& idle) {
  std::vector<std::string> row{std::move(title), formatDuration(idle.idle)};
  for (const Duration sum : idle.sums) {
    row.push_back(durationOrNothing(sum));
  }
  row.push_back(durationOrNothing(idle.hostBoundAfterSync));
  return row;
}

void writeIdle(Output& output, const FileSummary& summary) {
  std::vector<TextTable::Column> columns{{"device", Left}, {"idle", Right}};
  for (std::size_t cause = 0; cause < idleCauseCount; ++cause) {
    columns.push_back({std::string(shownName(IdleCause{static_cast<std::uint8_t>(cause)})), Right});
  }
  columns.push_back({"of host-bound: after a synchronization", Right});
  TextTable table{std::move(columns)};
  for (std::size_t i = 0; i < summary.idle.size() && i < summary.devices.size(); ++i) {
    const DeviceIdle& idle = summary.idle[i];
    if (idle.idle.ns == 0) {
      continue;
    }
    table.add(idleRow(summary.devices[i].title, idle));
    if (const DeviceIdle* without = summary.idleWithoutProfilerOf(i)) {
      table.add(idleRow("  about, without the profiler", *without));
    }
  }
  if (!table.isEmpty()) {
    output.write(heading("Why devices were idle") + table.text(2, 0));
    const DataIssue* slowed = summary.quality.find("recording_slows_host");
    if (slowed != nullptr && !slowed->example.isEmpty()) {
      output.write("  " + slowed->example.english() + "\n");
    }
  }
}

/// Writes when a device was busy by its counters, but idle by the trace.
void writeUnrecorded(Output& output, const FileSummary& summary) {
  for (std::size_t i = 0; i < summary.idle.size() && i < summary.devices.size(); ++i) {
    const auto found = std::ranges::find(summary.unrecorded, summary.idle[i].process, &UnrecordedActivity::process);
    if (found == summary.unrecorded.end() || found->busy.ns == 0) {
      continue;
    }
    constexpr double percent = 100;
    output.write(fmt::format(
        "  {}: counters show activity in {} of {} of sampled idle time{}: another process, or unrecorded work\n",
        summary.devices[i].title, formatDuration(found->busy), formatDuration(found->sampled),
        found->onSms.ns > 0 ? fmt::format(" (SMs active {})", formatShare(found->smActive / percent))
                            : std::string(" (DRAM traffic alone)")));
  }
}

void writeHostCauses(Output& output, const FileSummary& summary, bool complete) {
  const Trace& trace = *summary.file.trace;
  TextTable table{{{"device", Left}, {"total", Right}, {"gaps", Right}, {"longest", Right}, {"host was in", Left}}};
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < summary.idle.size() && i < summary.devices.size(); ++i) {
    const std::vector<HostCause> causes = hostCauses(trace, summary.idle[i]);
    const std::size_t shown = limited(causes.size(), complete ? 0 : usualHostCauses);
    hidden += causes.size() - shown;
    for (const HostCause& cause : std::span{causes}.first(shown)) {
      table.add({summary.devices[i].title, formatDuration(cause.total), formatCount(cause.count),
                 formatDuration(cause.longest->range.length()),
                 cause.name == StringId::none ? "(no single call)" : printable(trace.text(cause.name))});
    }
  }
  if (!table.isEmpty()) {
    output.write(heading("Host-bound time by what the host was doing") + table.text(2, terminalWidth()) +
                 cutNotice(hidden, "--all"));
  }
}

void writeUse(Output& output, const FileSummary& summary) {
  TextTable table{{{"device", Left},
                   {"occupancy", Right},
                   {"SM use", Right},
                   {"tensor cores", Right},
                   {"kernels/s", Right},
                   {"launches/s", Right},
                   {"queue, mean", Right},
                   {"most time in", Left}}};
  for (std::size_t i = 0; i < summary.use.size() && i < summary.devices.size(); ++i) {
    const DeviceUse& use = summary.use[i];
    if (use.work.kernels == 0) {
      continue;
    }
    const auto perSecond = [](double n) { return formatCount(std::llround(n)); };
    table.add({summary.devices[i].title, use.sm.withOccupancy > 0 ? formatShare(use.sm.occupancy) : "",
               use.sm.kernels > 0 ? formatShare(use.sm.useOfRange) : "",
               use.work.tensorCoreShare() ? formatShare(*use.work.tensorCoreShare()) : "unknown",
               perSecond(use.work.kernelsPerSecond()), perSecond(use.work.launchesPerSecond()),
               fmt::format("{:.1f}", use.queue.mean), std::string{toText(use.work.families.front().family)}});
  }
  if (!table.isEmpty()) {
    output.write(heading("Device use (occupancy and SM use are estimated from launches)") + table.text(2, 0));
  }
}

/// Returns the source of steps that the profile does not record.
std::string foundLine(const FoundSteps& found) {
  return found.source == StepSource::Recorded ? std::string{} : fmt::format("  {}\n", howFound(found).english());
}

/// Returns one line on many steps; empty for a few.
std::string stepDigest(const std::vector<StepStats>& steps) {
  if (steps.size() <= maxSteps) {
    return {};
  }
  std::vector<std::int64_t> lengths;
  for (const StepStats& figures : steps) {
    lengths.push_back(figures.onDevice.length().ns);
  }
  const auto [shortest, longest] = std::ranges::minmax(lengths);
  return fmt::format("  {}: median {}, min {}, max {}\n", counted(lengths.size(), "step"),
                     formatDuration({medianOf(lengths)}), formatDuration({shortest}), formatDuration({longest}));
}

void writeSteps(Output& output, const FileSummary& summary, bool complete) {
  const Trace& trace = *summary.file.trace;
  if (summary.steps.empty()) {
    return;
  }
  const std::vector<ProcessSteps> processes = stepsByProcess(trace, summary.found.steps);
  TextTable table{{{"process", Left, 44},
                   {"step", Left, 60},
                   {"start", Right},
                   {"duration", Right},
                   {"device", Right},
                   {"kernels", Right},
                   {"exposed communication", Right}}};
  const std::size_t shown = complete ? summary.steps.size() : std::min(summary.steps.size(), maxSteps);
  std::size_t idleSteps = 0;
  for (std::size_t i = 0; i < summary.steps.size(); ++i) {
    const StepStats& figures = summary.steps[i];
    const Step& step = figures.step;
    idleSteps += figures.launched.all.ns == 0 ? 1 : 0;
    if (i < shown) {
      const auto process = std::ranges::find(processes, step.process, &ProcessSteps::process);
      table.add({processes.size() > 1 ? process->title : std::string(), stepTitle(trace, step),
                 formatDuration(step.range.begin - trace.bounds().begin), formatDuration(figures.onDevice.length()),
                 durationOrNothing(figures.device), countOrNothing(figures.launched.kernels),
                 durationOrNothing(figures.exposedCommunication)});
    }
  }
  output.write(heading("Steps") + foundLine(summary.found) + stepDigest(summary.steps) + hostAheadText(summary.steps) +
               withoutProfilerText(summary.withoutProfiler) + table.text(2, 0) +
               cutNotice(summary.steps.size() - shown, "--all"));
  if (const Duration outside = outsideOfSteps(summary.devices, summary.steps); outside.ns > 0) {
    output.write(fmt::format("  outside of steps: {} of device work\n", formatDuration(outside)));
  }
  if (!summary.devices.empty() && idleSteps > 0) {
    output.write(fmt::format("  {} without device work; check that the device was traced from the start\n",
                             counted(idleSteps, "step")));
  }
}

/// Returns the time from the profile's first start; a time of 0 among epoch times has no place there.
std::string placeInTrace(Time time, const Trace& trace) {
  return time < trace.bounds().begin ? "before start" : formatDuration(time - trace.bounds().begin);
}

void writeTracks(Output& output, const Trace& trace, bool complete) {
  TextTable table{{{"process", Left, 44},
                   {"track", Left, 44},
                   {"kind", Left},
                   {"spans", Right},
                   {"lanes", Right},
                   {"first", Right},
                   {"last", Right}}};
  std::size_t shown = 0;
  std::size_t hidden = 0;
  for (const Track& track : trace.tracks()) {
    const bool any = track.spanCount > 0;
    if (!complete && (!any || shown == maxTracks)) {
      hidden += any ? 1 : 0;
      continue;
    }
    ++shown;
    table.add({processTitle(trace, track), std::string{trace.text(track.title)}, std::string{toText(track.kind)},
               formatCount(track.spanCount), any ? formatCount(track.laneCount) : "",
               any ? placeInTrace(track.extent.begin, trace) : "", any ? placeInTrace(track.extent.end, trace) : ""});
  }
  if (!table.isEmpty()) {
    output.write(heading("Tracks") + table.text(2, 0) + cutNotice(hidden, "--all"));
  }
}

/// Returns the name of an issue's first example, kernels by short names; empty if it is a sentence.
std::string nameOfExample(const Trace& trace, const DataIssue& issue) {
  if (!issue.example.isName()) {
    return {};
  }
  std::string name = issue.example.english();
  const bool isOfSpan = !issue.spans.empty() && isDeviceActivity(trace.kind(issue.spans.front())) &&
                        name == trace.nameText(issue.spans.front());
  return isOfSpan ? std::string(shortKernelName(name)) : name;
}

void writeDataIssues(Output& output, const Trace& trace, const DataQuality& quality) {
  if (quality.issues().empty()) {
    return;
  }
  TextTable table{{{"", Left}, {"count", Right}, {"at", Right}, {"what", Left}, {"first", Left, 40}}};
  std::string touched;
  std::string sentences;
  for (const DataIssue& issue : quality.issues()) {
    table.add({std::string{toText(issue.severity)}, formatCount(issue.count), issue.place.english(),
               std::string{issue.what}, nameOfExample(trace, issue)});
    if (!issue.example.isEmpty() && !issue.example.isName()) {
      sentences += fmt::format("  {}: {}\n", issue.what, printable(issue.example.english()));
    }
  }
  for (std::size_t f = 0; f < static_cast<std::size_t>(Figure::Count_); ++f) {
    if (const auto figure = static_cast<Figure>(f); quality.affects(figure)) {
      touched += (touched.empty() ? "" : ", ") + std::string{toText(figure)};
    }
  }
  output.write(heading("Data issues") + table.text(2, terminalWidth()) + sentences);
  if (!touched.empty()) {
    output.write(fmt::format("  Affected figures: {}\n", touched));
  }
}

}  // namespace

void writeSummaryText(Output& output, const FileSummary& summary, bool complete) {
  writeHead(output, summary.file);
  if (const Message missing = summary.quality.missingPart(); !missing.isEmpty()) {
    output.write(fmt::format("  {}\n", missing.english()));
  }
  writeDevices(output, summary.devices);
  writeBreakdown(output, summary);
  writeIdle(output, summary);
  writeUnrecorded(output, summary);
  writeHostCauses(output, summary, complete);
  writeUse(output, summary);
  writeKernelCardsText(output, *summary.file.trace, complete);
  writeSteps(output, summary, complete);
  writeTracks(output, *summary.file.trace, complete);
  writeDataIssues(output, *summary.file.trace, summary.quality);
}

}  // namespace kernline::cli
