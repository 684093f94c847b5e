// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/recorded_waits.h"

#include "core/model/base/read_ahead.h"
#include "core/model/trace/arg_number.h"
#include "core/model/trace/name_cache.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

/// So many args are read one behind the other.
constexpr std::size_t readTogether = 4096;
constexpr std::string_view recordingCall = "wait_on_cuda_event_record_corr_id";

std::optional<std::int64_t> wholeOf(const ArgNode& args, std::string_view key) {
  return numberOf(args.find(key)).transform([](double number) { return std::llround(number); });
}

class RecordedWaitFinder {
 public:
  explicit RecordedWaitFinder(const RunGraph& graph) : m_graph(graph), m_trace(graph.trace()) {}

  RecordedWaits find() {
    const std::vector<SpanId> records = synchronizations();
    constexpr std::size_t probed = 8;
    const auto first = std::span(records).first(std::min(probed, records.size()));
    if (std::ranges::none_of(first, [&](SpanId record) { return namesEvent(record); })) {
      return {};  // other profilers say less
    }
    addStreams();
    addCalls();
    eachOf(records, [&](SpanId record) { add(record); });
    return std::move(m_waits);
  }

 private:
  /// Activities of a stream whose launch is recorded, in their order.
  using StreamWork = std::vector<std::uint32_t>;
  using CallsByCorrelation = std::unordered_map<std::int64_t, SpanId>;

  /// Returns the records of waits for events.
  [[nodiscard]] std::vector<SpanId> synchronizations() const {
    std::vector<SpanId> records;
    NameCache<bool> names;
    for (std::uint32_t s = 0; s < m_trace.spanCount(); ++s) {
      const SpanId span{s};
      if (m_trace.kind(span) == SpanKind::DeviceSync &&
          names.of(m_trace.name(span), [&] { return m_trace.nameText(span).contains("Event"); })) {
        records.push_back(span);
      }
    }
    return records;
  }

  [[nodiscard]] bool namesEvent(SpanId record) const {
    constexpr std::array<std::string_view, 1> keys{recordingCall};
    return m_trace.args(record, keys).find(recordingCall) != nullptr;
  }

  void addStreams() {
    for (std::uint32_t w = 0; w < m_graph.activities().size(); ++w) {
      const ReplayActivity& activity = m_graph.activities()[w];
      if (activity.thread == ReplayActivity::none) {
        continue;
      }
      const Track& track = m_trace.track(m_trace.trackOf(activity.span));
      m_streams[{track.process, std::string(m_trace.text(track.tid))}].push_back(w);
      m_hosts.try_emplace(track.process, m_graph.threads()[activity.thread].process);
    }
  }

  /// Adds the calls that records may name.
  void addCalls() {
    NameCache<bool> names;
    for (const ReplayThread& thread : m_graph.threads()) {
      std::vector<SpanId> calls;
      for (const ReplayMoment& moment : thread.moments) {
        const SpanId call{moment.span};
        if (!moment.isEnd && moment.kind == SpanKind::Runtime && names.of(m_trace.name(call), [&] {
              const std::string_view name = m_trace.nameText(call);
              return name.contains("EventRecord") || name.contains("WaitEvent") || name.contains("EventSynchronize");
            })) {
          calls.push_back(call);
        }
      }
      constexpr std::array<std::string_view, 1> keys{"correlation"};
      eachOf(calls, [&](SpanId call) {
        if (const auto number = wholeOf(m_trace.args(call, keys), keys[0])) {
          m_calls[thread.process].emplace(*number, call);
        }
      });
    }
  }

  template <typename Visit>
  static void eachOf(std::span<const SpanId> spans, const Visit& visit) {
    for (; !spans.empty(); spans = spans.subspan(std::min(readTogether, spans.size()))) {
      const ReadAhead reading;
      std::ranges::for_each(spans.first(std::min(readTogether, spans.size())), visit);
    }
  }

  void add(SpanId record) {
    constexpr std::array<std::string_view, 4> keys{"correlation", "stream", "wait_on_stream", recordingCall};
    const ProcessId device = m_trace.track(m_trace.trackOf(record)).process;
    const auto host = m_hosts.find(device);
    if (host == m_hosts.end()) {
      return;
    }
    const ArgNode args = m_trace.args(record, keys);
    const SpanId recording = callOf(host->second, args, recordingCall);
    const SpanId waiting = callOf(host->second, args, "correlation");
    if (recording == SpanId::none || waiting == SpanId::none) {
      return;
    }
    m_waits.processes.insert(host->second);
    const StreamWork& before = streamOf(device, args, "wait_on_stream");
    const auto firstAfter = firstLaunchedAfter(before, recording);
    if (firstAfter == before.begin()) {
      return;  // the stream had nothing to do
    }
    const std::uint32_t dependency = *std::prev(firstAfter);
    if (m_trace.nameText(waiting).contains("EventSynchronize")) {
      m_waits.events.emplace(waiting, dependency);
      return;
    }
    const StreamWork& behind = streamOf(device, args, "stream");
    if (const auto work = firstLaunchedAfter(behind, waiting); &behind != &before && work != behind.end()) {
      m_waits.streams.push_back({.activity = *work, .dependency = dependency});
    }
  }

  [[nodiscard]] SpanId callOf(ProcessId host, const ArgNode& args, std::string_view key) const {
    const auto calls = m_calls.find(host);
    const std::optional<std::int64_t> number = wholeOf(args, key);
    if (calls == m_calls.end() || !number) {
      return SpanId::none;
    }
    const auto found = calls->second.find(*number);
    return found == calls->second.end() ? SpanId::none : found->second;
  }

  [[nodiscard]] const StreamWork& streamOf(ProcessId device, const ArgNode& args, std::string_view key) const {
    static const StreamWork empty;
    const std::optional<std::int64_t> number = wholeOf(args, key);
    const auto found = number ? m_streams.find({device, std::to_string(*number)}) : m_streams.end();
    return found == m_streams.end() ? empty : found->second;
  }

  /// Work of a stream runs in the order of its launches.
  [[nodiscard]] StreamWork::const_iterator firstLaunchedAfter(const StreamWork& stream, SpanId call) const {
    return std::ranges::partition_point(
        stream, [&](std::uint32_t w) { return m_trace.start(m_graph.activities()[w].call) < m_trace.start(call); });
  }

  const RunGraph& m_graph;
  const Trace& m_trace;
  std::map<std::pair<ProcessId, std::string>, StreamWork> m_streams;  // by device and number
  std::map<ProcessId, ProcessId> m_hosts;                             // by device: what launches its work
  std::map<ProcessId, CallsByCorrelation> m_calls;                    // by host
  RecordedWaits m_waits;
};

}  // namespace

RecordedWaits recordedWaits(const RunGraph& graph) {
  return RecordedWaitFinder(graph).find();
}

}  // namespace kernline
