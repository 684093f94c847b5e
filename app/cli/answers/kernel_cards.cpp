// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/kernel_cards.h"

#include "app/cli/kit/list_limit.h"
#include "app/cli/kit/row_columns.h"
#include "app/cli/kit/terminal.h"
#include "core/analysis/ncu/counted_launches.h"
#include "core/analysis/ncu/kernel_card.h"
#include "core/analysis/ncu/ncu_launches.h"
#include "core/analysis/statistics/launch_fit.h"
#include "core/analysis/work/kernel_roofline.h"
#include "core/analysis/work/reference_device.h"
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

/// A launch, whoever measured it.
struct LaunchCard {
  std::string_view kernel;
  std::string config;  // the launch it is of may be gone by then
  std::int32_t device = -1;
  KernelCard card;
  LaunchWork work = {};
  std::optional<CountedRun> run = {};  // run that the recorder made
  std::string values = {};             // values of the parameters that differ between runs
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

/// Returns "137.4 GFLOP, 1.02×": the ratio to what the algorithm needs.
std::string besideCell(std::optional<double> value, Unit unit, std::optional<double> needed) {
  const std::string counted = shownText(value, unit, "");
  return value && needed && *needed > 0 ? fmt::format("{}, {:.2f}×", counted, *value / *needed) : counted;
}

/// "14.6 % of 18.8 % (registers)": achieved, theoretical, and what limits that.
std::string occupancyCell(const LaunchCard& launch) {
  const KernelCard& card = launch.card;
  std::string text = shownText(card.metrics.occupancy, Unit::Share, "");
  if (card.theoreticalOccupancy && !text.empty()) {
    text += fmt::format(" of {}", formatShare(*card.theoreticalOccupancy));
    const bool isLimited = card.isOccupancyLimited();
    text += isLimited ? fmt::format(" ({})", card.limits.front().resource.english()) : std::string();
  }
  return text;
}

/// Members of an object, and figures for people.
Columns<LaunchCard> cardColumns() {
  using enum Unit;
  using Row = LaunchCard;
  using Metrics = KernelMetrics;
  const auto card = [](auto of) { return [of](const Row& row) -> CellValue { return row.card.*of; }; };
  const auto metric = [](auto of) { return [of](const Row& row) -> CellValue { return row.card.metrics.*of; }; };
  const auto set = [](const Row&) { return CellValue(); };  // set by cardJson
  const auto bytes = [](const Row& row) {
    return besideCell(row.card.metrics.dramBytes, Bytes, row.work.algorithmBytes);
  };
  const auto flops = [](const Row& row) { return besideCell(row.card.metrics.flops, Flops, row.work.algorithmFlops); };
  const auto waves = [](const Row& row) { return row.card.waves ? fmt::format("{:.2f}", *row.card.waves) : ""; };
  return {{"kernel", "kernel", Text, &Row::kernel, [](const Row& row) { return shortKernelName(row.kernel); }, 40},
          {"config", "", Text, &Row::config},
          {"device", "", Number, [](const Row& row) { return row.device < 0 ? CellValue() : CellValue(row.device); }},
          {"verdict", "limit", Text, [](const Row& row) { return row.card.verdict().english(); }},
          {"duration_ns", "time", Time, metric(&Metrics::durationNs)},
          {"clock_hz", "", Number, metric(&Metrics::clockHz)},
          {"dram_bytes", "DRAM", Bytes, metric(&Metrics::dramBytes), bytes},
          {"flops", "FLOPs", Flops, metric(&Metrics::flops), flops},
          {"l1_hit_rate", "", Share, card(&KernelCard::l1HitRate)},
          {"l2_hit_rate", "", Share, metric(&Metrics::l2HitRate)},
          {"occupancy", "occupancy", Share, metric(&Metrics::occupancy), occupancyCell},
          {"theoretical_occupancy", "", Share, card(&KernelCard::theoreticalOccupancy)},
          {"occupancy_limits", "", Text, set},
          {"registers_per_thread", "", Count, card(&KernelCard::registersPerThread)},
          {"shared_bytes_per_block", "", Bytes, card(&KernelCard::sharedBytesPerBlock)},
          {"waves", "waves", Number, card(&KernelCard::waves), waves},
          {"", "of peak", Share, metric(&Metrics::dramShare)},
          {"", "tensor", Share, metric(&Metrics::tensorShare)},
          {"", "roofline", Share, [](const Row& row) { return row.roofline.counted; }},
          {"", "parameters", Text, &Row::values}};
}

Json cardJson(const LaunchCard& launch) {
  Json json = membersOf(cardColumns(), launch);
  const KernelCard& card = launch.card;
  json["occupancy_limits"] = Json::array();
  for (const OccupancyLimit& limit : card.limits) {
    json["occupancy_limits"].push_back({{"resource", textValue(limit.resource)}, {"blocks", blocksOfLimit(limit)}});
  }
  json["units"] = Json::array();
  for (const UnitUse& unit : card.units) {
    json["units"].push_back({{"unit", textValue(unit.unit)}, {"share", unit.share}});
  }
  json["warp_states"] = Json::array();
  for (const WarpState& state : card.states) {
    json["warp_states"].push_back(
        {{"state", textValue(state.state)}, {"share", state.share}, {"is_stall", state.isStall}});
  }
  json["advice"] = Json::array();
  for (const std::string_view text : card.advice) {
    json["advice"].push_back(textValue(text));
  }
  return json;
}

void writeCards(Output& output, std::string_view title, const std::vector<LaunchCard>& launches, bool complete) {
  if (launches.empty()) {
    return;
  }
  const Columns<LaunchCard> columns = picked(
      cardColumns(), "duration_ns,dram_bytes,of peak,flops,tensor,roofline,occupancy,waves,parameters,kernel,verdict");
  const std::size_t shown = complete ? launches.size() : std::min(launches.size(), shownLaunches);
  output.write(heading(title) + textTable(columns, std::span(launches).first(shown), "").text(2, terminalWidth()) +
               cutNotice(launches.size() - shown, "--all"));
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
