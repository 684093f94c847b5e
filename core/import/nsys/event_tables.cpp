// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/event_tables.h"

#include "core/import/sqlite/connection.h"

#include <algorithm>

namespace kernline::nsys {

namespace {

// docs.nvidia.com/nsight-systems: "SQLite Schema Reference", and the tables of real exports, schemas 3.6 to 3.24.
constexpr EventTable knownTables[] = {
    {"CUPTI_ACTIVITY_KIND_KERNEL", Role::Kernel, SpanKind::Kernel, "kernel"},
    {"CUPTI_ACTIVITY_KIND_MEMCPY", Role::Memcpy, SpanKind::Memcpy, "gpu_memcpy"},
    {"CUPTI_ACTIVITY_KIND_MEMSET", Role::Memset, SpanKind::Memset, "gpu_memset"},
    {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", Role::GraphLaunch, SpanKind::Kernel, "cuda_graph"},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", Role::Synchronization, SpanKind::DeviceSync, "cuda_sync"},
    {"CUPTI_ACTIVITY_KIND_CUDA_EVENT", Role::CudaEvent, SpanKind::Other, "cuda_event"},
    {"CUPTI_ACTIVITY_KIND_RUNTIME", Role::ApiCall, SpanKind::Runtime, "cuda_runtime"},
    {"CUPTI_ACTIVITY_KIND_DRIVER", Role::ApiCall, SpanKind::Runtime, "cuda_driver"},
    {"CUBLAS_EVENTS", Role::LibraryCall, SpanKind::Op, "cublas"},
    {"CUDNN_EVENTS", Role::LibraryCall, SpanKind::Op, "cudnn"},
    {"OSRT_API", Role::OsCall, SpanKind::Other, "osrt"},
    {"CUPTI_ACTIVITY_KIND_OVERHEAD", Role::CudaOverhead, SpanKind::Overhead, "overhead"},
    {"PROFILER_OVERHEAD", Role::ProfilerOverhead, SpanKind::Overhead, "overhead"},
    {"NVTX_EVENTS", Role::Nvtx, SpanKind::Annotation, "nvtx"},
    {"CUDA_GPU_MEMORY_USAGE_EVENTS", Role::MemoryUsage, SpanKind::Other, "memory"},
    {"GPU_METRICS", Role::GpuMetrics, SpanKind::Other, "metrics"},
    {"MPI_P2P_EVENTS", Role::LibraryCall, SpanKind::Other, "mpi"},
    {"MPI_COLLECTIVES_EVENTS", Role::LibraryCall, SpanKind::Other, "mpi"},
    {"MPI_START_WAIT_EVENTS", Role::LibraryCall, SpanKind::Other, "mpi"},
    {"MPI_OTHER_EVENTS", Role::LibraryCall, SpanKind::Other, "mpi"},
    {"NVVIDEO_EVENTS", Role::LibraryCall, SpanKind::Other, "nvvideo"},
    {"OPENACC_LAUNCH_EVENTS", Role::LibraryCall, SpanKind::Other, "openacc"},
    {"OPENACC_DATA_EVENTS", Role::LibraryCall, SpanKind::Other, "openacc"},
    {"OPENACC_OTHER_EVENTS", Role::LibraryCall, SpanKind::Other, "openacc"},
    {"DIAGNOSTIC_EVENT", Role::Message, SpanKind::Other, ""},
    {"StringIds", Role::Texts, SpanKind::Other, ""},
    {"NVTX_EVENTS_V2", Role::Nvtx, SpanKind::Annotation, "nvtx"},
};

struct SlotColumn {
  Slot slot;
  std::string_view column;
};

/// Columns of slots; if a table has several of a slot, the first one counts.
constexpr SlotColumn slotColumns[] = {
    {Slot::Start, "start"},
    {Slot::Start, "timestamp"},
    {Slot::End, "end"},
    {Slot::Owner, "globalTid"},
    {Slot::Owner, "globalPid"},
    {Slot::Correlation, "correlationId"},
    {Slot::Device, "deviceId"},
    {Slot::Context, "contextId"},
    {Slot::Stream, "streamId"},
    {Slot::Name, "demangledName"},
    {Slot::Name, "nameId"},
    {Slot::Name, "textId"},
    {Slot::OtherName, "shortName"},
    {Slot::OtherName, "mangledName"},
    {Slot::Text, "text"},
    {Slot::Code, "copyKind"},
    {Slot::Code, "syncType"},
    {Slot::Code, "eventType"},
    {Slot::Code, "memoryOperationType"},
    {Slot::Code, "overheadType"},
    {Slot::Code, "eventClass"},
    {Slot::Code, "metricId"},
    {Slot::Code, "memKind"},
    {Slot::CodeA, "srcKind"},
    {Slot::CodeA, "domainId"},
    {Slot::CodeA, "typeId"},
    {Slot::CodeA, "memKind"},
    {Slot::CodeB, "dstKind"},
    {Slot::Graph, "graphNodeId"},
    {Slot::Graph, "graphId"},
    {Slot::Amount, "bytes"},
    {Slot::Amount, "value"},
};

}  // namespace

std::span<const EventTable> eventTables() {
  return knownTables;
}

std::string selectSlots(std::string_view table, const std::vector<std::string>& columns) {
  std::string query = "SELECT rowid";
  for (std::size_t i = 1; i < slotCount; ++i) {
    const auto* found = std::ranges::find_if(slotColumns, [&](const SlotColumn& candidate) {
      return candidate.slot == static_cast<Slot>(i) && hasColumn(columns, candidate.column);
    });
    query += found == std::end(slotColumns) ? ", NULL" : ", " + sqlite::quoted(found->column);
  }
  return query + " FROM " + sqlite::quoted(table) + " NOT INDEXED WHERE rowid BETWEEN ?1 AND ?2";
}

std::size_t tableNumber(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(knownTables, name, &EventTable::name) - std::begin(knownTables));
}

std::optional<RowPlace> placeOf(std::uint64_t offset) {
  return sqlite::placeOf(offset, std::size(knownTables));
}

}  // namespace kernline::nsys
