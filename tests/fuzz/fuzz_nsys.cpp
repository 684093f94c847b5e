// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an export of Nsight Systems: no crash, no hang, and the trace keeps its promises. The first byte says
// what the others are: a whole database, changes to the bytes of a sound one, or the cells of rows.
#include "core/import/nsys/read_nsys.h"
#include "tests/support/trace_promise.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace {

using Bytes = std::span<const std::uint8_t>;

struct CloseDatabase {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

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

struct Filled {
  const char* table;
  int columns;
};
constexpr std::array<Filled, 8> filled{{{"CUPTI_ACTIVITY_KIND_KERNEL", 11},
                                        {"CUPTI_ACTIVITY_KIND_RUNTIME", 6},
                                        {"CUPTI_ACTIVITY_KIND_MEMCPY", 10},
                                        {"NVTX_EVENTS", 7},
                                        {"CUDA_GPU_MEMORY_USAGE_EVENTS", 5},
                                        {"GPU_METRICS", 4},
                                        {"DIAGNOSTIC_EVENT", 3},
                                        {"TARGET_INFO_CUDA_DEVICE", 3}}};

Database soundDatabase() {
  sqlite3* db = nullptr;
  sqlite3_open(":memory:", &db);
  sqlite3_exec(db, schema, nullptr, nullptr, nullptr);
  return Database(db);
}

std::string bytesOf(const Database& db) {
  sqlite3_int64 size = 0;
  unsigned char* data = sqlite3_serialize(db.get(), "main", &size, 0);
  std::string bytes(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
  sqlite3_free(data);
  return bytes;
}

/// Three bytes a change: where, in two, and what.
std::string patched(Bytes data) {
  static const std::string sound = bytesOf(soundDatabase());
  std::string bytes = sound;
  for (; data.size() >= 3; data = data.subspan(3)) {
    const std::size_t at = (std::size_t{data[0]} << 8U | data[1]) % bytes.size();
    bytes[at] = static_cast<char>(data[2]);
  }
  return bytes;
}

/// A cell in up to nine bytes: its type, then its value.
void bindCell(sqlite3_stmt* statement, int column, Bytes& data) {
  const std::uint8_t type = data.empty() ? 0 : data[0];
  data = data.subspan(std::min<std::size_t>(1, data.size()));
  const std::size_t length = std::min<std::size_t>(type % 9, data.size());
  std::int64_t number = 0;
  for (const std::uint8_t byte : data.first(length)) {
    number = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) << 8U | byte);
  }
  const auto* text = reinterpret_cast<const char*>(data.data());
  switch (type / 9 % 6) {
    case 0:
    case 1:
    case 2:
      sqlite3_bind_int64(statement, column, number);
      break;
    case 3:
      sqlite3_bind_double(statement, column, static_cast<double>(number) * 1.5);
      break;
    case 4:
      sqlite3_bind_text(statement, column, text, static_cast<int>(length), SQLITE_TRANSIENT);
      break;
    default:
      sqlite3_bind_null(statement, column);
  }
  data = data.subspan(length);
}

std::string filledWith(Bytes data) {
  const Database db = soundDatabase();
  while (!data.empty()) {
    const Filled& into = filled[data[0] % filled.size()];
    data = data.subspan(1);
    std::string insert = std::string("INSERT INTO ") + into.table + " VALUES (?";
    for (int i = 1; i < into.columns; ++i) {
      insert += ", ?";
    }
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(db.get(), (insert + ")").c_str(), -1, &statement, nullptr);
    for (int i = 1; i <= into.columns; ++i) {
      bindCell(statement, i, data);
    }
    sqlite3_step(statement);
    sqlite3_finalize(statement);
  }
  return bytesOf(db);
}

std::string databaseOf(Bytes data) {
  if (data.empty()) {
    return {};
  }
  switch (data[0] % 3) {
    case 0:
      return patched(data.subspan(1));
    case 1:
      return filledWith(data.subspan(1));
    default:
      return {reinterpret_cast<const char*>(data.data()) + 1, data.size() - 1};
  }
}

void require(bool holds, const std::string& what) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kernline::nsys::ReadOptions options;
  options.load.threads = 1;
  options.rowsAtATime = size % 2 == 0 ? 3 : 1000;
  const auto trace = kernline::nsys::readNsysBytes(databaseOf({data, size}), options);
  require(trace || !trace.error().message.english().empty(), "refused without a word");
  if (trace) {
    const std::string broken = kernline::test::brokenPromise(**trace);
    require(broken.empty(), broken);
    constexpr std::uint32_t maxSpans = 16;
    for (std::uint32_t i = 0; i < (*trace)->spanCount() && i < maxSpans; ++i) {
      static_cast<void>((*trace)->details(kernline::SpanId{i}));
      static_cast<void>((*trace)->placeText((*trace)->offset(kernline::SpanId{i})));
    }
  }
  return 0;
}
