// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/row_args.h"

#include "core/import/events/nvtx_operator.h"
#include "core/import/sqlite/cell_args.h"
#include "core/model/trace/occupancy.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::nsys {

namespace {

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

/// Columns that the span itself has, or that are shown combined.
constexpr std::string_view skippedColumns[] = {"start",  "end",    "timestamp", "demangledName", "nameId",
                                               "textId", "text",   "gridX",     "gridY",         "gridZ",
                                               "blockX", "blockY", "blockZ",    "eventType"};

/// Columns in the order of RowArgs::Part.
constexpr std::string_view partColumns[] = {"gridX",
                                            "gridY",
                                            "gridZ",
                                            "blockX",
                                            "blockY",
                                            "blockZ",
                                            "staticSharedMemory",
                                            "dynamicSharedMemory",
                                            "bytes",
                                            "start",
                                            "end",
                                            "deviceId",
                                            "globalPid",
                                            "registersPerThread"};

template <typename List>
bool isIn(const List& list, std::string_view column) {
  return std::ranges::find(list, column) != std::end(list);
}

}  // namespace

RowArgs::RowArgs(const sqlite::Rows& rows, const StringIds& strings, const TargetInfo& info)
    : m_strings(strings), m_info(info) {
  m_parts.fill(-1);
  for (int i = 0; i < rows.columnCount(); ++i) {
    decide(rows.columnName(i), i, info);
  }
}

void RowArgs::decide(std::string_view column, int place, const TargetInfo& info) {
  const auto* const part = std::ranges::find(partColumns, column);
  if (part != std::end(partColumns)) {
    m_parts[static_cast<std::size_t>(part - std::begin(partColumns))] = place;
  }
  m_text = column == "text" ? place : m_text;
  m_textId = column == "textId" ? place : m_textId;
  Column& made = m_columns.emplace_back();
  const auto* const known = std::ranges::find(renamed, column, &Renamed::column);
  made.key = known == std::end(renamed) ? column : known->key;
  const auto* const codes = std::ranges::find(enumerated, column, &Enumerated::column);
  const auto labels = codes == std::end(enumerated) ? info.labels.end() : info.labels.find(codes->enumeration);
  if (isIn(skippedColumns, column)) {
    made.use = Use::LeftOut;
  } else if (isIn(textColumns, column)) {
    made.use = Use::Text;
  } else if (labels != info.labels.end()) {
    made.use = Use::Label;
    made.labels = &labels->second;
  } else if (column == "globalPid") {
    made.use = Use::Process;
  } else if (column == "globalTid" || column == "endGlobalTid") {
    made.use = Use::Thread;
    made.key = column == "globalTid" ? "" : "end ";
  }
}

ArgNode RowArgs::of(const sqlite::Rows& rows) const {
  ArgNode args;
  args.kind = ArgNode::Kind::Object;
  args.children.reserve(m_columns.size() + 6);
  for (int i = 0; i < static_cast<int>(m_columns.size()); ++i) {
    if (m_columns[static_cast<std::size_t>(i)].use != Use::LeftOut && rows.type(i) != SQLITE_NULL) {
      add(args, rows, i);
    }
  }
  addShape(args, rows);
  addBandwidth(args, rows);
  addOperator(args, rows);
  return args;
}

ArgNode RowArgs::of(const sqlite::Rows& rows, std::span<const std::string_view> keys) const {
  ArgNode args;
  args.kind = ArgNode::Kind::Object;
  for (int i = 0; i < static_cast<int>(m_columns.size()); ++i) {
    const Column& column = m_columns[static_cast<std::size_t>(i)];
    const bool isPerhapsWanted = column.use == Use::Process || column.use == Use::Thread || isIn(keys, column.key);
    if (column.use != Use::LeftOut && isPerhapsWanted && rows.type(i) != SQLITE_NULL) {
      add(args, rows, i);
    }
  }
  addShape(args, rows);
  addBandwidth(args, rows);
  addOperator(args, rows);
  std::erase_if(args.children, [&](const ArgNode& arg) { return !isIn(keys, arg.key); });
  return args;
}

void RowArgs::add(ArgNode& args, const sqlite::Rows& rows, int place) const {
  const Column& column = m_columns[static_cast<std::size_t>(place)];
  const int type = rows.type(place);
  const std::int64_t value = type == SQLITE_INTEGER ? rows.int64(place) : 0;
  const auto id = static_cast<std::uint64_t>(value);
  if (type == SQLITE_INTEGER && column.use == Use::Label) {
    if (const auto label = column.labels->find(value); label != column.labels->end()) {
      return sqlite::addArg(args, column.key, ArgNode::Kind::Text, label->second);
    }
  }
  if (type == SQLITE_INTEGER && column.use == Use::Text) {
    sqlite::addArg(args, column.key, ArgNode::Kind::Text, std::string(m_strings[value]));
  } else if (type == SQLITE_INTEGER && column.use == Use::Process) {
    sqlite::addNumber(args, "process", static_cast<std::int64_t>(pidOf(ownerOf(id))));
  } else if (type == SQLITE_INTEGER && column.use == Use::Thread) {
    sqlite::addNumber(args, column.key + "process", static_cast<std::int64_t>(pidOf(ownerOf(id))));
    sqlite::addNumber(args, column.key + "thread", static_cast<std::int64_t>(tidOf(id)));
  } else {
    sqlite::addCell(args, column.key, rows, place);
  }
}

std::optional<std::int64_t> RowArgs::partOf(const sqlite::Rows& rows, Part part) const {
  const int place = m_parts[part];
  const bool isNumber = place >= 0 && rows.type(place) == SQLITE_INTEGER;
  return isNumber ? std::optional{rows.int64(place)} : std::nullopt;
}

/// Three columns as one list, and their product.
std::optional<double> RowArgs::addDimensions(ArgNode& args, const sqlite::Rows& rows, const char* key,
                                             Part first) const {
  double product = 1;
  std::array<std::int64_t, 3> sizes{};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto size = partOf(rows, static_cast<Part>(first + i));
    if (!size) {
      return std::nullopt;
    }
    sizes[i] = *size;
    product *= static_cast<double>(*size);
  }
  sqlite::addNumbers(args, key, sizes);
  return product;
}

/// Adds kineto's figures of a launch: grid, block, and how far it fills the device.
void RowArgs::addShape(ArgNode& args, const sqlite::Rows& rows) const {
  const auto blocks = addDimensions(args, rows, "grid", GridX);
  const auto threads = addDimensions(args, rows, "block", BlockX);
  const auto fixed = partOf(rows, Static);
  const auto dynamic = partOf(rows, Dynamic);
  constexpr std::int64_t maxBytes = std::int64_t{1} << 40;
  if (fixed && dynamic && std::max(*fixed, *dynamic) < maxBytes && std::min(*fixed, *dynamic) >= 0) {
    sqlite::addNumber(args, "shared memory", *fixed + *dynamic);
  }
  const kernline::Device* device = blocks ? deviceOf(rows) : nullptr;
  if (device == nullptr || device->multiprocessors == 0) {
    return;
  }
  const double blocksPerSm = *blocks / device->multiprocessors;
  sqlite::addQuotient(args, "blocks per SM", blocksPerSm);
  if (threads) {
    sqlite::addQuotient(args, "warps per SM", blocksPerSm * *threads / static_cast<double>(warpThreads));
    addOccupancy(args, rows, blocksPerSm, *threads);
  }
}

/// kineto's estimate, where the row and the device say enough.
void RowArgs::addOccupancy(ArgNode& args, const sqlite::Rows& rows, double blocksPerSm, double threads) const {
  const auto registers = partOf(rows, Registers);
  const auto fixed = partOf(rows, Static);
  const auto dynamic = partOf(rows, Dynamic);
  constexpr double maxThreads = 1024;
  constexpr std::int64_t maxSharedBytes = std::int64_t{1} << 20;
  const bool isStated = registers && fixed && dynamic && threads > 0 && threads <= maxThreads &&
                        std::min(*fixed, *dynamic) >= 0 && std::max(*fixed, *dynamic) <= maxSharedBytes;
  const kernline::Device* device = isStated ? deviceOf(rows) : nullptr;
  const auto share = device == nullptr ? std::nullopt
                                       : occupancy(device->computeMajor, device->computeMinor,
                                                   {.blocksPerSm = blocksPerSm,
                                                    .threads = static_cast<std::int64_t>(threads),
                                                    .registersPerThread = *registers,
                                                    .sharedBytes = *fixed + *dynamic});
  if (share) {
    constexpr double percent = 100;
    sqlite::addQuotient(args, "est. achieved occupancy %", percent * *share);
  }
}

const kernline::Device* RowArgs::deviceOf(const sqlite::Rows& rows) const {
  const std::uint64_t owner = ownerOf(static_cast<std::uint64_t>(partOf(rows, Owner).value_or(0)));
  const std::int32_t device = m_info.deviceNumber(owner, partOf(rows, Device).value_or(0));
  const auto known = std::ranges::find(m_info.devices, device, &kernline::Device::id);
  return known == m_info.devices.end() ? nullptr : &*known;
}

/// Adds what the name of a range says about an operator of torch.
void RowArgs::addOperator(ArgNode& args, const sqlite::Rows& rows) const {
  const std::string_view text = m_text < 0 ? std::string_view() : rows.text(m_text);
  const bool hasId = text.empty() && m_textId >= 0 && rows.type(m_textId) == SQLITE_INTEGER;
  if (const auto op = nvtxOperator(hasId ? m_strings[rows.int64(m_textId)] : text)) {
    op->addArgs(args);
  }
}

void RowArgs::addBandwidth(ArgNode& args, const sqlite::Rows& rows) const {
  const auto bytes = partOf(rows, Bytes);
  const auto start = partOf(rows, Start);
  const auto end = partOf(rows, End);
  if (bytes && start && end && *end > *start && *bytes > 0) {
    const double ns = static_cast<double>(*end) - static_cast<double>(*start);
    sqlite::addQuotient(args, "memory bandwidth (GB/s)", static_cast<double>(*bytes) / ns);
  }
}

}  // namespace kernline::nsys
