// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/heat_choice.h"

#include "core/model/base/edit_distance.h"
#include "core/model/base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// A counter may be called by a part of its name: "SM active" of "GPU use · SM active".
std::size_t distanceTo(std::string_view wanted, const std::string& name) {
  return lowered(name).contains(lowered(wanted)) ? 0 : editDistance(wanted, name);
}

/// Lists the names, only the nearest ones if there are many.
std::string nearestOf(std::string_view wanted, std::vector<std::string> names) {
  constexpr std::size_t namedSubjects = 10;
  const std::string_view bare = wanted.substr(wanted.find(':') + 1);
  std::ranges::stable_sort(names, {},
                           [&](const std::string& name) { return distanceTo(bare, name.substr(name.find(':') + 1)); });
  const std::string more =
      names.size() > namedSubjects ? fmt::format(" and {} more", names.size() - namedSubjects) : "";
  return fmt::format("{}{}", fmt::join(names | std::views::take(namedSubjects), ", "), more);
}

Message lackOf(const RankSet& set, std::string_view name, const std::vector<HeatSubject>& subjects) {
  const bool isCounter = isCounterName(name);
  std::vector<std::string> alike;
  for (const HeatSubject& subject : subjects) {
    if (std::holds_alternative<HeatCounter>(subject) == isCounter) {
      alike.push_back(heatName(subject));
    }
  }
  if (!alike.empty()) {
    return Phrase::tr("These ranks have no %1; they have: %2").with(name, nearestOf(name, std::move(alike)));
  }
  if (isCounter && !ranksWithoutCounters(set).empty()) {
    return Phrase::tr(
               "There is no %1: these digests are of an older version and have no counters. Digest the traces "
               "again with --again.")
        .with(name);
  }
  return (isCounter
              ? Phrase::tr("These ranks have no %1; they have no counters in steps. Choose a metric such as step_time.")
              : Phrase::tr("These ranks have no %1; they have no steps. Call prof.step() once per iteration to record "
                           "steps."))
      .with(name);
}

}  // namespace

Expected<HeatSubject> heatSubjectNamed(const RankSet& set, std::string_view name) {
  std::vector<HeatSubject> subjects = heatSubjects(set);
  const auto known = std::ranges::find(subjects, name, heatName);
  if (known == subjects.end()) {
    return std::unexpected(Error{Error::Kind::Usage, lackOf(set, name, subjects)});
  }
  return std::move(*known);
}

}  // namespace kernline
