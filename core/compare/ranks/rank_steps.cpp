// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_steps.h"

#include "core/compare/ranks/rank_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>

namespace kernline {

namespace {

StepSource bestSource(const RankSet& set) {
  std::optional<StepSource> best;
  for (const RankFile& file : set.files) {
    if (!file.digest->steps.empty()) {
      best = std::min(best.value_or(file.digest->stepSource), file.digest->stepSource);
    }
  }
  return best.value_or(StepSource::Recorded);
}

/// Returns the name that most ranks have for steps; rounds are named by their kernel, which may differ.
std::string commonName(const RankSet& set, StepSource source) {
  std::map<std::string, std::size_t> ranks;
  for (const RankFile& file : set.files) {
    if (!file.digest->steps.empty() && file.digest->stepSource == source) {
      ++ranks[file.digest->stepName];
    }
  }
  const auto most = std::ranges::max_element(ranks, {}, [](const auto& entry) { return entry.second; });
  return most == ranks.end() ? std::string() : most->first;
}

}  // namespace

RankSteps::RankSteps(const RankSet& set) : m_source(bestSource(set)) {
  const std::string name = commonName(set, m_source);
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    const RankDigest& digest = *set.files[p].digest;
    const bool isAlike = m_source == StepSource::Rounds || digest.stepName == name;
    if (digest.steps.empty() || digest.stepSource != m_source || !isAlike) {
      continue;
    }
    OfRank& own = m_ofRanks.emplace_back();
    own.rank = set.files[p].rank;
    for (std::size_t i = 0; i < digest.steps.size(); ++i) {
      own.steps.push_back({.name = nameOf(digest, i), .range = set.clocks[p].onClock(digest.steps[i].range)});
    }
    m_placeOf[own.rank] = m_ofRanks.size() - 1;
  }
}

bool RankSteps::areComparable() const {
  return source() == StepSource::Recorded || std::ranges::all_of(m_ofRanks, [&](const OfRank& own) {
           return own.steps.size() == m_ofRanks.front().steps.size();
         });
}

std::string RankSteps::nameOf(const RankDigest& digest, std::size_t number) const {
  if (m_source == StepSource::Rounds) {
    return fmt::format("round {}", number);
  }
  const std::string& name = digest.names[digest.steps[number].name];
  return m_source == StepSource::Recorded ? name : fmt::format("{} {}", name, number);
}

std::string RankSteps::nameAt(std::int32_t rank, Time time) const {
  const auto place = m_placeOf.find(rank);
  if (place == m_placeOf.end()) {
    return {};
  }
  const std::vector<Step>& steps = m_ofRanks[place->second].steps;
  const auto after = std::ranges::upper_bound(steps, time, {}, [](const Step& step) { return step.range.begin; });
  for (const Step& step : std::ranges::subrange(steps.begin(), after) | std::views::reverse) {
    if (step.range.contains(time)) {
      return step.name;
    }
  }
  return {};
}

}  // namespace kernline
