// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/heat_columns.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace kernline {

std::vector<const RankSteps::OfRank*> stepsByPlace(const RankSet& set) {
  std::vector<const RankSteps::OfRank*> found(set.files.size(), nullptr);
  for (const RankSteps::OfRank& own : set.rankSteps->ofRanks()) {
    const auto file = std::ranges::lower_bound(set.files, own.rank, {}, &RankFile::rank);
    found[static_cast<std::size_t>(file - set.files.begin())] = &own;
  }
  return found;
}

HeatColumns::HeatColumns(const RankSet& set) : m_columns(set.files.size()) {
  std::unordered_map<std::string, std::vector<std::uint32_t>>
      columnsOf;  // columns by name; the nth of one rank is the nth here
  std::vector<std::string> names;
  std::vector<Time> begins;
  const std::vector<const RankSteps::OfRank*> steps = stepsByPlace(set);
  for (std::size_t place = 0; place < steps.size(); ++place) {
    std::unordered_map<std::string_view, std::size_t> times;
    for (std::size_t i = 0; steps[place] != nullptr && i < steps[place]->steps.size(); ++i) {
      const RankSteps::Step& step = steps[place]->steps[i];
      std::vector<std::uint32_t>& columns = columnsOf[step.name];
      const std::size_t time = times[step.name]++;
      if (time == columns.size()) {
        columns.push_back(static_cast<std::uint32_t>(names.size()));
        names.push_back(step.name);
        begins.push_back(step.range.begin);
      }
      m_columns[place].push_back(columns[time]);
    }
  }
  std::vector<std::uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t column) { return begins[column]; });
  std::vector<std::uint32_t> placeOf(names.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    placeOf[order[i]] = i;
    m_names.push_back(std::move(names[order[i]]));
  }
  for (std::vector<std::uint32_t>& columns : m_columns) {
    std::ranges::transform(columns, columns.begin(), [&](std::uint32_t column) { return placeOf[column]; });
  }
}

}  // namespace kernline
