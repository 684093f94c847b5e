// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/kernel_card.h"

#include "core/model/format/quantity.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

namespace kernline {

namespace {

constexpr double nearPeak = 0.8;     // share of a unit's peak: little is left to win without asking less of it
constexpr double farFromPeak = 0.6;  // Nsight Compute's limit: below, latencies count

constexpr double smallGrid = 0.5;  // waves: most multiprocessors have less work than they can hold

std::string_view shareUnit() {
  return baseUnit(Quantity::Share);
}

// Warps in these states could go on.
constexpr std::string_view issuing = "selected";
constexpr std::string_view notSelected = "not_selected";

struct StateName {
  std::string_view metric;
  Phrase state;
  Phrase definition;
};

// Nsight Compute's kernel profiling guide, "Warp stall reasons".
constexpr auto stateNames = std::to_array<StateName>({
    {"barrier", Phrase::tr("Barrier"), Phrase::tr("Waiting for other warps of the block at a barrier")},
    {"branch_resolving", Phrase::tr("Branch"), Phrase::tr("Waiting for the target of a branch")},
    {"dispatch_stall", Phrase::tr("Dispatch"), Phrase::tr("The dispatcher holds back an instruction that is ready")},
    {"drain", Phrase::tr("Drain"), Phrase::tr("Waiting at the end for memory writes to finish")},
    {"gmma", Phrase::tr("Warpgroup MMA"), Phrase::tr("Waiting for a warpgroup matrix instruction")},
    {"imc_miss", Phrase::tr("Constant cache miss"), Phrase::tr("Waiting for constants that are not in their cache")},
    {"lg_throttle", Phrase::tr("LG throttle"),
     Phrase::tr("The queue for global and local memory instructions is full")},
    {"long_scoreboard", Phrase::tr("Long scoreboard"),
     Phrase::tr("Waiting for data from global, local, texture or surface memory")},
    {"math_pipe_throttle", Phrase::tr("Math pipe throttle"), Phrase::tr("The arithmetic pipe is busy")},
    {"membar", Phrase::tr("Memory barrier"), Phrase::tr("Waiting at a memory barrier")},
    {"mio_throttle", Phrase::tr("MIO throttle"),
     Phrase::tr("The queue for shared memory, special math and dynamic branches is full")},
    {"misc", Phrase::tr("Other"), Phrase::tr("Stalled for another reason")},
    {"no_instruction", Phrase::tr("No instruction"), Phrase::tr("Waiting for instructions to be fetched")},
    {"no_instructions", Phrase::tr("No instruction"), Phrase::tr("Waiting for instructions to be fetched")},
    {notSelected, Phrase::tr("Not selected"), Phrase::tr("Ready, but another warp was selected")},
    {issuing, Phrase::tr("Issuing"), Phrase::tr("Issuing an instruction: no stall")},
    {"short_scoreboard", Phrase::tr("Short scoreboard"),
     Phrase::tr("Waiting for shared memory, special math or dynamic branches")},
    {"sleeping", Phrase::tr("Sleeping"), Phrase::tr("All threads of the warp sleep")},
    {"tex_throttle", Phrase::tr("TEX throttle"), Phrase::tr("The queue for texture instructions is full")},
    {"wait", Phrase::tr("Fixed latency"), Phrase::tr("Waiting for an instruction of fixed latency")},
    {"warpgroup_arrive", Phrase::tr("Warpgroup arrive"), Phrase::tr("Waiting for other warps of the warpgroup")},
});

void addUnits(KernelCard& card, const NcuNumbers& numbers) {
  const auto add = [&](Phrase unit, std::optional<double> share) {
    if (share) {
      card.units.push_back({.unit = unit, .share = *share});
    }
  };
  const auto ofNames = [&](std::initializer_list<std::string_view> names) { return numbers.of(names, shareUnit()); };
  add(Phrase::tr("SM"), ofNames({"sm__throughput.avg.pct_of_peak_sustained_elapsed", "Compute (SM) Throughput"}));
  add(Phrase::tr("DRAM"), card.metrics.dramShare);
  add(Phrase::tr("L2 cache"), ofNames({"lts__throughput.avg.pct_of_peak_sustained_elapsed", "L2 Cache Throughput"}));
  add(Phrase::tr("L1/TEX cache"),
      ofNames({"l1tex__throughput.avg.pct_of_peak_sustained_active", "L1/TEX Cache Throughput"}));
  add(Phrase::tr("Tensor pipe"), card.metrics.tensorShare);
  add(Phrase::tr("FMA pipe"), ofNames({"sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed",
                                       "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active",
                                       "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active"}));
  add(Phrase::tr("ALU pipe"), ofNames({"sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_elapsed",
                                       "sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_active",
                                       "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active"}));
  std::ranges::stable_sort(card.units, std::ranges::greater{}, &UnitUse::share);
}

void addLimits(KernelCard& card, const NcuNumbers& numbers) {
  struct LimitName {
    Phrase resource;
    std::string_view metric;
    std::string_view label;
  };
  constexpr LimitName names[] = {
      {Phrase::tr("registers"), "launch__occupancy_limit_registers", "Block Limit Registers"},
      {Phrase::tr("shared memory"), "launch__occupancy_limit_shared_mem", "Block Limit Shared Mem"},
      {Phrase::tr("warps"), "launch__occupancy_limit_warps", "Block Limit Warps"},
      {Phrase::tr("blocks"), "launch__occupancy_limit_blocks", "Block Limit SM"},
      {Phrase::tr("barriers"), "launch__occupancy_limit_barriers", "Block Limit Barriers"}};
  for (const LimitName& name : names) {
    const auto blocks = numbers.count(name.metric);
    if (const auto found = blocks ? blocks : numbers.count(name.label)) {
      card.limits.push_back({.resource = name.resource, .blocks = *found});
    }
  }
  std::ranges::stable_sort(card.limits, {}, &OccupancyLimit::blocks);
}

/// Samples where the program counter was sampled, else what was counted in every cycle.
void addStates(KernelCard& card, const NcuNumbers& numbers) {
  const auto addAll = [&](const std::string& begin, std::string_view end) {
    double sum = 0;
    for (const StateName& name : stateNames) {
      const auto found = numbers.count((begin + std::string(name.metric)).append(end));
      if (found && *found > 0) {
        card.states.push_back({.state = name.state,
                               .definition = name.definition,
                               .share = *found,
                               .isStall = name.metric != issuing && name.metric != notSelected});
        sum += *found;
      }
    }
    for (WarpState& state : card.states) {
      state.share /= sum;
    }
    return sum;
  };
  if (const double samples = addAll("smsp__pcsamp_warps_issue_stalled_", ""); samples > 0) {
    card.warpSamples = samples;
  } else {
    addAll("smsp__average_warps_issue_stalled_", "_per_issue_active.ratio");
  }
  std::ranges::stable_sort(card.states, std::ranges::greater{}, &WarpState::share);
}

std::optional<double> sumOf(std::optional<double> a, std::optional<double> b) {
  return a || b ? std::optional(a.value_or(0) + b.value_or(0)) : std::nullopt;
}

std::optional<double> sharedBytesOf(const NcuNumbers& numbers) {
  const std::string_view bytes = baseUnit(Quantity::Bytes);
  const auto all = numbers.of({"launch__shared_mem_per_block"}, bytes);
  return all ? all
             : sumOf(numbers.of({"launch__shared_mem_per_block_static", "Static Shared Memory Per Block"}, bytes),
                     numbers.of({"launch__shared_mem_per_block_dynamic", "Dynamic Shared Memory Per Block"}, bytes));
}

/// Returns the unit with the highest use. The share of an SM is that of its busiest part, counted in another pass: an
/// equally busy part is more specific.
const UnitUse& limitingUnit(const std::vector<UnitUse>& units) {
  constexpr double sameAsItsPart = 0.05;
  const bool isOfPart =
      units.size() > 1 && units[0].unit.english() == "SM" && units[1].share > units[0].share - sameAsItsPart;
  return units[isOfPart ? 1 : 0];
}

}  // namespace

std::optional<WarpState> warpStateOf(std::string_view word) {
  const auto* const found = std::ranges::find(stateNames, word, &StateName::metric);
  return found == stateNames.end() ? std::nullopt
                                   : std::optional(WarpState{.state = found->state,
                                                             .definition = found->definition,
                                                             .share = 0,
                                                             .isStall = word != issuing && word != notSelected});
}

bool KernelCard::isOccupancyLimited() const {
  return !limits.empty() && (theoreticalOccupancy.value_or(0) < 1 || waves.value_or(1) < 1);
}

void KernelCard::addGridLimit() {
  if (!limits.empty() && waves && *waves < 1) {
    limits.insert(limits.begin(), {.resource = Phrase::tr("grid"), .blocks = *waves * limits.front().blocks});
  }
}

Message KernelCard::verdict() const {
  if (units.empty()) {
    return Phrase::tr("No throughput metrics in this report");
  }
  const UnitUse& most = limitingUnit(units);
  const Message unit = Message::phrase(most.unit);
  const double highest = units.front().share;
  const std::string share = formatShare(most.share);
  if (highest >= nearPeak) {
    return Phrase::tr("Limited by %1: %2 of its peak").with(unit, share);
  }
  if (highest >= farFromPeak) {
    return Phrase::tr("%1 is the busiest unit: %2 of its peak").with(unit, share);
  }
  const UnitUse& first = units.front();
  const std::string above = formatShare(first.share);
  const Message busiest = Message::phrase(first.unit);
  if (waves && *waves < smallGrid) {
    return Phrase::tr("Grid too small: it fills %1 of the GPU. No unit is above %2 of its peak (%3)")
        .with(formatShare(*waves), above, busiest);
  }
  const auto stall = std::ranges::find(states, true, &WarpState::isStall);
  return stall == states.end()
             ? Phrase::tr("Limited by latency: no unit is above %1 of its peak (%2)").with(above, busiest)
             : Phrase::tr("Limited by latency: no unit is above %1 of its peak (%2). Warps mostly wait: %3, %4")
                   .with(above, busiest, Message::phrase(stall->state), formatShare(stall->share));
}

const UnitUse* KernelCard::busiestUnit() const {
  if (units.empty()) {
    return nullptr;
  }
  return units.front().share < farFromPeak ? &units.front() : &limitingUnit(units);
}

Message KernelCard::limit() const {
  if (units.empty()) {
    return {};
  }
  return units.front().share < farFromPeak ? Message(Phrase::tr("latency")) : Message::phrase(limitingUnit(units).unit);
}

KernelCard kernelCard(const NcuNumbers& numbers) {
  KernelCard card;
  card.metrics = numbers.metrics();
  addUnits(card, numbers);
  addLimits(card, numbers);
  addStates(card, numbers);
  card.theoreticalOccupancy =
      numbers.of({"sm__maximum_warps_per_active_cycle_pct", "Theoretical Occupancy"}, shareUnit());
  const auto first = [&](std::string_view metric, std::string_view label) {
    const auto found = numbers.count(metric);
    return found ? found : numbers.count(label);
  };
  card.registersPerThread = first("launch__registers_per_thread", "Registers Per Thread");
  card.waves = first("launch__waves_per_multiprocessor", "Waves Per SM");
  card.addGridLimit();
  card.sharedBytesPerBlock = sharedBytesOf(numbers);
  card.l1HitRate = numbers.of({"l1tex__t_sector_hit_rate.pct", "L1/TEX Hit Rate"}, shareUnit());
  return card;
}

KernelCard kernelCard(const Log& log, const LogTable& launch) {
  KernelCard card = kernelCard(NcuNumbers(log, launch));
  for (const LogRow& row : launch.rows) {
    if (const std::string_view note = log.text(row.note); !note.empty()) {
      card.advice.push_back(note);
    }
  }
  return card;
}

}  // namespace kernline
