// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/heat_layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

/// Whether the groups distinguish ranks: there are two, or some ranks are in none.
bool tellsApart(const HeatGrouping& grouping) {
  return std::set<std::string_view>(grouping.groupOf.begin(), grouping.groupOf.end()).size() > 1;
}

}  // namespace

std::vector<HeatGrouping> heatGroupings(const RankSet& set) {
  std::vector<HeatGrouping> found;
  HeatGrouping byNode{.kind = std::string(HeatGrouping::node), .groupOf = {}};
  std::unordered_map<std::string, std::size_t> numbers;  // number of each kind, in the order of their first rank
  for (std::size_t place = 0; place < set.files.size(); ++place) {
    const RankDigest& digest = *set.files[place].digest;
    byNode.groupOf.push_back(digest.host);
    for (const ParallelGroup& group : digest.parallelGroups) {
      const auto [known, isNew] = numbers.emplace(group.kind, found.size());
      if (isNew) {
        found.push_back({.kind = group.kind, .groupOf = std::vector<std::string>(set.files.size())});
      }
      found[known->second].groupOf[place] = group.members;
    }
  }
  found.insert(found.begin(), std::move(byNode));
  std::erase_if(found, [](const HeatGrouping& grouping) { return !tellsApart(grouping); });
  return found;
}

std::size_t HeatLayout::rowOf(std::size_t place) const {
  return static_cast<std::size_t>(std::ranges::find(places, place) - places.begin());
}

const HeatGroup* HeatLayout::groupAt(std::size_t row) const {
  const auto after = std::ranges::upper_bound(groups, row, {}, &HeatGroup::firstRow);
  return after == groups.begin() ? nullptr : &*std::prev(after);
}

HeatLayout layOut(const HeatMap& map, HeatSort sort, const HeatGrouping* grouping) {
  HeatLayout layout;
  layout.places.resize(map.ranks());
  std::iota(layout.places.begin(), layout.places.end(), std::size_t{0});
  if (sort == HeatSort::Worst) {
    std::vector<double> keys;
    for (std::size_t place = 0; place < map.ranks(); ++place) {
      const double excess = map.excess(place);
      keys.push_back(std::isnan(excess) ? std::numeric_limits<double>::infinity() : -excess);
    }
    std::ranges::stable_sort(layout.places, {}, [&](std::size_t place) { return keys[place]; });
  }
  if (grouping == nullptr) {
    return layout;
  }
  std::unordered_map<std::string_view, std::size_t> numbers;  // number of each group, in the order of their first rank
  for (const std::size_t place : layout.places) {
    const std::string& name = grouping->groupOf[place];
    const auto [known, isNew] = numbers.emplace(name, layout.groups.size());
    if (isNew) {
      layout.groups.push_back({.name = name});
    }
    ++layout.groups[known->second].rows;
  }
  const auto key = [&](std::size_t place) {
    const std::string& name = grouping->groupOf[place];
    return std::pair{name.empty(), numbers.at(name)};
  };
  std::ranges::stable_sort(layout.places, {}, key);
  std::ranges::stable_partition(layout.groups, [](const HeatGroup& group) { return !group.name.empty(); });
  std::size_t row = 0;
  for (HeatGroup& group : layout.groups) {
    group.firstRow = std::exchange(row, row + group.rows);
  }
  return layout;
}

}  // namespace kernline
