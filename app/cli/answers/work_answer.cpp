// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/work_answer.h"

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::cli {

namespace {

constexpr double nsPerSecond = 1e9;

std::span<const WorkRow> shownRows(const FileWork& answer) {
  const std::span<const WorkRow> rows = answer.work.rows;
  return answer.limit == 0 ? rows : rows.first(std::min(answer.limit, rows.size()));
}

/// Of one call, where at least one is modelled.
std::optional<double> eachCall(const WorkRow& row, double all) {
  return row.modelledCount > 0 ? std::optional(all / static_cast<double>(row.modelledCount)) : std::nullopt;
}

/// A second of the time that modelled calls took.
std::optional<double> aSecond(const WorkRow& row, double all) {
  return row.modelled.ns > 0 && row.modelledCount > 0
             ? std::optional(all / static_cast<double>(row.modelled.ns) * nsPerSecond)
             : std::nullopt;
}

/// Of one call that has one.
std::optional<double> rooflineOf(const WorkRow& row) {
  return row.rooflineCount > 0 ? std::optional(row.rooflineNs / static_cast<double>(row.rooflineCount)) : std::nullopt;
}

std::optional<double> intensityOf(const WorkRow& row) {
  return row.bytes > 0 ? std::optional(row.flops / row.bytes) : std::nullopt;
}

Json optionalNumber(std::optional<double> value) {
  return value ? Json(*value) : Json(nullptr);
}

Json optionalWhole(std::optional<double> value) {
  return value ? Json(static_cast<std::int64_t>(std::llround(*value))) : Json(nullptr);
}

Json optionalText(std::string_view text) {
  return text.empty() ? Json(nullptr) : textValue(text);
}

std::string reasonOf(const WorkRow& row) {
  return row.modelledCount < row.count ? row.reason.english() : std::string();
}

Json rowJson(const FileWork& answer, const WorkRow& row) {
  Json kernels = Json::array();
  for (const StringId kernel : row.kernels) {
    kernels.push_back(textValue(answer.file.trace->text(kernel)));
  }
  return {{"operator", textValue(row.name)},
          {"input_dims", optionalText(row.shape.dims)},
          {"input_types", optionalText(row.shape.types)},
          {"kernels", std::move(kernels)},
          {"count", row.count},
          {"kernel_ns", row.kernelTime.ns},
          {"modelled_ns", row.modelled.ns},
          {"flops", optionalWhole(eachCall(row, row.flops))},
          {"bytes", optionalWhole(eachCall(row, row.bytes))},
          {"intensity", optionalNumber(row.modelledCount > 0 ? intensityOf(row) : std::nullopt)},
          {"flops_per_s", optionalNumber(aSecond(row, row.flops))},
          {"bytes_per_s", optionalNumber(aSecond(row, row.bytes))},
          {"bound", textValue(toText(row.bound))},
          {"roofline_ns", optionalWhole(rooflineOf(row))},
          {"share_of_roofline", optionalNumber(row.shareOfRoofline())},
          {"recoverable_ns", optionalWhole(row.rooflineCount > 0 ? std::optional(row.recoverableNs) : std::nullopt)},
          {"rule", row.rule == nullptr ? Json(nullptr) : textValue(row.rule->text)},
          {"reason", optionalText(reasonOf(row))}};
}

double modelledShare(const TraceWork& work) {
  return work.kernelTime.ns > 0 ? static_cast<double>(work.modelled.ns) / static_cast<double>(work.kernelTime.ns) : 0;
}

Json deviceJson(const FileWork& answer) {
  const TraceWork& work = answer.work;
  if (!work.ceilings) {
    return {{"name", optionalText(work.deviceName)}, {"source", nullptr}};
  }
  Json peaks = Json::object();
  for (const auto& [type, peak] : work.ceilings->flopsPerSecond) {
    peaks[type] = peak;
  }
  return {{"name", textValue(work.deviceName)},
          {"source", answer.isGivenDevice ? "given" : "datasheet"},
          {"datasheet", textValue(work.ceilings->source)},
          {"bytes_per_s", work.ceilings->bytesPerSecond},
          {"flops_per_s", std::move(peaks)},
          {"launch_ns", static_cast<std::int64_t>(std::llround(work.ceilings->launchNs))}};
}

std::string headline(const FileWork& answer) {
  const TraceWork& work = answer.work;
  std::string line = fmt::format("{} · GPU time {} · modelled {}", printable(answer.file.path),
                                 formatDuration(work.kernelTime), formatShare(modelledShare(work)));
  if (answer.range) {
    const Time zero = answer.file.trace->bounds().begin;
    line += fmt::format(" · from {} to {}", formatDuration(answer.range->begin - zero),
                        formatDuration(answer.range->end - zero));
  }
  if (work.ceilings) {
    line += fmt::format("\n  ceilings: {}, {} of memory ({})", printable(work.deviceName),
                        formatByteRate(work.ceilings->bytesPerSecond), work.ceilings->source);
  } else {
    line += fmt::format("\n  no ceilings: {}. Name a device with --device",
                        work.deviceName.empty() ? "the device is unknown"
                                                : printable(work.deviceName) + " is not in the table of devices");
  }
  return line + "\n";
}

template <typename Format>
std::string cell(std::optional<double> value, const Format& format) {
  return value ? format(*value) : std::string("–");
}

std::string flopsText(double flops) {
  constexpr std::pair<double, std::string_view> units[] = {
      {1e12, "TFLOP"}, {1e9, "GFLOP"}, {1e6, "MFLOP"}, {1e3, "kFLOP"}};
  for (const auto& [size, unit] : units) {
    if (flops >= size) {
      return fmt::format("{:.4g} {}", flops / size, unit);
    }
  }
  return fmt::format("{:.0f} FLOP", flops);
}

std::string nameOf(const FileWork& answer, const WorkRow& row) {
  const std::string name = printable(answer.by == WorkKey::Kernel ? shortKernelName(row.name) : row.name);
  return row.shape.dims.empty() ? name : name + " " + printable(row.shape.dims);
}

}  // namespace

void writeWorkJson(Output& output, const FileWork& answer) {
  JsonDocument document(output, "work-1");
  document.member("path", textValue(answer.file.path));
  if (answer.range) {
    document.member("range_ns", {answer.range->begin.ns, answer.range->end.ns});
  }
  document.member("device", deviceJson(answer));
  document.member("kernel_ns", answer.work.kernelTime.ns);
  document.member("modelled_ns", answer.work.modelled.ns);
  document.beginArray("rows");
  for (const WorkRow& row : shownRows(answer)) {
    document.element(rowJson(answer, row));
  }
  document.endArray();
  document.end();
}

void writeWorkCsv(Output& output, const FileWork& answer) {
  output.write(
      "operator,input_dims,input_types,count,kernel_ns,modelled_ns,flops,bytes,intensity,flops_per_s,bytes_per_s,bound,"
      "roofline_ns,share_of_roofline,recoverable_ns,rule,reason\n");
  const auto number = [](std::optional<double> value) { return value ? fmt::format("{}", *value) : std::string(); };
  const auto whole = [](std::optional<double> value) {
    return value ? fmt::format("{}", std::llround(*value)) : std::string();
  };
  for (const WorkRow& row : shownRows(answer)) {
    output.write(fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csvCell(row.name), csvCell(row.shape.dims),
        csvCell(row.shape.types), row.count, row.kernelTime.ns, row.modelled.ns, whole(eachCall(row, row.flops)),
        whole(eachCall(row, row.bytes)), number(row.modelledCount > 0 ? intensityOf(row) : std::nullopt),
        number(aSecond(row, row.flops)), number(aSecond(row, row.bytes)), toText(row.bound), whole(rooflineOf(row)),
        number(row.shareOfRoofline()), whole(row.rooflineCount > 0 ? std::optional(row.recoverableNs) : std::nullopt),
        csvCell(row.rule == nullptr ? std::string() : row.rule->text), csvCell(reasonOf(row))));
  }
}

void writeWorkText(Output& output, const FileWork& answer) {
  using enum TextTable::Align;
  output.write(headline(answer));
  TextTable table{{{"share", Right},
                   {"time", Right},
                   {"calls", Right},
                   {"FLOPs", Right},
                   {"bytes", Right},
                   {"rate", Right},
                   {"bandwidth", Right},
                   {"bound", Left},
                   {"roofline", Right},
                   {"recoverable", Right},
                   {answer.by == WorkKey::Kernel   ? "kernel"
                    : answer.by == WorkKey::Family ? "family"
                                                   : "operator",
                    Left}}};
  const TraceWork& work = answer.work;
  for (const WorkRow& row : shownRows(answer)) {
    const double share =
        work.kernelTime.ns > 0 ? static_cast<double>(row.kernelTime.ns) / static_cast<double>(work.kernelTime.ns) : 0;
    table.add({formatShare(share), formatDuration(row.kernelTime), formatCount(row.count),
               cell(row.flops > 0 ? eachCall(row, row.flops) : std::nullopt, flopsText),
               cell(eachCall(row, row.bytes), [](double bytes) { return formatBytes(std::llround(bytes)); }),
               cell(row.flops > 0 ? aSecond(row, row.flops) : std::nullopt, formatFlopRate),
               cell(aSecond(row, row.bytes), formatByteRate), std::string(toText(row.bound)),
               cell(row.shareOfRoofline(), formatShare),
               row.rooflineCount > 0 ? formatDuration({std::llround(row.recoverableNs)}) : "–",
               nameOf(answer, row) + (row.modelledCount == 0 ? " (" + reasonOf(row) + ")" : std::string())});
  }
  output.write(table.text(2, terminalWidth()));
  if (const std::size_t left = work.rows.size() - shownRows(answer).size(); left > 0) {
    output.write(fmt::format("  {} more rows; --limit 0 lists all\n", formatCount(left)));
  }
}

}  // namespace kernline::cli
