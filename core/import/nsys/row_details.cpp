// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/row_details.h"

#include "core/format/quantity.h"
#include "core/import/chrome_json/members.h"
#include "core/import/nsys/event_tables.h"
#include "core/import/sqlite/connection_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace kernline::nsys {

namespace {

constexpr std::int64_t warpThreads = 32;

struct Renamed {
  std::string_view column;
  std::string_view key;
};

/// kineto's names (libkineto, MetadataFieldCatalog.h), which people and the rest of Kernline know.
constexpr Renamed renamed[] = {
    {"deviceId", "device"},
    {"contextId", "context"},
    {"streamId", "stream"},
    {"correlationId", "correlation"},
    {"registersPerThread", "registers per thread"},
    {"staticSharedMemory", "static shared memory"},
    {"dynamicSharedMemory", "dynamic shared memory"},
    {"localMemoryPerThread", "local memory per thread"},
    {"graphId", "graph id"},
    {"graphNodeId", "graph node id"},
    {"shortName", "short name"},
    {"mangledName", "mangled name"},
    {"launchType", "launch type"},
    {"copyKind", "copy kind"},
    {"srcKind", "source memory"},
    {"dstKind", "destination memory"},
    {"memKind", "memory"},
    {"syncType", "cuda_sync_kind"},
    {"overheadType", "overhead"},
    {"returnValue", "return value"},
    {"domainId", "domain"},
};

struct Enumerated {
  std::string_view column;
  std::string_view enumeration;
};

constexpr Enumerated enumerated[] = {
    {"copyKind", "ENUM_CUDA_MEMCPY_OPER"},
    {"srcKind", "ENUM_CUDA_MEM_KIND"},
    {"dstKind", "ENUM_CUDA_MEM_KIND"},
    {"memKind", "ENUM_CUDA_MEM_KIND"},
    {"syncType", "ENUM_CUPTI_SYNC_TYPE"},
    {"overheadType", "ENUM_CUPTI_OVERHEAD_TYPE"},
    {"launchType", "ENUM_CUDA_KERNEL_LAUNCH_TYPE"},
    {"cacheConfig", "ENUM_CUDA_FUNC_CACHE_CONFIG"},
    {"migrationCause", "ENUM_CUDA_UNIF_MEM_MIGRATION"},
    {"memoryOperationType", "ENUM_CUDA_DEV_MEM_EVENT_OPER"},
    {"eventClass", "ENUM_NSYS_EVENT_CLASS"},
};

/// Columns that refer to StringIds.
constexpr std::string_view textColumns[] = {"shortName", "mangledName", "demangledName",
                                            "nameId",    "textId",      "jsonTextId"};

/// Said by the span itself, or a part of what is said together.
constexpr std::string_view leftOut[] = {"start",  "end",    "timestamp", "demangledName", "nameId",
                                        "textId", "text",   "gridX",     "gridY",         "gridZ",
                                        "blockX", "blockY", "blockZ",    "eventType"};

template <typename List>
bool isIn(const List& list, std::string_view column) {
  return std::ranges::find(list, column) != std::end(list);
}

ArgNode node(std::string key, ArgNode::Kind kind, std::string text) {
  ArgNode made;
  made.kind = kind;
  made.key = std::move(key);
  made.text = std::move(text);
  return made;
}

ArgNode number(std::string key, std::int64_t value) {
  return node(std::move(key), ArgNode::Kind::Number, std::to_string(value));
}

class RowReading {
 public:
  RowReading(const sqlite::Rows& rows, const StringIds& strings, const TargetInfo& info)
      : m_rows(rows), m_strings(strings), m_info(info) {}

  ArgNode args() {
    m_args.kind = ArgNode::Kind::Object;
    for (int i = 0; i < m_rows.columnCount(); ++i) {
      addColumn(i);
    }
    addShape();
    addBandwidth();
    return std::move(m_args);
  }

 private:
  [[nodiscard]] std::optional<std::int64_t> valueOf(std::string_view column) const {
    for (int i = 0; i < m_rows.columnCount(); ++i) {
      if (m_rows.columnName(i) == column) {
        const sqlite::IntegerCell cell = m_rows.integer(i);
        return cell.state == sqlite::IntegerState::Good ? std::optional{cell.value} : std::nullopt;
      }
    }
    return std::nullopt;
  }

  void addColumn(int i) {
    const std::string_view column = m_rows.columnName(i);
    if (m_rows.type(i) == SQLITE_NULL || isIn(leftOut, column)) {
      return;
    }
    const auto* const known = std::ranges::find(renamed, column, &Renamed::column);
    std::string key(known == std::end(renamed) ? column : known->key);
    if (isIn(textColumns, column)) {
      m_args.children.push_back(node(std::move(key), ArgNode::Kind::Text, std::string(m_strings[m_rows.int64(i)])));
      return;
    }
    const auto* const codes = std::ranges::find(enumerated, column, &Enumerated::column);
    const std::string_view label =
        codes == std::end(enumerated) ? std::string_view{} : m_info.label(codes->enumeration, m_rows.int64(i));
    if (!label.empty()) {
      m_args.children.push_back(node(std::move(key), ArgNode::Kind::Text, std::string(label)));
    } else if (column == "globalTid" || column == "globalPid" || column == "endGlobalTid") {
      addGlobalId(column, static_cast<std::uint64_t>(m_rows.int64(i)));
    } else {
      addPlain(std::move(key), i);
    }
  }

  void addGlobalId(std::string_view column, std::uint64_t id) {
    const bool isEnd = column == "endGlobalTid";
    m_args.children.push_back(number(isEnd ? "end process" : "process", static_cast<std::int64_t>(pidOf(ownerOf(id)))));
    if (column != "globalPid") {
      m_args.children.push_back(number(isEnd ? "end thread" : "thread", static_cast<std::int64_t>(tidOf(id))));
    }
  }

  void addPlain(std::string key, int i) {
    const int type = m_rows.type(i);
    if (type == SQLITE_INTEGER) {
      m_args.children.push_back(number(std::move(key), m_rows.int64(i)));
    } else if (type == SQLITE_FLOAT) {
      m_args.children.push_back(node(std::move(key), ArgNode::Kind::Number, fmt::format("{}", m_rows.real(i))));
    } else {
      std::string text(type == SQLITE_BLOB ? "(binary)" : m_rows.text(i));
      chrome::repairUtf8(text);
      m_args.children.push_back(node(std::move(key), ArgNode::Kind::Text, std::move(text)));
    }
  }

  /// Three columns as one list, and their product.
  std::optional<double> addDimensions(const char* key, const std::array<std::string_view, 3>& columns) {
    ArgNode list;
    list.kind = ArgNode::Kind::Array;
    list.key = key;
    double product = 1;
    for (const std::string_view column : columns) {
      const auto value = valueOf(column);
      if (!value) {
        return std::nullopt;
      }
      product *= static_cast<double>(*value);
      list.children.push_back(number({}, *value));
    }
    m_args.children.push_back(std::move(list));
    return product;
  }

  /// What kineto says of a launch: grid, block, and how far it fills the device.
  void addShape() {
    const auto blocks = addDimensions("grid", {"gridX", "gridY", "gridZ"});
    const auto threads = addDimensions("block", {"blockX", "blockY", "blockZ"});
    const auto fixed = valueOf("staticSharedMemory");
    const auto dynamic = valueOf("dynamicSharedMemory");
    constexpr std::int64_t most = std::int64_t{1} << 40;
    if (fixed && dynamic && std::max(*fixed, *dynamic) < most && std::min(*fixed, *dynamic) >= 0) {
      m_args.children.push_back(number("shared memory", *fixed + *dynamic));
    }
    const std::uint32_t multiprocessors = multiprocessorsOfRow();
    if (!blocks || multiprocessors == 0) {
      return;
    }
    const double perSm = *blocks / multiprocessors;
    m_args.children.push_back(node("blocks per SM", ArgNode::Kind::Number, fmt::format("{:.6g}", perSm)));
    if (threads) {
      const double warps = perSm * *threads / static_cast<double>(warpThreads);
      m_args.children.push_back(node("warps per SM", ArgNode::Kind::Number, fmt::format("{:.6g}", warps)));
    }
  }

  [[nodiscard]] std::uint32_t multiprocessorsOfRow() const {
    const std::uint64_t owner = ownerOf(static_cast<std::uint64_t>(valueOf("globalPid").value_or(0)));
    const std::int32_t device = m_info.deviceNumber(owner, valueOf("deviceId").value_or(0));
    const auto known = std::ranges::find(m_info.devices, device, &Device::id);
    return known == m_info.devices.end() ? 0 : known->multiprocessors;
  }

  void addBandwidth() {
    const auto bytes = valueOf("bytes");
    const auto start = valueOf("start");
    const auto end = valueOf("end");
    if (bytes && start && end && *end > *start && *bytes > 0) {
      const double perNs = static_cast<double>(*bytes) / (static_cast<double>(*end) - static_cast<double>(*start));
      m_args.children.push_back(node("memory bandwidth (GB/s)", ArgNode::Kind::Number, fmt::format("{:.6g}", perNs)));
    }
  }

  const sqlite::Rows& m_rows;
  const StringIds& m_strings;
  const TargetInfo& m_info;
  ArgNode m_args;
};

class RowEvents final : public EventSource {
 public:
  RowEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes, std::shared_ptr<const StringIds> strings,
            std::shared_ptr<const TargetInfo> info)
      : m_pool(std::move(bytes)), m_strings(std::move(strings)), m_info(std::move(info)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    details.fields.kind = ArgNode::Kind::Object;
    const auto place = placeOf(offset);
    if (!place) {
      return details;
    }
    const std::string table(eventTables()[place->table].name);
    details.fields.children.push_back(node("table", ArgNode::Kind::Text, table));
    details.fields.children.push_back(number("row", place->row));
    m_pool.with([&](const sqlite::Connection& database) {
      sqlite::Rows rows = database.select("SELECT * FROM " + sqlite::quoted(table) + " NOT INDEXED WHERE rowid = ?1");
      if (rows.isOpen()) {
        rows.bind(1, place->row);
        if (rows.step()) {
          details.args = RowReading(rows, *m_strings, *m_info).args();
        }
      }
      return 0;
    });
    return details;
  }

  [[nodiscard]] std::string place(std::uint64_t offset) const override {
    const auto place = placeOf(offset);
    return place ? fmt::format("{}, row {}", eventTables()[place->table].name, formatCount(place->row)) : std::string{};
  }

 private:
  mutable sqlite::ConnectionPool m_pool;
  std::shared_ptr<const StringIds> m_strings;
  std::shared_ptr<const TargetInfo> m_info;
};

}  // namespace

std::shared_ptr<const EventSource> rowsAsEvents(std::shared_ptr<const sqlite::DatabaseBytes> bytes,
                                                std::shared_ptr<const StringIds> strings,
                                                std::shared_ptr<const TargetInfo> info) {
  return std::make_shared<RowEvents>(std::move(bytes), std::move(strings), std::move(info));
}

}  // namespace kernline::nsys
