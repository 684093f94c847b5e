// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/blocks/block_figures.h"

#include "core/model/base/median.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

MinMedianMax<Duration> spreadOfDurations(std::vector<std::int64_t>& values) {
  if (values.empty()) {
    return {};
  }
  const auto [least, greatest] = std::ranges::minmax(values);
  return {.min = {least}, .median = {medianOf(std::span(values))}, .max = {greatest}};
}

/// The blocks of one SM as what they cover, by start.
struct SmCoverage {
  std::uint32_t blocks = 0;
  Time first;
  Time covered;  // up to here
  Duration busy;
  Duration gaps;

  void add(TimeRange block) {
    if (blocks++ == 0) {
      first = block.begin;
      covered = block.begin;
    }
    if (block.begin > covered) {
      gaps += block.begin - covered;
      covered = block.begin;
    }
    if (block.end > covered) {
      busy += block.end - covered;
      covered = block.end;
    }
  }
};

/// Walks the edges of blocks by time: how many run at once, and how long every SM has one.
class EdgeWalk {
 public:
  explicit EdgeWalk(std::uint32_t multiprocessors) : m_running(multiprocessors) {}

  void add(TimeRange block, std::uint32_t sm) {
    if (block.isEmpty()) {
      return;
    }
    m_edges.push_back({block.begin, false, sm});
    m_edges.push_back({block.end, true, sm});
  }

  void walk() {
    // Ends sort before starts at the same time, as they make room.
    std::ranges::sort(m_edges, [](const Edge& a, const Edge& b) {
      return std::pair(a.time, !a.isEnd) < std::pair(b.time, !b.isEnd);
    });
    std::uint64_t running = 0;
    std::size_t filled = 0;
    Time fullSince;
    for (const Edge& edge : m_edges) {
      const bool wasFull = filled == m_running.size();
      if (edge.isEnd) {
        --running;
        filled -= --m_running[edge.sm] == 0 ? 1U : 0U;
      } else {
        ++running;
        filled += m_running[edge.sm]++ == 0 ? 1U : 0U;
      }
      const bool isFull = filled == m_running.size();
      if (isFull && !wasFull) {
        fullSince = edge.time;
      } else if (wasFull && !isFull) {
        m_full += edge.time - fullSince;
      }
      m_max = std::max(m_max, running);
    }
  }

  [[nodiscard]] std::uint64_t most() const { return m_max; }
  [[nodiscard]] Duration full() const { return m_full; }

 private:
  struct Edge {
    Time time;
    bool isEnd = false;
    std::uint32_t sm = 0;
  };

  std::vector<Edge> m_edges;
  std::vector<std::uint64_t> m_running;  // blocks, by SM
  std::uint64_t m_max = 0;
  Duration m_full;
};

std::vector<BlockPhase> phasesOf(const Trace& trace, const KernelBlocks& blocks) {
  std::map<StringId, std::vector<std::int64_t>> byName;
  for (const KernelBlocks::Piece& piece : blocks.phases) {
    byName[trace.name(piece.span)].push_back(trace.duration(piece.span).ns);
  }
  std::vector<BlockPhase> phases;
  for (auto& [name, durations] : byName) {
    BlockPhase phase{.name = std::string(trace.text(name)), .count = durations.size(), .total = {}, .durations = {}};
    for (const std::int64_t duration : durations) {
      phase.total += Duration{duration};
    }
    phase.durations = spreadOfDurations(durations);
    phases.push_back(std::move(phase));
  }
  std::ranges::sort(phases, [](const BlockPhase& a, const BlockPhase& b) {
    return std::pair(b.total, std::string_view(a.name)) < std::pair(a.total, std::string_view(b.name));
  });
  return phases;
}

void addMultiprocessors(BlockFigures& figures, const std::vector<SmCoverage>& all) {
  std::vector<std::int64_t> counts;
  Duration busiest;
  for (const SmCoverage& sm : all) {
    if (sm.blocks == 0) {
      figures.unused += figures.range.length();
      continue;
    }
    counts.push_back(sm.blocks);
    figures.busy += sm.busy;
    figures.gaps += sm.gaps;
    figures.ramp += sm.first - figures.range.begin;
    figures.tail += figures.range.end - sm.covered;
    busiest = std::max(busiest, sm.busy);
  }
  figures.used = static_cast<std::uint32_t>(counts.size());
  if (!counts.empty()) {
    const auto [least, most] = std::ranges::minmax(counts);
    figures.blocksOfSm = {.min = static_cast<std::uint32_t>(least),
                          .median = static_cast<std::uint32_t>(medianOf(std::span(counts))),
                          .max = static_cast<std::uint32_t>(most)};
  }
  if (figures.busy.ns > 0) {
    figures.imbalance = static_cast<double>(busiest.ns) * figures.used / static_cast<double>(figures.busy.ns);
  }
}

/// Returns whether the figures cover the device: without its device, a trace does not show SMs that had no block. A few
/// SMs are no whole GPU: either most had none, or not all were traced.
bool isWholeDeviceSeen(const BlockFigures& figures) {
  constexpr std::uint32_t minSms = 16;
  return figures.isDeviceKnown || figures.used >= minSms;
}

}  // namespace

double BlockFigures::shareOf(Duration part) const {
  return whole().ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(whole().ns) : 0;
}

double BlockFigures::waves() const {
  return resident == 0 ? 0 : static_cast<double>(blocks) / static_cast<double>(resident);
}

double BlockFigures::quantization() const {
  return resident == 0 ? 0 : 1 - waves() / std::ceil(waves());
}

BlockFigures blockFigures(const Trace& trace, const KernelBlocks& blocks) {
  BlockFigures figures;
  figures.range = trace.range(blocks.kernel);
  figures.blocks = blocks.blocks.size();
  figures.areSmsKnown = blocks.areSmsKnown;
  figures.multiprocessors = blocks.areSmsKnown ? blocks.multiprocessors : 0;
  figures.isDeviceKnown = blocks.isDeviceKnown;
  figures.isInCycles = blocks.isInCycles;
  std::vector<SmCoverage> all(blocks.multiprocessors);
  EdgeWalk edges(blocks.multiprocessors);
  std::vector<std::int64_t> durations;
  for (const KernelBlocks::Piece& piece : blocks.blocks) {
    const TimeRange range = trace.range(piece.span);
    all[piece.sm].add(range);
    edges.add(range, piece.sm);
    durations.push_back(range.length().ns);
  }
  edges.walk();
  figures.durations = spreadOfDurations(durations);
  figures.resident = edges.most();
  if (figures.areSmsKnown) {
    figures.partlyFull = figures.range.length() - edges.full();
    addMultiprocessors(figures, all);
  }
  figures.phases = phasesOf(trace, blocks);
  return figures;
}

Message blockFinding(const BlockFigures& figures) {
  if (!isWholeDeviceSeen(figures)) {
    return {};
  }
  if (figures.shareOf(figures.unused) > longTail) {
    return Phrase::tr("%1 of %2 SMs have no block; use more blocks")
        .with(fmt::format("{}", figures.multiprocessors - figures.used), fmt::format("{}", figures.multiprocessors));
  }
  const double tail = figures.shareOf(figures.tail);
  if (tail <= longTail) {
    return {};
  }
  const std::string tailText = fmt::format("{:.1f} %", tail * 100);
  if (figures.quantization() > longTail && tail <= figures.quantization() + longTail) {
    return Phrase::tr(
               "The tail, in which SMs have run out of blocks, is %1 of the SM time: the grid is %2 waves; use whole "
               "waves or smaller blocks")
        .with(tailText, fmt::format("{:.2f}", figures.waves()));
  }
  const Phrase advice = figures.waves() > 1
                            ? Phrase::tr(
                                  "The tail, in which SMs have run out of blocks, is %1 of the SM time: some blocks or "
                                  "SMs take longer; start long blocks first or split them")
                            : Phrase::tr(
                                  "The tail, in which SMs have run out of blocks, is %1 of the SM time: some blocks or "
                                  "SMs take longer; split long blocks");
  return advice.with(tailText);
}

}  // namespace kernline
