// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace kernline::test {

namespace {

// Names may hold anything; a dump stays one line a thing and valid UTF-8.
std::string inQuotes(std::string_view text) {
  constexpr std::size_t maxLength = 160;
  std::string shown = "\"";
  for (const char c : text.substr(0, maxLength)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == '"' || byte == '\\' || byte >= 0x7f) {
      fmt::format_to(std::back_inserter(shown), "\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  shown += '"';
  if (text.size() > maxLength) {
    fmt::format_to(std::back_inserter(shown), "… {} bytes", text.size());
  }
  return shown;
}

std::string flagsText(SpanFlags flags) {
  std::string text;
  const auto add = [&](SpanFlags flag, std::string_view name) {
    if (has(flags, flag)) {
      text.append(" ").append(name);
    }
  };
  add(SpanFlags::Unfinished, "unfinished");
  add(SpanFlags::Repaired, "repaired");
  add(SpanFlags::GraphReplay, "graph");
  add(SpanFlags::Overlapping, "overlapping");
  add(SpanFlags::OutsideBounds, "outside");
  return text;
}

class Dump {
 public:
  Dump(const Trace& trace, const DumpOptions& options) : m_trace(trace), m_options(options) {}

  std::string run() {
    head();
    processes();
    for (std::uint32_t t = 0; t < m_trace.tracks().size(); ++t) {
      track(TrackId{t});
    }
    counters();
    instants();
    memory();
    links();
    steps();
    issues();
    return std::move(m_out);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(m_out), format, std::forward<Args>(args)...);
    m_out += '\n';
  }

  [[nodiscard]] std::string text(StringId id) const { return inQuotes(m_trace.text(id)); }

  [[nodiscard]] std::size_t shown(std::size_t count, std::size_t limit) const { return std::min(count, limit); }

  void rest(std::size_t count, std::size_t limit, std::string_view indent) {
    if (count > limit) {
      line("{}… {} more", indent, count - limit);
    }
  }

  void head() {
    if (m_options.withSource) {
      for (const SourceFile& source : m_trace.sources()) {
        line("source {}, {} bytes of text", source.format.english(), source.textBytes);
      }
    }
    const TimeRange bounds = m_trace.bounds();
    line("bounds {} to {}, base {}, {} spans, {} flow records", bounds.begin.ns, bounds.end.ns, m_trace.baseTimeNs(),
         m_trace.spanCount(), m_trace.flowRecordCount());
    for (const Device& device : m_trace.devices()) {
      line("device {} {}, {} bytes, {} SMs, {}.{}", device.id, inQuotes(device.name), device.memoryBytes,
           device.multiprocessors, device.computeMajor, device.computeMinor);
    }
    for (const MetadataEntry& entry : m_trace.metadata()) {
      line("metadata {} = {}", inQuotes(entry.key), inQuotes(entry.value));
    }
  }

  void processes() {
    for (const Process& process : m_trace.processes()) {
      line("process {} name {} labels {} title {} sort {} device {} rank {}", text(process.pid), text(process.name),
           text(process.labels), text(process.title), process.sortIndex, process.device, process.rank);
    }
  }

  void track(TrackId id) {
    const Track& track = m_trace.track(id);
    const StringId pid = track.process == ProcessId::none ? StringId::empty : m_trace.process(track.process).pid;
    line("track {} pid {} tid {} name {} title {} sort {}: {} spans on {} lanes, {} to {}", toText(track.kind),
         text(pid), text(track.tid), text(track.name), text(track.title), track.sortIndex, track.spanCount,
         track.laneCount, track.extent.begin.ns, track.extent.end.ns);
    for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
      const Lane& lane = m_trace.lane(LaneId{l});
      line("  lane {}: {} spans", l - track.firstLane, lane.spanCount);
      for (std::size_t i = 0; i < shown(lane.spanCount, m_options.spansPerLane); ++i) {
        span(SpanId{lane.firstSpan + static_cast<std::uint32_t>(i)});
      }
      rest(lane.spanCount, m_options.spansPerLane, "    ");
    }
  }

  void span(SpanId id) {
    std::string where = m_options.withOffsets ? fmt::format(" @{}", m_trace.offset(id)) : std::string{};
    line("    {} +{} {} [{}] {}{}{}", m_trace.start(id).ns, m_trace.duration(id).ns, inQuotes(m_trace.nameText(id)),
         m_trace.categoryText(id), toText(m_trace.kind(id)), flagsText(m_trace.flags(id)), where);
  }

  void counters() {
    for (const Counter& counter : m_trace.counters()) {
      const StringId pid = counter.process == ProcessId::none ? StringId::empty : m_trace.process(counter.process).pid;
      line("counter pid {} {} series {} unit {}: {} samples, {} to {}", text(pid), text(counter.name),
           text(counter.series), text(counter.unit), counter.sampleCount, counter.minimum, counter.maximum);
      const auto times = m_trace.sampleTimes(counter);
      const auto values = m_trace.sampleValues(counter);
      for (std::size_t i = 0; i < shown(times.size(), m_options.others); ++i) {
        line("    {} {}", times[i].ns, values[i]);
      }
      rest(times.size(), m_options.others, "    ");
    }
  }

  [[nodiscard]] std::string trackName(TrackId id) const {
    if (id == TrackId::none) {
      return "no track";
    }
    const Track& track = m_trace.track(id);
    const StringId pid = track.process == ProcessId::none ? StringId::empty : m_trace.process(track.process).pid;
    return fmt::format("pid {} tid {}", text(pid), text(track.tid));
  }

  void instants() {
    const auto all = m_trace.instants();
    for (std::size_t i = 0; i < shown(all.size(), m_options.others); ++i) {
      constexpr std::string_view scopes[] = {"thread", "process", "global"};
      line("instant {} {} [{}] {} on {}", all[i].time.ns, text(all[i].name), m_trace.categoryText(all[i].category),
           scopes[static_cast<std::size_t>(all[i].scope)], trackName(all[i].track));
    }
    rest(all.size(), m_options.others, "instants ");
  }

  void memory() {
    const auto all = m_trace.memoryEvents();
    for (std::size_t i = 0; i < shown(all.size(), m_options.others); ++i) {
      line("memory {} {} bytes at {:#x}, allocated {}, reserved {}, device {}:{} on {}", all[i].time.ns, all[i].bytes,
           all[i].address, all[i].totalAllocated, all[i].totalReserved, all[i].deviceType, all[i].device,
           trackName(all[i].track));
    }
    rest(all.size(), m_options.others, "memory ");
  }

  [[nodiscard]] std::string spanName(SpanId id) const {
    return id == SpanId::none ? "none" : fmt::format("{} {}", index(id), inQuotes(m_trace.nameText(id)));
  }

  void links() {
    const auto flows = m_trace.flows();
    for (std::size_t i = 0; i < shown(flows.size(), m_options.others); ++i) {
      line("flow {} -> {} [{}]", spanName(flows[i].from), spanName(flows[i].to), m_trace.text(flows[i].category));
    }
    rest(flows.size(), m_options.others, "flows ");
    const auto launches = m_trace.launches();
    for (std::size_t i = 0; i < shown(launches.size(), m_options.others); ++i) {
      line("launch {} -> {}, op {}", spanName(launches[i].call), spanName(launches[i].activity),
           spanName(m_trace.opOf(launches[i].activity)));
    }
    rest(launches.size(), m_options.others, "launches ");
  }

  void steps() {
    for (const Step& step : m_trace.steps()) {
      line("step {} {} to {} span {}", text(step.name), step.range.begin.ns, step.range.end.ns, spanName(step.span));
    }
  }

  void issues() {
    for (const IssueKind kind : m_trace.report().kinds()) {
      const Issue& issue = m_trace.report()[kind];
      std::string where = m_options.withOffsets ? fmt::format(" from byte {}", issue.firstOffset) : std::string{};
      line("issue {} {}{} {}", issueText(kind).key, issue.count, where, inQuotes(issue.example));
    }
  }

  const Trace& m_trace;
  const DumpOptions& m_options;
  std::string m_out;
};

}  // namespace

std::string dump(const Trace& trace, const DumpOptions& options) {
  return Dump(trace, options).run();
}

}  // namespace kernline::test
