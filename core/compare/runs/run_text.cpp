// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/run_text.h"

#include "core/compare/runs/overlap_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace kernline {

std::string shownTime(double ns) {
  return formatDuration(Duration{std::llround(ns)});
}

std::string signedTime(double ns) {
  return (std::llround(ns) > 0 ? "+" : "") + shownTime(ns);
}

std::string shownName(const RunComparison& comparison, std::string_view row) {
  const auto found = std::ranges::find(comparison.rows, row, &RunRow::name);
  if (found != comparison.rows.end()) {
    return found->shown;
  }
  return comparison.by == RunKey::Name ? shortKernelName(row) : std::string{row};
}

namespace {

Message restOf(std::size_t parts) {
  return Phrase::tr("… %1 more").with(parts);
}

}  // namespace

Message shownName(const RunComparison& comparison, const WaterfallPart& part) {
  if (part.rest > 0) {
    return restOf(part.rest);
  }
  if (part.overlap) {
    return shownName(*part.overlap);
  }
  if (!part.isIdle()) {
    return Message::name(shownName(comparison, std::string_view{part.name}));
  }
  return Phrase::tr("idle: %1").with(Message::phrase(shownName(*part.cause)));
}

Message shownName(const MemoryPart& part) {
  return part.rest > 0 ? restOf(part.rest) : Message::phrase(part.op);
}

std::size_t rowsInSteps(const RunComparison& comparison) {
  return static_cast<std::size_t>(std::ranges::count_if(comparison.rows, &RunRow::isInSteps));
}

std::string shownCalls(const RunSide& side) {
  if (side.callsPerStep == 0) {
    return {};
  }
  const bool isWhole = std::round(side.callsPerStep) == side.callsPerStep;
  return isWhole ? formatCount(std::llround(side.callsPerStep)) : fmt::format("{:.1f}", side.callsPerStep);
}

std::string changeOf(const RunRow& row, std::size_t run) {
  if (const auto ratio = row.ratio(run)) {
    return fmt::format("{:.3f}×", *ratio);
  }
  const bool inBase = row.sides.front().callsPerStep > 0;
  if (row.sides[run].callsPerStep == 0) {
    return inBase ? std::string(Phrase::tr("gone")) : std::string();
  }
  return inBase ? std::string() : std::string(Phrase::tr("new"));
}

namespace {

constexpr double minShownShare = 0.001;  // share of a step
constexpr std::size_t minParts = 3;      // parts shown for runs that hardly differ

}  // namespace

std::vector<WaterfallPart> shownParts(const RunDifference& difference, std::size_t maxShown) {
  const std::vector<WaterfallPart>& all = difference.waterfall;
  const double least = minShownShare * std::max(difference.baseStep, difference.otherStep);
  const auto small = std::ranges::find_if(all, [&](const auto& part) { return std::abs(part.delta()) < least; });
  const std::size_t shownCount = std::min(maxShown, std::max(minParts, static_cast<std::size_t>(small - all.begin())));
  if (maxShown == 0 || all.size() <= shownCount + 1) {
    return all;
  }
  std::vector<WaterfallPart> shown(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shownCount));
  WaterfallPart rest{.name = {}, .rest = all.size() - shownCount};
  for (std::size_t i = shownCount; i < all.size(); ++i) {
    rest.base += all[i].base;
    rest.other += all[i].other;
  }
  shown.push_back(std::move(rest));
  return shown;
}

std::string signedBytes(std::int64_t bytes) {
  return (bytes > 0 ? "+" : "") + formatBytes(bytes);
}

std::vector<MemoryPart> shownMemoryParts(const RunDifference& difference, std::size_t maxShown) {
  std::vector<MemoryPart> shown;
  MemoryPart rest;
  for (const MemoryPart& part : difference.memory) {
    if (part.delta() == 0) {
      continue;
    }
    if (shown.size() < maxShown) {
      shown.push_back(part);
      continue;
    }
    rest.base += part.base;
    rest.other += part.other;
    ++rest.rest;
  }
  if (rest.rest > 0) {
    shown.push_back(std::move(rest));
  }
  return shown;
}

Message memorySentence(const RunComparison& comparison, std::size_t run) {
  constexpr std::size_t maxOps = 3;
  const auto& base = comparison.runs.front().memory;
  const auto& other = comparison.runs[run].memory;
  if (!base || !other) {
    return {};
  }
  Message why = Message::name(signedBytes(other->peakAllocated - base->peakAllocated));
  std::size_t named = 0;
  for (const MemoryPart& part : comparison.differences[run - 1].memory) {
    if (part.delta() != 0 && named < maxOps) {
      Message change = Phrase::tr("%2 %1").with(signedBytes(part.delta()), shownName(part));
      why = (named == 0 ? Phrase::tr("%1; %2") : Phrase::tr("%1, %2")).with(std::move(why), std::move(change));
      ++named;
    }
  }
  const bool isReservedKnown = base->peakReserved > 0 && other->peakReserved > 0;
  const Phrase phrase = isReservedKnown ? Phrase::tr("Peak allocated memory: %1 → %2 (%3); reserved: %4 → %5")
                                        : Phrase::tr("Peak allocated memory: %1 → %2 (%3)");
  return phrase.with(formatBytes(base->peakAllocated), formatBytes(other->peakAllocated), why,
                     formatBytes(base->peakReserved), formatBytes(other->peakReserved));
}

}  // namespace kernline
