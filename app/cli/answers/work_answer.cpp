// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/work_answer.h"

#include "app/cli/answers/measured_answer.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/range_members.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/causes/key_kinds.h"
#include "core/analysis/statistics/input_shapes.h"
#include "core/model/format/csv_cell.h"
#include "core/model/format/flops.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/distinct_names.h"

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

Json optionalNumber(std::optional<double> value) {
  return value ? Json(*value) : Json(nullptr);
}

Json optionalWhole(std::optional<double> value) {
  return value ? Json(static_cast<std::int64_t>(std::llround(*value))) : Json(nullptr);
}

Json optionalText(std::string_view text) {
  return text.empty() ? Json(nullptr) : textValue(text);
}

std::optional<double> recoverableOf(const WorkRow& row) {
  return row.figures.rooflineCount > 0 ? std::optional(row.figures.recoverableNs) : std::nullopt;
}

std::string reasonOf(const WorkRow& row) {
  return row.figures.modelledCount < row.figures.count ? row.reason.english() : std::string();
}

/// Returns the row's label, as in statistics if it lacks the key.
std::string labelOf(const FileWork& answer, const WorkRow& row) {
  const KeyKind* kind = keyKind(answer.by);
  return row.name.empty() && kind != nullptr ? std::string(kind->missing) : row.name;
}

Json ncuJson(const NcuWork& measured) {
  if (measured.calls + measured.callsWithFlops == 0) {
    return nullptr;
  }
  return {{"calls", measured.calls},
          {"dram_bytes", optionalWhole(measured.dramBytesPerCall())},
          {"calls_with_flops", measured.callsWithFlops},
          {"flops", optionalWhole(measured.flopsPerCall())}};
}

std::span<const JoinedReport> reportsOf(const FileWork& answer) {
  return answer.measured == nullptr ? std::span<const JoinedReport>{} : answer.measured->reports();
}

Json rowJson(const FileWork& answer, const WorkRow& row) {
  const WorkFigures& figures = row.figures;
  Json kernels = Json::array();
  for (const StringId kernel : row.kernels) {
    kernels.push_back(textValue(answer.file.trace->text(kernel)));
  }
  return {{"operator", textValue(labelOf(answer, row))},
          {"input_dims", optionalText(row.shape.dims)},
          {"input_types", optionalText(row.shape.types)},
          {"kernels", std::move(kernels)},
          {"count", figures.count},
          {"kernel_ns", figures.kernelTime.ns},
          {"modelled_ns", figures.modelled.ns},
          {"flops", optionalWhole(figures.flopsPerCall())},
          {"bytes", optionalWhole(figures.bytesPerCall())},
          {"intensity", optionalNumber(figures.intensity())},
          {"flops_per_s", optionalNumber(figures.flopsPerSecond())},
          {"bytes_per_s", optionalNumber(figures.bytesPerSecond())},
          {"message_bytes", optionalWhole(figures.messageBytesPerCall())},
          {"bus_bytes_per_s", optionalNumber(figures.busBytesPerSecond())},
          {"bound", textValue(toText(figures.bound()))},
          {"roofline_ns", optionalWhole(figures.rooflineNsPerCall())},
          {"share_of_roofline", optionalNumber(figures.shareOfRoofline())},
          {"roofline_kernel_ns", figures.rooflineTime.ns},
          {"recoverable_ns", optionalWhole(recoverableOf(row))},
          {"measured", measuredJson(row.measured)},
          {"measured_intensity", optionalNumber(measuredIntensity(row))},
          {"rule", row.rule == nullptr ? Json(nullptr) : textValue(row.rule->text)},
          {"reason", optionalText(reasonOf(row))},
          {"ncu", ncuJson(row.ncu)}};
}

/// Whether rows are kernels, over which the work of operators was divided by time.
bool isDivided(const FileWork& answer) {
  return answer.by != "shape" && answer.by != "op";
}

Json useJson(const WorkUtilization& use) {
  return {{"elapsed_ns", use.elapsed.ns},
          {"mfu", optionalNumber(use.ofFlops())},
          {"memory_bandwidth_utilization", optionalNumber(use.ofBandwidth())},
          {"matrix_flops", use.matrixFlops},
          {"bytes", use.bytes},
          {"modelled_share", optionalNumber(use.coverage())}};
}

Json deviceUseJson(const DeviceUtilization& device) {
  Json json{{"name", textValue(device.name)},
            {"rank", device.rank < 0 ? Json(nullptr) : Json(device.rank)},
            {"device", device.device < 0 ? Json(nullptr) : Json(device.device)}};
  json.update(useJson(device.use));
  json["steps"] = device.use.steps;
  return json;
}

Json stepUseJson(const FileWork& answer, const StepUse& step) {
  const Trace& trace = *answer.file.trace;
  const ProcessId process = step.step.process;
  const std::int32_t rank = process == ProcessId::none ? -1 : trace.process(process).rank;
  Json json{{"index", step.index},
            {"name", textValue(trace.text(step.step.name))},
            {"rank", rank < 0 ? Json(nullptr) : Json(rank)},
            {"devices", step.use.devices}};
  json.update(useJson(step.use));
  return json;
}

double modelledShare(const WorkFigures& figures) {
  return figures.kernelTime.ns > 0
             ? static_cast<double>(figures.modelled.ns) / static_cast<double>(figures.kernelTime.ns)
             : 0;
}

Json ceilingsJson(const ReferenceDevice& device) {
  Json json = referenceDeviceJson(device);
  if (!device.ceilings) {
    return json;
  }
  const Ceilings& ceilings = *device.ceilings;
  Json peaks = Json::object();
  for (const auto& [type, peak] : ceilings.flopsPerSecond) {
    peaks[type] = peak;
  }
  json.update({{"datasheet", textValue(ceilings.source)},
               {"bytes_per_s", ceilings.bytesPerSecond},
               {"l2_bytes_per_s", ceilings.l2BytesPerSecond > 0 ? Json(ceilings.l2BytesPerSecond) : Json(nullptr)},
               {"flops_per_s", std::move(peaks)},
               {"launch_ns", static_cast<std::int64_t>(std::llround(ceilings.launchNs))}});
  return json;
}

std::string headline(const FileWork& answer) {
  std::string line =
      fmt::format("{} · GPU time {} · modelled {}", printable(answer.file.path),
                  formatDuration(answer.work.all.kernelTime), formatShare(modelledShare(answer.work.all)));
  if (answer.work.all.inferred.ns > 0) {
    line += fmt::format(" · operators of {} inferred from kernels of the same name and launch shape",
                        formatDuration(answer.work.all.inferred));
  }
  if (answer.range) {
    const Time zero = answer.file.trace->bounds().begin;
    line += fmt::format(" · from {} to {}", formatDuration(answer.range->begin - zero),
                        formatDuration(answer.range->end - zero));
  }
  const std::optional<Ceilings>& ceilings = answer.device.ceilings;
  line += ceilings ? fmt::format("\n  ceilings: {}, {} of memory ({})", printable(answer.device.name),
                                 formatByteRate(ceilings->bytesPerSecond), printable(ceilings->source))
          : deviceTracks(*answer.file.trace).empty() ? fmt::format("\n  {}", noGpuWork)
                                                     : "\n  " + withoutCeilings(answer.device);
  return line + "\n";
}

template <typename Format>
std::string cell(std::optional<double> value, const Format& format) {
  return value ? format(*value) : std::string("–");
}

std::string nameOf(const FileWork& answer, const WorkRow& row) {
  const Trace& trace = *answer.file.trace;
  const bool isKernel = answer.by == "kernel" || (row.kernels.size() == 1 && row.shape.dims.empty() &&
                                                  trace.text(row.kernels.front()) == row.name);
  const std::string name =
      printable(isKernel ? trace.kernelNames().in(NameStyle::Short, row.name) : labelOf(answer, row));
  return row.shape.dims.empty() ? name
                                : fmt::format("{} {} {}", name, printable(tensorDims(row.shape.dims)),
                                              printable(tensorTypes(row.shape.types)));
}

std::string useText(const WorkUtilization& use) {
  return fmt::format("MFU {} · memory bandwidth {} · of {}{}{}", cell(use.ofFlops(), formatShare),
                     cell(use.ofBandwidth(), formatShare), formatDuration(use.elapsed),
                     use.steps > 0 ? " in " + counted(use.steps, "step") : "",
                     use.isLittleModelled() ? fmt::format(" · at least: only {} of the time is modelled",
                                                          formatShare(use.coverage().value_or(0)))
                                            : "");
}

/// "ProfilerStep#3", or "step 0" where the name of steps has no number.
std::string stepTitle(const Trace& trace, const StepUse& step) {
  const std::string_view name = trace.text(step.step.name);
  const bool isNumbered = !name.empty() && name.back() >= '0' && name.back() <= '9';
  return isNumbered ? printable(name) : fmt::format("step {}", step.index);
}

/// Writes the utilization of devices, then of steps.
void writeUse(Output& output, const FileWork& answer) {
  const auto has = [](const WorkUtilization& use) { return use.ofFlops() || use.ofBandwidth(); };
  for (const DeviceUtilization& device : answer.devices) {
    if (has(device.use)) {
      output.write(fmt::format("  {}: {}\n", printable(device.name), useText(device.use)));
    }
  }
  constexpr std::size_t stepsShown = 10;
  std::size_t shown = 0;
  for (const StepUse& step : answer.steps) {
    if (has(step.use) && ++shown <= stepsShown) {
      output.write(fmt::format("  {}: {}\n", stepTitle(*answer.file.trace, step), useText(step.use)));
    }
  }
  if (shown > stepsShown) {
    output.write(fmt::format("  {} more steps; --json lists all\n", formatCount(shown - stepsShown)));
  }
}

std::vector<std::string> cellsOf(const FileWork& answer, const WorkRow& row) {
  const WorkFigures& figures = row.figures;
  const bool hasFlops = figures.flops > 0;
  const Duration all = answer.work.all.kernelTime;
  const double share = all.ns > 0 ? static_cast<double>(figures.kernelTime.ns) / static_cast<double>(all.ns) : 0;
  const auto bytesText = [](double bytes) { return formatBytes(std::llround(bytes)); };
  std::vector<std::string> cells{
      formatShare(share),
      formatDuration(figures.kernelTime),
      formatCount(figures.count),
      cell(hasFlops ? figures.flopsPerCall() : std::nullopt, formatFlops),
      cell(movedPerCall(figures), bytesText),
      cell(hasFlops ? figures.flopsPerSecond() : std::nullopt, formatFlopRate),
      cell(movedPerSecond(figures), formatByteRate),
      std::string(toText(figures.bound())),
      cell(figures.shareOfRoofline(), formatShare) + (figures.isPartlyRoofed() ? "*" : ""),
      cell(recoverableOf(row), [](double ns) { return formatDuration({std::llround(ns)}); })};
  if (answer.work.isMeasured) {
    const MeasuredWork& measured = row.measured;
    cells.insert(cells.end(),
                 {cell(measured.dramBytesPerPiece(), bytesText), cell(measured.dramBytesPerSecond(), formatByteRate),
                  cell(measured.tensorShare(), formatShare), sampledText(measured)});
  }
  if (answer.measured) {
    cells.insert(cells.end(), {cell(row.ncu.flopsPerCall(), formatFlops), cell(row.ncu.dramBytesPerCall(), bytesText)});
  }
  cells.push_back(nameOf(answer, row) + (figures.modelledCount == 0 ? " (" + reasonOf(row) + ")" : std::string()));
  return cells;
}

}  // namespace

void writeWorkJson(Output& output, const FileWork& answer) {
  JsonDocument document(output, "work-1");
  document.member("path", textValue(answer.file.path));
  addRange(document, answer.range, *answer.file.trace);
  document.member("device", ceilingsJson(answer.device));
  document.member("kernel_ns", answer.work.all.kernelTime.ns);
  document.member("modelled_ns", answer.work.all.modelled.ns);
  document.member("inferred_ns", answer.work.all.inferred.ns);
  document.member("divided_by_time", isDivided(answer));
  document.beginArray("reports");
  for (const JoinedReport& report : reportsOf(answer)) {
    document.element(reportJson(report));
  }
  document.endArray();
  document.beginArray("utilization");
  for (const DeviceUtilization& device : answer.devices) {
    document.element(deviceUseJson(device));
  }
  document.endArray();
  document.beginArray("steps");
  for (const StepUse& step : answer.steps) {
    document.element(stepUseJson(answer, step));
  }
  document.endArray();
  document.beginArray("rows");
  for (const WorkRow& row : shownRows(answer)) {
    document.element(rowJson(answer, row));
  }
  document.endArray();
  document.end();
}

void writeWorkCsv(Output& output, const FileWork& answer) {
  output.write(
      "operator,input_dims,input_types,count,kernel_ns,modelled_ns,flops,bytes,intensity,flops_per_s,bytes_per_s,"
      "message_bytes,bus_bytes_per_s,bound,roofline_ns,share_of_roofline,recoverable_ns,rule,reason");
  if (answer.work.isMeasured) {
    output.write(",launches,sampled_launches,sampled_ns,dram_bytes,dram_bytes_per_s,tensor_pipe");
  }
  output.write(answer.measured ? ",ncu_calls,ncu_dram_bytes,ncu_calls_with_flops,ncu_flops\n" : "\n");
  const auto number = [](std::optional<double> value) { return value ? fmt::format("{}", *value) : std::string(); };
  const auto whole = [](std::optional<double> value) {
    return value ? fmt::format("{}", std::llround(*value)) : std::string();
  };
  for (const WorkRow& row : shownRows(answer)) {
    const WorkFigures& figures = row.figures;
    output.write(
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", csvCell(labelOf(answer, row)),
                    csvCell(row.shape.dims), csvCell(row.shape.types), figures.count, figures.kernelTime.ns,
                    figures.modelled.ns, whole(figures.flopsPerCall()), whole(figures.bytesPerCall()),
                    number(figures.intensity()), number(figures.flopsPerSecond()), number(figures.bytesPerSecond()),
                    whole(figures.messageBytesPerCall()), number(figures.busBytesPerSecond()), toText(figures.bound()),
                    whole(figures.rooflineNsPerCall()), number(figures.shareOfRoofline()), whole(recoverableOf(row)),
                    csvCell(row.rule == nullptr ? std::string() : row.rule->text), csvCell(reasonOf(row))));
    if (answer.work.isMeasured) {
      const MeasuredWork& measured = row.measured;
      output.write(fmt::format(",{},{},{},{},{},{}", measured.count, measured.sampledCount, measured.sampled.ns,
                               whole(measured.dramBytesPerPiece()), number(measured.dramBytesPerSecond()),
                               number(measured.tensorShare())));
    }
    if (answer.measured) {
      output.write(fmt::format(",{},{},{},{}", row.ncu.calls, whole(row.ncu.dramBytesPerCall()), row.ncu.callsWithFlops,
                               whole(row.ncu.flopsPerCall())));
    }
    output.write("\n");
  }
}

void writeWorkText(Output& output, const FileWork& answer) {
  using enum TextTable::Align;
  output.write(headline(answer));
  writeUse(output, answer);
  for (const JoinedReport& report : reportsOf(answer)) {
    output.write("  " + printable(joinText(report).english()) + "\n");
  }
  if (isDivided(answer)) {
    output.write("  an operator's work is divided by time over the kernels that do it; --by op does not divide\n");
  }
  std::vector<TextTable::Column> columns{
      {"share", Right}, {"time", Right},      {"calls", Right}, {"FLOPs/call", Right}, {"bytes/call", Right},
      {"rate", Right},  {"bandwidth", Right}, {"bound", Left},  {"roofline", Right},   {"recoverable", Right}};
  if (answer.work.isMeasured) {
    output.write(measuredNote);
    columns.insert(columns.end(), {{"DRAM/launch", Right}, {"DRAM", Right}, {"tensor", Right}, {"sampled", Right}});
  }
  if (answer.measured) {
    const bool isCounted = std::ranges::all_of(reportsOf(answer), &JoinedReport::isCounted);
    const std::string by = isCounted ? "counted" : "ncu";
    columns.insert(columns.end(), {{"FLOPs (" + by + ")", Right}, {"DRAM (" + by + ")", Right}});
  }
  columns.push_back({answer.by == "shape" || answer.by == "op" ? "operator" : answer.by, Left});
  TextTable table{std::move(columns)};
  for (const WorkRow& row : shownRows(answer)) {
    table.add(cellsOf(answer, row));
  }
  output.write(table.text(2, terminalWidth()));
  if (std::ranges::any_of(shownRows(answer), [](const WorkRow& row) { return row.figures.isPartlyRoofed(); })) {
    output.write("  * of the calls that have a roofline; copies from and to the host have none\n");
  }
  if (const std::size_t left = answer.work.rows.size() - shownRows(answer).size(); left > 0) {
    output.write(fmt::format("  {} more rows; --limit 0 lists all\n", formatCount(left)));
  }
}

}  // namespace kernline::cli
