// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/flight_recorder/matched_collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace kernline::flight {

namespace {

/// The collectives of a rank in a process group.
struct RankInGroup {
  std::map<std::int64_t, const Collective*> bySequence;
};

struct Group {
  std::string title;
  std::set<std::int32_t> members;
  std::map<std::int32_t, RankInGroup> ranks;  // ranks that have a dump
};

/// Whether all ranks give an operation the same sizes.
bool isSymmetric(std::string_view operation) {
  const bool isUneven = operation.contains("all_to_all") || operation.contains("alltoall") ||
                        operation.contains("coalesced") || operation.contains("barrier");
  const bool isRooted = (operation.contains("gather") && !operation.contains("all")) ||
                        (operation.contains("scatter") && !operation.contains("reduce_scatter"));
  return !isUneven && !isRooted;
}

std::map<std::string, Group> groupsOf(std::span<const RankDump> dumps) {
  std::map<std::string, Group> groups;
  for (const RankDump& dump : dumps) {
    for (const ProcessGroup& said : dump.groups) {
      Group& group = groups[said.name];
      group.title = said.description.empty() ? said.name : said.description;
      group.members.insert(said.ranks.begin(), said.ranks.end());
      if (said.ranks.empty() || dump.rank < 0 || std::ranges::find(said.ranks, dump.rank) != said.ranks.end()) {
        group.ranks.try_emplace(dump.rank);
      }
    }
    for (const Collective& collective : dump.collectives) {
      if (!collective.isMessage && collective.sequence >= 0) {
        Group& group = groups[collective.group];
        group.title = group.title.empty() ? collective.group : group.title;
        group.ranks[dump.rank].bySequence.try_emplace(collective.sequence, &collective);
      }
    }
  }
  return groups;
}

class GroupMatch {
 public:
  GroupMatch(const Group& group, MatchedCollectives& result) : m_group(group), m_result(result) {}

  void match() {
    std::set<std::int64_t> sequences;
    for (const auto& [rank, seen] : m_group.ranks) {
      for (const auto& [sequence, collective] : seen.bySequence) {
        sequences.insert(sequence);
      }
    }
    for (const std::int64_t sequence : sequences) {
      matchOne(sequence);
    }
  }

 private:
  using ByRank = std::map<std::int32_t, const Collective*>;

  void matchOne(std::int64_t sequence) {
    ByRank here;
    Unfinished open;
    open.group = m_group.title;
    open.sequence = sequence;
    for (const auto& [rank, seen] : m_group.ranks) {
      const auto found = seen.bySequence.find(sequence);
      if (found != seen.bySequence.end()) {
        here.emplace(rank, found->second);
      } else if (seen.bySequence.empty() || sequence > seen.bySequence.rbegin()->first) {
        open.missing.push_back(rank);  // older ones were dropped from the ring
      }
    }
    for (const auto& [rank, collective] : here) {
      auto& list = collective->state == CollectiveState::Completed ? open.completed
                   : collective->state == CollectiveState::Started ? open.started
                                                                   : open.scheduled;
      list.push_back(rank);
      const bool waits = collective->state != CollectiveState::Completed;
      if (open.operation.empty() || (waits && open.place.empty())) {
        open.operation = collective->operation;
        open.place = collective->place;
      }
    }
    compare(sequence, here);
    if (!open.started.empty() || !open.scheduled.empty() || !open.missing.empty()) {
      // If a dump does not name its rank, it may be of any rank.
      const bool isUnnamed = m_group.ranks.contains(unnamedRank);
      std::ranges::copy_if(m_group.members, std::back_inserter(open.unknown),
                           [&](std::int32_t rank) { return !isUnnamed && !m_group.ranks.contains(rank); });
      m_result.unfinished.push_back(std::move(open));
    }
  }

  void compare(std::int64_t sequence, const ByRank& here) {
    using What = Mismatch::What;
    if (compareBy(What::Operation, sequence, here, &Collective::operation) || here.empty() ||
        !isSymmetric(here.begin()->second->operation)) {
      return;
    }
    static_cast<void>(compareBy(What::Type, sequence, here, &Collective::types));
    static_cast<void>(compareBy(What::InputSize, sequence, here, &Collective::inputText));
    static_cast<void>(compareBy(What::OutputSize, sequence, here, &Collective::outputText));
  }

  bool compareBy(Mismatch::What what, std::int64_t sequence, const ByRank& here, std::string Collective::* member) {
    std::map<std::string_view, std::vector<std::int32_t>> sides;
    for (const auto& [rank, collective] : here) {
      sides[collective->*member].push_back(rank);
    }
    if (sides.size() < 2) {
      return false;
    }
    Mismatch mismatch{.what = what,
                      .group = m_group.title,
                      .sequence = sequence,
                      .operation = here.begin()->second->operation,
                      .sides = {}};
    for (auto& [value, ranks] : sides) {
      mismatch.sides.push_back({.value = std::string(value), .ranks = std::move(ranks)});
    }
    m_result.mismatches.push_back(std::move(mismatch));
    return true;
  }

  const Group& m_group;
  MatchedCollectives& m_result;
};

}  // namespace

MatchedCollectives matchCollectives(std::span<const RankDump> dumps) {
  MatchedCollectives result;
  for (const auto& [name, group] : groupsOf(dumps)) {
    GroupMatch(group, result).match();
  }
  return result;
}

std::string ranksText(std::vector<std::int32_t> ranks) {
  std::ranges::sort(ranks);
  std::string text;
  for (std::size_t begin = 0; begin < ranks.size();) {
    std::size_t end = begin + 1;
    while (end < ranks.size() && ranks[begin] >= 0 && ranks[end] == ranks[end - 1] + 1) {
      ++end;
    }
    text += text.empty() ? "" : ", ";
    text += ranks[begin] == unnamedRank ? "?" : std::to_string(ranks[begin]);
    text += end - begin > 1 ? fmt::format("{}{}", end - begin > 2 ? "-" : ", ", ranks[end - 1]) : "";
    begin = end;
  }
  return text;
}

}  // namespace kernline::flight
