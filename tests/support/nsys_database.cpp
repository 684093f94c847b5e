// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nsys_database.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

namespace kernline::test {

namespace {

constexpr const char* schema = R"(
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE META_DATA_EXPORT (name TEXT NOT NULL, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '3.20.1');
CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs INTEGER, utcTime TEXT, localTime TEXT);
INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1700000000000000000, '', '');
CREATE TABLE TARGET_INFO_GPU (vmId INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT, totalMemory INTEGER,
  smCount INTEGER, cuDevice INTEGER, computeMajor INTEGER, computeMinor INTEGER);
INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'Card A', 1000, 100, 0, 9, 0), (0, 1, 'Card B', 2000, 50, 1, 8, 0);
CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE ThreadNames (nameId INTEGER NOT NULL, priority INTEGER, globalTid INTEGER);
CREATE TABLE ENUM_CUDA_MEMCPY_OPER (id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT);
INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (1, 'CUDA_MEMCPY_KIND_HTOD', 'Host-to-Device');
CREATE TABLE ENUM_CUDA_MEM_KIND (id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT);
INSERT INTO ENUM_CUDA_MEM_KIND VALUES (0, 'PAGEABLE', 'Pageable'), (2, 'DEVICE', 'Device');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
  contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER,
  globalPid INTEGER, demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER,
  registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL,
  blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL,
  dynamicSharedMemory INTEGER NOT NULL, graphNodeId INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL,
  globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL);
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER,
  text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER);
)";

std::string serialized(sqlite3* db) {
  sqlite3_int64 size = 0;
  unsigned char* data = sqlite3_serialize(db, "main", &size, 0);
  std::string bytes(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
  sqlite3_free(data);
  return bytes;
}

}  // namespace

NsysDatabase::NsysDatabase() {
  EXPECT_EQ(sqlite3_open(":memory:", &m_db), SQLITE_OK);
  run(schema);
}

NsysDatabase::~NsysDatabase() {
  sqlite3_close(m_db);
}

void NsysDatabase::run(const std::string& statements) {
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(m_db, statements.c_str(), nullptr, nullptr, &message), SQLITE_OK)
      << (message == nullptr ? "" : message) << "\n"
      << statements;
  sqlite3_free(message);
}

std::int64_t NsysDatabase::text(std::string_view text) {
  const auto [at, isNew] = m_texts.try_emplace(std::string(text), static_cast<std::int64_t>(m_texts.size()) + 1);
  if (isNew) {
    run(fmt::format("INSERT INTO StringIds VALUES ({}, '{}')", at->second, text));
  }
  return at->second;
}

void NsysDatabase::addKernel(std::int64_t pid, std::int64_t start, std::int64_t end, std::string_view name,
                             std::int64_t correlation, std::int64_t stream, std::int64_t device) {
  const std::int64_t full = text(name);
  const std::int64_t brief = text(name.substr(0, name.find_first_of("<(")));
  run(
      fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES ({}, {}, {}, 1, NULL, {}, {}, {}, {}, {}, NULL, 32, "
                  "200, 1, 1, 64, 2, 1, 256, 1024, NULL)",
                  start, end, device, stream, correlation, globalPid(pid), full, brief));
}

void NsysDatabase::addCall(std::int64_t pid, std::int64_t tid, std::int64_t start, std::int64_t end,
                           std::string_view name, std::int64_t correlation) {
  run(fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES ({}, {}, {}, {}, {}, {}, 0)", start, end,
                  name.starts_with("cuda") ? 0 : 1, globalTid(pid, tid), correlation, text(name)));
}

void NsysDatabase::addNvtx(std::int64_t pid, std::int64_t tid, std::int64_t start, std::int64_t end,
                           std::string_view text, int type, std::int64_t domain) {
  run(fmt::format("INSERT INTO NVTX_EVENTS VALUES ({}, {}, {}, NULL, '{}', {}, NULL, NULL, {})", start,
                  end < 0 ? "NULL" : std::to_string(end), type, text, globalTid(pid, tid), domain));
}

std::string NsysDatabase::bytes() {
  return serialized(m_db);
}

std::string databaseOf(const std::string& statements) {
  sqlite3* db = nullptr;
  EXPECT_EQ(sqlite3_open(":memory:", &db), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, statements.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
  std::string bytes = serialized(db);
  sqlite3_close(db);
  return bytes;
}

}  // namespace kernline::test
