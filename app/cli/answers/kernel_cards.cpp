// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/kernel_cards.h"

#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/terminal.h"
#include "app/cli/kit/text_table.h"
#include "core/analysis/ncu/counted_launches.h"
#include "core/analysis/ncu/kernel_card.h"
#include "core/analysis/ncu/ncu_launches.h"
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

Json cardNumber(std::optional<double> number) {
  return number ? Json(*number) : Json(nullptr);
}

Json cardInteger(std::optional<double> number) {
  return number ? Json(std::llround(*number)) : Json(nullptr);
}

template <typename Format>
std::string cardCell(std::optional<double> value, const Format& format) {
  return value ? format(*value) : std::string();
}

/// A launch, whoever measured it.
struct LaunchCard {
  std::string_view kernel;
  std::string_view config;
  std::int32_t device = -1;
  KernelCard card;
};

std::vector<LaunchCard> cardsOf(const Log& log, const std::vector<NcuLaunch>& launches) {
  std::vector<LaunchCard> cards;
  for (const NcuLaunch& launch : launches) {
    cards.push_back({launch.kernel, launch.config, launch.device, kernelCard(log, *launch.table)});
  }
  return cards;
}

std::vector<LaunchCard> cardsOf(const Trace& trace) {
  std::vector<LaunchCard> cards;
  for (CountedLaunch& launch : countedLaunches(trace).launches) {
    const ProcessId process = trace.track(trace.trackOf(launch.kernel)).process;
    cards.push_back({trace.nameText(launch.kernel),
                     {},
                     process == ProcessId::none ? -1 : trace.process(process).device,
                     std::move(launch.card)});
  }
  return cards;
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
    limits.push_back({{"resource", textValue(limit.resource)}, {"blocks", std::llround(limit.blocks)}});
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
          {"duration_ns", cardInteger(metrics.durationNs)},
          {"clock_hz", cardNumber(metrics.clockHz)},
          {"dram_bytes", cardInteger(metrics.dramBytes)},
          {"flops", cardInteger(metrics.flops)},
          {"l1_hit_rate", cardNumber(card.l1HitRate)},
          {"l2_hit_rate", cardNumber(metrics.l2HitRate)},
          {"occupancy", cardNumber(metrics.occupancy)},
          {"theoretical_occupancy", cardNumber(card.theoreticalOccupancy)},
          {"occupancy_limits", std::move(limits)},
          {"registers_per_thread", cardInteger(card.registersPerThread)},
          {"shared_bytes_per_block", cardInteger(card.sharedBytesPerBlock)},
          {"waves", cardNumber(card.waves)},
          {"units", std::move(units)},
          {"warp_states", std::move(states)},
          {"advice", std::move(advice)}};
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
                   {"occupancy", Right},
                   {"kernel", Left, 40},
                   {"limit", Left}}};
  const std::size_t shown = complete ? launches.size() : std::min(launches.size(), shownLaunches);
  for (const LaunchCard& launch : std::span(launches).first(shown)) {
    const KernelMetrics& metrics = launch.card.metrics;
    table.add({cardCell(metrics.durationNs, [](double ns) { return formatDuration({std::llround(ns)}); }),
               cardCell(metrics.dramBytes, [](double bytes) { return formatBytes(std::llround(bytes)); }),
               cardCell(metrics.dramShare, formatShare), cardCell(metrics.flops, formatFlops),
               cardCell(metrics.tensorShare, formatShare), cardCell(metrics.occupancy, formatShare),
               printable(shortKernelName(launch.kernel)), launch.card.verdict().english()});
  }
  output.write(heading(title) + table.text(2, terminalWidth()) + cutNotice(launches.size() - shown, "--all"));
}

Json cardsJson(const std::vector<LaunchCard>& launches) {
  Json cards = Json::array();
  for (const LaunchCard& launch : launches) {
    cards.push_back(cardJson(launch));
  }
  return cards;
}

}  // namespace

void writeKernelCardsText(Output& output, const Log& log, bool complete) {
  writeCards(output, "Kernels measured by Nsight Compute", cardsOf(log, ncuLaunchesOf(log)), complete);
}

void writeKernelCardsText(Output& output, const Trace& trace, bool complete) {
  writeCards(output, "Kernels counted by the recorder", cardsOf(trace), complete);
}

Json kernelCardsJson(const Log& log) {
  return cardsJson(cardsOf(log, ncuLaunchesOf(log)));
}

Json kernelCardsJson(const Trace& trace) {
  return cardsJson(cardsOf(trace));
}

}  // namespace kernline::cli
