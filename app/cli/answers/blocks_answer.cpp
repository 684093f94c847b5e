// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/blocks_answer.h"

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/distinct_names.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace kernline::cli {

namespace {

Json durationsJson(const MinMedianMax<Duration>& durations) {
  return {{"min_ns", durations.min.ns}, {"median_ns", durations.median.ns}, {"max_ns", durations.max.ns}};
}

Json phasesJson(const BlockFigures& figures) {
  Json phases = Json::array();
  for (const BlockPhase& phase : figures.phases) {
    Json json{{"name", textValue(phase.name)}, {"count", phase.count}, {"total_ns", phase.total.ns}};
    json.update(durationsJson(phase.durations));
    phases.push_back(std::move(json));
  }
  return phases;
}

Json launchJson(const Trace& trace, const LaunchBlocks& launch) {
  const BlockFigures& figures = launch.figures;
  const Message finding = blockFinding(figures);
  return {{"kernel", textValue(trace.nameText(launch.kernel))},
          {"span", static_cast<std::uint32_t>(launch.kernel)},
          {"device", trace.process(trace.track(trace.trackOf(launch.kernel)).process).device},
          {"start_ns", figures.range.begin.ns},
          {"duration_ns", figures.range.length().ns},
          {"blocks", figures.blocks},
          {"multiprocessors", figures.multiprocessors},
          {"used_multiprocessors", figures.used},
          {"blocks_per_multiprocessor",
           {{"min", figures.blocksOfSm.min}, {"median", figures.blocksOfSm.median}, {"max", figures.blocksOfSm.max}}},
          {"block_durations", durationsJson(figures.durations)},
          {"resident_blocks", figures.resident},
          {"waves", figures.waves()},
          {"wave_quantization", figures.quantization()},
          {"multiprocessor_ns", figures.whole().ns},
          {"busy_ns", figures.busy.ns},
          {"ramp_ns", figures.ramp.ns},
          {"gaps_ns", figures.gaps.ns},
          {"tail_ns", figures.tail.ns},
          {"unused_ns", figures.unused.ns},
          {"partly_full_ns", figures.partlyFull.ns},
          {"imbalance", figures.imbalance},
          {"phases", phasesJson(figures)},
          {"finding", finding.isEmpty() ? Json{} : Json(finding.english())}};
}

std::vector<std::string> cellsOf(const Trace& trace, const LaunchBlocks& launch) {
  const BlockFigures& figures = launch.figures;
  return {formatDuration(figures.range.begin - trace.bounds().begin),
          formatDuration(figures.range.length()),
          formatCount(figures.blocks),
          fmt::format("{}/{}", figures.used, figures.multiprocessors),
          fmt::format("{}–{}", figures.blocksOfSm.min, figures.blocksOfSm.max),
          formatDuration(figures.durations.min),
          formatDuration(figures.durations.median),
          formatDuration(figures.durations.max),
          fmt::format("{:.2f}", figures.waves()),
          formatShare(figures.shareOf(figures.busy)),
          formatShare(figures.shareOf(figures.ramp)),
          formatShare(figures.shareOf(figures.tail)),
          fmt::format("{:.2f}", figures.imbalance),
          printable(trace.kernelNames().in(NameStyle::Short, trace.nameText(launch.kernel)))};
}

std::string phasesText(const BlockFigures& figures) {
  using enum TextTable::Align;
  TextTable table{
      {{"phase", Left}, {"count", Right}, {"min", Right}, {"median", Right}, {"max", Right}, {"total", Right}}};
  for (const BlockPhase& phase : figures.phases) {
    table.add({printable(phase.name), formatCount(phase.count), formatDuration(phase.durations.min),
               formatDuration(phase.durations.median), formatDuration(phase.durations.max),
               formatDuration(phase.total)});
  }
  return table.isEmpty() ? "" : "\n" + table.text(2, terminalWidth());
}

}  // namespace

void writeBlocksJson(Output& output, const FileBlocks& answer) {
  JsonDocument document(output, "blocks-1");
  document.member("path", textValue(answer.file.path));
  document.beginArray("launches");
  for (const LaunchBlocks& launch : answer.launches) {
    document.element(launchJson(*answer.file.trace, launch));
  }
  document.endArray();
  document.end();
}

void writeBlocksText(Output& output, const FileBlocks& answer) {
  if (answer.launches.empty()) {
    output.write("no blocks; record a kernel with kernline record run KERNEL --blocks -o FILE\n");
    return;
  }
  using enum TextTable::Align;
  TextTable table{{{"start", Right},
                   {"time", Right},
                   {"blocks", Right},
                   {"SMs", Right},
                   {"per SM", Right},
                   {"min", Right},
                   {"median", Right},
                   {"max", Right},
                   {"waves", Right},
                   {"busy", Right},
                   {"ramp", Right},
                   {"tail", Right},
                   {"imbalance", Right},
                   {"kernel", Left}}};
  const Trace& trace = *answer.file.trace;
  for (const LaunchBlocks& launch : answer.launches) {
    table.add(cellsOf(trace, launch));
  }
  output.write(table.text(0, terminalWidth()));
  for (const LaunchBlocks& launch : answer.launches) {
    output.write(phasesText(launch.figures));
    if (const Message finding = blockFinding(launch.figures); !finding.isEmpty()) {
      output.write(fmt::format("\n{}: {}.\n",
                               printable(trace.kernelNames().in(NameStyle::Short, trace.nameText(launch.kernel))),
                               finding.english()));
    }
  }
}

}  // namespace kernline::cli
