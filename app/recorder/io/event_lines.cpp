// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/event_lines.h"

#include "app/recorder/io/json_text.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

namespace kernline::recorder {

namespace {

constexpr std::int64_t rowsPerProcess = 1'000'000;
constexpr std::int64_t waitingRow = 999'999;
constexpr std::int64_t blocksPid = 1'000'000'000;   // process id plus the device: above every process
constexpr std::int64_t blocksSortBase = 6'000'000;  // sort index below the GPUs
constexpr std::int64_t deviceSortBase = 5'000'000;  // torch.profiler's: GPUs go below host processes

std::string threadName(std::int32_t pid, std::uint32_t thread) {
  std::ifstream file(fmt::format("/proc/{}/task/{}/comm", pid, thread));
  std::string name;
  std::getline(file, name);
  return name.empty() ? fmt::format("thread {}", thread) : fmt::format("thread {} ({})", thread, name);
}

}  // namespace

void appendMicroseconds(std::string& text, std::int64_t nanoseconds) {
  std::uint64_t size = static_cast<std::uint64_t>(nanoseconds);
  if (nanoseconds < 0) {
    text.push_back('-');
    size = 0 - size;
  }
  const fmt::format_int whole(size / 1000);
  text.append(whole.data(), whole.size());
  const auto rest = static_cast<unsigned>(size % 1000);
  text.push_back('.');
  text.push_back(static_cast<char>('0' + rest / 100));
  text.push_back(static_cast<char>('0' + rest / 10 % 10));
  text.push_back(static_cast<char>('0' + rest % 10));
}

EventLines::EventLines(ProcessIdentity process) : m_process(std::move(process)) {}

void EventLines::clear() {
  m_text.clear();
  m_counts = {};
}

void EventLines::nameProcess() {
  m_isProcessNamed = true;
  fmt::format_to(
      std::back_inserter(m_text),
      ",\n{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{0},\"tid\":0,\"ts\":0,\"args\":{{\"name\":{1}}}}}"
      ",\n{{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":{0},\"tid\":0,\"ts\":0,\"args\":{{\"labels\":"
      "\"CPU\"}}}}"
      ",\n{{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":{0},\"tid\":0,\"ts\":0,\"args\":"
      "{{\"sort_index\":{0}}}}}",
      m_process.pid, jsonString(m_process.name));
}

void EventLines::nameDevice(std::uint32_t device) {
  fmt::format_to(std::back_inserter(m_text),
                 ",\n{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{0},\"tid\":0,\"ts\":0,\"args\":{{\"name\":\"GPU "
                 "{0}\"}}}}"
                 ",\n{{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":{0},\"tid\":0,\"ts\":0,\"args\":{{\"labels\":"
                 "\"GPU {0}\"}}}}"
                 ",\n{{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":{0},\"tid\":0,\"ts\":0,\"args\":"
                 "{{\"sort_index\":{1}}}}}",
                 device, deviceSortBase + device);
}

void EventLines::nameRow(std::uint32_t device, std::int64_t row, std::string_view name) {
  const std::string owned =
      m_process.number == 0 ? std::string(name) : fmt::format("{} ({} {})", name, m_process.name, m_process.pid);
  fmt::format_to(
      std::back_inserter(m_text),
      ",\n{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{0},\"tid\":{1},\"ts\":0,\"args\":{{\"name\":{2}}}}}"
      ",\n{{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":{0},\"tid\":{1},\"ts\":0,\"args\":{{\"sort_index\":{1}}"
      "}}}",
      device, row, jsonString(owned));
}

void EventLines::nameThread(std::uint32_t thread) {
  if (thread == m_lastThread && m_isProcessNamed) {
    return;
  }
  m_lastThread = thread;
  if (!m_isProcessNamed) {
    nameProcess();
  }
  if (m_threads.insert(thread).second) {
    fmt::format_to(
        std::back_inserter(m_text),
        ",\n{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{0},\"tid\":{1},\"ts\":0,\"args\":{{\"name\":{2}}}}}"
        ",\n{{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":{0},\"tid\":{1},\"ts\":0,\"args\":"
        "{{\"sort_index\":{1}}}}}",
        m_process.pid, thread, jsonString(threadName(m_process.pid, thread)));
  }
}

/// The row of a stream, or of the waits of the host with -1.
std::int64_t EventLines::rowOf(std::uint32_t device, std::int64_t stream) {
  const std::int64_t row = m_process.number * rowsPerProcess + (stream < 0 ? waitingRow : stream);
  if (m_rows.emplace(device, row).second) {
    if (m_devices.insert(device).second) {
      nameDevice(device);
    }
    nameRow(device, row, stream < 0 ? std::string("host waits") : fmt::format("stream {}", stream));
  }
  return row;
}

/// Ids are unique in a process, and a recording may hold several.
std::uint64_t EventLines::correlationOf(std::uint32_t id) const {
  return id == 0 ? 0 : (std::uint64_t{m_process.number} << 32U) + id;
}

void EventLines::begin(std::string_view category, std::string_view quotedName, std::int64_t pid, std::int64_t tid,
                       std::int64_t start, std::int64_t end) {
  fmt::format_to(std::back_inserter(m_text),
                 FMT_COMPILE(",\n{{\"ph\":\"X\",\"cat\":\"{}\",\"name\":{},\"pid\":{},\"tid\":{},\"ts\":"), category,
                 quotedName, pid, tid);
  appendMicroseconds(m_text, start);
  m_text += ",\"dur\":";
  appendMicroseconds(m_text, std::max(end - start, std::int64_t{0}));
  m_text += ",\"args\":{";
}

void EventLines::beginInstant(std::string_view category, std::string_view quotedName, std::int64_t pid,
                              std::uint64_t row, std::int64_t time) {
  fmt::format_to(std::back_inserter(m_text),
                 FMT_COMPILE(",\n{{\"ph\":\"i\",\"s\":\"t\",\"cat\":\"{}\",\"name\":{},\"pid\":{},\"tid\":{},\"ts\":"),
                 category, quotedName, pid, row);
  appendMicroseconds(m_text, time);
  m_text += ",\"args\":{";
}

void EventLines::addActivity(const DeviceActivity& activity) {
  fmt::format_to(std::back_inserter(m_text),
                 FMT_COMPILE("\"device\":{},\"context\":{},\"stream\":{},\"correlation\":{}"), activity.device,
                 activity.context, activity.stream, correlationOf(activity.correlation));
  if (activity.graph != 0) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"graph id\":{},\"graph node id\":{}"), activity.graph,
                   activity.graphNode);
  }
}

void EventLines::finish(RecordKind kind) {
  m_text += "}}";
  ++m_counts[kind];
}

void EventLines::add(const KernelEvent& event) {
  const std::int64_t row = rowOf(event.device, event.stream);
  begin("kernel", m_names.quoted(event.name, true), event.device, row, event.start, event.end);
  addActivity(event);
  fmt::format_to(std::back_inserter(m_text),
                 FMT_COMPILE(",\"grid\":[{},{},{}],\"block\":[{},{},{}],\"registers per thread\":{},\"shared "
                             "memory\":{},\"static shared memory\":{},\"dynamic shared memory\":{}"),
                 event.grid[0], event.grid[1], event.grid[2], event.block[0], event.block[1], event.block[2],
                 event.registers, event.staticShared + event.dynamicShared, event.staticShared, event.dynamicShared);
  if (event.cluster[0] != 0) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"cluster\":[{},{},{}]"), event.cluster[0],
                   event.cluster[1], event.cluster[2]);
  }
  if (event.localPerThread != 0) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"local memory per thread\":{}"), event.localPerThread);
  }
  const Occupancy& occupancy = event.occupancy;
  if (!occupancy.limiter.empty()) {
    fmt::format_to(std::back_inserter(m_text),
                   FMT_COMPILE(",\"blocks per SM\":{:.6g},\"warps per SM\":{:.6g},\"est. achieved occupancy "
                               "%\":{},\"occupancy limiter\":\"{}\""),
                   occupancy.blocksPerSm, occupancy.warpsPerSm, occupancy.percent, occupancy.limiter);
  }
  finish(RecordKind::Kernel);
}

void EventLines::add(const MemcpyEvent& event) {
  const std::int64_t row = rowOf(event.device, event.stream);
  begin("gpu_memcpy", m_names.quoted(event.name), event.device, row, event.start, event.end);
  addActivity(event);
  fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"bytes\":{}"), event.bytes);
  if (event.end > event.start) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"memory bandwidth (GB/s)\":{:.6g}"),
                   static_cast<double>(event.bytes) / static_cast<double>(event.end - event.start));
  }
  if (event.isBetweenDevices) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"fromDevice\":{},\"inDevice\":{},\"toDevice\":{}"),
                   event.fromDevice, event.device, event.toDevice);
  }
  finish(RecordKind::Memcpy);
}

void EventLines::add(const MemsetEvent& event) {
  const std::int64_t row = rowOf(event.device, event.stream);
  begin("gpu_memset", m_names.quoted(event.name), event.device, row, event.start, event.end);
  addActivity(event);
  fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"bytes\":{},\"value\":{}"), event.bytes, event.value);
  if (event.end > event.start) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"memory bandwidth (GB/s)\":{:.6g}"),
                   static_cast<double>(event.bytes) / static_cast<double>(event.end - event.start));
  }
  finish(RecordKind::Memset);
}

void EventLines::add(const CallEvent& event, RecordKind kind) {
  nameThread(event.thread);
  begin(kind == RecordKind::DriverCall ? "cuda_driver" : "cuda_runtime", m_names.quoted(event.name), m_process.pid,
        event.thread, event.start, event.end);
  fmt::format_to(std::back_inserter(m_text), FMT_COMPILE("\"cbid\":{},\"correlation\":{}"), event.cbid,
                 correlationOf(event.correlation));
  if (event.result != 0) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"result\":{}"), event.result);
  }
  finish(kind);
}

void EventLines::add(const SyncEvent& event) {
  const std::int64_t row = rowOf(event.device, event.isOnStream ? event.stream : -1);
  begin("cuda_sync", m_names.quoted(event.name), event.device, row, event.start, event.end);
  fmt::format_to(std::back_inserter(m_text),
                 FMT_COMPILE("\"cuda_sync_kind\":{},\"device\":{},\"context\":{},\"stream\":{},\"correlation\":{}"),
                 m_names.quoted(event.name), event.device, event.context, event.stream,
                 correlationOf(event.correlation));
  if (event.event != 0) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"wait_on_cuda_event_id\":{}"), event.event);
  }
  finish(RecordKind::Synchronization);
}

void EventLines::add(const OverheadEvent& event) {
  nameThread(event.thread);
  begin("overhead", m_names.quoted(event.name), -1, event.thread, event.start, event.end);
  fmt::format_to(std::back_inserter(m_text), FMT_COMPILE("\"process\":{}"), m_process.pid);
  finish(RecordKind::Overhead);
}

void EventLines::add(const MemoryEvent& event) {
  nameThread(event.thread);
  beginInstant("cpu_instant_event", "\"[memory]\"", m_process.pid, event.thread, event.time);
  fmt::format_to(std::back_inserter(m_text),
                 FMT_COMPILE("\"Addr\":{},\"Bytes\":{},\"Total Allocated\":{},\"Total Reserved\":{},\"Device "
                             "Type\":{},\"Device Id\":{},\"kind\":\"{}\""),
                 event.address, event.bytes, event.allocated, event.reserved, event.device < 0 ? 0 : 1, event.device,
                 event.kind);
  finish(RecordKind::Memory);
}

void EventLines::add(const PoolEvent& event) {
  nameThread(event.thread);
  beginInstant("memory_pool", m_names.quoted(event.name), m_process.pid, event.thread, event.time);
  fmt::format_to(std::back_inserter(m_text),
                 FMT_COMPILE("\"device\":{},\"address\":{},\"size\":{},\"used\":{},\"release threshold\":{}"),
                 event.device, event.address, event.size, event.used, event.releaseThreshold);
  finish(RecordKind::MemoryPool);
}

void EventLines::add(const CounterEvent& event) {
  if (m_devices.insert(event.device).second) {
    nameDevice(event.device);
  }
  fmt::format_to(std::back_inserter(m_text),
                 FMT_COMPILE(",\n{{\"ph\":\"C\",\"cat\":\"counter\",\"name\":{},\"pid\":{},\"ts\":"),
                 m_names.quoted(event.chart), event.device);
  appendMicroseconds(m_text, event.time);
  m_text += ",\"args\":{";
  std::string_view comma;
  for (std::size_t i = 0; i < event.series.size(); ++i) {
    if (std::isfinite(event.values[i])) {  // five digits are more than a sample is worth
      m_text += comma;
      fmt::format_to(std::back_inserter(m_text), FMT_COMPILE("{}:{:.5g}"), jsonString(event.series[i]),
                     event.values[i]);
      comma = ",";
    }
  }
  finish(RecordKind::Counter);
}

/// The SMs of a GPU are a process of their own, so that viewers fold them.
void EventLines::beginBlock(std::string_view category, std::string_view quotedName, const BlockEvent& event) {
  const std::int64_t pid = blocksPid + event.device;
  if (m_blockDevices.insert(event.device).second) {
    fmt::format_to(
        std::back_inserter(m_text),
        ",\n{{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":{0},\"tid\":0,\"ts\":0,\"args\":{{\"name\":\"GPU "
        "{1} blocks\"}}}}"
        ",\n{{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":{0},\"tid\":0,\"ts\":0,\"args\":{{\"labels\":"
        "\"GPU {1}\"}}}}"
        ",\n{{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":{0},\"tid\":0,\"ts\":0,\"args\":"
        "{{\"sort_index\":{2}}}}}",
        pid, event.device, blocksSortBase + event.device);
  }
  if (m_smRows.emplace(event.device, event.sm).second) {
    fmt::format_to(
        std::back_inserter(m_text),
        ",\n{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":{0},\"tid\":{1},\"ts\":0,\"args\":{{\"name\":\"SM {1}\"}}}}"
        ",\n{{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":{0},\"tid\":{1},\"ts\":0,\"args\":{{\"sort_index\":{"
        "1}}}"
        "}}",
        pid, event.sm);
  }
  begin(category, quotedName, pid, event.sm, event.start, event.end);
  fmt::format_to(std::back_inserter(m_text), FMT_COMPILE("\"block\":{},\"kernel correlation\":{}"), event.block,
                 correlationOf(event.correlation));
}

void EventLines::add(const BlockEvent& event) {
  beginBlock("block", fmt::format(FMT_COMPILE("\"block {}\""), event.block), event);
  finish(RecordKind::Block);
}

void EventLines::add(const BlockMarkEvent& event) {
  beginBlock("block_mark", m_names.quoted(event.name), event);
  fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"warp\":{},\"phase\":{}"), event.warp, event.phase);
  finish(RecordKind::BlockMark);
}

void EventLines::add(const CounterGap& gap) {
  const std::string name = fmt::format("GPU {}: counters not sampled", gap.device);
  begin("overhead", m_names.quoted(name), -1, gap.device, gap.start, gap.end);
  fmt::format_to(std::back_inserter(m_text), FMT_COMPILE("\"device\":{}"), gap.device);
  finish(RecordKind::Overhead);
}

void EventLines::add(const KernelMetricsEvent& event) {
  const DeviceActivity& kernel = event.kernel;
  const auto row = static_cast<std::uint64_t>(rowOf(kernel.device, kernel.stream));
  beginInstant("kernel_metrics", "\"[kernel metrics]\"", kernel.device, row, kernel.start);
  addActivity(kernel);
  fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"passes\":{},\"metrics\":{{"), event.passes);
  std::string_view comma;
  for (const MetricValue& metric : event.metrics) {
    if (std::isfinite(metric.value)) {
      m_text += comma;
      fmt::format_to(std::back_inserter(m_text), FMT_COMPILE("{}:{:.9g}"), jsonString(metric.name), metric.value);
      comma = ",";
    }
  }
  m_text += '}';
  if (!event.run.empty()) {
    fmt::format_to(std::back_inserter(m_text), FMT_COMPILE(",\"run\":{}"), event.run);
  }
  finish(RecordKind::KernelMetrics);
}

}  // namespace kernline::recorder
