// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/stats_answer.h"

#include "app/cli/answers/measured_answer.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/range_members.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "app/cli/kit/track_title.h"
#include "core/analysis/causes/key_kinds.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/markdown_table.h"
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
  const bool isKernel = file.by == "name" && row.longest != SpanId::none && isDeviceWork(trace.kind(row.longest));
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

/// The names and figures that only operators have, in the order of the columns.
std::vector<std::pair<const char*, std::int64_t>> figuresOf(const OpStatisticsRow& op) {
  return {{"calls", static_cast<std::int64_t>(op.calls)},
          {"host_total_ns", op.hostTotal.ns},
          {"host_self_ns", op.hostSelf.ns},
          {"device_total_ns", op.deviceTotal.ns},
          {"device_self_ns", op.deviceSelf.ns},
          {"tensor_core_ns", op.tensorCores.ns},
          {"launches", static_cast<std::int64_t>(op.launches)},
          {"own_launches", static_cast<std::int64_t>(op.ownLaunches)},
          {"kernels", static_cast<std::int64_t>(op.kernels)},
          {"own_kernels", static_cast<std::int64_t>(op.ownKernels)}};
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

/// DRAM bytes of a piece of work and a second, how busy tensor pipes were, how much of the time was sampled.
std::vector<std::string> measuredCells(const MeasuredWork* measured) {
  const auto number = [](std::optional<double> value) { return value ? fmt::format("{}", *value) : std::string(); };
  if (measured == nullptr) {
    return std::vector<std::string>(4);
  }
  const std::optional<double> bytes = measured->dramBytesPerPiece();
  return {bytes ? fmt::format("{}", std::llround(*bytes)) : std::string(), number(measured->dramBytesPerSecond()),
          number(measured->tensorShare()), number(measured->sampledShare())};
}

/// The same for people.
std::vector<std::string> measuredTexts(const MeasuredWork* measured) {
  const auto text = [](std::optional<double> value, const auto& format) {
    return value ? format(*value) : std::string("–");
  };
  const auto bytes = [](double value) { return formatBytes(std::llround(value)); };
  return {text(measured ? measured->dramBytesPerPiece() : std::nullopt, bytes),
          text(measured ? measured->dramBytesPerSecond() : std::nullopt, formatByteRate),
          text(measured ? measured->tensorShare() : std::nullopt, formatShare),
          measured ? sampledText(*measured) : std::string("not sampled")};
}

/// Titles of the columns behind those that all rows have.
std::vector<std::string> furtherTitles(const std::vector<FileStatistics>& files) {
  std::vector<std::string> titles{"self_ns"};
  if (haveShapes(files)) {
    titles.insert(titles.end(), {"input_shapes", "input_types"});
  }
  if (haveOps(files)) {
    for (const auto& [title, value] : figuresOf({})) {
      titles.emplace_back(title);
    }
  }
  if (std::ranges::any_of(files, haveMeasured)) {
    titles.insert(titles.end(), {"dram_bytes", "dram_bytes_per_s", "tensor_pipe", "sampled_share"});
  }
  return titles;
}

/// Returns the exact values of these cells.
std::vector<std::string> furtherCells(const std::vector<FileStatistics>& files, const FileStatistics& file,
                                      const StatisticsRow& row) {
  std::vector<std::string> cells{fmt::format("{}", row.self.ns)};
  if (haveShapes(files)) {
    const InputShapes::Shape shape = shapeOf(file, row);
    cells.insert(cells.end(), {shape.dims, shape.types});
  }
  if (haveOps(files)) {
    const OpStatisticsRow* op = opOf(file, row);
    for (const auto& [title, value] : figuresOf(op == nullptr ? OpStatisticsRow{} : *op)) {
      cells.push_back(op == nullptr ? "" : fmt::format("{}", value));
    }
  }
  if (std::ranges::any_of(files, haveMeasured)) {
    std::ranges::move(measuredCells(sampledOf(file, row)), std::back_inserter(cells));
  }
  return cells;
}

Json rowJson(const FileStatistics& file, const StatisticsRow& row, const StatsStyle& style) {
  Json json{{"name", exactName(file, row, style)},
            {"category", textValue(row.category)},
            {"count", row.count},
            {"total_ns", row.total.ns},
            {"self_ns", row.self.ns},
            {"mean_ns", row.mean.ns},
            {"median_ns", row.median.ns},
            {"min_ns", row.min.ns},
            {"max_ns", row.max.ns},
            {"stddev_ns", row.stddev.ns},
            {"share", row.share},
            {"share_of_busy", row.shareOfBusy}};
  if (file.shapes) {
    const InputShapes::Shape shape = shapeOf(file, row);
    json["input_shapes"] = textValue(shape.dims);
    json["input_types"] = textValue(shape.types);
  }
  if (const OpStatisticsRow* op = opOf(file, row)) {
    for (const auto& [key, value] : figuresOf(*op)) {
      json[key] = value;
    }
  }
  if (const auto measured = file.measured.find(row.key); measured != file.measured.end()) {
    json["measured"] = measuredJson(measured->second);
  }
  return json;
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

/// Operators: what a person asks of them, in the place of how durations spread.
std::string opTableText(const FileStatistics& file, std::span<const StatisticsRow> rows, const StatsStyle& style) {
  using enum TextTable::Align;
  TextTable table{{{"host total", Right},
                   {"host self", Right},
                   {"calls", Right},
                   {"mean", Right},
                   {"GPU total", Right},
                   {"GPU self", Right},
                   {"launches", Right},
                   {"tensor cores", Right},
                   {file.shapes ? "name and input shapes" : "name", Left}}};
  for (const StatisticsRow& row : rows) {
    const OpStatisticsRow& op = *opOf(file, row);
    const std::string dims = shapeOf(file, row).dims;
    const auto count = [](std::uint64_t n) { return formatCount(n); };
    table.add({formatDuration(op.hostTotal), formatDuration(op.hostSelf), count(op.calls), formatDuration(op.hostMean),
               formatDuration(op.deviceTotal), formatDuration(op.deviceSelf), count(op.launches),
               formatDuration(op.tensorCores), nameOf(file, row) + (dims.empty() ? "" : "  " + dims)});
  }
  return table.text(2, style.names.value_or(NameStyle::Short) == NameStyle::Short ? terminalWidth() : 0);
}

/// Returns "–" if spans of a row contain each other: their sum is no part of the busy time.
std::string shareOfBusyText(const StatisticsRow& row) {
  return row.self < row.total && row.shareOfBusy > 1 ? "–" : formatShare(row.shareOfBusy);
}

std::string tableText(const FileStatistics& file, std::span<const StatisticsRow> rows, const StatsStyle& style) {
  if (!file.ops.empty()) {
    return opTableText(file, rows, style);
  }
  using enum TextTable::Align;
  const bool isNested = file.statistics.self < file.statistics.total;
  std::vector<TextTable::Column> columns{{"share", Right}, {"of busy", Right}, {"total", Right}};
  if (isNested) {
    columns.push_back({"self", Right});
  }
  for (const char* title : {"count", "mean", "median", "min", "max", "stddev"}) {
    columns.push_back({title, Right});
  }
  const bool isMeasured = haveMeasured(file);
  if (isMeasured) {
    for (const char* title : {"DRAM traffic", "DRAM rate", "tensor pipe", "sampled"}) {
      columns.push_back({title, Right});
    }
  }
  columns.push_back({file.by, Left});
  TextTable table{std::move(columns)};
  for (const StatisticsRow& row : rows) {
    std::vector<std::string> cells{formatShare(row.share), shareOfBusyText(row), formatDuration(row.total)};
    if (isNested) {
      cells.push_back(formatDuration(row.self));
    }
    cells.push_back(formatCount(row.count));
    for (const Duration time : {row.mean, row.median, row.min, row.max, row.stddev}) {
      cells.push_back(formatDuration(time));
    }
    if (isMeasured) {
      std::ranges::move(measuredTexts(sampledOf(file, row)), std::back_inserter(cells));
    }
    cells.push_back(shownName(file, row, style.names.value_or(NameStyle::Short)));
    table.add(std::move(cells));
  }
  return table.text(2, style.names.value_or(NameStyle::Short) == NameStyle::Short ? terminalWidth() : 0);
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
    for (const StatisticsRow& row : shownRows(files[f], style, 0)) {
      Json json = rowJson(files[f], row, style);
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
  const bool several = files.size() > 1;
  output.write(several ? "file," : "");
  output.write("name,category,count,total_ns,mean_ns,median_ns,min_ns,max_ns,stddev_ns,share");
  for (const std::string& title : furtherTitles(files)) {
    output.write("," + title);
  }
  output.write("\n");
  for (const FileStatistics& file : files) {
    for (const StatisticsRow& row : shownRows(file, style, 0)) {
      output.write(several ? csvCell(file.file.path) + "," : "");
      output.write(fmt::format("{},{},{},{},{},{},{},{},{},{}", csvCell(exactName(file, row, style)),
                               csvCell(row.category), row.count, row.total.ns, row.mean.ns, row.median.ns, row.min.ns,
                               row.max.ns, row.stddev.ns, row.share));
      for (const std::string& cell : furtherCells(files, file, row)) {
        output.write("," + csvCell(cell));
      }
      output.write("\n");
    }
  }
}

void writeStatsMarkdown(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style) {
  const bool several = files.size() > 1;
  std::vector<MarkdownColumn> columns{{"name"}, {"category"}};
  for (const char* number : {"count", "total_ns", "mean_ns", "median_ns", "min_ns", "max_ns", "stddev_ns", "share"}) {
    columns.push_back({number, true});
  }
  for (const std::string& title : furtherTitles(files)) {
    columns.push_back({title, !title.starts_with("input_")});
  }
  if (several) {
    columns.insert(columns.begin(), {"file"});
  }
  output.write(markdownHead(columns));
  for (const FileStatistics& file : files) {
    for (const StatisticsRow& row : shownRows(file, style, 0)) {
      std::vector<std::string> cells{markdownCell(exactName(file, row, style)), markdownCell(row.category),
                                     fmt::format("{}", row.count)};
      for (const Duration time : {row.total, row.mean, row.median, row.min, row.max, row.stddev}) {
        cells.push_back(fmt::format("{}", time.ns));
      }
      cells.push_back(fmt::format("{}", row.share));
      for (const std::string& cell : furtherCells(files, file, row)) {
        cells.push_back(markdownCell(cell));
      }
      if (several) {
        cells.insert(cells.begin(), markdownCell(file.file.path));
      }
      output.write(markdownRow(cells));
    }
  }
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
