// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/trace_memory.h"

#include "core/analysis/memory/call_chain.h"
#include "core/analysis/memory/record_fault.h"
#include "core/model/memory/block_ledger.h"
#include "core/model/trace/titles.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// Host process, kind and number of a device.
struct DeviceKey {
  ProcessId process = ProcessId::none;
  std::int16_t type = 0;
  std::int16_t device = -1;

  auto operator<=>(const DeviceKey&) const = default;
};

/// Totals of the records of one device.
class DeviceTotals {
 public:
  DeviceTotals(Time start, MemoryReport& report)
      : m_start(start), m_last(start), m_report(report), m_ledger(start, report) {}

  void add(const MemoryEvent& event, MemoryBlock block);
  [[nodiscard]] MemoryDevice finish();

 private:
  void addTotals(const MemoryEvent& event);
  [[nodiscard]] MemoryCurve integrated() const;

  Time m_start;
  Time m_last;
  MemoryReport& m_report;
  BlockLedger m_ledger;
  MemoryCurve m_allocated;
  MemoryCurve m_reserved;
  MemoryCurve m_change;  // sums of what was allocated and freed
  std::int64_t m_sum = 0;
  bool m_hasTotals = false;
};

void DeviceTotals::add(const MemoryEvent& event, MemoryBlock block) {
  if (isInvalidSize(event.bytes)) {
    m_report.add(MemoryIssueKind::InvalidSize, fmt::format("{} bytes", event.bytes));
    return;
  }
  m_last = std::max(event.time, m_last + Duration{1});
  if (event.address != 0) {
    if (event.bytes >= 0) {
      block.begin = m_last;
      block.bytes = event.bytes;
      block.address = event.address;
      m_ledger.allocate(block);
    } else {
      m_ledger.free(m_last, event.address, -event.bytes);
    }
  }
  m_sum += event.bytes;
  m_change.add(m_last, m_sum);
  if (faultOf(event) == MemoryIssueKind::InvalidSize) {
    m_report.add(MemoryIssueKind::InvalidSize, fmt::format("{} bytes allocated", event.totalAllocated));
    return;
  }
  addTotals(event);
}

void DeviceTotals::addTotals(const MemoryEvent& event) {
  if (event.totalAllocated != MemoryEvent::absent) {
    if (faultOf(event) == MemoryIssueKind::NegativeTotal) {
      m_report.add(MemoryIssueKind::NegativeTotal, fmt::format("{} bytes allocated", event.totalAllocated));
    }
    if (!m_hasTotals) {
      m_hasTotals = true;
      m_allocated.add(m_start, event.totalAllocated - event.bytes);
    }
    m_allocated.add(m_last, event.totalAllocated);
  }
  if (event.totalReserved <= 0) {
    return;  // absent, or the host's, which has no reserve and says 0
  }
  if (faultOf(event) == MemoryIssueKind::ImpossibleTotal) {
    m_report.add(MemoryIssueKind::ImpossibleTotal,
                 fmt::format("{} bytes allocated of {} reserved", event.totalAllocated, event.totalReserved));
  }
  if (m_reserved.isEmpty() || m_reserved.bytes.back() != event.totalReserved) {
    m_reserved.add(m_last, event.totalReserved);
  }
}

MemoryCurve DeviceTotals::integrated() const {
  const std::int64_t minValue = m_change.bytes.empty() ? 0 : *std::ranges::min_element(m_change.bytes);
  const std::int64_t before = std::max<std::int64_t>(0, -minValue);
  MemoryCurve curve;
  curve.add(m_start, before);
  for (std::size_t i = 0; i < m_change.size(); ++i) {
    curve.add(m_change.times[i], before + m_change.bytes[i]);
  }
  return curve;
}

MemoryDevice DeviceTotals::finish() {
  MemoryDevice device;
  m_ledger.finish(device);
  device.isIntegrated = !m_hasTotals;
  device.allocated = m_hasTotals ? std::move(m_allocated) : integrated();
  device.reserved = std::move(m_reserved);
  return device;
}

/// Puts the devices of a trace together.
class TraceMemory {
 public:
  TraceMemory(const Trace& trace, MemoryHistory& history) : m_trace(trace), m_history(history) {}

  [[nodiscard]] bool addRecords(const std::stop_token& stop);
  void addCounters();
  void addSteps(std::span<const Step> steps);

 private:
  [[nodiscard]] DeviceKey keyOf(const MemoryEvent& event) const;
  [[nodiscard]] CallChain& chainOf(TrackId track);
  [[nodiscard]] std::int32_t rankOf(ProcessId process) const;
  [[nodiscard]] std::string_view modelOf(const DeviceKey& key) const;
  [[nodiscard]] std::string titleOf(const DeviceKey& key) const;

  const Trace& m_trace;
  MemoryHistory& m_history;
  std::map<TrackId, CallChain> m_chains;
};

DeviceKey TraceMemory::keyOf(const MemoryEvent& event) const {
  const ProcessId process = event.track == TrackId::none ? ProcessId::none : m_trace.track(event.track).process;
  return {process, event.deviceType, event.device};
}

CallChain& TraceMemory::chainOf(TrackId track) {
  const auto found = m_chains.find(track);
  return found == m_chains.end() ? m_chains.try_emplace(track, m_trace, track, m_history).first->second : found->second;
}

std::int32_t TraceMemory::rankOf(ProcessId process) const {
  return process == ProcessId::none ? -1 : m_trace.process(process).rank;
}

/// Returns the word for a number of c10::DeviceType.
std::string_view deviceWord(std::int16_t type) {
  switch (type) {
    case 1:  // CUDA
    case 6:  // HIP
      return "GPU";
    case 12:
      return "XPU";
    case 13:
      return "MPS";
    case 15:
      return "HPU";
    case 19:
      return "MTIA";
    default:
      return "device";
  }
}

std::string_view TraceMemory::modelOf(const DeviceKey& key) const {
  return key.type == 0 ? std::string_view{} : deviceModel(key.device, m_trace.devices());
}

std::string TraceMemory::titleOf(const DeviceKey& key) const {
  const bool isHost = key.type == 0;
  std::string title = isHost ? "CPU" : fmt::format("{} {}", deviceWord(key.type), key.device);
  if (const std::string_view model = modelOf(key); !model.empty()) {
    title += fmt::format(" · {}", model);
  }
  return rankOf(key.process) < 0 ? title : fmt::format("rank {} · {}", rankOf(key.process), title);
}

bool TraceMemory::addRecords(const std::stop_token& stop) {
  constexpr std::size_t between = 1 << 12;  // two looks at the stop token
  std::map<DeviceKey, DeviceTotals> devices;
  std::size_t count = 0;
  for (const MemoryEvent& event : m_trace.memoryEvents()) {
    if (++count % between == 0 && stop.stop_requested()) {
      return false;
    }
    MemoryBlock block;
    if (event.bytes >= 0 && event.track != TrackId::none) {
      chainOf(event.track).describe(event.time, block);
    }
    devices.try_emplace(keyOf(event), m_trace.bounds().begin, m_history.report).first->second.add(event, block);
  }
  // Devices before hosts: that is what people come for.
  for (const bool isHost : {false, true}) {
    for (auto& [key, totals] : devices) {
      if ((key.type == 0) == isHost) {
        MemoryDevice device = totals.finish();
        device.rank = rankOf(key.process);
        device.device = isHost ? -1 : key.device;
        device.title = titleOf(key);
        device.model = modelOf(key);
        m_history.devices.push_back(std::move(device));
      }
    }
  }
  return true;
}

bool isAboutMemory(const Trace& trace, const Counter& counter) {
  const std::string_view name = trace.text(counter.name);
  return trace.text(counter.unit) == "bytes" &&
         (name.contains("emory") || name.contains("llocated") || name.contains("HBM"));
}

void TraceMemory::addCounters() {
  for (const Counter& counter : m_trace.counters()) {
    if (!isAboutMemory(m_trace, counter)) {
      continue;
    }
    const std::string name(m_trace.text(counter.name));
    MemoryDevice device;
    device.rank = rankOf(counter.process);
    const std::string_view series = m_trace.text(counter.series);
    device.title = series.empty() || series == name ? name : fmt::format("{} · {}", name, series);
    if (counter.process != ProcessId::none && m_trace.process(counter.process).device >= 0) {
      device.device = m_trace.process(counter.process).device;
      device.title = fmt::format("GPU {} · {}", device.device, device.title);
    }
    for (std::size_t i = 0; i < counter.sampleCount; ++i) {
      const double value = m_trace.sampleValues(counter)[i];
      if (value >= -static_cast<double>(maxMemorySize) &&
          value <= static_cast<double>(maxMemorySize)) {  // no NaN either
        const Time time = m_trace.sampleTimes(counter)[i];
        const Time last = device.allocated.isEmpty() ? time - Duration{1} : device.allocated.times.back();
        device.allocated.add(std::max(time, last + Duration{1}), static_cast<std::int64_t>(value));
      } else {
        m_history.report.add(MemoryIssueKind::InvalidSize, fmt::format("{} in {}", value, device.title));
      }
    }
    m_history.devices.push_back(std::move(device));
  }
}

void TraceMemory::addSteps(std::span<const Step> steps) {
  for (const Step& step : steps) {
    m_history.marks.push_back({m_history.strings.intern(m_trace.text(step.name)), step.range});
  }
}

}  // namespace

bool hasMemoryData(const Trace& trace) {
  return !trace.memoryEvents().empty() ||
         std::ranges::any_of(trace.counters(), [&](const Counter& counter) { return isAboutMemory(trace, counter); });
}

std::shared_ptr<MemoryHistory> traceMemory(const Trace& trace, const std::stop_token& stop) {
  return traceMemory(trace, trace.steps(), stop);
}

std::shared_ptr<MemoryHistory> traceMemory(const Trace& trace, std::span<const Step> steps,
                                           const std::stop_token& stop) {
  auto history = std::make_shared<MemoryHistory>();
  if (!trace.sources().empty()) {
    history->path = trace.sources().front().path;
    history->format = trace.sources().front().format.english();
  }
  history->baseTimeNs = trace.baseTimeNs();
  history->bounds = trace.bounds();
  TraceMemory memory(trace, *history);
  if (!memory.addRecords(stop)) {
    return nullptr;
  }
  memory.addCounters();
  memory.addSteps(steps);
  history->stacks.shrink();
  return history;
}

}  // namespace kernline
