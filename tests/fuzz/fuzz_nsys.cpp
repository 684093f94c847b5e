// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an export of Nsight Systems: no crash, no hang, and the trace keeps its promises. The first byte says
// what the others are: a whole database, changes to the bytes of a sound one, or the cells of rows.
#include "core/import/nsys/read_nsys.h"
#include "tests/fuzz/database_bytes.h"
#include "tests/fuzz/fuzzed_trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using namespace kernline::fuzz;

constexpr const char* schema = R"(
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'cudaLaunchKernel_v7000'), (2, 'kernel<float>(int)'), (3, 'worker');
CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);
CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE ThreadNames (nameId INTEGER, priority INTEGER, globalTid INTEGER);
CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT, smCount INTEGER, totalMemory INTEGER, cuDevice INTEGER);
INSERT INTO TARGET_INFO_GPU VALUES (0, 'Card', 100, 1000, 0);
CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, "end", deviceId, contextId, streamId, correlationId, globalPid,
  demangledName, gridX, blockX, graphNodeId);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (100, 200, 0, 1, 7, 1, 8388608000, 2, 4, 64, NULL),
  (200, 300, 0, 1, 7, 2, 8388608000, 2, 4, 64, 5);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, "end", eventClass, globalTid, correlationId, nameId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (50, 60, 0, 8388608500, 1, 1), (70, 80, 1, 8388608500, 2, 1);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start, "end", deviceId, streamId, correlationId, globalPid, bytes, copyKind,
  srcKind, dstKind);
CREATE TABLE NVTX_EVENTS (start, "end", eventType, text, globalTid, textId, domainId);
INSERT INTO NVTX_EVENTS VALUES (10, 400, 59, 'step 1', 8388608500, NULL, 0), (10, NULL, 60, NULL, 8388608500, 3, 2),
  (0, NULL, 75, 'domain', 8388608500, NULL, 2);
CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start, deviceId, bytes, memKind, memoryOperationType);
CREATE TABLE GPU_METRICS (timestamp, typeId, metricId, value);
CREATE TABLE DIAGNOSTIC_EVENT (timestamp, severity, text);
CREATE TABLE SCHED_EVENTS (start, cpu);
)";

constexpr std::array<Filled, 8> filled{{{"CUPTI_ACTIVITY_KIND_KERNEL", 11},
                                        {"CUPTI_ACTIVITY_KIND_RUNTIME", 6},
                                        {"CUPTI_ACTIVITY_KIND_MEMCPY", 10},
                                        {"NVTX_EVENTS", 7},
                                        {"CUDA_GPU_MEMORY_USAGE_EVENTS", 5},
                                        {"GPU_METRICS", 4},
                                        {"DIAGNOSTIC_EVENT", 3},
                                        {"TARGET_INFO_CUDA_DEVICE", 3}}};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kernline::nsys::ReadOptions options;
  options.load.threads = 1;
  options.rowsAtATime = size % 2 == 0 ? 3 : 1000;
  const auto trace = kernline::nsys::readNsysBytes(databaseOf(schema, filled, {data, size}), options);
  kernline::fuzz::expectAnswer(trace);
  return 0;
}
