// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/blocks_answer.h"

#include "app/cli/kit/json_document.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/distinct_names.h"

#include <fmt/format.h>

#include <algorithm>
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

Json rolesJson(const std::vector<WarpRole>& roles) {
  Json all = Json::array();
  for (const WarpRole& role : roles) {
    Json phases = Json::array();
    for (const WarpRole::Phase& phase : role.phases) {
      phases.push_back({{"name", textValue(phase.name)}, {"share", phase.share}, {"is_waiting", phase.isWaiting}});
    }
    all.push_back({{"first_warp", role.firstWarp},
                   {"last_warp", role.lastWarp},
                   {"waiting_share", role.waiting()},
                   {"phases", std::move(phases)}});
  }
  return all;
}

Json launchJson(const Trace& trace, const LaunchBlocks& launch) {
  const BlockFigures& figures = launch.figures;
  const Message finding = blockFinding(figures);
  const auto ofSms = [&](Json value) { return figures.areSmsKnown ? std::move(value) : Json{}; };
  return {{"kernel", textValue(trace.nameText(launch.kernel))},
          {"span", static_cast<std::uint32_t>(launch.kernel)},
          {"device", trace.process(trace.track(trace.trackOf(launch.kernel)).process).device},
          {"start_ns", figures.range.begin.ns},
          {"duration_ns", figures.range.length().ns},
          {"blocks", figures.blocks},
          {"multiprocessors", ofSms(figures.multiprocessors)},
          {"used_multiprocessors", ofSms(figures.used)},
          {"blocks_per_multiprocessor", ofSms({{"min", figures.blocksOfSm.min},
                                               {"median", figures.blocksOfSm.median},
                                               {"max", figures.blocksOfSm.max}})},
          {"block_durations", durationsJson(figures.durations)},
          {"resident_blocks", figures.resident},
          {"waves", figures.waves()},
          {"wave_quantization", figures.quantization()},
          {"multiprocessor_ns", ofSms(figures.whole().ns)},
          {"busy_ns", ofSms(figures.busy.ns)},
          {"ramp_ns", ofSms(figures.ramp.ns)},
          {"gaps_ns", ofSms(figures.gaps.ns)},
          {"tail_ns", ofSms(figures.tail.ns)},
          {"unused_ns", ofSms(figures.unused.ns)},
          {"partly_full_ns", ofSms(figures.partlyFull.ns)},
          {"imbalance", ofSms(figures.imbalance)},
          {"phases", phasesJson(figures)},
          {"warps", rolesJson(launch.roles)},
          {"length_unit", figures.isInCycles ? "cycles" : "ns"},
          {"finding", finding.isEmpty() ? Json{} : Json(finding.english())}};
}

/// The length of a block or a phase.
std::string lengthText(const BlockFigures& figures, Duration length) {
  return figures.isInCycles ? formatCount(static_cast<std::uint64_t>(length.ns)) + " cycles" : formatDuration(length);
}

std::string smsText(const BlockFigures& figures) {
  return figures.isDeviceKnown ? fmt::format("{}/{}", figures.used, figures.multiprocessors)
                               : fmt::format("{}", figures.used);
}

std::string blocksOfSmText(const BlockFigures& figures) {
  return figures.blocksOfSm.min == figures.blocksOfSm.max
             ? formatCount(figures.blocksOfSm.min)
             : fmt::format("{}–{}", figures.blocksOfSm.min, figures.blocksOfSm.max);
}

std::string shortName(const Trace& trace, SpanId kernel) {
  return printable(trace.kernelNames().in(NameStyle::Short, trace.nameText(kernel)));
}

std::vector<std::string> cellsOf(const Trace& trace, const LaunchBlocks& launch) {
  const BlockFigures& figures = launch.figures;
  const auto ofSms = [&](std::string text) { return figures.areSmsKnown ? std::move(text) : std::string("–"); };
  return {formatDuration(figures.range.begin - trace.bounds().begin),
          formatDuration(figures.range.length()),
          formatCount(figures.blocks),
          ofSms(smsText(figures)),
          ofSms(blocksOfSmText(figures)),
          lengthText(figures, figures.durations.min),
          lengthText(figures, figures.durations.median),
          lengthText(figures, figures.durations.max),
          fmt::format("{:.2f}", figures.waves()),
          ofSms(formatShare(figures.shareOf(figures.busy))),
          ofSms(formatShare(figures.shareOf(figures.ramp))),
          ofSms(formatShare(figures.shareOf(figures.tail))),
          ofSms(fmt::format("{:.2f}", figures.imbalance)),
          shortName(trace, launch.kernel)};
}

std::string phasesText(const BlockFigures& figures) {
  using enum TextTable::Align;
  TextTable table{
      {{"phase", Left}, {"count", Right}, {"min", Right}, {"median", Right}, {"max", Right}, {"total", Right}}};
  for (const BlockPhase& phase : figures.phases) {
    table.add({printable(phase.name), formatCount(phase.count), lengthText(figures, phase.durations.min),
               lengthText(figures, phase.durations.median), lengthText(figures, phase.durations.max),
               lengthText(figures, phase.total)});
  }
  return table.isEmpty() ? "" : "\n" + table.text(2, terminalWidth());
}

/// "load 62.1 % · wait empty 37.9 %".
std::string phaseShares(const WarpRole& role) {
  std::string text;
  for (const WarpRole::Phase& phase : role.phases) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", printable(phase.name), formatShare(phase.share));
  }
  return text;
}

std::string rolesText(const std::vector<WarpRole>& roles) {
  using enum TextTable::Align;
  TextTable table{{{"warps", Left}, {"waiting", Right}, {"phases, of the marked time", Left}}};
  for (const WarpRole& role : roles) {
    table.add({role.firstWarp == role.lastWarp ? fmt::format("{}", role.firstWarp)
                                               : fmt::format("{}–{}", role.firstWarp, role.lastWarp),
               formatShare(role.waiting()), phaseShares(role)});
  }
  return table.isEmpty() ? "" : "\n" + table.text(2, terminalWidth());
}

/// Returns notes on facts that the file lacks for its launches.
std::string notesText(const FileBlocks& answer) {
  const auto isInCycles = [](const LaunchBlocks& launch) { return launch.figures.isInCycles; };
  const auto lacksSms = [](const LaunchBlocks& launch) { return !launch.figures.areSmsKnown; };
  std::string text;
  if (std::ranges::any_of(answer.launches, isInCycles)) {
    text +=
        "\nLengths are cycles of the SMs, whose clock the file does not tell; a cycle counts as a nanosecond in "
        "shares, waves\nand the time of the kernel.\n";
  }
  if (std::ranges::any_of(answer.launches, lacksSms)) {
    text += "\nThe file does not record the SM of each block: how the SMs were filled is unknown.\n";
  }
  return text;
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
    const std::string phases = phasesText(launch.figures) + rolesText(launch.roles);
    if (answer.launches.size() > 1 && !phases.empty()) {
      output.write(fmt::format("\n{} at {}\n", shortName(trace, launch.kernel),
                               formatDuration(launch.figures.range.begin - trace.bounds().begin)));
    }
    output.write(phases);
    if (const Message finding = blockFinding(launch.figures); !finding.isEmpty()) {
      output.write(fmt::format("\n{}: {}.\n", shortName(trace, launch.kernel), finding.english()));
    }
  }
  output.write(notesText(answer));
}

}  // namespace kernline::cli
