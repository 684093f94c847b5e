// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/work_answer.h"

#include "app/cli/answers/measured_answer.h"
#include "app/cli/kit/json_document.h"
#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/range_members.h"
#include "app/cli/kit/row_columns.h"
#include "app/cli/kit/terminal.h"
#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/causes/key_kinds.h"
#include "core/analysis/statistics/input_shapes.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/distinct_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace kernline::cli {

namespace {

std::span<const WorkRow> shownRows(const FileWork& answer) {
  const std::span<const WorkRow> rows = answer.work.rows;
  return answer.limit == 0 ? rows : rows.first(std::min(answer.limit, rows.size()));
}

CellValue optionalText(std::string_view text) {
  return text.empty() ? CellValue() : CellValue(text);
}

std::optional<double> recoverableOf(const WorkRow& row) {
  return row.figures.rooflineCount > 0 ? std::optional(row.figures.recoverableNs) : std::nullopt;
}

std::string reasonOf(const WorkRow& row) {
  return row.figures.modeledCount < row.figures.count ? row.reason.english() : std::string();
}

/// Returns the row's label, as in statistics if it lacks the key.
std::string labelOf(const FileWork& answer, const WorkRow& row) {
  const KeyKind* kind = keyKind(answer.by);
  return row.name.empty() && kind != nullptr ? std::string(kind->missing) : row.name;
}

/// `prefix`: of the keys.
Columns<NcuWork> ncuColumns(const std::string& prefix, const std::string& by) {
  return {{prefix + "calls", "", Unit::Count, &NcuWork::calls},
          {prefix + "dram_bytes", "DRAM (" + by + ")", Unit::Bytes, &NcuWork::dramBytesPerCall},
          {prefix + "calls_with_flops", "", Unit::Count, &NcuWork::callsWithFlops},
          {prefix + "flops", "FLOPs (" + by + ")", Unit::Flops, &NcuWork::flopsPerCall}};
}

std::span<const JoinedReport> reportsOf(const FileWork& answer) {
  return answer.measured == nullptr ? std::span<const JoinedReport>{} : answer.measured->reports();
}

/// Whether rows are kernels, over which the work of operators was divided by time.
bool isDivided(const FileWork& answer) {
  return answer.by != "shape" && answer.by != "op";
}

Json useJson(const WorkUtilization& use) {
  return {{"elapsed_ns", use.elapsed.ns},
          {"mfu", jsonOf(use.ofFlops())},
          {"memory_bandwidth_utilization", jsonOf(use.ofBandwidth())},
          {"matrix_flops", use.matrixFlops},
          {"bytes", use.bytes},
          {"modelled_share", jsonOf(use.coverage())}};
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

double modeledShare(const WorkFigures& figures) {
  return figures.kernelTime.ns > 0
             ? static_cast<double>(figures.modeled.ns) / static_cast<double>(figures.kernelTime.ns)
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

/// "88.8 %, 95.3 % in 4 steps": of all time, and of the time that the utilization below it counts.
std::string modeledText(const FileWork& answer) {
  WorkUtilization inSteps;
  for (const DeviceUtilization& device : answer.devices) {
    if (device.use.steps > 0) {
      inSteps.kernelTime += device.use.kernelTime;
      inSteps.modeled += device.use.modeled;
      inSteps.steps = std::max(inSteps.steps, device.use.steps);
    }
  }
  std::string all = formatShare(modeledShare(answer.work.all));
  if (!answer.device.ceilings || !inSteps.coverage()) {
    return all;
  }
  const std::string used = formatShare(inSteps.coverage().value_or(0));
  return used == all ? all : fmt::format("{}, {} in {}", all, used, counted(inSteps.steps, "step"));
}

std::string headline(const FileWork& answer) {
  std::string line = fmt::format("{} · GPU time {} · modeled {}", printable(answer.file.path),
                                 formatDuration(answer.work.all.kernelTime), modeledText(answer));
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
  line += ceilings ? fmt::format("\n  peak rates: {}, {} of memory ({})", printable(answer.device.name),
                                 formatByteRate(ceilings->bytesPerSecond), printable(ceilings->source))
          : deviceTracks(*answer.file.trace).empty() ? fmt::format("\n  {}", noGpuWork)
                                                     : "\n  " + withoutCeilings(answer.device);
  return line + "\n";
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
  return fmt::format("MFU {} · memory bandwidth {} · of {}{}{}", shownText(use.ofFlops(), Unit::Share, "–"),
                     shownText(use.ofBandwidth(), Unit::Share, "–"), formatDuration(use.elapsed),
                     use.steps > 0 ? " in " + counted(use.steps, "step") : "",
                     use.isLittleModeled() ? fmt::format(" · at least: only {} of the time is modeled",
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
  output.write(cutNotice(shown - std::min(shown, stepsShown), "--json"));
}

std::string rooflineText(const WorkRow& row) {
  return shownText(row.figures.shareOfRoofline(), Unit::Share, "–") + (row.figures.isPartlyRoofed() ? "*" : "");
}

/// Members of an object, and figures for people.
Columns<WorkRow> columnsOf(const FileWork& answer) {
  using enum Unit;
  const auto figure = [](auto of) {
    return [of](const WorkRow& row) -> CellValue { return std::invoke(of, row.figures); };
  };
  const auto withFlops = [](auto of) {
    return [of](const WorkRow& row) { return row.figures.flops > 0 ? std::invoke(of, row.figures) : std::nullopt; };
  };
  const auto set = [](const WorkRow&) { return CellValue(); };  // set by rowJson
  const auto share = [all = answer.work.all.kernelTime](const WorkRow& row) {
    return all.ns > 0 ? static_cast<double>(row.figures.kernelTime.ns) / static_cast<double>(all.ns) : 0;
  };
  return {{"operator", "", Text, [&answer](const WorkRow& row) { return labelOf(answer, row); }},
          {"input_dims", "", Text, [](const WorkRow& row) { return optionalText(row.shape.dims); }},
          {"input_types", "", Text, [](const WorkRow& row) { return optionalText(row.shape.types); }},
          {"kernels", "", Text, set},
          {"count", "calls", Count, figure(&WorkFigures::count)},
          {"kernel_ns", "time", Time, figure(&WorkFigures::kernelTime)},
          {"modelled_ns", "", Time, figure(&WorkFigures::modeled)},
          {"flops", "", Flops, figure(&WorkFigures::flopsPerCall)},
          {"bytes", "", Bytes, figure(&WorkFigures::bytesPerCall)},
          {"intensity", "", Number, figure(&WorkFigures::intensity)},
          {"flops_per_s", "", FlopRate, figure(&WorkFigures::flopsPerSecond)},
          {"bytes_per_s", "", ByteRate, figure(&WorkFigures::bytesPerSecond)},
          {"message_bytes", "", Bytes, figure(&WorkFigures::messageBytesPerCall)},
          {"bus_bytes_per_s", "", ByteRate, figure(&WorkFigures::busBytesPerSecond)},
          {"bound", "bound", Text, [](const WorkRow& row) { return toText(row.figures.bound()); }},
          {"roofline_ns", "", Time, figure(&WorkFigures::rooflineNsPerCall)},
          {"share_of_roofline", "roofline", Share, figure(&WorkFigures::shareOfRoofline), rooflineText},
          {"roofline_kernel_ns", "", Time, figure(&WorkFigures::rooflineTime)},
          {"recoverable_ns", "recoverable", Time, recoverableOf},
          {"measured", "", Text, set},
          {"measured_intensity", "", Number, measuredIntensity},
          {"rule", "", Text, [](const WorkRow& row) { return row.rule ? CellValue(row.rule->text) : CellValue(); }},
          {"reason", "", Text, [](const WorkRow& row) { return optionalText(reasonOf(row)); }},
          {"ncu", "", Text, set},
          {"", "share", Share, share},
          {"", "FLOPs/call", Flops, withFlops(&WorkFigures::flopsPerCall)},
          {"", "bytes/call", Bytes, figure(movedPerCall)},
          {"", "rate", FlopRate, withFlops(&WorkFigures::flopsPerSecond)},
          {"", "bandwidth", ByteRate, figure(movedPerSecond)}};
}

Json rowJson(const FileWork& answer, const Columns<WorkRow>& columns, const WorkRow& row) {
  Json json = membersOf(columns, row);
  json["kernels"] = Json::array();
  for (const StringId kernel : row.kernels) {
    json["kernels"].push_back(textValue(answer.file.trace->text(kernel)));
  }
  json["measured"] = measuredJson(row.measured);
  if (row.ncu.calls + row.ncu.callsWithFlops > 0) {
    json["ncu"] = membersOf(ncuColumns("", ""), row.ncu);
  }
  return json;
}

/// Returns these columns, then those of counters and of Nsight Compute, where rows have them.
Columns<WorkRow> withMeasured(const FileWork& answer, std::string_view keys, std::string_view counters,
                              std::string_view ncu) {
  Columns<WorkRow> columns = picked(columnsOf(answer), keys);
  if (answer.work.isMeasured) {
    append(columns, picked(measuredColumns(), counters), [](const WorkRow& row) { return &row.measured; });
  }
  if (answer.measured) {
    const bool isCounted = std::ranges::all_of(reportsOf(answer), &JoinedReport::isCounted);
    append(columns, picked(ncuColumns("ncu_", isCounted ? "counted" : "ncu"), ncu),
           [](const WorkRow& row) { return &row.ncu; });
  }
  return columns;
}

}  // namespace

void writeWorkJson(Output& output, const FileWork& answer) {
  JsonDocument document(output, "work-1");
  document.member("path", textValue(answer.file.path));
  addRange(document, answer.range, *answer.file.trace);
  document.member("device", ceilingsJson(answer.device));
  document.member("kernel_ns", answer.work.all.kernelTime.ns);
  document.member("modelled_ns", answer.work.all.modeled.ns);
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
  for (const Columns<WorkRow> columns = columnsOf(answer); const WorkRow& row : shownRows(answer)) {
    document.element(rowJson(answer, columns, row));
  }
  document.endArray();
  document.end();
}

void writeWorkCsv(Output& output, const FileWork& answer) {
  const Columns<WorkRow> columns = withMeasured(
      answer,
      "operator,input_dims,input_types,count,kernel_ns,modelled_ns,flops,bytes,intensity,flops_per_s,bytes_per_s,"
      "message_bytes,bus_bytes_per_s,bound,roofline_ns,share_of_roofline,recoverable_ns,rule,reason",
      "launches,sampled_launches,sampled_ns,dram_bytes,dram_bytes_per_s,tensor_pipe",
      "ncu_calls,ncu_dram_bytes,ncu_calls_with_flops,ncu_flops");
  writeTable(output, TableForm::Csv, columns, shownRows(answer));
}

void writeWorkText(Output& output, const FileWork& answer) {
  output.write(headline(answer));
  writeUse(output, answer);
  for (const JoinedReport& report : reportsOf(answer)) {
    output.write("  " + printable(joinText(report).english()) + "\n");
  }
  if (isDivided(answer)) {
    output.write("  an operator's work is divided by time over the kernels that do it; --by op does not divide\n");
  }
  output.write(answer.work.isMeasured ? measuredNote : "");
  Columns<WorkRow> columns = withMeasured(
      answer, "share,kernel_ns,count,FLOPs/call,bytes/call,rate,bandwidth,bound,share_of_roofline,recoverable_ns",
      "dram_bytes,dram_bytes_per_s,tensor_pipe,sampled_share", "ncu_flops,ncu_dram_bytes");
  columns.emplace_back("", answer.by == "shape" || answer.by == "op" ? "operator" : answer.by, Unit::Text,
                       [&answer](const WorkRow& row) {
                         const bool isModeled = row.figures.modeledCount > 0;
                         return nameOf(answer, row) + (isModeled ? "" : " (" + reasonOf(row) + ")");
                       });
  output.write(textTable(columns, shownRows(answer)).text(2, terminalWidth()));
  if (std::ranges::any_of(shownRows(answer), [](const WorkRow& row) { return row.figures.isPartlyRoofed(); })) {
    output.write("  * of the calls that have a roofline; copies from and to the host have none\n");
  }
  output.write(cutNotice(answer.work.rows.size() - shownRows(answer).size(), "--limit 0"));
}

}  // namespace kernline::cli
