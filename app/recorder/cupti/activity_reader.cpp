// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/activity_reader.h"

#include "app/recorder/cupti/occupancy.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

namespace kernline::recorder {

namespace {

constexpr std::size_t passFrom = std::size_t{64} * 1024;  // bytes of lines: what a full disk costs at most

/// A record as what its kind says it is.
template <typename Record>
const Record& as(const CUpti_Activity& record) {
  return reinterpret_cast<const Record&>(record);
}

}  // namespace

ActivityReader::ActivityReader(EventSink& sink, ProcessIdentity process, std::vector<std::string> devices)
    : m_sink(sink), m_pid(process.pid), m_lines(std::move(process)), m_devices(std::move(devices)) {}

void ActivityReader::read(const CUpti_Activity& record) {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      readKernel(as<CUpti_ActivityKernel9>(record));
      break;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      readCopy(as<CUpti_ActivityMemcpy5>(record));
      break;
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
      readPeerCopy(as<CUpti_ActivityMemcpyPtoP4>(record));
      break;
    case CUPTI_ACTIVITY_KIND_MEMSET:
      readSet(as<CUpti_ActivityMemset4>(record));
      break;
    case CUPTI_ACTIVITY_KIND_RUNTIME:
      readRuntimeCall(as<CUpti_ActivityAPI>(record));
      break;
    case CUPTI_ACTIVITY_KIND_DRIVER:
      readDriverCall(as<CUpti_ActivityAPI>(record));
      break;
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
      readSync(as<CUpti_ActivitySynchronization>(record));
      break;
    case CUPTI_ACTIVITY_KIND_MARKER:
      readMarker(as<CUpti_ActivityMarker2>(record));
      break;
    case CUPTI_ACTIVITY_KIND_MARKER_DATA:
      readMarkerData(as<CUpti_ActivityMarkerData>(record));
      break;
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
      readOverhead(as<CUpti_ActivityOverhead>(record));
      break;
    case CUPTI_ACTIVITY_KIND_MEMORY2:
      m_heldMemory.emplace_back(as<CUpti_ActivityMemory3>(record));
      m_newestMemory = std::max(m_newestMemory, static_cast<std::int64_t>(as<CUpti_ActivityMemory3>(record).timestamp));
      break;
    case CUPTI_ACTIVITY_KIND_MEMORY_POOL:
      readPool(as<CUpti_ActivityMemoryPool2>(record));
      break;
    case CUPTI_ACTIVITY_KIND_CONTEXT:
      m_deviceOfContext[as<CUpti_ActivityContext>(record).contextId] = as<CUpti_ActivityContext>(record).deviceId;
      break;
    default:
      break;
  }
  if (m_lines.text().size() >= passFrom) {
    pass();
  }
}

void ActivityReader::learn(LaunchWatcher::News news) {
  m_ignored.insert(news.ignored.begin(), news.ignored.end());
  for (const std::uint32_t correlation : news.awaited) {
    m_awaited.try_emplace(correlation);
  }
  for (CountedLaunch& launch : news.counted) {
    const auto kernel = m_awaited.find(launch.correlation);
    if (kernel != m_awaited.end() && kernel->second) {
      addMetrics(*kernel->second, launch);
    } else {
      m_counted.emplace(launch.correlation, std::move(launch));
    }
  }
}

void ActivityReader::addMetrics(const DeviceActivity& kernel, const CountedLaunch& launch) {
  const std::vector<MetricValue> metrics = metricsOfKernel(launch, static_cast<double>(kernel.end - kernel.start));
  std::size_t passes = 0;
  for (const CountedRange& range : launch.ranges) {
    passes += range.passes;
  }
  m_lines.add(KernelMetricsEvent{.kernel = kernel, .passes = passes, .metrics = metrics, .run = launch.run});
}

void ActivityReader::pass() {
  if (m_lines.text().empty()) {
    return;
  }
  m_isTaken = m_isTaken && m_sink.write(m_lines.text(), m_lines.counts());
  if (!m_isTaken) {
    m_lost += m_lines.counts().sum();
  }
  m_lines.clear();
}

void ActivityReader::endOfBuffer() {
  constexpr int maxBuffersSeen = 2;  // buffers; a call's end is recorded right after what it called
  for (auto held = m_held.begin(); held != m_held.end();) {
    if (++held->second.buffersSeen >= maxBuffersSeen) {
      m_lines.add(held->second.event, RecordKind::DriverCall);
      held = m_held.erase(held);
    } else {
      ++held;
    }
  }
  addMarks();
  // Buffers are requested ten times as often.
  constexpr std::int64_t maxDelay = 1'000'000'000;
  addMemory(m_newestMemory - maxDelay);
  pass();
}

void ActivityReader::end(std::int64_t now) {
  for (const auto& [thread, held] : m_held) {
    m_lines.add(held.event, RecordKind::DriverCall);
  }
  m_held.clear();
  addMarks();
  addMemory(std::numeric_limits<std::int64_t>::max());
  for (const auto& [id, range] : m_ranges) {
    RangeEvent event = range.event(std::max(now, range.start));
    event.isUnfinished = true;
    m_lines.add(event);
  }
  m_ranges.clear();
  pass();
}

std::uint32_t ActivityReader::idOf(std::uint32_t device) {
  return static_cast<std::uint32_t>(m_devices.of(device).id);
}

template <typename Record>
bool ActivityReader::place(const Record& record, DeviceActivity& activity) {
  if (record.start == 0 || record.end == 0) {
    ++(m_expectsInFlight ? m_inFlight : m_lost);  // a forced flush hands out what has not run
    return false;
  }
  m_deviceOfContext.emplace(std::uint32_t{record.contextId}, std::uint32_t{record.deviceId});
  activity.start = static_cast<std::int64_t>(record.start);
  activity.end = static_cast<std::int64_t>(record.end);
  activity.device = idOf(record.deviceId);
  activity.context = record.contextId;
  activity.stream = record.streamId;
  activity.correlation = record.correlationId;
  activity.graph = record.graphId;
  activity.graphNode = record.graphNodeId;
  return true;
}

void ActivityReader::readKernel(const CUpti_ActivityKernel9& record) {
  // CUPTI runs it before a kernel that is counted, and says that the same call launched it.
  constexpr std::string_view kernelOfCupti = "WaitNs";
  const auto awaited = m_awaited.find(record.correlationId);
  const bool isCupti = awaited != m_awaited.end() && record.name != nullptr && record.name == kernelOfCupti;
  KernelEvent event;
  if (isCupti || m_ignored.contains(record.correlationId) || !place(record, event)) {
    return;
  }
  event.name = record.name == nullptr ? "unnamed kernel" : record.name;
  event.grid = {record.gridX, record.gridY, record.gridZ};
  event.block = {record.blockX, record.blockY, record.blockZ};
  event.cluster = {record.clusterX, record.clusterY, record.clusterZ};
  event.registers = record.registersPerThread;
  event.staticShared = record.staticSharedMemory;
  event.dynamicShared = record.dynamicSharedMemory;
  event.localPerThread = record.localMemoryPerThread;
  event.occupancy = occupancyOf(event, m_devices.of(record.deviceId));
  m_lines.add(event);
  if (m_onKernel) {
    m_onKernel(event);
  }
  if (awaited != m_awaited.end()) {
    awaited->second = event;
    if (const auto counted = m_counted.find(record.correlationId); counted != m_counted.end()) {
      addMetrics(event, counted->second);
      m_counted.erase(counted);
    }
  }
}

void ActivityReader::readCopy(const CUpti_ActivityMemcpy5& record) {
  MemcpyEvent event;
  if (!place(record, event)) {
    return;
  }
  const std::tuple key(record.copyKind, record.srcKind, record.dstKind);
  std::string& name = m_copyNames[key];
  if (name.empty()) {
    name = copyName(record.copyKind, record.srcKind, record.dstKind);
  }
  event.name = name;
  event.bytes = record.bytes;
  m_lines.add(event);
}

void ActivityReader::readPeerCopy(const CUpti_ActivityMemcpyPtoP4& record) {
  MemcpyEvent event;
  if (!place(record, event)) {
    return;
  }
  const std::string name = copyName(record.copyKind, record.srcKind, record.dstKind);
  event.name = name;
  event.bytes = record.bytes;
  event.isBetweenDevices = true;
  event.fromDevice = idOf(record.srcDeviceId);
  event.toDevice = idOf(record.dstDeviceId);
  m_lines.add(event);
}

void ActivityReader::readSet(const CUpti_ActivityMemset4& record) {
  MemsetEvent event;
  if (!place(record, event)) {
    return;
  }
  const std::string name = setName(record.memoryKind);
  event.name = name;
  event.bytes = record.bytes;
  event.value = record.value;
  m_lines.add(event);
}

/// Releases a call. A call of the driver inside one of the runtime has the same id and is dropped, as its row would be
/// a duplicate. It is recorded before the outer one, so it waits here for the thread's next call.
void ActivityReader::release(std::uint32_t thread, std::uint32_t correlation) {
  const auto held = m_held.find(thread);
  if (held == m_held.end()) {
    return;
  }
  if (held->second.event.correlation != correlation) {
    m_lines.add(held->second.event, RecordKind::DriverCall);
  }
  m_held.erase(held);
}

void ActivityReader::readRuntimeCall(const CUpti_ActivityAPI& record) {
  release(record.threadId, record.correlationId);
  const std::string_view name = m_runtimeNames.of(record.cbid);
  if (m_ignored.contains(record.correlationId) || record.start == 0 || record.end == 0 || isTrivialRuntimeCall(name)) {
    return;
  }
  m_lines.add(CallEvent{.name = name,
                        .start = static_cast<std::int64_t>(record.start),
                        .end = static_cast<std::int64_t>(record.end),
                        .thread = record.threadId,
                        .correlation = record.correlationId,
                        .cbid = record.cbid,
                        .result = record.returnValue},
              RecordKind::RuntimeCall);
}

void ActivityReader::readDriverCall(const CUpti_ActivityAPI& record) {
  release(record.threadId, 0);
  const std::string_view name = m_driverNames.of(record.cbid);
  if (m_ignored.contains(record.correlationId) || record.start == 0 || record.end == 0 ||
      !isLaunchingDriverCall(name)) {
    return;
  }
  m_held[record.threadId] = {{.name = name,
                              .start = static_cast<std::int64_t>(record.start),
                              .end = static_cast<std::int64_t>(record.end),
                              .thread = record.threadId,
                              .correlation = record.correlationId,
                              .cbid = record.cbid,
                              .result = record.returnValue},
                             0};
}

void ActivityReader::readSync(const CUpti_ActivitySynchronization& record) {
  if (record.start == 0 || record.end == 0) {
    return;
  }
  const auto device = m_deviceOfContext.find(record.contextId);
  const bool hasStream = record.streamId != CUPTI_SYNCHRONIZATION_INVALID_VALUE;
  const bool hasEvent = record.cudaEventId != CUPTI_SYNCHRONIZATION_INVALID_VALUE;
  m_lines.add(
      SyncEvent{.name = syncName(record.type),
                .start = static_cast<std::int64_t>(record.start),
                .end = static_cast<std::int64_t>(record.end),
                .device = idOf(device == m_deviceOfContext.end() ? 0 : device->second),
                .context = record.contextId,
                .stream = hasStream ? std::int64_t{record.streamId} : -1,
                .correlation = record.correlationId,
                .event = hasEvent ? record.cudaEventId : 0,
                .isOnStream = hasStream && record.type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT});
}

void ActivityReader::readOverhead(const CUpti_ActivityOverhead& record) {
  const bool isOfThread = record.objectKind == CUPTI_ACTIVITY_OBJECT_THREAD;
  m_lines.add(OverheadEvent{.name = overheadName(record.overheadKind),
                            .start = static_cast<std::int64_t>(record.start),
                            .end = static_cast<std::int64_t>(record.end),
                            .thread = isOfThread ? record.objectId.pt.threadId : static_cast<std::uint32_t>(m_pid)});
}

void ActivityReader::addMemory(std::int64_t time) {
  const auto timeOf = [](const auto& held) {
    return std::visit([](const auto& record) { return static_cast<std::int64_t>(record.timestamp); }, held);
  };
  std::ranges::stable_sort(m_heldMemory, {}, timeOf);
  const auto end = std::ranges::lower_bound(m_heldMemory, time, {}, timeOf);
  for (auto held = m_heldMemory.begin(); held != end; ++held) {
    if (const auto* record = std::get_if<CUpti_ActivityMemory3>(&*held)) {
      addMemory(*record);
    } else {
      const auto& pool = std::get<CUpti_ActivityMemoryPool2>(*held);
      m_memory[static_cast<int>(idOf(pool.deviceId))].pools.erase(pool.address);
    }
  }
  m_heldMemory.erase(m_heldMemory.begin(), end);
}

void ActivityReader::addMemory(const CUpti_ActivityMemory3& record) {
  if (record.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC ||
      record.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC) {
    return;  // a few bytes for every variable of every module
  }
  const bool isOfHost = record.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE ||
                        record.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
  const int device = isOfHost ? -1 : static_cast<int>(idOf(record.deviceId));
  const bool isAllocation = record.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION;
  auto bytes = static_cast<std::int64_t>(record.bytes);
  if (isAllocation) {
    m_sizes[record.address] = bytes;
  } else if (const auto known = m_sizes.find(record.address); known != m_sizes.end()) {
    bytes = known->second;
    m_sizes.erase(known);
  } else {
    return;  // made before the recording: it never counted
  }
  MemoryTotals& totals = m_memory[device];
  const std::int64_t change = isAllocation ? bytes : -bytes;
  totals.allocated += change;
  const auto& pool = record.memoryPoolConfig;
  if (pool.memoryPoolType == CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL) {
    totals.pools[pool.address] = static_cast<std::int64_t>(pool.pool.size);
  } else if (pool.memoryPoolType == CUPTI_ACTIVITY_MEMORY_POOL_TYPE_INVALID) {
    totals.outsidePools += change;
  }
  std::int64_t reserved = totals.outsidePools;
  for (const auto& [address, size] : totals.pools) {
    reserved += size;
  }
  m_lines.add(MemoryEvent{.time = static_cast<std::int64_t>(record.timestamp),
                          .thread = static_cast<std::uint32_t>(m_pid),
                          .address = record.address,
                          .bytes = change,
                          .allocated = totals.allocated,
                          .reserved = std::max(reserved, totals.allocated),
                          .device = device,
                          .kind = memoryKindName(record.memoryKind)});
}

void ActivityReader::readPool(const CUpti_ActivityMemoryPool2& record) {
  const bool isCreated = record.memoryPoolOperationType == CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_CREATED;
  const bool isDestroyed = record.memoryPoolOperationType == CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_DESTROYED;
  const std::uint32_t device = idOf(record.deviceId);
  if (isDestroyed) {
    m_heldMemory.emplace_back(record);
  }
  m_lines.add(PoolEvent{.name = isCreated     ? "Memory pool created"
                                : isDestroyed ? "Memory pool destroyed"
                                              : "Memory pool trimmed",
                        .time = static_cast<std::int64_t>(record.timestamp),
                        .thread = static_cast<std::uint32_t>(m_pid),
                        .device = device,
                        .address = record.address,
                        .size = record.size,
                        .used = record.utilizedSize,
                        .releaseThreshold = record.releaseThreshold});
}

}  // namespace kernline::recorder
