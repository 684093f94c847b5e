// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/export/model_events.h"

#include "core/import/events/span_kinds.h"
#include "core/model/trace/arg_values.h"
#include "core/model/trace/flow_binding.h"
#include "core/model/trace/part_of_file.h"
#include "core/output/export/exported_ids.h"
#include "core/output/export/kept_events.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace {

using Json = nlohmann::ordered_json;

std::string jsonText(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Microseconds with all their digits.
std::string microseconds(std::int64_t ns) {
  const auto size = ns < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
  return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", size / 1000, size % 1000);
}

/// Returns kineto's name for a kind of spans.
std::string_view categoryOf(SpanKind kind) {
  switch (kind) {
    case SpanKind::Kernel:
      return "kernel";
    case SpanKind::Memcpy:
      return "gpu_memcpy";
    case SpanKind::Memset:
      return "gpu_memset";
    case SpanKind::DeviceSync:
      return "cuda_sync";
    case SpanKind::DeviceAnnotation:
      return "gpu_user_annotation";
    case SpanKind::Runtime:
      return "cuda_runtime";
    case SpanKind::Op:
      return "cpu_op";
    case SpanKind::PythonFunction:
      return "python_function";
    case SpanKind::Annotation:
      return "user_annotation";
    case SpanKind::Overhead:
      return "overhead";
    case SpanKind::Other:
      break;
  }
  return {};
}

class ModelWriter {
 public:
  ModelWriter(OutputFile& file, const Trace& trace, TimeRange range, const std::stop_token& stop)
      : m_file(file), m_trace(trace), m_range(range), m_stop(stop), m_ids(trace) {}

  CutTrace run() {
    m_file.write("{\n\"schemaVersion\": 1,\n\"displayTimeUnit\": \"ms\",\n");
    if (m_trace.baseTimeNs() != 0) {
      m_file.write(fmt::format("\"baseTimeNanoseconds\": {},\n", m_trace.baseTimeNs()));
    }
    writeDevices();
    writeFacts();
    m_file.write("\"traceEvents\": [");
    nameProcesses();
    for (std::uint32_t t = 0; t < m_trace.tracks().size() && !isStopped(); ++t) {
      writeTrack(TrackId{t});
    }
    writeArrows();
    writeFlows();
    writeInstants();
    writeMemory();
    for (const Counter& counter : m_trace.counters()) {
      writeCounter(counter);
    }
    m_file.write("\n]}\n");
    return m_cut;
  }

 private:
  [[nodiscard]] bool isStopped() const { return m_stop.stop_requested() || m_file.hasFailed(); }

  void writeDevices() {
    Json devices = Json::array();
    for (const Device& device : m_trace.devices()) {
      devices.push_back({{"id", device.id},
                         {"name", device.name},
                         {"totalGlobalMem", device.memoryBytes},
                         {"computeMajor", device.computeMajor},
                         {"computeMinor", device.computeMinor},
                         {"numSms", device.multiprocessors}});
    }
    if (!devices.empty()) {
      m_file.write("\"deviceProperties\": " + devices.dump(-1, ' ', false, Json::error_handler_t::replace) + ",\n");
    }
  }

  /// Writes the document's other facts, except those that are written anew here.
  void writeFacts() {
    constexpr std::string_view own[] = {"schemaVersion", "displayTimeUnit", "baseTimeNanoseconds", "deviceProperties",
                                        "traceEvents"};
    for (const MetadataEntry& entry : m_trace.metadata()) {
      if (std::ranges::find(own, entry.key) == std::end(own) && nlohmann::json::accept(entry.value)) {
        m_file.write(fmt::format("{}: {},\n", jsonText(entry.key), entry.value));
      }
    }
    if (const auto part = partOfFileEntry(m_trace)) {
      m_file.write(fmt::format("{}: {},\n", jsonText(part->key), part->value));
    }
  }

  void writeEvent(const std::string& members) {
    m_file.write(m_cut.events == 0 ? "\n{" : ",\n{");
    m_file.write(members);
    m_file.write("}");
    ++m_cut.events;
  }

  void writeMetadata(std::string_view what, const std::string& ids, const std::string& args) {
    writeEvent(fmt::format(R"("ph": "M", "name": "{}", {}, "args": {{{}}})", what, ids, args));
  }

  void nameProcesses() {
    UniqueNames pids;
    for (const Process& process : m_trace.processes()) {
      m_pids.push_back(jsonText(pids(m_ids.idOf(process), m_trace.text(process.title))));
      const std::string ids = fmt::format(R"("pid": {}, "tid": 0)", m_pids.back());
      const std::string name = m_ids.nameOf(process);
      if (!name.empty()) {
        writeMetadata("process_name", ids, R"("name": )" + jsonText(name));
      }
      if (process.device >= 0) {
        writeMetadata("process_labels", ids, fmt::format(R"("labels": "GPU {}")", process.device));
      }
      writeMetadata("process_sort_index", ids, fmt::format(R"("sort_index": {})", process.sortIndex));
    }
    m_tids.resize(m_trace.processes().size());
  }

  [[nodiscard]] std::string pidOf(const Track& track) const {
    return track.process == ProcessId::none ? "\"\"" : m_pids[index(track.process)];
  }

  void writeTrack(TrackId id) {
    const Track& track = m_trace.track(id);
    UniqueNames& tids = track.process == ProcessId::none ? m_looseTids : m_tids[index(track.process)];
    const std::string tid = jsonText(tids(m_trace.text(track.tid), m_trace.text(track.title)));
    const std::string ids = fmt::format(R"("pid": {}, "tid": {})", pidOf(track), tid);
    m_idsOfTrack.push_back(ids);
    if (const std::string_view name = m_trace.text(track.name); !name.empty() && track.kind != TrackKind::Async) {
      writeMetadata("thread_name", ids, R"("name": )" + jsonText(name));
    }
    if (track.sortIndex != 0) {
      writeMetadata("thread_sort_index", ids, fmt::format(R"("sort_index": {})", track.sortIndex));
    }
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount && !isStopped(); ++i) {
      const SpanId span{i};
      if (isTouched(m_trace, span, m_range)) {
        ++m_cut.spans;
        if (track.kind == TrackKind::Async) {
          writeAsync(span, ids);
        } else {
          writeSpan(span, ids);
        }
      }
    }
  }

  /// Kineto's category for what the span is; its own where that says the same.
  [[nodiscard]] std::string categoryText(SpanId span) const {
    const std::string_view own = m_trace.categoryText(span);
    const SpanKind kind = m_trace.kind(span);
    const bool saysKind = kind == SpanKind::Other || chrome::kindOfCategory(own) == kind;
    return jsonText(saysKind ? own : categoryOf(kind));
  }

  [[nodiscard]] std::string argsText(SpanId span) const {
    ArgNode args = m_trace.details(span).args;
    if (args.kind != ArgNode::Kind::Object) {
      args = ArgNode{};
      args.kind = ArgNode::Kind::Object;
    }
    const SpanId call = m_trace.launchedBy(span).empty() ? m_trace.launchOf(span) : span;
    const auto own = std::ranges::find(args.children, "correlation", &ArgNode::key);
    if (own != args.children.end()) {
      own->key = "correlation in the recording";
    }
    if (call != SpanId::none) {
      ArgNode id;
      id.kind = ArgNode::Kind::Number;
      id.key = "correlation";
      id.text = std::to_string(index(call) + 1);
      args.children.push_back(std::move(id));
    }
    return sql::toJson(args);
  }

  void writeSpan(SpanId span, const std::string& ids) {
    writeEvent(fmt::format(R"("ph": "X", "cat": {}, "name": {}, {}, "ts": {}, "dur": {}, "args": {})",
                           categoryText(span), jsonText(m_trace.nameText(span)), ids,
                           microseconds(m_trace.start(span).ns), microseconds(m_trace.duration(span).ns),
                           argsText(span)));
    const SpanId call = m_trace.launchOf(span);
    if (call != SpanId::none && isTouched(m_trace, call, m_range)) {
      m_launches.push_back({call, span});
    }
  }

  /// Arrows for programs that do not go by correlation ids, under the same ids, as kineto writes them.
  void writeArrows() {
    std::ranges::sort(m_launches, {}, [](const Launch& launch) { return std::pair{launch.call, launch.activity}; });
    SpanId before = SpanId::none;
    for (const Launch& launch : m_launches) {
      const auto end = [&](SpanId span, std::string_view phase, std::string_view binding) {
        writeEvent(fmt::format(R"("ph": "{}", "cat": "ac2g", "name": "ac2g", "id": {}, {}, "ts": {}{})", phase,
                               index(launch.call) + 1, m_idsOfTrack[index(m_trace.trackOf(span))],
                               microseconds(m_trace.start(span).ns), binding));
      };
      if (isStopped()) {
        return;
      }
      if (launch.call != before) {
        end(launch.call, "s", "");
      }
      end(launch.activity, "f", R"(, "bp": "e")");
      before = launch.call;
    }
  }

  /// The other arrows, messages between ranks among them, each where its ends bind to its spans. One that arrives
  /// before it leaves is none in this format.
  void writeFlows() {
    std::uint64_t id = m_trace.spanCount();
    for (const Flow& flow : m_trace.flows()) {
      const bool isKept = isTouched(m_trace, flow.from, m_range) && isTouched(m_trace, flow.to, m_range) &&
                          m_trace.track(m_trace.trackOf(flow.from)).kind != TrackKind::Async &&
                          m_trace.track(m_trace.trackOf(flow.to)).kind != TrackKind::Async;
      const auto leaves = isKept ? bindingTime(m_trace, flow.from, m_trace.start(flow.from)) : std::nullopt;
      const auto arrives = leaves ? bindingTime(m_trace, flow.to, *leaves) : std::nullopt;
      if (isStopped()) {
        return;
      }
      if (arrives) {
        const std::string category = jsonText(m_trace.text(flow.category));
        const std::string head = fmt::format(R"("cat": {0}, "name": {0}, "id": {1})", category, ++id);
        const auto row = [&](SpanId span) -> const std::string& { return m_idsOfTrack[index(m_trace.trackOf(span))]; };
        writeEvent(fmt::format(R"("ph": "s", {}, {}, "ts": {})", head, row(flow.from), microseconds(leaves->ns)));
        writeEvent(
            fmt::format(R"("ph": "f", "bp": "e", {}, {}, "ts": {})", head, row(flow.to), microseconds(arrives->ns)));
      }
    }
  }

  void writeAsync(SpanId span, const std::string& ids) {
    const std::string common = fmt::format(R"("cat": {}, "name": {}, "id": {}, {})", categoryText(span),
                                           jsonText(m_trace.nameText(span)), index(span) + 1, ids);
    writeEvent(fmt::format(R"("ph": "b", {}, "ts": {}, "args": {})", common, microseconds(m_trace.start(span).ns),
                           argsText(span)));
    writeEvent(fmt::format(R"("ph": "e", {}, "ts": {})", common, microseconds(m_trace.end(span).ns)));
  }

  void writeInstants() {
    constexpr const char* scopes[] = {"t", "p", "g"};
    for (const Instant& instant : m_trace.instants()) {
      if (!m_range.contains(instant.time) || isStopped()) {
        continue;
      }
      const std::string ids =
          instant.track == TrackId::none ? std::string(R"("pid": "", "tid": "")") : m_idsOfTrack[index(instant.track)];
      writeEvent(fmt::format(R"("ph": "i", "s": "{}", "cat": {}, "name": {}, {}, "ts": {}, "args": {})",
                             scopes[static_cast<std::size_t>(instant.scope)],
                             jsonText(m_trace.categoryText(instant.category)), jsonText(m_trace.text(instant.name)),
                             ids, microseconds(instant.time.ns), argsAt(instant.offset)));
    }
  }

  void writeMemory() {
    for (const MemoryEvent& event : m_trace.memoryEvents()) {
      if (isStopped()) {
        return;
      }
      if (m_range.contains(event.time)) {
        writeEvent(fmt::format(
            R"("ph": "i", "s": "t", "name": "[memory]", {}, "ts": {}, "args": {})",
            event.track == TrackId::none ? std::string(R"("pid": "", "tid": "")") : m_idsOfTrack[index(event.track)],
            microseconds(event.time.ns), argsAt(event.offset)));
      }
    }
  }

  [[nodiscard]] std::string argsAt(std::uint64_t offset) const {
    const ArgNode args = m_trace.detailsAt(offset).args;
    return args.kind == ArgNode::Kind::Object ? sql::toJson(args) : "{}";
  }

  /// Writes the samples, with the value that the counter has when the range begins.
  void writeCounter(const Counter& counter) {
    const auto times = m_trace.sampleTimes(counter);
    const auto values = m_trace.sampleValues(counter);
    const std::string pid = counter.process == ProcessId::none ? "\"\"" : m_pids[index(counter.process)];
    const std::string head =
        fmt::format(R"("ph": "C", "name": {}, "pid": {}, "ts": )", jsonText(m_trace.text(counter.name)), pid);
    const std::string series = jsonText(m_trace.text(counter.series));
    const auto after = std::ranges::upper_bound(times, m_range.begin);
    auto i = static_cast<std::size_t>(after - times.begin());
    for (i = i == 0 ? 0 : i - 1; i < times.size() && times[i] < m_range.end && !isStopped(); ++i) {
      if (!std::isnan(values[i])) {  // not sampled from here on, as an event of its own says
        writeEvent(fmt::format(R"({}{}, "args": {{{}: {}}})", head, microseconds(times[i].ns), series, values[i]));
      }
    }
  }

  OutputFile& m_file;
  const Trace& m_trace;
  TimeRange m_range;
  const std::stop_token& m_stop;
  CutTrace m_cut;
  ExportedIds m_ids;
  std::vector<std::string> m_pids;  // pid of each process as JSON
  std::vector<UniqueNames> m_tids;  // indexed by process
  UniqueNames m_looseTids;
  std::vector<std::string> m_idsOfTrack;  // "pid": …, "tid": …
  std::vector<Launch> m_launches;
};

}  // namespace

CutTrace writeModelTrace(OutputFile& file, const Trace& trace, TimeRange range, const std::stop_token& stop) {
  return ModelWriter(file, trace, range, stop).run();
}

}  // namespace kernline
