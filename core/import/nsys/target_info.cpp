// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/target_info.h"

#include "core/import/nsys/event_tables.h"
#include "core/model/json/members.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <set>

namespace kernline::nsys {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t maxRows = 1'000'000;  // rows of tables that name things
constexpr std::int32_t maxDevices = 4096;

std::string cleanText(std::string_view text) {
  std::string clean(text.substr(0, std::size_t{1} << 14));
  chrome::repairUtf8(clean);
  return clean;
}

/// The rows of a small table, with the columns that it has, NULL for others, and behind them the row's number. Not
/// open where there is no such table.
sqlite::Rows smallTable(const sqlite::Connection& database, std::string_view table,
                        std::initializer_list<std::string_view> wanted) {
  const std::vector<std::string> columns = database.columns(table);
  if (columns.empty()) {
    return {};
  }
  std::string query;
  for (const std::string_view column : wanted) {
    query += (query.empty() ? "SELECT " : ", ") + (hasColumn(columns, column) ? sqlite::quoted(column) : "NULL");
  }
  return database.select(query + ", rowid FROM " + sqlite::quoted(table) + " NOT INDEXED LIMIT " +
                         std::to_string(maxRows));
}

std::string jsonText(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class Reading {
 public:
  Reading(const sqlite::Connection& database, const StringIds& strings, ImportReport& report)
      : m_database(database), m_strings(strings), m_report(report) {}

  TargetInfo run(const std::vector<std::string>& tables) {
    readDevices();
    readNames();
    readLabels(tables);
    readMetricNames();
    readSession();
    readKeyValues("META_DATA_EXPORT", "nsys export");
    readKeyValues("META_DATA_CAPTURE", "nsys capture");
    readDiagnostics();
    return std::move(m_info);
  }

 private:
  struct Gpu {
    std::int64_t cudaDevice = -1;
    Device device;
  };

  void readDevices() {
    std::map<std::int64_t, Gpu> gpus;
    sqlite::Rows rows =
        smallTable(m_database, "TARGET_INFO_GPU",
                   {"id", "name", "totalMemory", "smCount", "computeMajor", "computeMinor", "cuDevice"});
    while (rows.isOpen() && rows.step()) {
      Gpu gpu;
      gpu.device.name = cleanText(rows.text(1));
      gpu.device.memoryBytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, rows.int64(2)));
      gpu.device.multiprocessors = static_cast<std::uint32_t>(std::clamp<std::int64_t>(rows.int64(3), 0, UINT16_MAX));
      gpu.device.computeMajor = static_cast<std::uint32_t>(std::clamp<std::int64_t>(rows.int64(4), 0, UINT16_MAX));
      gpu.device.computeMinor = static_cast<std::uint32_t>(std::clamp<std::int64_t>(rows.int64(5), 0, UINT16_MAX));
      gpu.cudaDevice = rows.type(6) == SQLITE_INTEGER ? rows.int64(6) : rows.int64(0);
      gpus.try_emplace(rows.int64(0), std::move(gpu));
    }
    numberDevices(gpus, readCudaDevices());
  }

  using CudaDevices = std::map<std::pair<std::uint64_t, std::int64_t>, std::int64_t>;

  CudaDevices readCudaDevices() {
    CudaDevices gpuOf;
    sqlite::Rows rows = smallTable(m_database, "TARGET_INFO_CUDA_DEVICE", {"pid", "cudaId", "gpuId"});
    while (rows.isOpen() && rows.step()) {
      if (rows.type(2) != SQLITE_NULL) {
        gpuOf[{static_cast<std::uint64_t>(rows.int64(0)), rows.int64(1)}] = rows.int64(2);
      }
    }
    return gpuOf;
  }

  /// CUDA_VISIBLE_DEVICES gives every process numbers of its own. If they agree, they are the usual ones.
  void numberDevices(std::map<std::int64_t, Gpu>& gpus, const CudaDevices& gpuOf) {
    std::map<std::int64_t, std::set<std::int64_t>> gpusOfNumber;
    std::map<std::int64_t, std::set<std::int64_t>> numbersOfGpu;
    for (const auto& [cuda, gpu] : gpuOf) {
      gpusOfNumber[cuda.second].insert(gpu);
      numbersOfGpu[gpu].insert(cuda.second);
    }
    const auto isOne = [](const auto& entry) { return entry.second.size() == 1; };
    const bool agree = std::ranges::all_of(gpusOfNumber, isOne) && std::ranges::all_of(numbersOfGpu, isOne);
    for (const auto& [cuda, gpu] : gpuOf) {
      const std::int64_t number = agree ? cuda.second : gpu;
      m_info.deviceOfCuda[cuda] = static_cast<std::int32_t>(std::clamp<std::int64_t>(number, 0, maxDevices));
    }
    for (auto& [id, gpu] : gpus) {
      const auto known = numbersOfGpu.find(id);
      const std::int64_t cuda = known != numbersOfGpu.end() ? *known->second.begin() : gpu.cudaDevice;
      gpu.device.id = static_cast<std::int32_t>(std::clamp<std::int64_t>(agree ? cuda : id, 0, maxDevices));
      m_info.deviceOfGpu[id] = gpu.device.id;
      m_info.devices.push_back(std::move(gpu.device));
    }
    std::ranges::stable_sort(m_info.devices, {}, &Device::id);
  }

  void readNames() {
    sqlite::Rows processes = smallTable(m_database, "PROCESSES", {"globalPid", "name"});
    while (processes.isOpen() && processes.step()) {
      std::string name = cleanText(processes.text(1));
      if (!name.empty()) {
        m_info.processNames.emplace(ownerOf(static_cast<std::uint64_t>(processes.int64(0))), std::move(name));
      }
    }
    sqlite::Rows threads = smallTable(m_database, "ThreadNames", {"globalTid", "nameId"});
    while (threads.isOpen() && threads.step()) {
      const std::string_view name = m_strings[threads.int64(1)];
      if (!name.empty()) {
        m_info.threadNames.insert_or_assign(static_cast<std::uint64_t>(threads.int64(0)), std::string(name));
      }
    }
  }

  void readLabels(const std::vector<std::string>& tables) {
    for (const std::string& table : tables) {
      if (!table.starts_with("ENUM_CU") && !table.starts_with("ENUM_NSYS_EVENT_CLASS")) {
        continue;
      }
      sqlite::Rows rows = smallTable(m_database, table, {"id", "label"});
      std::map<std::int64_t, std::string>& labels = m_info.labels[table];
      while (rows.isOpen() && rows.step() && labels.size() < 10'000) {
        labels.emplace(rows.int64(0), cleanText(rows.text(1)));
      }
    }
  }

  /// Reads names with their unit: "SMs Active [Throughput %]", "GPC Clock Frequency [MHz]".
  void readMetricNames() {
    sqlite::Rows rows = smallTable(m_database, "TARGET_INFO_GPU_METRICS", {"typeId", "metricId", "metricName"});
    while (rows.isOpen() && rows.step() && m_info.metrics.size() < 10'000) {
      MetricName metric{.name = cleanText(rows.text(2)), .unit = {}};
      const std::size_t open = metric.name.rfind('[');
      if (open != std::string::npos && open > 0 && metric.name.ends_with(']')) {
        const std::string unit = metric.name.substr(open + 1, metric.name.size() - open - 2);
        metric.unit = unit.find('%') != std::string::npos ? "%" : unit;
        metric.name.resize(metric.name.find_last_not_of(' ', open - 1) + 1);
      }
      m_info.metrics.emplace(std::pair{rows.int64(0), rows.int64(1)}, std::move(metric));
    }
  }

  void readSession() {
    sqlite::Rows rows = smallTable(m_database, "TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"});
    if (rows.isOpen() && rows.step() && rows.integer(0).state == sqlite::IntegerState::Good) {
      constexpr std::int64_t latest = INT64_MAX / 2;
      const std::int64_t start = rows.integer(0).value;
      m_info.startUtcNs = start > 0 && start < latest ? start : 0;
    }
  }

  void readKeyValues(std::string_view table, const char* key) {
    Json members = Json::object();
    sqlite::Rows rows = smallTable(m_database, table, {"name", "value"});
    while (rows.isOpen() && rows.step() && members.size() < 10'000) {
      const std::string name = cleanText(rows.text(0));
      members[name] = cleanText(rows.text(1));
      if (name == "EXPORT_SCHEMA_VERSION") {
        m_info.schemaVersion = members[name];
      }
    }
    if (!members.empty()) {
      m_info.metadata.push_back({key, jsonText(members)});
    }
  }

  /// Reads the messages of nsys on its own recording. Severities: ENUM_DIAGNOSTIC_SEVERITY_LEVEL.
  void readDiagnostics() {
    constexpr std::int64_t warning = 2;
    constexpr std::int64_t error = 3;
    Json messages = Json::array();
    sqlite::Rows rows = smallTable(m_database, "DIAGNOSTIC_EVENT", {"timestamp", "severity", "text"});
    while (rows.isOpen() && rows.step() && messages.size() < 10'000) {
      const std::int64_t severity = rows.int64(1);
      if (severity != warning && severity != error) {
        continue;
      }
      const std::string text = cleanText(rows.text(2));
      messages.push_back(
          {{"time_ns", rows.int64(0)}, {"severity", severity == error ? "error" : "warning"}, {"text", text}});
      m_report.add(severity == error ? IssueKind::ProfilerError : IssueKind::ProfilerWarning,
                   offsetOf({.table = tableNumber("DIAGNOSTIC_EVENT"), .row = rows.int64(3)}), text);
    }
    if (!messages.empty()) {
      m_info.metadata.push_back({"nsys diagnostics", jsonText(messages)});
    }
  }

  const sqlite::Connection& m_database;
  const StringIds& m_strings;
  ImportReport& m_report;
  TargetInfo m_info;
};

}  // namespace

std::int32_t TargetInfo::deviceNumber(std::uint64_t owner, std::int64_t cudaDevice) const {
  const auto known = deviceOfCuda.find({pidOf(owner), cudaDevice});
  return known != deviceOfCuda.end() ? known->second
                                     : static_cast<std::int32_t>(std::clamp<std::int64_t>(cudaDevice, 0, maxDevices));
}

std::string_view TargetInfo::label(std::string_view enumeration, std::int64_t code) const {
  const auto known = labels.find(enumeration);
  if (known == labels.end()) {
    return {};
  }
  const auto label = known->second.find(code);
  return label == known->second.end() ? std::string_view{} : std::string_view{label->second};
}

TargetInfo readTargetInfo(const sqlite::Connection& database, const std::vector<std::string>& tables,
                          const StringIds& strings, ImportReport& report) {
  return Reading(database, strings, report).run(tables);
}

}  // namespace kernline::nsys
