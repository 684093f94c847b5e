// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_csv/columns.h"

#include "core/import/event_csv/csv_row.h"
#include "core/import/event_csv/unit_number.h"

#include <algorithm>
#include <iterator>

namespace kernline::csv {

namespace {

struct KnownColumn {
  std::string_view name;  ///< lower case, without its unit
  Meaning meaning;
};

// nsys stats of 2020 to 2026 (gputrace, cuda_gpu_trace, cuda_api_trace, nvtx_pushpop_trace); nvprof --print-gpu-trace.
constexpr KnownColumn known[] = {
    {"start", Meaning::Start},
    {"duration", Meaning::Duration},
    {"name", Meaning::Name},
    {"corrid", Meaning::Correlation},
    {"correlation_id", Meaning::Correlation},
    {"grdx", Meaning::GridX},
    {"grdy", Meaning::GridY},
    {"grdz", Meaning::GridZ},
    {"grid x", Meaning::GridX},
    {"grid y", Meaning::GridY},
    {"grid z", Meaning::GridZ},
    {"blkx", Meaning::BlockX},
    {"blky", Meaning::BlockY},
    {"blkz", Meaning::BlockZ},
    {"block x", Meaning::BlockX},
    {"block y", Meaning::BlockY},
    {"block z", Meaning::BlockZ},
    {"reg/trd", Meaning::Registers},
    {"registers per thread", Meaning::Registers},
    {"stcsmem", Meaning::StaticMemory},
    {"static smem", Meaning::StaticMemory},
    {"dymsmem", Meaning::DynamicMemory},
    {"dynamic smem", Meaning::DynamicMemory},
    {"bytes", Meaning::Bytes},
    {"size", Meaning::Bytes},
    {"throughput", Meaning::Throughput},
    {"thru", Meaning::Throughput},
    {"srcmemkd", Meaning::SourceMemory},
    {"srcmemtype", Meaning::SourceMemory},
    {"dstmemkd", Meaning::TargetMemory},
    {"dstmemtype", Meaning::TargetMemory},
    {"device", Meaning::Device},
    {"ctx", Meaning::Context},
    {"context", Meaning::Context},
    {"strm", Meaning::Stream},
    {"stream", Meaning::Stream},
    {"pid", Meaning::Pid},
    {"tid", Meaning::Tid},
    {"thread name", Meaning::ThreadName},
    {"rangestack", Meaning::RangeStack},
    // rocprofv3 and rocprofv2: kernel_trace, memory_copy_trace, hip_api_trace, marker_api_trace, counter_collection
    {"start_timestamp", Meaning::Start},
    {"end_timestamp", Meaning::End},
    {"kernel_name", Meaning::Name},
    {"function", Meaning::Name},
    {"operation", Meaning::Name},
    {"direction", Meaning::Direction},
    {"agent_id", Meaning::Agent},
    {"gpu_id", Meaning::Agent},
    {"source_agent_id", Meaning::SourceAgent},
    {"destination_agent_id", Meaning::TargetAgent},
    {"queue_id", Meaning::Stream},
    {"process_id", Meaning::Pid},
    {"thread_id", Meaning::Tid},
    {"domain", Meaning::Domain},
    {"dispatch_id", Meaning::Dispatch},
    {"counter_name", Meaning::CounterName},
    {"counter_value", Meaning::CounterValue},
    {"workgroup_size_x", Meaning::BlockX},
    {"workgroup_size_y", Meaning::BlockY},
    {"workgroup_size_z", Meaning::BlockZ},
    {"workgroup_size", Meaning::BlockX},
    {"grid_size_x", Meaning::GridX},
    {"grid_size_y", Meaning::GridY},
    {"grid_size_z", Meaning::GridZ},
    {"grid_size", Meaning::GridX},
    {"stream_id", Meaning::Stream},
    // rocprof: results.csv
    {"kernelname", Meaning::Name},
    {"beginns", Meaning::Start},
    {"endns", Meaning::End},
    {"gpu-id", Meaning::Agent},
    {"queue-id", Meaning::Stream},
    {"grd", Meaning::GridX},
    {"wgr", Meaning::BlockX},
};

/// Columns in which rocprof and rocprof-compute describe a kernel, besides its counters.
constexpr std::string_view described[] = {"index",        "queue-index",
                                          "lds",          "scr",
                                          "arch_vgpr",    "accum_vgpr",
                                          "sgpr",         "vgpr",
                                          "wave_size",    "sig",
                                          "obj",          "dispatchns",
                                          "completens",   "durationns",
                                          "kind",         "lds_per_workgroup",
                                          "kernel_id",    "scratch_per_workitem",
                                          "node_id",      "lds_block_size",
                                          "scratch_size", "vgpr_count",
                                          "sgpr_count",   "accum_vgpr_count",
                                          "xcc_id",       "private_segment_size",
                                          "agent_index",  "group_segment_size",
                                          "dispatch",     "guid",
                                          "kernel"};

/// Columns that say on which device or thread something ran.
constexpr Meaning whereColumns[] = {Meaning::Agent, Meaning::Stream,    Meaning::Device, Meaning::Correlation,
                                    Meaning::Tid,   Meaning::Direction, Meaning::Domain, Meaning::Dispatch};

constexpr std::size_t searchedLines = 64;
constexpr std::size_t searchedBytes = std::size_t{1} << 16;

/// "Start (ns)", "Duration(nsec)": the name in lower case, and the unit.
void splitHeader(std::string_view cell, std::string& name, std::string& unit) {
  const std::size_t open = cell.find('(');
  const bool hasUnit = open != std::string_view::npos && cell.ends_with(')');
  unit = hasUnit ? cell.substr(open + 1, cell.size() - open - 2) : std::string_view{};
  name = cell.substr(0, hasUnit ? open : cell.size());
  name.resize(name.find_last_not_of(' ') + 1);
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
}

std::optional<Columns> columnsOf(std::string_view line, char separator) {
  Columns columns;
  columns.separator = separator;
  columns.place.fill(noColumn);
  splitRow(line, separator, columns.names);
  columns.units.resize(columns.names.size());
  std::string name;
  bool isOfKernels = false;
  for (std::size_t i = 0; i < columns.names.size(); ++i) {
    splitHeader(columns.names[i], name, columns.units[i]);
    columns.isGridOfThreads = columns.isGridOfThreads || name.starts_with("grid_size") || name == "grd";
    const auto* const found = std::ranges::find(known, name, &KnownColumn::name);
    if (found != std::end(known) && !columns.has(found->meaning)) {
      columns.place[static_cast<std::size_t>(found->meaning)] = i;
    } else if (found == std::end(known) && !name.empty() && std::ranges::find(described, name) == std::end(described)) {
      columns.counters.push_back(i);
    }
    isOfKernels = isOfKernels || name == "kernel_name" || name == "kernelname";
  }
  if (!isOfKernels || !columns.has(Meaning::End) || columns.has(Meaning::CounterName)) {
    columns.counters.clear();
  }
  // Names with a start and an end alone may be results of any kind.
  const bool saysWhere = std::ranges::any_of(whereColumns, [&columns](Meaning where) { return columns.has(where); });
  const bool isHeader = columns.has(Meaning::Start) &&
                        (columns.has(Meaning::Duration) || (columns.has(Meaning::End) && saysWhere)) &&
                        (columns.has(Meaning::Name) || columns.has(Meaning::Direction));
  return isHeader ? std::optional{std::move(columns)} : std::nullopt;
}

/// nvprof has a line of units behind the header: "us,us,,,,,,,,KB,B,,,,,,,".
void takeUnits(Columns& columns, std::string_view line) {
  std::vector<std::string> cells;
  splitRow(line, columns.separator, cells);
  const std::string_view unit = columns.cell(cells, Meaning::Start);
  if (!columns.has(Meaning::Duration) || !timeExponent(unit) || !timeExponent(columns.cell(cells, Meaning::Duration))) {
    return;
  }
  cells.resize(columns.names.size());
  columns.units = std::move(cells);
  columns.firstRow += line.size() + 1;
}

}  // namespace

std::string_view Columns::cell(const std::vector<std::string>& row, Meaning meaning) const {
  const std::size_t at = place[static_cast<std::size_t>(meaning)];
  return at < row.size() ? std::string_view{row[at]} : std::string_view{};
}

int Columns::timeExponentOf(Meaning meaning) const {
  const std::size_t at = place[static_cast<std::size_t>(meaning)];
  return at < units.size() ? timeExponent(units[at]).value_or(0) : 0;
}

std::optional<Columns> findColumns(std::string_view text) {
  std::string_view rest = text.substr(0, searchedBytes);
  for (std::size_t i = 0; i < searchedLines && !rest.empty(); ++i) {
    const std::string_view line = takeLine(rest);
    const auto behind = static_cast<std::size_t>(rest.data() - text.data());
    for (const char separator : {',', '\t'}) {
      if (line.find(separator) == std::string_view::npos) {
        continue;
      }
      if (auto columns = columnsOf(line, separator)) {
        columns->firstRow = behind;
        takeUnits(*columns, takeLine(rest));
        return columns;
      }
    }
  }
  return std::nullopt;
}

}  // namespace kernline::csv
