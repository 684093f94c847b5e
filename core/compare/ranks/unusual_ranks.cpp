// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/unusual_ranks.h"

#include "core/model/base/median.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace kernline {

namespace {

constexpr std::int64_t farDistances = 5;            // factor of the median distance
constexpr std::int64_t minWindowShareInverse = 50;  // one part in so many
constexpr Duration minClockOffset{1'000'000};       // synchronized clocks of hosts differ by less

struct AccountFigure {
  std::string_view name;
  Duration RankAccount::* of;
  bool isByClocks = false;  ///< compares times of several ranks
};

constexpr std::array accountFigures{
    AccountFigure{"busy", &RankAccount::busy},
    AccountFigure{"compute", &RankAccount::compute},
    AccountFigure{"communication", &RankAccount::communication},
    AccountFigure{"exposed", &RankAccount::exposed},
    AccountFigure{"waiting", &RankAccount::waiting, true},
    AccountFigure{"transferring", &RankAccount::transferring, true},
    AccountFigure{"idle", &RankAccount::idle},
    AccountFigure{"median step", &RankAccount::medianStep},
};

/// The middle of many figures, and how far from it is far.
struct Usual {
  std::int64_t middle = 0;
  std::int64_t distance = 0;

  /// `byClocks`: how much of it clocks that are off may have made.
  [[nodiscard]] bool isFar(std::int64_t value, std::int64_t least, std::int64_t byClocks = 0) const {
    const std::int64_t away = std::abs(value - middle) - byClocks;
    return away > least && (away - 1) / farDistances >= distance;  // away > farDistances * distance, which may overflow
  }
};

Usual usualOf(std::vector<std::int64_t> values) {
  Usual usual;
  if (!values.empty()) {
    usual.middle = lowerMedianOf(values);
    usual.distance = medianDistance(values, usual.middle);
  }
  return usual;
}

Usual usualOf(const RankSet& set, const std::vector<std::size_t>& places, const AccountFigure& figure) {
  std::vector<std::int64_t> values;
  std::ranges::transform(places, std::back_inserter(values),
                         [&](std::size_t place) { return (set.accounts[place].*figure.of).ns; });
  return usualOf(std::move(values));
}

std::vector<std::size_t> allPlaces(const RankSet& set) {
  std::vector<std::size_t> places(set.accounts.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  return places;
}

/// The stages of a pipeline: ranks that have collectives with each other, but those of all ranks.
class Stages {
 public:
  explicit Stages(const RankSet& set) : m_joined(allPlaces(set)) {
    for (const CollectiveMatch& match : set.collectives) {
      if (match.kind == CollectiveKind::SendReceive) {
        continue;
      }
      m_meetAll = m_meetAll || match.parts.size() == set.files.size();
      if (match.parts.size() < set.files.size()) {
        for (const CollectivePart& part : match.parts) {
          m_joined[of(part.call.part)] = of(match.parts.front().call.part);
        }
      }
    }
  }

  /// A number of its own for each stage.
  [[nodiscard]] std::size_t of(std::size_t place) const {
    while (m_joined[place] != place) {
      place = m_joined[place];
    }
    return place;
  }

  /// Whether only messages connect stages, if there are any: else the groups are of another kind.
  [[nodiscard]] bool arePipeline(const RankSet& set) const {
    return !m_meetAll || std::ranges::any_of(set.messages, [this](const MessageMatch& message) {
      return of(message.sending.part) != of(message.receiving.part);
    });
  }

 private:
  std::vector<std::size_t> m_joined;  // another place of the same stage for each place, or itself
  bool m_meetAll = false;             // all ranks in one collective
};

/// Places of ranks that do alike work: of each stage if all have enough ranks, else of all ranks.
std::vector<std::vector<std::size_t>> alikePlaces(const RankSet& set) {
  constexpr std::size_t minRanks = 4;
  const Stages stages(set);
  if (!stages.arePipeline(set)) {
    return {allPlaces(set)};
  }
  std::map<std::size_t, std::vector<std::size_t>> ofStage;
  for (const std::size_t place : allPlaces(set)) {
    ofStage[stages.of(place)].push_back(place);
  }
  std::vector<std::vector<std::size_t>> alike;
  for (auto& [stage, places] : ofStage) {
    if (places.size() < minRanks) {
      return {allPlaces(set)};
    }
    alike.push_back(std::move(places));
  }
  return alike;
}

/// Returns, by place, how much of a rank's waiting may come from clock errors: each of its collectives looks longer or
/// shorter by the errors of its own clock and of that of the rank that it waits for.
std::vector<std::int64_t> clockErrors(const RankSet& set) {
  std::vector<std::int64_t> errors(set.files.size(), 0);
  const auto errorOf = [&](const CollectivePart& part) {
    return set.clocks[part.call.part].error().value_or(Duration{}).ns;
  };
  for (const CollectiveMatch& match : set.collectives) {
    if (match.parts.size() < 2) {
      continue;
    }
    const auto last = std::ranges::max_element(match.parts, {}, [](const auto& part) { return part.range.begin; });
    for (const CollectivePart& part : match.parts) {
      errors[part.call.part] += errorOf(part) + (&part == &*last ? 0 : errorOf(*last));
    }
  }
  return errors;
}

Duration distanceOf(const UnusualFigure& figure) {
  return {std::abs((figure.own - figure.usual).ns)};
}

/// Adds those of `places` that differ from the others there.
void addUnusual(const RankSet& set, const std::vector<std::size_t>& places, const std::vector<std::int64_t>& errors,
                std::vector<UnusualRank>& unusual) {
  std::array<Usual, accountFigures.size()> usual;
  std::ranges::transform(accountFigures, usual.begin(),
                         [&](const AccountFigure& figure) { return usualOf(set, places, figure); });
  for (const std::size_t p : places) {
    const RankAccount& account = set.accounts[p];
    UnusualRank rank{.place = p, .figures = {}};
    for (std::size_t f = 0; f < accountFigures.size(); ++f) {
      const Duration own = account.*accountFigures[f].of;
      if (usual[f].isFar(own.ns, account.window.ns / minWindowShareInverse,
                         accountFigures[f].isByClocks ? errors[p] : 0)) {
        rank.figures.push_back({.name = accountFigures[f].name, .own = own, .usual = {usual[f].middle}});
      }
    }
    if (!rank.figures.empty()) {
      std::ranges::stable_sort(rank.figures, std::greater{}, distanceOf);
      unusual.push_back(std::move(rank));
    }
  }
}

}  // namespace

std::vector<UnusualRank> unusualRanks(const RankSet& set) {
  std::vector<UnusualRank> unusual;
  const std::vector<std::int64_t> errors = clockErrors(set);
  for (const std::vector<std::size_t>& places : alikePlaces(set)) {
    addUnusual(set, places, errors, unusual);
  }
  std::ranges::sort(unusual, {}, &UnusualRank::place);
  std::ranges::stable_sort(unusual, std::greater{},
                           [](const UnusualRank& rank) { return distanceOf(rank.figures.front()); });
  return unusual;
}

RankAccount usualAccount(const RankSet& set) {
  RankAccount account;
  for (const AccountFigure& figure : accountFigures) {
    account.*figure.of = {usualOf(set, allPlaces(set), figure).middle};
  }
  if (!set.accounts.empty()) {
    account.window = set.accounts.front().window;
    account.steps = account.medianStep.ns > 0 ? 1 : 0;
  }
  return account;
}

std::vector<std::size_t> unusualClocks(const RankSet& set) {
  std::vector<std::int64_t> shifts;
  std::ranges::transform(set.clocks, std::back_inserter(shifts),
                         [](const RankClock& clock) { return clock.shift().ns; });
  const Usual usual = usualOf(shifts);
  std::vector<std::size_t> unusual;
  for (std::size_t p = 0; p < set.clocks.size(); ++p) {
    const ClockSource source = set.clocks[p].source();
    if (source == ClockSource::Unknown || source == ClockSource::Manual || usual.isFar(shifts[p], minClockOffset.ns)) {
      unusual.push_back(p);
    }
  }
  return unusual;
}

}  // namespace kernline
