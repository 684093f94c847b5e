// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/kernel_cards.h"

#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/row_columns.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/ncu/counted_launches.h"
#include "core/analysis/ncu/kernel_card.h"
#include "core/analysis/ncu/ncu_launches.h"
#include "core/analysis/statistics/launch_fit.h"
#include "core/analysis/work/kernel_roofline.h"
#include "core/analysis/work/reference_device.h"
#include "core/model/format/flops.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli {

namespace {

constexpr std::size_t shownLaunches = 40;

template <typename Format>
std::string cardCell(std::optional<double> value, const Format& format) {
  return value ? format(*value) : std::string();
}

/// A launch, whoever measured it.
struct LaunchCard {
  std::string_view kernel;
  std::string config;  // the launch it is of may be gone by then
  std::int32_t device = -1;
  KernelCard card;
  LaunchWork work = {};
  std::optional<CountedRun> run = {};  // what the recorder ran
  std::string values = {};             // of those parameters that differ between runs
  KernelRoofline roofline = {};        // empty for a report, which does not name its GPU
};

std::vector<LaunchCard> cardsOf(const Log& log, const std::vector<NcuLaunch>& launches) {
  std::vector<LaunchCard> cards;
  for (const NcuLaunch& launch : launches) {
    cards.push_back({.kernel = launch.kernel,
                     .config = launch.config,
                     .device = launch.device,
                     .card = kernelCard(log, *launch.table)});
  }
  return cards;
}

std::vector<LaunchCard> cardsOf(const Trace& trace) {
  CountedLaunches counted = countedLaunches(trace);
  const std::vector<std::string> swept = sweptParameters(counted);
  const std::optional<Ceilings> ceilings = referenceDevice(trace).ceilings;
  std::vector<LaunchCard> cards;
  for (CountedLaunch& launch : counted.launches) {
    const ProcessId process = trace.track(trace.trackOf(launch.kernel)).process;
    LaunchCard card{.kernel = trace.nameText(launch.kernel),
                    .config = {},
                    .device = process == ProcessId::none ? -1 : trace.process(process).device,
                    .card = std::move(launch.card),
                    .work = launch.work,
                    .run = std::move(launch.run)};
    card.values = card.run ? parameterText(*card.run, swept) : std::string();
    card.roofline = ceilings ? kernelRoofline(card.card.metrics, card.work, *ceilings) : KernelRoofline{};
    cards.push_back(std::move(card));
  }
  return cards;
}

Json runJson(const std::optional<CountedRun>& run) {
  if (!run) {
    return nullptr;
  }
  Json parameters = Json::object();
  for (const auto& [name, value] : run->parameters) {
    parameters[std::string(printable(name))] = textValue(value);
  }
  return {{"kernel", textValue(run->kernel)}, {"parameters", std::move(parameters)}};
}

/// Returns the card's fields that only the recorder of a trace knows.
Json countedCardJson(const LaunchCard& launch, Json json) {
  const KernelCard& card = launch.card;
  json.update({{"last_wave", card.waves ? Json(lastWave(*card.waves)) : Json(nullptr)},
               {"algorithm_flops", wholeOrNull(launch.work.algorithmFlops)},
               {"algorithm_bytes", wholeOrNull(launch.work.algorithmBytes)},
               {"share_of_roofline", jsonOf(launch.roofline.counted)},
               {"algorithm_share_of_roofline", jsonOf(launch.roofline.algorithm)},
               {"run", runJson(launch.run)}});
  return json;
}

/// Returns the limit as an integer, unless it has a fraction: only the limit by the grid may have one.
Json blocksOfLimit(const OccupancyLimit& limit) {
  return std::floor(limit.blocks) == limit.blocks ? Json(std::llround(limit.blocks)) : Json(limit.blocks);
}

Json cardJson(const LaunchCard& launch) {
  const KernelCard& card = launch.card;
  const KernelMetrics& metrics = card.metrics;
  Json units = Json::array();
  for (const UnitUse& unit : card.units) {
    units.push_back({{"unit", textValue(unit.unit)}, {"share", unit.share}});
  }
  Json limits = Json::array();
  for (const OccupancyLimit& limit : card.limits) {
    limits.push_back({{"resource", textValue(limit.resource)}, {"blocks", blocksOfLimit(limit)}});
  }
  Json states = Json::array();
  for (const WarpState& state : card.states) {
    states.push_back({{"state", textValue(state.state)}, {"share", state.share}, {"is_stall", state.isStall}});
  }
  Json advice = Json::array();
  for (const std::string_view text : card.advice) {
    advice.push_back(textValue(text));
  }
  return {{"kernel", textValue(launch.kernel)},
          {"config", textValue(launch.config)},
          {"device", launch.device < 0 ? Json(nullptr) : Json(launch.device)},
          {"verdict", textValue(card.verdict().english())},
          {"duration_ns", wholeOrNull(metrics.durationNs)},
          {"clock_hz", jsonOf(metrics.clockHz)},
          {"dram_bytes", wholeOrNull(metrics.dramBytes)},
          {"flops", wholeOrNull(metrics.flops)},
          {"l1_hit_rate", jsonOf(card.l1HitRate)},
          {"l2_hit_rate", jsonOf(metrics.l2HitRate)},
          {"occupancy", jsonOf(metrics.occupancy)},
          {"theoretical_occupancy", jsonOf(card.theoreticalOccupancy)},
          {"occupancy_limits", std::move(limits)},
          {"registers_per_thread", wholeOrNull(card.registersPerThread)},
          {"shared_bytes_per_block", wholeOrNull(card.sharedBytesPerBlock)},
          {"waves", jsonOf(card.waves)},
          {"units", std::move(units)},
          {"warp_states", std::move(states)},
          {"advice", std::move(advice)}};
}

/// Returns "137.4 GFLOP, 1.02×": the ratio to what the algorithm needs.
std::string besideCell(std::string counted, std::optional<double> value, std::optional<double> needed) {
  return value && needed && *needed > 0 ? fmt::format("{}, {:.2f}×", counted, *value / *needed) : std::move(counted);
}

/// "14.6 % of 18.8 % (registers)": achieved, theoretical, and what limits that.
std::string occupancyCell(const KernelCard& card) {
  std::string text = cardCell(card.metrics.occupancy, formatShare);
  if (card.theoreticalOccupancy && !text.empty()) {
    text += fmt::format(" of {}", formatShare(*card.theoreticalOccupancy));
    const bool isLimited = card.isOccupancyLimited();
    text += isLimited ? fmt::format(" ({})", card.limits.front().resource.english()) : std::string();
  }
  return text;
}

std::vector<std::string> cardCells(const LaunchCard& launch) {
  const KernelCard& card = launch.card;
  const KernelMetrics& metrics = card.metrics;
  const auto bytes = [](double number) { return formatBytes(std::llround(number)); };
  const auto waves = [](double number) { return fmt::format("{:.2f}", number); };
  return {cardCell(metrics.durationNs, [](double ns) { return formatDuration({std::llround(ns)}); }),
          besideCell(cardCell(metrics.dramBytes, bytes), metrics.dramBytes, launch.work.algorithmBytes),
          cardCell(metrics.dramShare, formatShare),
          besideCell(cardCell(metrics.flops, formatFlops), metrics.flops, launch.work.algorithmFlops),
          cardCell(metrics.tensorShare, formatShare),
          cardCell(launch.roofline.counted, formatShare),
          occupancyCell(card),
          cardCell(card.waves, waves),
          printable(launch.values),
          printable(shortKernelName(launch.kernel)),
          card.verdict().english()};
}

void writeCards(Output& output, std::string_view title, const std::vector<LaunchCard>& launches, bool complete) {
  using enum TextTable::Align;
  if (launches.empty()) {
    return;
  }
  TextTable table{{{"time", Right},
                   {"DRAM", Right},
                   {"of peak", Right},
                   {"FLOPs", Right},
                   {"tensor", Right},
                   {"roofline", Right},
                   {"occupancy", Right},
                   {"waves", Right},
                   {"parameters", Left},
                   {"kernel", Left, 40},
                   {"limit", Left}}};
  const std::size_t shown = complete ? launches.size() : std::min(launches.size(), shownLaunches);
  for (const LaunchCard& launch : std::span(launches).first(shown)) {
    table.add(cardCells(launch));
  }
  output.write(heading(title) + table.text(2, terminalWidth()) + cutNotice(launches.size() - shown, "--all"));
}

}  // namespace

void writeKernelCardsText(Output& output, const Log& log, bool complete) {
  writeCards(output, "Kernels measured by Nsight Compute", cardsOf(log, ncuLaunchesOf(log)), complete);
}

void writeKernelCardsText(Output& output, const Trace& trace, bool complete) {
  writeCards(output, "Kernels counted by the recorder", cardsOf(trace), complete);
}

Json kernelCardsJson(const Log& log) {
  Json cards = Json::array();
  for (const LaunchCard& launch : cardsOf(log, ncuLaunchesOf(log))) {
    cards.push_back(cardJson(launch));
  }
  return cards;
}

Json kernelCardsJson(const Trace& trace) {
  Json cards = Json::array();
  for (const LaunchCard& launch : cardsOf(trace)) {
    cards.push_back(countedCardJson(launch, cardJson(launch)));
  }
  return cards;
}

}  // namespace kernline::cli
