// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/stats_answer.h"

#include "app/cli/answers/measured_answer.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/range_members.h"
#include "app/cli/kit/row_columns.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/track_title.h"
#include "core/analysis/causes/key_kinds.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/distinct_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace kernline::cli {

namespace {

constexpr std::size_t rowsOfText = 30;

std::span<const StatisticsRow> shownRows(const FileStatistics& file, const StatsStyle& style, std::size_t byDefault) {
  const std::vector<StatisticsRow>& rows = file.statistics.rows;
  const std::size_t limit = style.limit.value_or(byDefault);
  return limit == 0 ? std::span{rows} : std::span{rows}.first(std::min(limit, rows.size()));
}

/// The row's name for machines and people alike; rows of what has none say so.
std::string nameOf(const FileStatistics& file, const StatisticsRow& row) {
  if (file.by == "stream") {
    const Trace& trace = *file.file.trace;
    return fullTitle(trace, trace.track(TrackId{row.key}));
  }
  if (file.shapes) {
    return std::string{file.file.trace->nameText(row.longest)};
  }
  return std::string{row.name.empty() && file.by != "name" ? keyKind(file.by)->missing : row.name};
}

/// Returns the name, for kernels in the requested style.
std::string shownName(const FileStatistics& file, const StatisticsRow& row, NameStyle style) {
  const Trace& trace = *file.file.trace;
  const bool isKernel = file.by == "name" && row.longest != SpanId::none && isDeviceActivity(trace.kind(row.longest));
  return isKernel ? trace.kernelNames().in(style, row.name) : nameOf(file, row);
}

/// Returns the name for programs.
std::string exactName(const FileStatistics& file, const StatisticsRow& row, const StatsStyle& style) {
  return shownName(file, row, style.names.value_or(NameStyle::Raw));
}

const OpStatisticsRow* opOf(const FileStatistics& file, const StatisticsRow& row) {
  return file.ops.empty() ? nullptr : &file.ops[static_cast<std::size_t>(&row - file.statistics.rows.data())];
}

/// Returns an operator's input shapes; empty if the file has none.
InputShapes::Shape shapeOf(const FileStatistics& file, const StatisticsRow& row) {
  const std::uint32_t shape = file.shapes ? file.shapes->ofSpan[index(row.longest)] : InputShapes::unread;
  return shape == InputShapes::unread ? InputShapes::Shape{} : file.shapes->shapes[shape];
}

/// Columns that only operators have.
Columns<OpStatisticsRow> opColumns() {
  using enum Unit;
  using Row = OpStatisticsRow;
  return {{"calls", "calls", Count, &Row::calls},
          {"host_total_ns", "host total", Time, &Row::hostTotal},
          {"host_self_ns", "host self", Time, &Row::hostSelf},
          {"device_total_ns", "GPU total", Time, &Row::deviceTotal},
          {"device_self_ns", "GPU self", Time, &Row::deviceSelf},
          {"tensor_core_ns", "tensor cores", Time, &Row::tensorCores},
          {"launches", "launches", Count, &Row::launches},
          {"own_launches", "", Count, &Row::ownLaunches},
          {"kernels", "", Count, &Row::kernels},
          {"own_kernels", "", Count, &Row::ownKernels}};
}

bool haveOps(const std::vector<FileStatistics>& files) {
  return std::ranges::any_of(files, [](const FileStatistics& file) { return !file.ops.empty(); });
}
bool haveShapes(const std::vector<FileStatistics>& files) {
  return std::ranges::any_of(files, [](const FileStatistics& file) { return file.shapes != nullptr; });
}

/// Returns the counters of a row's work; nullptr if there are none, or no sample is in it.
const MeasuredWork* sampledOf(const FileStatistics& file, const StatisticsRow& row) {
  const auto found = file.measured.find(row.key);
  return found == file.measured.end() || found->second.sampledCount == 0 ? nullptr : &found->second;
}

bool haveMeasured(const FileStatistics& file) {
  return !file.measured.empty() && std::ranges::any_of(file.statistics.rows, [&](const StatisticsRow& row) {
    return sampledOf(file, row) != nullptr;
  });
}

/// Returns "–" if spans of a row contain each other: their sum is no part of the busy time.
std::string shareOfBusyText(const StatisticsRow& row) {
  return row.self < row.total && row.shareOfBusy > 1 ? "–" : formatShare(row.shareOfBusy);
}

Columns<StatisticsRow> columnsOf(const FileStatistics& file, const StatsStyle& style) {
  using enum Unit;
  using Row = StatisticsRow;
  const auto name = [&](const Row& row) { return exactName(file, row, style); };
  const auto shown = [&](const Row& row) { return shownName(file, row, style.names.value_or(NameStyle::Short)); };
  Columns<Row> columns{{"name", file.by, Text, name, shown},
                       {"category", "", Text, &Row::category},
                       {"count", "count", Count, &Row::count},
                       {"total_ns", "total", Time, &Row::total},
                       {"self_ns", "self", Time, &Row::self},
                       {"mean_ns", "mean", Time, &Row::mean},
                       {"median_ns", "median", Time, &Row::median},
                       {"min_ns", "min", Time, &Row::min},
                       {"max_ns", "max", Time, &Row::max},
                       {"stddev_ns", "stddev", Time, &Row::stddev},
                       {"share", "share", Share, &Row::share},
                       {"share_of_busy", "of busy", Share, &Row::shareOfBusy, shareOfBusyText},
                       {"input_shapes", "", Text, [&](const Row& row) { return shapeOf(file, row).dims; }},
                       {"input_types", "", Text, [&](const Row& row) { return shapeOf(file, row).types; }},
                       {"", "mean", Time, [&](const Row& row) { return opOf(file, row)->hostMean; }}};
  append(columns, opColumns(), [&](const Row& row) { return opOf(file, row); });
  return columns;
}

/// Returns these columns, then those of counters.
Columns<StatisticsRow> columnsOf(const FileStatistics& file, const StatsStyle& style, std::string_view keys,
                                 bool isMeasured) {
  Columns<StatisticsRow> columns = picked(columnsOf(file, style), keys);
  if (isMeasured) {
    Columns<MeasuredWork> measured = picked(measuredColumns(), "dram_bytes,dram_bytes_per_s,tensor_pipe,sampled_share");
    measured[0].title = "DRAM traffic";
    measured[1].title = "DRAM rate";
    measured[2].title = "tensor pipe";
    append(columns, measured, [&](const StatisticsRow& row) { return sampledOf(file, row); });
  }
  return columns;
}

constexpr std::string_view shapeKeys = ",input_shapes,input_types";
constexpr std::string_view opKeys =
    ",calls,host_total_ns,host_self_ns,device_total_ns,device_self_ns,tensor_core_ns,launches,own_launches,kernels,"
    "own_kernels";

void writeTable(Output& output, TableForm form, const std::vector<FileStatistics>& files, const StatsStyle& style) {
  std::string keys = "name,category,count,total_ns,mean_ns,median_ns,min_ns,max_ns,stddev_ns,share,self_ns";
  keys += haveShapes(files) ? shapeKeys : "";
  keys += haveOps(files) ? opKeys : "";
  const bool isMeasured = std::ranges::any_of(files, haveMeasured);
  for (const FileStatistics& file : files) {
    Columns<StatisticsRow> columns = columnsOf(file, style, keys, isMeasured);
    if (files.size() > 1) {
      columns.insert(columns.begin(), {"file", "", Unit::Text, [&](const auto&) { return file.file.path; }});
    }
    output.write(&file == &files.front() ? tableHead(form, columns) : "");
    for (const StatisticsRow& row : shownRows(file, style, 0)) {
      output.write(tableLine(form, columns, row));
    }
  }
}

Columns<StatisticsRow> jsonColumns(const FileStatistics& file, const StatsStyle& style) {
  std::string keys =
      "name,category,count,total_ns,self_ns,mean_ns,median_ns,min_ns,max_ns,stddev_ns,share,share_of_busy";
  keys += file.shapes ? shapeKeys : "";
  keys += file.ops.empty() ? "" : opKeys;
  return picked(columnsOf(file, style), keys);
}

Json fileJson(const FileStatistics& file) {
  Json json{{"path", textValue(file.file.path)},
            {"kind", file.kind},
            {"count", file.statistics.count},
            {"total_ns", file.statistics.total.ns},
            {"self_ns", file.statistics.self.ns},
            {"busy_ns", file.statistics.busy.ns},
            {"busy_devices", file.statistics.busyDevices},
            {"repeated", file.statistics.repeated}};
  if (file.all) {
    json["filter"] = textValue(file.filter);
    json["unfiltered_count"] = file.all->count;
    json["unfiltered_total_ns"] = file.all->total.ns;
  }
  addRange(json, file.range, *file.file.trace);
  return json;
}

std::string headline(const FileStatistics& file) {
  const Statistics& all = file.statistics;
  std::string line =
      fmt::format("{} · {} of kind {} · {} total · busy {}", printable(file.file.path), counted(all.count, "span"),
                  file.kind, formatDuration(all.total), formatDuration(all.busy));
  if (all.busyDevices > 1) {
    line += fmt::format(" on {}", counted(all.busyDevices, "device"));
  }
  if (file.range) {
    const Time zero = file.file.trace->bounds().begin;
    line += fmt::format(" · from {} to {}", formatDuration(file.range->begin - zero),
                        formatDuration(file.range->end - zero));
  }
  if (file.all) {
    const double share =
        file.all->total.ns > 0 ? static_cast<double>(all.total.ns) / static_cast<double>(file.all->total.ns) : 0;
    line += fmt::format("\n  filtered by \"{}\": {} of {}, {} of {} ({})", printable(file.filter),
                        formatCount(all.count), counted(file.all->count, "span"), formatDuration(all.total),
                        formatDuration(file.all->total), formatShare(share));
  }
  if (all.self < all.total) {
    line += fmt::format("\n  spans contain each other: totals add up to {}, self times to {}",
                        formatDuration(all.total), formatDuration(all.self));
  }
  if (all.repeated > 0) {
    line += fmt::format("\n  left out: {} in duplicate rows", counted(all.repeated, "span"));
  }
  return line + "\n";
}

std::string tableText(const FileStatistics& file, std::span<const StatisticsRow> rows, const StatsStyle& style) {
  std::string keys = "host_total_ns,host_self_ns,calls,mean,device_total_ns,device_self_ns,launches,tensor_core_ns";
  if (file.ops.empty()) {
    const bool isNested = file.statistics.self < file.statistics.total;
    keys = fmt::format("share,share_of_busy,total_ns{},count,mean_ns,median_ns,min_ns,max_ns,stddev_ns",
                       isNested ? ",self_ns" : "");
  }
  Columns<StatisticsRow> columns = columnsOf(file, style, keys, file.ops.empty() && haveMeasured(file));
  columns.push_back(picked(columnsOf(file, style), "name").front());
  if (!file.ops.empty()) {
    columns.back().title = file.shapes ? "name and input shapes" : "name";
    columns.back().text = [&](const StatisticsRow& row) {
      const std::string dims = shapeOf(file, row).dims;
      return nameOf(file, row) + (dims.empty() ? "" : "  " + dims);
    };
  }
  const bool isShort = style.names.value_or(NameStyle::Short) == NameStyle::Short;
  return textTable(columns, rows).text(2, isShort ? terminalWidth() : 0);
}

}  // namespace

void writeStatsJson(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style) {
  JsonDocument document(output, "stats-1");
  document.beginArray("files");
  for (const FileStatistics& file : files) {
    document.element(fileJson(file));
  }
  document.endArray();
  document.member("by", files.front().by);
  document.beginArray("rows");
  for (std::size_t f = 0; f < files.size(); ++f) {
    const Columns<StatisticsRow> columns = jsonColumns(files[f], style);
    for (const StatisticsRow& row : shownRows(files[f], style, 0)) {
      Json json = membersOf(columns, row);
      if (const auto measured = files[f].measured.find(row.key); measured != files[f].measured.end()) {
        json["measured"] = measuredJson(measured->second);
      }
      if (files.size() > 1) {
        json["file"] = f;
      }
      document.element(json);
    }
  }
  document.endArray();
  document.end();
}

void writeStatsCsv(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style) {
  writeTable(output, TableForm::Csv, files, style);
}

void writeStatsMarkdown(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style) {
  writeTable(output, TableForm::Markdown, files, style);
}

void writeStatsText(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style) {
  for (const FileStatistics& file : files) {
    output.write(&file == &files.front() ? "" : "\n");
    output.write(headline(file));
    const std::span<const StatisticsRow> rows = shownRows(file, style, rowsOfText);
    output.write(tableText(file, rows, style));
    output.write(cutNotice(file.statistics.rows.size() - rows.size(), "--limit 0"));
    output.write(file.ops.empty() && haveMeasured(file) ? measuredNote : "");
    const bool isNested = std::ranges::any_of(file.ops, [](const auto& op) { return op.hostSum != op.hostTotal; });
    output.write(isNested
                     ? "Calls and mean also count calls within a call of the same operator; totals count their time "
                       "once.\n"
                     : "");
  }
}

}  // namespace kernline::cli
