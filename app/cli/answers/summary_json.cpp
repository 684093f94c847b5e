// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/kernel_cards.h"
#include "app/cli/answers/log_json.h"
#include "app/cli/answers/summary_answer.h"
#include "app/cli/answers/summary_issues_json.h"
#include "app/cli/answers/without_profiler.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/track_title.h"
#include "core/analysis/counters/counter_value.h"
#include "core/model/format/time_range.h"
#include "core/output/digest/without_profiler_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>

namespace kernline::cli {

namespace {

Json orNull(std::int32_t number) {
  return number < 0 ? Json{} : Json(number);
}

Json fileJson(const LoadedFile& file) {
  const Trace& trace = *file.trace;
  Json json{{"path", textValue(file.path)}};
  if (!trace.sources().empty()) {
    const SourceFile& source = trace.sources().front();
    json["format"] = textValue(source.format.english());
    json.update({{"bytes", source.storedBytes}, {"text_bytes", source.textBytes}});
  }
  json["load_ns"] = file.loadTime.ns;
  json["start_ns"] = trace.bounds().begin.ns;
  json["end_ns"] = trace.bounds().end.ns;
  json["base_time_ns"] = trace.baseTimeNs();
  return json;
}

Json logJson(const LoadedLog& file) {
  const Log& log = *file.log;
  Json issues = Json::array();
  for (const LogIssueKind kind : log.report().kinds()) {
    issues.push_back(logIssueJson(log, kind));
  }
  constexpr std::size_t maxListed = 100;
  Json tables = Json::array();
  for (const LogTable& table : log.tables() | std::views::take(maxListed)) {
    tables.push_back(logTableHeadJson(log, table));
  }
  Json failures = Json::array();
  for (const LogFailure& failure : log.failures() | std::views::take(maxListed)) {
    failures.push_back(logFailureJson(log, failure));
  }
  Json machine = Json::array();
  for (const LogSetting& setting : log.settings() | std::views::filter(&LogSetting::isMachine)) {
    machine.push_back({{"name", textValue(log.text(setting.name))},
                       {"text", textValue(log.text(setting.value.text))},
                       {"line", setting.line}});
  }
  Json named = Json::array();
  for (const LoggedFile& each : log.files() | std::views::take(maxListed)) {
    named.push_back({{"kind", textValue(toText(each.kind))},
                     {"path", textValue(log.text(each.path))},
                     {"found_path", each.found == StringId::empty ? Json{} : textValue(log.text(each.found))},
                     {"line", each.line}});
  }
  return {
      {"path", textValue(file.path)},      {"format", textValue(log.format())}, {"bytes", log.storedBytes()},
      {"text_bytes", log.textBytes()},     {"load_ns", file.loadTime.ns},       {"lines", log.lineCount()},
      {"tables", log.tables().size()},     {"metrics", log.metrics().size()},   {"failures", log.failures().size()},
      {"files_named", log.files().size()}, {"launches", kernelCardsJson(log)},  {"issues", std::move(issues)},
      {"machine", std::move(machine)},     {"table_list", std::move(tables)},   {"failure_list", std::move(failures)},
      {"file_list", std::move(named)}};
}

Json eventsJson(const std::vector<FileSummary>& files) {
  std::uint64_t spans = 0;
  std::uint64_t instants = 0;
  std::uint64_t samples = 0;
  std::uint64_t flows = 0;
  std::uint64_t memory = 0;
  std::uint64_t launches = 0;
  for (const FileSummary& summary : files) {
    const Trace& trace = *summary.file.trace;
    spans += trace.spanCount();
    instants += trace.instants().size();
    samples += sampledValueCount(trace);
    flows += trace.flowRecordCount();
    memory += trace.memoryEvents().size();
    launches += trace.launches().size();
  }
  return {{"spans", spans}, {"instants", instants},    {"counter_samples", samples},
          {"flows", flows}, {"memory_events", memory}, {"launches", launches}};
}

Json trackJson(const Trace& trace, const Track& track) {
  const bool hasProcess = track.process != ProcessId::none;
  const bool isOfDevice = hasProcess && trace.process(track.process).device >= 0;
  Json json{{"process", textValue(processTitle(trace, track))},
            {"name", textValue(trace.text(track.title))},
            {"kind", textValue(toText(track.kind))},
            {"pid", hasProcess ? textValue(trace.text(trace.process(track.process).pid)) : Json{}},
            {"tid", textValue(trace.text(track.tid))},
            {"rank", hasProcess ? orNull(trace.process(track.process).rank) : Json{}},
            {"device", isOfDevice ? Json(trace.process(track.process).device) : Json{}},
            {"device_name", isOfDevice ? textValue(trace.text(trace.process(track.process).title)) : Json{}},
            {"spans", track.spanCount},
            {"lanes", track.laneCount}};
  json["first_ns"] = track.spanCount > 0 ? Json(track.extent.begin.ns) : Json{};
  json["last_ns"] = track.spanCount > 0 ? Json(track.extent.end.ns) : Json{};
  return json;
}

void addTimes(Json& json, const DeviceTimes& times) {
  json["busy_ns"] = times.busy.ns;
  json["kernel_ns"] = times.kernel.ns;
  json["memcpy_ns"] = times.memcpy.ns;
  json["memset_ns"] = times.memset.ns;
  json["communication_ns"] = times.communication.ns;
  json["exposed_communication_ns"] = times.exposedCommunication.ns;
  json["overlapped_communication_ns"] = times.overlappedCommunication().ns;
}

void addTimes(Json& json, const StepStats& step) {
  addTimes(json, {.busy = step.device,
                  .kernel = step.launched.kernel,
                  .memcpy = step.launched.memcpy,
                  .memset = step.launched.memset,
                  .communication = step.launched.communication,
                  .exposedCommunication = step.exposedCommunication});
}

Json partsJson(const TimeCategories& parts) {
  Json json = Json::object();
  for (std::size_t p = 0; p < timeCategoryCount; ++p) {
    json[std::string(toText(static_cast<TimeCategory>(p))) + "_ns"] = parts.parts[p].ns;
  }
  return json;
}

Json breakdownJson(const FileSummary& summary, std::int32_t rank) {
  const TimeRange bounds = summary.file.trace->bounds();
  Json json{{"rank", orNull(rank)}, {"start_ns", bounds.begin.ns}, {"wall_ns", bounds.length().ns}};
  json.update(partsJson(summary.breakdown.within(bounds, rank)));
  return json;
}

Json intervalJson(const Trace& trace, const IdleInterval& interval) {
  return {{"start_ns", interval.range.begin.ns},
          {"duration_ns", interval.range.length().ns},
          {"range", exactRangeText(interval.range)},
          {"blamed", interval.blamed == SpanId::none ? Json{} : textValue(trace.nameText(interval.blamed))},
          {"next", interval.next == SpanId::none ? Json{} : textValue(trace.nameText(interval.next))}};
}

/// Adds the names that the list of devices has.
void addNames(Json& json, const std::vector<DeviceActivity>& devices, std::int32_t rank, std::int32_t device) {
  const auto found = std::ranges::find_if(
      devices, [&](const DeviceActivity& each) { return each.rank == rank && each.device == device; });
  json["device_name"] = textValue(found == devices.end() ? std::string_view() : found->name);
  json["device_title"] = textValue(found == devices.end() ? std::string_view() : found->title);
}

/// Returns what counters show in the idle time of that device; null if there are none.
Json unrecordedJson(const std::vector<UnrecordedActivity>& devices, ProcessId device) {
  const auto found = std::ranges::find(devices, device, &UnrecordedActivity::process);
  if (found == devices.end()) {
    return {};
  }
  constexpr double percent = 100;
  return {{"sampled_ns", found->sampled.ns},
          {"busy_ns", found->busy.ns},
          {"on_sms_ns", found->onSms.ns},
          {"sm_active", found->onSms.ns > 0 ? Json(found->smActive / percent) : Json{}},
          {"stretches", found->stretches}};
}

/// Null where it does not differ from what was recorded.
Json idleWithoutProfilerJson(const DeviceIdle* idle) {
  if (idle == nullptr) {
    return {};
  }
  Json causes = Json::object();
  for (std::size_t c = 0; c < idleCauseCount; ++c) {
    causes[std::string(toText(static_cast<IdleCause>(c)))] = idle->sums[c].ns;
  }
  return {{"window_ns", idle->window.length().ns}, {"idle_ns", idle->idle.ns}, {"idle_causes_ns", std::move(causes)}};
}

Json idleJson(const FileSummary& summary, std::size_t device, bool complete) {
  const DeviceIdle& idle = summary.idle[device];
  const Trace& trace = *summary.file.trace;
  const std::vector<DeviceActivity>& devices = summary.devices;
  Json causes = Json::object();
  for (std::size_t c = 0; c < idleCauseCount; ++c) {
    const auto cause = static_cast<IdleCause>(c);
    const IdleInterval* longest = idle.longest(cause);
    causes[std::string(toText(cause))] = {{"total_ns", idle.of(cause).ns},
                                          {"count", std::ranges::count(idle.intervals, cause, &IdleInterval::cause)},
                                          {"longest", longest == nullptr ? Json{} : intervalJson(trace, *longest)}};
  }
  Json hostBoundIn = Json::array();
  const std::vector<HostCause> hostBound = hostCauses(trace, idle);
  const std::size_t shown = limited(hostBound.size(), complete ? 0 : usualHostCauses);
  for (const HostCause& cause : std::span(hostBound).first(shown)) {
    hostBoundIn.push_back({{"name", cause.name == StringId::none ? Json{} : textValue(trace.text(cause.name))},
                           {"total_ns", cause.total.ns},
                           {"count", cause.count},
                           {"longest", intervalJson(trace, *cause.longest)}});
  }
  Json json{{"rank", orNull(idle.rank)}, {"device", orNull(idle.device)}};
  addNames(json, devices, idle.rank, idle.device);
  json.update({{"idle_ns", idle.idle.ns},
               {"host_bound_after_sync_ns", idle.hostBoundAfterSync.ns},
               {"host_bound_in", std::move(hostBoundIn)},
               {"host_bound_in_left_out", hostBound.size() - shown},
               {"counted", unrecordedJson(summary.unrecorded, idle.process)},
               {"causes", std::move(causes)},
               {"without_profiler", idleWithoutProfilerJson(summary.idleWithoutProfilerOf(device))}});
  return json;
}

Json useJson(const Trace& trace, const std::vector<DeviceActivity>& devices, const DeviceUse& use) {
  Json families = Json::array();
  for (const FamilyTime& family : use.work.families) {
    families.push_back({{"family", textValue(toText(family.family))},
                        {"total_ns", family.total.ns},
                        {"count", family.count},
                        {"longest", textValue(trace.nameText(family.longest))}});
  }
  Json json{{"rank", orNull(use.rows.rank)}, {"device", orNull(use.rows.device)}};
  addNames(json, devices, use.rows.rank, use.rows.device);
  json.update(Json{{"kernel_sum_ns", use.work.total.ns},
                   {"tensor_core_share", use.work.tensorCoreShare() ? Json(*use.work.tensorCoreShare()) : Json{}},
                   {"tensor_core_unknown_share", use.work.tensorCoreUnknownShare()},
                   {"kernels_per_second", use.work.kernelsPerSecond()},
                   {"launches_per_second", use.work.launchesPerSecond()},
                   {"occupancy", use.sm.withOccupancy > 0 ? Json(use.sm.occupancy) : Json{}},
                   {"occupancy_computed_kernels", use.sm.computed},
                   {"occupancy_unknown_kernels", use.sm.withoutOccupancy},
                   {"sm_use", use.sm.kernels > 0 ? Json(use.sm.useOfRange) : Json{}},
                   {"sm_use_while_busy", use.sm.kernels > 0 ? Json(use.sm.useOfBusy) : Json{}},
                   {"queue_mean", use.queue.mean},
                   {"queue_deepest", use.queue.maxDepth},
                   {"families", std::move(families)}});
  return json;
}

Json graphJson(const FileSummary& summary, const ReplayedGraph& graph) {
  const Trace& trace = *summary.file.trace;
  return {{"launch", textValue(trace.nameText(graph.launches.front()))},
          {"start_ns", trace.start(graph.launches.front()).ns},
          {"replays", graph.launches.size()},
          {"works", graph.works},
          {"total_ns", graph.activityNs},
          {"joined_by", isJoined(graph.fit) ? textValue(toText(graph.fit)) : Json{}},
          {"open_because", isJoined(graph.fit) ? Json{} : textValue(toText(graph.fit))},
          {"capture", isJoined(graph.fit) && graph.source > 0 ? textValue(summary.graphs.path(graph.source)) : Json{}},
          {"fitting_captures", graph.fitting}};
}

Json deviceJson(const DeviceActivity& device) {
  Json json{{"rank", orNull(device.rank)},           {"device", orNull(device.device)},
            {"device_name", textValue(device.name)}, {"device_title", textValue(device.title)},
            {"name", textValue(device.name)},        {"start_ns", device.window.begin.ns},
            {"end_ns", device.window.end.ns},        {"idle_ns", device.idle().ns}};
  addTimes(json, device.times);
  json["kernels"] = device.kernels;
  json["memcpys"] = device.memcpys;
  json["memsets"] = device.memsets;
  json["repaired"] = device.repaired;
  json["excluded"] = device.excluded;
  return json;
}

Json stepJson(const Trace& trace, StepSource source, const StepStats& figures, const StepParts& parts) {
  const Step& step = figures.step;
  Json json{{"name", textValue(trace.text(step.name))}, {"source", toText(source)},
            {"start_ns", step.range.begin.ns},          {"duration_ns", figures.onDevice.length().ns},
            {"host_ns", step.range.length().ns},        {"device_start_ns", figures.onDevice.begin.ns}};
  const ProcessId process = step.process;
  json["process"] = process == ProcessId::none ? Json(nullptr) : textValue(trace.text(trace.process(process).title));
  json["rank"] = orNull(process == ProcessId::none ? -1 : trace.process(process).rank);
  json["device_ns"] = figures.device.ns;
  addTimes(json, figures);
  json["kernels"] = figures.launched.kernels;
  json["breakdown"] = partsJson(parts.parts);
  return json;
}

/// Writes array `key` with what `visit(file, add)` adds for each file.
template <typename Visit>
void writeList(JsonDocument& document, std::string_view key, const std::vector<FileSummary>& files,
               const Visit& visit) {
  document.beginArray(key);
  for (std::size_t f = 0; f < files.size(); ++f) {
    visit(files[f], [&](Json json) {
      if (files.size() > 1) {
        json["file"] = f;
      }
      document.element(json);
    });
  }
  document.endArray();
}

/// Writes tracks, devices and steps, with their time by category.
void writeDevices(JsonDocument& document, const std::vector<FileSummary>& files, bool complete) {
  writeList(document, "tracks", files, [](const FileSummary& summary, const auto& add) {
    for (const Track& track : summary.file.trace->tracks()) {
      add(trackJson(*summary.file.trace, track));
    }
  });
  writeList(document, "devices", files, [](const FileSummary& summary, const auto& add) {
    for (const DeviceActivity& device : summary.devices) {
      add(deviceJson(device));
    }
  });
  writeList(document, "steps", files, [](const FileSummary& summary, const auto& add) {
    for (std::size_t i = 0; i < summary.steps.size(); ++i) {
      add(stepJson(*summary.file.trace, summary.found.source, summary.steps[i], summary.stepParts[i]));
    }
  });
  writeList(document, "without_profiler", files, [](const FileSummary& summary, const auto& add) {
    if (summary.withoutProfiler) {
      add(withoutProfilerJson(summary.withoutProfiler));
    }
  });
  writeList(document, "breakdown", files, [](const FileSummary& summary, const auto& add) {
    for (const std::int32_t rank : summary.breakdown.ranks()) {
      add(breakdownJson(summary, rank));
    }
  });
  writeList(document, "idle_causes", files, [complete](const FileSummary& summary, const auto& add) {
    for (std::size_t i = 0; i < summary.idle.size(); ++i) {
      add(idleJson(summary, i, complete));
    }
  });
  writeList(document, "counted_launches", files, [](const FileSummary& summary, const auto& add) {
    for (const Json& launch : kernelCardsJson(*summary.file.trace)) {
      add(launch);
    }
  });
  writeList(document, "device_use", files, [](const FileSummary& summary, const auto& add) {
    for (const DeviceUse& use : summary.use) {
      add(useJson(*summary.file.trace, summary.devices, use));
    }
  });
}

/// Replayed graphs, compiled kernels, and what is wrong or unusual in the files.
void writeGraphsAndIssues(JsonDocument& document, const std::vector<FileSummary>& files) {
  writeList(document, "graphs", files, [](const FileSummary& summary, const auto& add) {
    for (const ReplayedGraph& graph : summary.graphs.join().graphs()) {
      add(graphJson(summary, graph));
    }
  });
  writeList(document, "compiled", files, [](const FileSummary& summary, const auto& add) {
    if (summary.compiled.kernels > 0) {
      add({{"kernels", summary.compiled.kernels},
           {"total_ns", summary.compiled.time.ns},
           {"called", summary.compiled.called},
           {"open", summary.compiled.kernels - summary.compiled.called},
           {"graphs", summary.compiledGraphs}});
    }
  });
  writeList(document, "issues", files, [](const FileSummary& summary, const auto& add) {
    const ImportReport& report = summary.file.trace->report();
    for (const IssueKind kind : report.kinds()) {
      add(issueJson(report, kind));
    }
  });
  writeList(document, "findings", files, [](const FileSummary& summary, const auto& add) {
    for (const DataIssue& issue : summary.quality.issues()) {
      add(dataIssueJson(*summary.file.trace, issue));
    }
  });
}

}  // namespace

void writeSummaryJson(Output& output, const std::vector<FileSummary>& files, const std::vector<LoadedLog>& logs,
                      const std::vector<MemoryAnswer>& memory, bool complete) {
  JsonDocument document(output, "summary-2");
  document.beginArray("files");
  TimeRange bounds = files.empty() ? TimeRange{} : files.front().file.trace->bounds();
  for (const FileSummary& summary : files) {
    document.element(fileJson(summary.file));
    bounds = bounds.unitedWith(summary.file.trace->bounds());
  }
  document.endArray();
  document.member("start_ns", bounds.begin.ns);
  document.member("end_ns", bounds.end.ns);
  document.member("events", eventsJson(files));
  writeDevices(document, files, complete);
  writeGraphsAndIssues(document, files);
  document.beginArray("logs");
  for (const LoadedLog& log : logs) {
    document.element(logJson(log));
  }
  document.endArray();
  document.beginArray("memory");
  for (const MemoryAnswer& answer : memory) {
    document.element(memoryJson(answer));
  }
  document.endArray();
  document.end();
}

}  // namespace kernline::cli
