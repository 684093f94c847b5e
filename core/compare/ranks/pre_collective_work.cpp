// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/pre_collective_work.h"

#include "core/model/base/median.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace kernline {

namespace {

constexpr std::size_t maxExamples = 8;

/// Roles of ranks in collectives, as numbers; 0 if none. Senders and receivers differ, as do those that send to the
/// next stage and those that send back; ranks that do both have one role.
class Roles {
 public:
  explicit Roles(const RankSet& set) : m_directions(set.files.size()) {
    for (const MessageMatch& message : set.messages) {
      const bool isForward = message.from < message.to;
      directionsOf(message.sending) |= isForward ? SendsOn : SendsBack;
      directionsOf(message.receiving) |= isForward ? ReceivesOn : ReceivesBack;
    }
    for (auto& ofRank : m_directions) {
      for (auto& [call, directions] : ofRank) {
        const bool sends = (directions & (SendsOn | SendsBack)) != 0;
        const bool receives = (directions & (ReceivesOn | ReceivesBack)) != 0;
        directions = sends && receives ? Exchanges : directions;
      }
    }
  }

  std::uint32_t of(const CollectiveMatch& match, const CollectivePart& part) {
    const auto& ofRank = m_directions[part.call.part];
    const auto direction = ofRank.find(part.call.call);
    return m_numbers
        .emplace(
            std::tuple{match.kind, match.bytes, match.groupSize, direction == ofRank.end() ? 0U : direction->second},
            static_cast<std::uint32_t>(m_numbers.size() + 1))
        .first->second;
  }

 private:
  enum Direction : std::uint32_t { SendsOn = 1, SendsBack = 2, ReceivesOn = 4, ReceivesBack = 8, Exchanges = 16 };

  std::uint32_t& directionsOf(CallPlace call) { return m_directions[call.part][call.call]; }

  // Indexed by the rank's place, then by its call.
  std::vector<std::unordered_map<std::size_t, std::uint32_t>> m_directions;
  std::map<std::tuple<CollectiveKind, std::int64_t, std::size_t, std::uint32_t>, std::uint32_t> m_numbers;
};

/// State of a rank over time.
struct RankState {
  std::optional<Time> free;  // time since which it works on its own
  std::uint32_t role = 0;    // role in its last collective
};

PartEvent::Kind endKind(TimeRange range) {
  return range.isEmpty() ? PartEvent::Kind::EndAtOnce : PartEvent::Kind::End;
}

}  // namespace

WorkBeforeCollectives::WorkBeforeCollectives(const RankSet& set, const LateReasons& reasons) {
  number(set);
  measure(set, reasons);
  compare();
}

void WorkBeforeCollectives::number(const RankSet& set) {
  for (std::uint32_t c = 0; c < set.collectives.size(); ++c) {
    m_firsts.push_back(count());
    for (std::uint32_t p = 0; p < set.collectives[c].parts.size(); ++p) {
      const CollectivePart& part = set.collectives[c].parts[p];
      const auto place = static_cast<std::uint32_t>(part.call.part);
      m_events.push_back({part.range.begin, count(), PartEvent::Kind::Begin, place});
      m_events.push_back({part.range.end, count(), endKind(part.range), place});
      m_places.push_back({c, p});
    }
  }
  addUnmatched(set);
  std::ranges::sort(m_events, {}, [](const PartEvent& e) { return std::tuple{e.time, e.kind, e.number, e.place}; });
}

/// Messages to and from ranks that are not here: behind them, too, a rank works on its own.
void WorkBeforeCollectives::addUnmatched(const RankSet& set) {
  std::vector<std::vector<bool>> isMatched;
  for (const RankFile& file : set.files) {
    isMatched.emplace_back(file.digest->calls.size(), false);
  }
  for (const CollectiveMatch& match : set.collectives) {
    for (const CollectivePart& part : match.parts) {
      isMatched[part.call.part][part.call.call] = true;
    }
  }
  for (std::uint32_t p = 0; p < isMatched.size(); ++p) {
    for (std::size_t c = 0; c < isMatched[p].size(); ++c) {
      if (!isMatched[p][c]) {
        const TimeRange range = set.clocks[p].onClock(set.files[p].digest->calls[c].range);
        m_events.push_back({range.end, PartEvent::unmatched, endKind(range), p, static_cast<std::uint32_t>(c)});
      }
    }
  }
}

void WorkBeforeCollectives::measure(const RankSet& set, const LateReasons& reasons) {
  Roles roles(set);
  std::vector<RankState> states(set.files.size());
  for (std::size_t p = 0; p < states.size(); ++p) {
    states[p].free = reasons.firstActivity(p);
  }
  m_workBefore.resize(count());
  for (const PartEvent& event : m_events) {
    RankState& state = states[event.place];
    if (event.number == PartEvent::unmatched) {
      state.free = event.time;
      continue;
    }
    PreCollectiveWork& own = m_workBefore[event.number];
    if (event.kind == PartEvent::Kind::Begin) {
      const PartPlace place = m_places[event.number];
      const CollectiveMatch& match = set.collectives[place.collective];
      const Time free = std::min(state.free.value_or(event.time), event.time);
      own = {event.time - free, std::uint64_t{state.role} << 32U | roles.of(match, match.parts[place.part])};
    } else {
      state = {event.time, static_cast<std::uint32_t>(own.kind)};
    }
  }
}

void WorkBeforeCollectives::compare() {
  for (std::uint32_t number = 0; number < count(); ++number) {
    m_ofKind[m_workBefore[number].kind].push_back(number);
  }
  std::vector<std::int64_t> lengths;
  for (const auto& [kind, numbers] : m_ofKind) {
    lengths.clear();
    std::ranges::transform(numbers, std::back_inserter(lengths),
                           [&](std::uint32_t n) { return m_workBefore[n].length.ns; });
    m_usual[kind] = {lowerMedianOf(lengths)};
  }
}

std::vector<std::uint32_t> WorkBeforeCollectives::examples(std::uint64_t kind) const {
  const std::vector<std::uint32_t>& all = m_ofKind.at(kind);
  std::vector<std::uint32_t> some;
  for (std::size_t i = 0; i < std::min(maxExamples, all.size()); ++i) {
    some.push_back(all[i * all.size() / std::min(maxExamples, all.size())]);
  }
  return some;
}

}  // namespace kernline
