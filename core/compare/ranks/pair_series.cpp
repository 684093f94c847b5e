// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/match_calls.h"
#include "core/compare/runs/sequence_alignment.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace kernline {

namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
using Items = std::span<const SeriesItem>;

/// Difference in ns below which two shifts align ends equally well: the one with the smaller clock difference counts.
constexpr std::int64_t alikeNs = 1000;
constexpr std::ptrdiff_t maxShift = 256;

bool hasNumbers(Items items) {
  return std::ranges::all_of(items, [](const SeriesItem& item) { return item.sequence >= 0; }) &&
         std::ranges::is_sorted(items, {}, &SeriesItem::sequence);
}

Pairs pairNumbers(Items left, Items right) {
  Pairs pairs;
  for (std::size_t l = 0, r = 0; l < left.size() && r < right.size();) {
    if (left[l].sequence == right[r].sequence) {
      pairs.emplace_back(l++, r++);
    } else {
      (left[l].sequence < right[r].sequence ? l : r) += 1;
    }
  }
  return pairs;
}

/// Returns the pairs of a shift; nullopt if two of them differ.
std::optional<Pairs> pairShifted(Items left, Items right, std::ptrdiff_t shift) {
  Pairs pairs;
  std::size_t l = shift < 0 ? static_cast<std::size_t>(-shift) : 0;
  std::size_t r = shift > 0 ? static_cast<std::size_t>(shift) : 0;
  for (; l < left.size() && r < right.size(); ++l, ++r) {
    if (left[l].signature != right[r].signature) {
      return std::nullopt;
    }
    pairs.emplace_back(l, r);
  }
  return pairs;
}

struct ShiftQuality {
  std::int64_t spread = 0;
  std::int64_t distance = 0;
};

ShiftQuality qualityOf(Items left, Items right, const Pairs& pairs) {
  std::vector<std::int64_t> differences;
  for (const auto& [l, r] : pairs) {
    differences.push_back((right[r].end - left[l].end).ns);
  }
  const std::int64_t middle = lowerMedianOf(differences);
  return {medianDistance(differences, middle), std::abs(middle)};
}

bool isBetter(const ShiftQuality& a, const ShiftQuality& b) {
  return std::abs(a.spread - b.spread) > alikeNs ? a.spread < b.spread : a.distance < b.distance;
}

std::optional<Pairs> bestShift(Items left, Items right, std::size_t wanted) {
  std::optional<Pairs> best;
  ShiftQuality quality;
  for (std::ptrdiff_t shift = -maxShift; shift <= maxShift; ++shift) {
    std::optional<Pairs> pairs = pairShifted(left, right, shift);
    if (!pairs || pairs->empty() || pairs->size() < wanted) {
      continue;
    }
    const ShiftQuality own = qualityOf(left, right, *pairs);
    if (!best || isBetter(own, quality)) {
      best = std::move(pairs);
      quality = own;
    }
  }
  return best;
}

std::vector<std::uint32_t> signatures(Items items) {
  std::vector<std::uint32_t> all;
  for (const SeriesItem& item : items) {
    all.push_back(item.signature);
  }
  return all;
}

}  // namespace

Pairs pairSeries(Items left, Items right) {
  if (hasNumbers(left) && hasNumbers(right)) {
    return pairNumbers(left, right);
  }
  if (left.size() == right.size()) {
    if (auto all = pairShifted(left, right, 0)) {
      return *std::move(all);
    }
  }
  auto common = alignSequences(signatures(left), signatures(right));
  if (auto shifted = bestShift(left, right, common ? common->size() : std::min(left.size(), right.size()))) {
    return *std::move(shifted);
  }
  return common ? *std::move(common) : Pairs{};
}

}  // namespace kernline
