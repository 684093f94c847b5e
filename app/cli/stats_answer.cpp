// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stats_answer.h"

#include "app/cli/json_document.h"
#include "app/cli/text_table.h"
#include "app/cli/track_title.h"
#include "core/format/csv_cell.h"
#include "core/format/markdown_table.h"
#include "core/format/printable_text.h"
#include "core/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

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
  if (!row.name.empty() || file.by == "name") {
    return std::string{row.name};
  }
  if (file.by == "category") {
    return "(no category)";
  }
  return row.key == graphReplayKey ? "(CUDA graph replay)" : "(no operator)";
}

/// Kernels in the style that was asked for.
std::string shownName(const FileStatistics& file, const StatisticsRow& row, NameStyle style) {
  const Trace& trace = *file.file.trace;
  const bool isKernel = file.by == "name" && row.longest != SpanId::none && isDeviceWork(trace.kind(row.longest));
  return isKernel ? kernelNameIn(style, row.name) : nameOf(file, row);
}

/// As programs read it.
std::string exactName(const FileStatistics& file, const StatisticsRow& row, const StatsStyle& style) {
  return shownName(file, row, style.names.value_or(NameStyle::Raw));
}

Json rowJson(const FileStatistics& file, const StatisticsRow& row, const StatsStyle& style) {
  return {{"name", exactName(file, row, style)},
          {"category", textValue(row.category)},
          {"count", row.count},
          {"total_ns", row.total.ns},
          {"mean_ns", row.mean.ns},
          {"median_ns", row.median.ns},
          {"min_ns", row.min.ns},
          {"max_ns", row.max.ns},
          {"stddev_ns", row.stddev.ns},
          {"share", row.share},
          {"share_of_busy", row.shareOfBusy}};
}

Json fileJson(const FileStatistics& file) {
  Json json{{"path", textValue(file.file.path)},
            {"kind", file.kind},
            {"count", file.statistics.count},
            {"total_ns", file.statistics.total.ns},
            {"busy_ns", file.statistics.busy.ns}};
  if (file.range) {
    json["range_ns"] = {file.range->begin.ns, file.range->end.ns};
  }
  return json;
}

std::string headline(const FileStatistics& file) {
  const Statistics& all = file.statistics;
  std::string line = fmt::format("{} · {} spans of kind {} · {} in all · busy {}", printable(file.file.path),
                                 formatCount(static_cast<std::int64_t>(all.count)), file.kind,
                                 formatDuration(all.total), formatDuration(all.busy));
  if (file.range) {
    const Time zero = file.file.trace->bounds().begin;
    line += fmt::format(" · from {} to {}", formatDuration(file.range->begin - zero),
                        formatDuration(file.range->end - zero));
  }
  return line + "\n";
}

std::string tableText(const FileStatistics& file, std::span<const StatisticsRow> rows, const StatsStyle& style) {
  using enum TextTable::Align;
  TextTable table{{{"share", Right},
                   {"total", Right},
                   {"count", Right},
                   {"mean", Right},
                   {"median", Right},
                   {"min", Right},
                   {"max", Right},
                   {"stddev", Right},
                   {file.by, Left}}};
  for (const StatisticsRow& row : rows) {
    table.add({formatShare(row.share), formatDuration(row.total), formatCount(static_cast<std::int64_t>(row.count)),
               formatDuration(row.mean), formatDuration(row.median), formatDuration(row.min), formatDuration(row.max),
               formatDuration(row.stddev), shownName(file, row, style.names.value_or(NameStyle::Short))});
  }
  return table.text(2, style.names.value_or(NameStyle::Short) == NameStyle::Short ? Output::terminalWidth() : 0);
}

}  // namespace

void writeStatsJson(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style) {
  JsonDocument document{output};
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
  output.write("name,category,count,total_ns,mean_ns,median_ns,min_ns,max_ns,stddev_ns,share\n");
  for (const FileStatistics& file : files) {
    for (const StatisticsRow& row : shownRows(file, style, 0)) {
      output.write(several ? csvCell(file.file.path) + "," : "");
      output.write(fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csvCell(exactName(file, row, style)),
                               csvCell(row.category), row.count, row.total.ns, row.mean.ns, row.median.ns, row.min.ns,
                               row.max.ns, row.stddev.ns, row.share));
    }
  }
}

void writeStatsMarkdown(Output& output, const std::vector<FileStatistics>& files, const StatsStyle& style) {
  const bool several = files.size() > 1;
  std::vector<MarkdownColumn> columns{{"name"}, {"category"}};
  for (const char* number : {"count", "total_ns", "mean_ns", "median_ns", "min_ns", "max_ns", "stddev_ns", "share"}) {
    columns.push_back({number, true});
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
    const std::size_t hidden = file.statistics.rows.size() - rows.size();
    if (hidden > 0) {
      output.write(
          fmt::format("  … and {} more; --limit 0 shows all\n", formatCount(static_cast<std::int64_t>(hidden))));
    }
  }
}

}  // namespace kernline::cli
