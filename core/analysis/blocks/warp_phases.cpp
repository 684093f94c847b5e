// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/blocks/warp_phases.h"

#include "core/model/base/text.h"
#include "core/model/trace/arg_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace kernline {

namespace {

constexpr std::size_t maxMarksRead = 50'000;  // marks per launch: each is read from the file, unless its row has enough

struct BlockAndWarp {
  std::uint32_t block = 0;
  std::uint32_t warp = 0;

  auto operator<=>(const BlockAndWarp&) const = default;
};

/// Returns the place of a phase, by its row or its args; nullopt if neither has it.
std::optional<BlockAndWarp> placeOfPhase(const Trace& trace, const KernelBlocks::Piece& phase) {
  if (phase.row) {
    return BlockAndWarp{phase.row->block, phase.row->warp};
  }
  static constexpr std::array<std::string_view, 2> keys{"block", "warp"};
  const ArgNode args = trace.args(phase.span, keys);
  const std::optional<double> block = numberOf(args.find(keys[0]));
  const std::optional<double> warp = numberOf(args.find(keys[1]));
  return block && warp
             ? std::optional(BlockAndWarp{static_cast<std::uint32_t>(*block), static_cast<std::uint32_t>(*warp)})
             : std::nullopt;
}

/// Reads "block 12".
std::optional<std::uint32_t> blockNumber(const Trace& trace, SpanId block) {
  constexpr std::string_view before = "block ";
  const std::string_view name = trace.nameText(block);
  std::uint32_t number = 0;
  const bool isNamed =
      name.starts_with(before) &&
      std::from_chars(name.data() + before.size(), name.data() + name.size(), number).ec == std::errc{};
  return isNamed ? std::optional(number) : std::nullopt;
}

using TimeByPhase = std::map<StringId, Duration>;

/// The time of warps in their phases, each moment in the innermost one. Phases come by start, outer ones first.
class SelfTimes {
 public:
  explicit SelfTimes(const Trace& trace) : m_trace(trace) {}

  void add(const BlockAndWarp& place, SpanId phase) {
    const TimeRange range = m_trace.range(phase);
    std::vector<SpanId>& open = m_open[place];
    while (!open.empty() && m_trace.end(open.back()) <= range.begin) {
      open.pop_back();
    }
    TimeByPhase& times = m_times[place.warp];
    times[m_trace.name(phase)] += range.length();
    if (!open.empty()) {
      Duration& outer = times[m_trace.name(open.back())];
      outer = outer - (std::min(m_trace.end(open.back()), range.end) - range.begin);
    }
    open.push_back(phase);
  }

  [[nodiscard]] const std::map<std::uint32_t, TimeByPhase>& byWarp() const { return m_times; }

 private:
  const Trace& m_trace;
  std::map<BlockAndWarp, std::vector<SpanId>> m_open;
  std::map<std::uint32_t, TimeByPhase> m_times;
};

WarpRole warpRoleOf(const Trace& trace, std::uint32_t first, std::uint32_t last, const TimeByPhase& times) {
  WarpRole role{.firstWarp = first, .lastWarp = last, .phases = {}};
  double total = 0;
  for (const auto& [name, time] : times) {
    total += static_cast<double>(time.ns);
    const std::string_view text = trace.text(name);
    role.phases.push_back(
        {.name = std::string(text), .share = static_cast<double>(time.ns), .isWaiting = isWaiting(text)});
  }
  for (WarpRole::Phase& phase : role.phases) {
    phase.share = total > 0 ? phase.share / total : 0;
  }
  std::ranges::stable_sort(role.phases, std::ranges::greater{}, &WarpRole::Phase::share);
  return role;
}

bool haveSamePhases(const TimeByPhase& a, const TimeByPhase& b) {
  return std::ranges::equal(a, b, {}, &TimeByPhase::value_type::first, &TimeByPhase::value_type::first);
}

}  // namespace

bool isWaiting(std::string_view phase) {
  return lowered(phase).contains("wait");
}

double WarpRole::waiting() const {
  double share = 0;
  for (const Phase& phase : phases) {
    share += phase.isWaiting ? phase.share : 0;
  }
  return share;
}

std::vector<WarpRole> warpRoles(const Trace& trace, const KernelBlocks& launch, const std::stop_token& stop) {
  const bool areRowsEnough =
      std::ranges::all_of(launch.phases, [](const auto& phase) { return phase.row.has_value(); });
  const std::size_t step = areRowsEnough ? 1 : launch.phases.size() / maxMarksRead + 1;
  SelfTimes times(trace);
  for (std::size_t i = 0; i < launch.phases.size(); i += step) {
    if (stop.stop_requested()) {
      return {};
    }
    if (const auto place = placeOfPhase(trace, launch.phases[i])) {
      times.add(*place, launch.phases[i].span);
    }
  }
  const std::map<std::uint32_t, TimeByPhase>& byWarp = times.byWarp();
  std::vector<WarpRole> roles;
  for (auto first = byWarp.begin(); first != byWarp.end();) {
    TimeByPhase together = first->second;
    auto last = first;
    const auto isNext = [&](auto next) {
      return next != byWarp.end() && next->first == last->first + 1 && haveSamePhases(first->second, next->second);
    };
    for (auto next = std::next(first); isNext(next); ++next) {
      for (const auto& [name, time] : next->second) {
        together[name] += time;
      }
      last = next;
    }
    roles.push_back(warpRoleOf(trace, first->first, last->first, together));
    first = std::next(last);
  }
  return roles;
}

SpanId blockOf(const Trace& trace, const KernelBlocks& launch, SpanId span) {
  const auto isIt = [&](const KernelBlocks::Piece& piece) { return piece.span == span; };
  if (std::ranges::any_of(launch.blocks, isIt)) {
    return span;
  }
  const auto phase = std::ranges::find_if(launch.phases, isIt);
  const auto place = phase == launch.phases.end() ? std::nullopt : placeOfPhase(trace, *phase);
  const auto block = std::ranges::find_if(launch.blocks, [&](const KernelBlocks::Piece& piece) {
    return place && piece.sm == phase->sm && blockNumber(trace, piece.span) == place->block;
  });
  return block == launch.blocks.end() ? SpanId::none : block->span;
}

std::vector<WarpLane> warpsOfBlock(const Trace& trace, const KernelBlocks& launch, SpanId block) {
  const auto piece =
      std::ranges::find_if(launch.blocks, [&](const KernelBlocks::Piece& one) { return one.span == block; });
  if (piece == launch.blocks.end()) {
    return {};
  }
  const TimeRange range = trace.range(block);
  const std::optional<std::uint32_t> number = blockNumber(trace, block);
  std::map<std::uint32_t, std::vector<SpanId>> byWarp;
  for (const KernelBlocks::Piece& phase : launch.phases) {
    const bool isInside =
        phase.sm == piece->sm && trace.start(phase.span) >= range.begin && trace.end(phase.span) <= range.end;
    const auto place = isInside ? placeOfPhase(trace, phase) : std::nullopt;
    if (place && number == place->block) {
      byWarp[place->warp].push_back(phase.span);
    }
  }
  std::vector<WarpLane> lanes;
  for (auto& [warp, phases] : byWarp) {
    lanes.push_back({.warp = warp, .phases = std::move(phases)});
  }
  return lanes;
}

}  // namespace kernline
