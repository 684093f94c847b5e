// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/same_launches.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_map>

namespace kernline {

namespace {

using LaunchList = std::vector<std::size_t>;
using LaunchLists = std::unordered_map<std::uint32_t, LaunchList>;

/// Some of the launches of a recording, in order.
struct Launches {
  std::span<const std::uint32_t> kernels;  ///< kernels of all launches
  LaunchList places;                       ///< places in `kernels`

  [[nodiscard]] std::size_t count() const { return places.size(); }
  [[nodiscard]] std::uint32_t kernel(std::size_t i) const { return kernels[places[i]]; }
};

LaunchLists byKernel(std::span<const std::uint32_t> launches) {
  LaunchLists lists;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    lists[launches[i]].push_back(i);
  }
  return lists;
}

/// Positions of launches of kernels that both have.
LaunchList commonLaunches(std::span<const std::uint32_t> launches, const LaunchLists& others) {
  LaunchList common;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    if (others.contains(launches[i])) {
      common.push_back(i);
    }
  }
  return common;
}

/// Returns the positions of those `launches` whose kernels both sides do not have equally often.
LaunchList oddLaunches(std::span<const std::uint32_t> launches, const LaunchLists& own, const LaunchLists& others) {
  LaunchList odd;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const auto other = others.find(launches[i]);
    if (other != others.end() && other->second.size() != own.at(launches[i]).size()) {
      odd.push_back(i);
    }
  }
  return odd;
}

/// Returns all positions of `part` in `whole`, up to the first that overlaps with the one before it. Knuth, Morris and
/// Pratt: linear for any repetition.
LaunchList placesOf(const Launches& part, const Launches& whole) {
  LaunchList fallback(part.count(), 0);
  for (std::size_t i = 1, length = 0; i < part.count(); ++i) {
    while (length > 0 && part.kernel(i) != part.kernel(length)) {
      length = fallback[length - 1];
    }
    length += part.kernel(i) == part.kernel(length) ? 1 : 0;
    fallback[i] = length;
  }
  LaunchList places;
  for (std::size_t i = 0, length = 0; i < whole.count(); ++i) {
    while (length > 0 && (length == part.count() || whole.kernel(i) != part.kernel(length))) {
      length = fallback[length - 1];
    }
    length += whole.kernel(i) == part.kernel(length) ? 1 : 0;
    if (length == part.count()) {
      const std::size_t place = i + 1 - length;
      const bool overlaps = !places.empty() && place < places.back() + length;
      places.push_back(place);
      if (overlaps) {
        break;
      }
    }
  }
  return places;
}

bool overlap(const LaunchList& places, std::size_t length) {
  return places.size() > 1 && places.back() < places[places.size() - 2] + length;
}

/// Pairs all of one with its place in the other; false if it is missing, or the place is ambiguous. `areWhole`: both
/// are complete, so that of several places the beginning is the right one.
bool pairWhole(SameLaunches& same, const Launches& first, const Launches& second, bool areWhole) {
  const bool isFirst = first.count() <= second.count();
  const Launches& part = isFirst ? first : second;
  const Launches& whole = isFirst ? second : first;
  LaunchList places = part.count() == 0 ? LaunchList{} : placesOf(part, whole);
  if (overlap(places, part.count()) || (!isFirst && places.size() > 1)) {
    places.resize(areWhole && places.front() == 0 ? 1 : 0);
  }
  if (places.empty()) {
    return false;
  }
  for (const std::size_t place : places) {
    for (std::size_t i = 0; i < part.count(); ++i) {
      same.pairs.emplace_back(first.places[isFirst ? i : place + i], second.places[isFirst ? place + i : i]);
    }
  }
  same.rounds = places.size();
  return true;
}

LaunchList allOf(std::span<const std::uint32_t> launches) {
  LaunchList all(launches.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

}  // namespace

SameLaunches sameLaunches(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second) {
  const LaunchLists ofFirst = byKernel(first);
  const LaunchLists ofSecond = byKernel(second);
  SameLaunches same;
  const Launches common{first, commonLaunches(first, ofSecond)};
  const Launches commonOther{second, commonLaunches(second, ofFirst)};
  if (pairWhole(same, common, commonOther, false) ||
      pairWhole(same, {first, allOf(first)}, {second, allOf(second)}, false) ||
      pairWhole(same, common, commonOther, true)) {
    return same;
  }
  for (const auto& [kernel, launches] : ofFirst) {
    const auto other = ofSecond.find(kernel);
    if (other != ofSecond.end() && other->second.size() == launches.size()) {
      std::ranges::transform(launches, other->second, std::back_inserter(same.pairs),
                             [](std::size_t one, std::size_t its) { return std::pair(one, its); });
    }
  }
  pairWhole(same, {first, oddLaunches(first, ofFirst, ofSecond)}, {second, oddLaunches(second, ofSecond, ofFirst)},
            false);
  return same;
}

}  // namespace kernline
