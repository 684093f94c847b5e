// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/match_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <tuple>

namespace kernline {

namespace {

/// Numbers for what may be the same on two ranks. Sizes of all-to-all and the like differ from rank to rank.
class Signatures {
 public:
  std::uint32_t of(std::string_view name, std::int64_t bytes) {
    return m_numbers.emplace(std::pair{std::string(name), bytes}, static_cast<std::uint32_t>(m_numbers.size()))
        .first->second;
  }
  std::uint32_t of(const RankDigest& digest, const DigestCall& call) {
    const bool isEven = call.kind == CollectiveKind::AllReduce || call.kind == CollectiveKind::AllGather ||
                        call.kind == CollectiveKind::ReduceScatter || call.kind == CollectiveKind::Broadcast ||
                        call.kind == CollectiveKind::Reduce;
    return of(digest.nameOf(call), isEven ? call.bytes : -1);
  }

 private:
  std::map<std::pair<std::string, std::int64_t>, std::uint32_t> m_numbers;
};

/// The place of a rank among the sides, which are by rank.
std::optional<std::size_t> partOf(std::span<const RankSide> sides, std::int32_t rank) {
  const auto found = std::ranges::lower_bound(sides, rank, {}, &RankSide::rank);
  return found == sides.end() || found->rank != rank ? std::nullopt
                                                     : std::optional(static_cast<std::size_t>(found - sides.begin()));
}

/// The collectives of one rank in a process group, in their order.
struct RankSeries {
  std::size_t part = 0;
  std::vector<SeriesItem> items;
};

/// The collectives of one process group, of those that have any, by rank.
using GroupSeries = std::vector<RankSeries>;

/// Matches the calls of one group; the ranks of a run may be thousands, those of the group a few.
class GroupMatching {
 public:
  GroupMatching(std::span<const RankSide> sides, const GroupSeries& series) : m_sides(sides), m_series(series) {
    m_leader = &*std::ranges::max_element(series, {}, [](const RankSeries& own) { return own.items.size(); });
    findExpected();
  }

  std::vector<MatchedCalls> run() {
    std::vector<MatchedCalls> matches(m_leader->items.size());
    for (std::size_t i = 0; i < matches.size(); ++i) {
      matches[i].calls.push_back({m_leader->part, m_leader->items[i].call});
    }
    for (const RankSeries& own : m_series) {
      if (&own != m_leader) {
        addRank(own, matches);
      }
    }
    for (MatchedCalls& match : matches) {
      std::ranges::sort(match.calls, {}, &CallPlace::part);
      std::vector<std::size_t> lacking;
      std::ranges::set_difference(m_expected, match.calls | std::views::transform(&CallPlace::part),
                                  std::back_inserter(lacking));
      std::ranges::transform(lacking, std::back_inserter(match.missing),
                             [&](std::size_t part) { return m_sides[part].rank; });
    }
    std::ranges::stable_sort(matches, {}, [&](const MatchedCalls& match) {
      const CallPlace first = match.calls.front();
      return m_sides[first.part].start(first.call);
    });
    return matches;
  }

 private:
  void addRank(const RankSeries& own, std::vector<MatchedCalls>& matches) {
    std::vector<bool> isPaired(own.items.size(), false);
    for (const auto& [leading, position] : pairSeries(m_leader->items, own.items)) {
      matches[leading].calls.push_back({own.part, own.items[position].call});
      isPaired[position] = true;
    }
    for (std::size_t i = 0; i < own.items.size(); ++i) {
      if (!isPaired[i]) {
        matches.push_back({.calls = {{own.part, own.items[i].call}}, .missing = {}});
      }
    }
  }

  /// Finds the ranks of the set that belong to the group: all of them if no digest names a group. For calls on the
  /// host, the participants are unknown.
  void findExpected() {
    const RankDigest& digest = *m_sides[m_leader->part].digest;
    const DigestCall& first = digest.calls[m_leader->items.front().call];
    const CallGroup& group = digest.groupOf(first);
    if (first.isOnHost) {
      return;
    }
    std::ranges::transform(m_series, std::back_inserter(m_expected), &RankSeries::part);
    if (group.members.empty() && group.key.empty()) {
      for (std::size_t p = 0; p < m_sides.size(); ++p) {
        m_expected.push_back(p);
      }
    }
    for (const std::int32_t member : group.members) {
      if (const std::optional<std::size_t> part = partOf(m_sides, member)) {
        m_expected.push_back(*part);
      }
    }
    std::ranges::sort(m_expected);
    m_expected.erase(std::ranges::unique(m_expected).begin(), m_expected.end());
  }

  std::span<const RankSide> m_sides;
  const GroupSeries& m_series;
  const RankSeries* m_leader = nullptr;
  std::vector<std::size_t> m_expected;
};

std::string groupOf(const RankDigest& digest, const DigestCall& call) {
  if (call.isOnHost) {
    // Two workers may begin calls queued in a row in either order: only equal calls keep their place.
    return fmt::format("host {} {}", digest.nameOf(call), call.bytes);
  }
  const CallGroup& group = digest.groupOf(call);
  return group.key.empty() ? "stream " + digest.names[call.stream] : "group " + group.key;
}

void matchGroups(std::span<const RankSide> sides, RankMatching& matching) {
  std::map<std::string, GroupSeries> groups;
  Signatures signatures;
  for (std::size_t p = 0; p < sides.size(); ++p) {
    for (std::size_t c = 0; c < sides[p].digest->calls.size(); ++c) {
      const DigestCall& call = sides[p].call(c);
      if (!call.messages.empty()) {
        continue;
      }
      matching.directionless += call.kind == CollectiveKind::SendReceive ? 1 : 0;
      GroupSeries& group = groups[groupOf(*sides[p].digest, call)];
      if (group.empty() || group.back().part != p) {
        group.push_back({.part = p, .items = {}});
      }
      group.back().items.push_back({signatures.of(*sides[p].digest, call), call.sequence, sides[p].end(c), c});
    }
  }
  for (const auto& [name, series] : groups) {
    std::vector<MatchedCalls> matches = GroupMatching(sides, series).run();
    matching.guessedOrder += name.starts_with("stream ") ? matches.size() : 0;
    matching.guessedOnHost += name.starts_with("host ") ? matches.size() : 0;
    std::ranges::move(matches, std::back_inserter(matching.collectives));
  }
}

/// The messages from one rank to another, as each of the two recorded them.
struct Channel {
  std::vector<SeriesItem> sent;
  std::vector<SeriesItem> received;
  std::vector<std::int64_t> bytes;  ///< bytes of the sent messages
};

using Channels = std::map<std::pair<std::size_t, std::size_t>, Channel>;  ///< Messages by sender and receiver.

Channels channelsOf(std::span<const RankSide> sides, RankMatching& matching) {
  Channels channels;
  Signatures signatures;
  for (std::size_t p = 0; p < sides.size(); ++p) {
    for (std::size_t c = 0; c < sides[p].digest->calls.size(); ++c) {
      for (const PeerMessage& message : sides[p].call(c).messages) {
        const std::optional<std::size_t> peer = partOf(sides, message.peer);
        if (!peer) {
          ++matching.unmatchedMessages;
          continue;
        }
        const std::size_t other = *peer;
        const SeriesItem item{signatures.of({}, message.bytes), -1, sides[p].end(c), c};
        Channel& channel = channels[message.isSend ? std::pair{p, other} : std::pair{other, p}];
        (message.isSend ? channel.sent : channel.received).push_back(item);
        if (message.isSend) {
          channel.bytes.push_back(message.bytes);
        }
      }
    }
  }
  return channels;
}

/// Groups kernels joined by arrows into one exchange, with one kernel per rank; if a rank has several, each arrow is an
/// exchange.
class Exchanges {
 public:
  void join(CallPlace from, CallPlace to) {
    const std::size_t sender = numberOf(from);
    const std::size_t receiver = numberOf(to);
    m_arrows.emplace_back(sender, receiver);
    m_nodes[rootOf(sender)].joined = rootOf(receiver);
  }

  std::vector<MatchedCalls> all(std::span<const RankSide> sides) {
    std::map<std::size_t, Joined> parts;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
      parts[rootOf(i)].calls.push_back(m_nodes[i].place);
    }
    for (const auto& [sender, receiver] : m_arrows) {
      parts[rootOf(sender)].arrows.push_back({m_nodes[sender].place, m_nodes[receiver].place});
    }
    std::vector<MatchedCalls> exchanges;
    for (auto& [root, joined] : parts) {
      std::ranges::sort(joined.calls, {}, &CallPlace::part);
      const bool hasOneEach = std::ranges::adjacent_find(joined.calls, {}, &CallPlace::part) == joined.calls.end();
      if (hasOneEach) {
        joined.arrows = {std::move(joined.calls)};
      }
      for (std::vector<CallPlace>& calls : joined.arrows) {
        std::ranges::sort(calls, {}, &CallPlace::part);
        exchanges.push_back({.calls = std::move(calls), .missing = {}});
      }
    }
    std::ranges::stable_sort(exchanges, {}, [&](const MatchedCalls& exchange) {
      return sides[exchange.calls.front().part].start(exchange.calls.front().call);
    });
    return exchanges;
  }

 private:
  struct Node {
    CallPlace place;
    std::size_t joined = 0;
  };

  struct Joined {
    std::vector<CallPlace> calls;
    std::vector<std::vector<CallPlace>> arrows;
  };

  std::size_t numberOf(CallPlace place) {
    const auto [at, isNew] = m_numbers.emplace(std::pair{place.part, place.call}, m_nodes.size());
    if (isNew) {
      m_nodes.push_back({place, m_nodes.size()});
    }
    return at->second;
  }

  std::size_t rootOf(std::size_t node) {
    while (m_nodes[node].joined != node) {
      node = m_nodes[node].joined = m_nodes[m_nodes[node].joined].joined;
    }
    return node;
  }

  std::vector<Node> m_nodes;
  std::vector<std::pair<std::size_t, std::size_t>> m_arrows;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> m_numbers;
};

void matchMessages(std::span<const RankSide> sides, RankMatching& matching) {
  std::map<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>, std::int64_t> bytesOfArrow;
  for (const auto& [ranks, channel] : channelsOf(sides, matching)) {
    const auto pairs = pairSeries(channel.sent, channel.received);
    matching.unmatchedMessages += channel.sent.size() + channel.received.size() - 2 * pairs.size();
    for (const auto& [sent, received] : pairs) {
      const std::int64_t bytes = channel.bytes[sent];
      const auto [at, isNew] = bytesOfArrow.emplace(
          std::tuple{ranks.first, channel.sent[sent].call, ranks.second, channel.received[received].call}, bytes);
      if (!isNew) {
        at->second = at->second < 0 || bytes < 0 ? -1 : at->second + bytes;
      }
    }
  }
  Exchanges exchanges;
  for (const auto& [ends, bytes] : bytesOfArrow) {
    const auto [fromPart, from, toPart, to] = ends;
    matching.messages.push_back({.from = {fromPart, from}, .to = {toPart, to}, .bytes = bytes});
    if (fromPart != toPart) {
      exchanges.join({fromPart, from}, {toPart, to});
    }
  }
  std::ranges::move(exchanges.all(sides), std::back_inserter(matching.collectives));
}

}  // namespace

RankMatching matchCalls(std::span<const RankSide> sides) {
  RankMatching matching;
  matchGroups(sides, matching);
  matchMessages(sides, matching);
  return matching;
}

}  // namespace kernline
