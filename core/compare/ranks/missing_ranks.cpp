// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/missing_ranks.h"

#include "core/model/base/median.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

constexpr std::int64_t muchLonger = 2;  // times what is usual

const MissingRanks::Call* callAt(const std::map<std::uint32_t, MissingRanks::Call>& calls, std::uint32_t number) {
  const auto found = calls.find(number);
  return found == calls.end() ? nullptr : &found->second;
}

/// The middle of how long collectives of a kind, a size and so many ranks take once all that are here have begun.
class UsualTransfers {
 public:
  explicit UsualTransfers(const RankSet& set) {
    std::map<Sort, std::vector<std::int64_t>> transfers;
    for (const CollectiveMatch& match : set.collectives) {
      transfers[sortOf(match)].push_back(match.transfer().ns);
    }
    for (auto& [sort, all] : transfers) {
      m_usual[sort] = lowerMedianOf(all);
    }
  }

  [[nodiscard]] bool isLong(const CollectiveMatch& match) const {
    return match.transfer().ns / muchLonger > m_usual.at(sortOf(match));
  }

 private:
  using Sort = std::tuple<CollectiveKind, std::int64_t, std::size_t>;

  static Sort sortOf(const CollectiveMatch& match) { return {match.kind, match.bytes, match.groupSize}; }

  std::map<Sort, std::int64_t> m_usual;
};

/// Returns the peers of a call's messages that are not in the set.
std::vector<std::int32_t> missingPeers(const RankSet& set, const DigestCall& call) {
  std::vector<std::int32_t> absent;
  for (const PeerMessage& message : call.messages) {
    if (message.peer >= 0 && !std::ranges::binary_search(set.files, message.peer, {}, &RankFile::rank)) {
      absent.push_back(message.peer);
    }
  }
  std::ranges::sort(absent);
  absent.erase(std::ranges::unique(absent).begin(), absent.end());
  return absent;
}

}  // namespace

MissingRanks::MissingRanks(const RankSet& set, const WorkBeforeCollectives& workBeforeCollectives) {
  addCollectives(set);
  addMessages(set, workBeforeCollectives);
}

void MissingRanks::addCollectives(const RankSet& set) {
  std::optional<UsualTransfers> usual;
  for (std::uint32_t c = 0; c < set.collectives.size(); ++c) {
    const CollectiveMatch& match = set.collectives[c];
    if (!match.absent.empty()) {
      if (!usual) {
        usual.emplace(set);
      }
      m_collectives[c] = {.group = match.group, .ranks = match.absent, .isLong = usual->isLong(match)};
    }
  }
}

void MissingRanks::addMessages(const RankSet& set, const WorkBeforeCollectives& workBeforeCollectives) {
  std::vector<std::optional<Call>> last(set.files.size());
  for (const PartEvent& event : workBeforeCollectives.events()) {
    std::optional<Call>& own = last[event.place];
    if (event.number != PartEvent::unmatched) {
      if (event.kind != PartEvent::Kind::Begin) {
        own.reset();
      } else if (own) {
        m_messages[event.number] = *own;
      }
      continue;
    }
    const RankDigest& digest = *set.files[event.place].digest;
    const DigestCall& call = digest.calls[event.call];
    if (std::vector<std::int32_t> absent = missingPeers(set, call); !absent.empty()) {
      own = Call{.group = digest.groupOf(call).name, .ranks = std::move(absent), .isLong = false};
    }
  }
}

const MissingRanks::Call* MissingRanks::in(std::uint32_t collective) const {
  return callAt(m_collectives, collective);
}

const MissingRanks::Call* MissingRanks::before(std::uint32_t part) const {
  return callAt(m_messages, part);
}

}  // namespace kernline
