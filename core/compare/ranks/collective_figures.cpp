// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_set.h"

#include <algorithm>

namespace kernline {

namespace {

Time startOf(const CollectivePart& part) {
  return part.range.begin;
}

Time lastStart(const CollectiveMatch& match) {
  return std::ranges::max(match.parts, {}, startOf).range.begin;
}

}  // namespace

std::int32_t CollectiveMatch::lastRank() const {
  return std::ranges::max_element(parts, {}, startOf)->rank;
}

Duration CollectiveMatch::startSpread() const {
  return lastStart(*this) - std::ranges::min(parts, {}, startOf).range.begin;
}

Duration CollectiveMatch::lateBy() const {
  const auto last = std::ranges::max_element(parts, {}, startOf);
  Duration late = startSpread();
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    if (part != last) {
      late = std::min(late, last->range.begin - part->range.begin);
    }
  }
  return late;
}

Duration CollectiveMatch::totalWait() const {
  Duration total;
  for (const CollectivePart& part : parts) {
    total += part.wait;
  }
  return total;
}

Duration CollectiveMatch::transfer() const {
  const Time end = std::ranges::max(parts, {}, [](const CollectivePart& part) { return part.range.end; }).range.end;
  return std::max(Duration{}, end - lastStart(*this));
}

double CollectiveMatch::algorithmBandwidth() const {
  const Duration time = transfer();
  return bytes <= 0 || time.ns <= 0 || parts.size() < 2
             ? 0
             : static_cast<double>(bytes) * 1e9 / static_cast<double>(time.ns);
}

double CollectiveMatch::busBandwidth() const {
  return algorithmBandwidth() * busFactor(kind, std::max(groupSize, parts.size()));
}

std::size_t RankSet::incompleteCollectives() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(collectives, [](const CollectiveMatch& match) { return !match.missing.empty(); }));
}

std::uint64_t RankSet::lost() const {
  std::uint64_t lost = 0;
  for (const RankFile& file : files) {
    lost += file.digest->lost;
  }
  return lost;
}

std::uint64_t RankSet::repaired() const {
  std::uint64_t repaired = 0;
  for (const RankFile& file : files) {
    repaired += file.digest->repaired;
  }
  return repaired;
}

Duration StepSpread::spread() const {
  const auto length = &std::pair<std::int32_t, Duration>::second;
  return std::ranges::max(lengths, {}, length).second - std::ranges::min(lengths, {}, length).second;
}

std::int32_t StepSpread::longestRank() const {
  return std::ranges::max(lengths, {}, &std::pair<std::int32_t, Duration>::second).first;
}

}  // namespace kernline
