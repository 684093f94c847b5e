// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/collective_kinds.h"

#include "core/compare/ranks/heat_map.h"
#include "core/model/base/median.h"
#include "core/model/base/text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// The collectives of one kind in groups of one sort.
struct Alike {
  CollectiveSpread spread;
  std::vector<std::int64_t> times;
  std::vector<double> rates;
  /// Number of a rank's collectives, and of those that it starts last.
  struct Presence {
    std::size_t last = 0;
    std::size_t all = 0;
  };
  std::map<std::int32_t, Presence> presences;

  /// `place`: in `RankSet::collectives`.
  void add(const CollectiveMatch& match, std::size_t place) {
    if (times.empty() || match.transfer() > spread.longestTime) {
      spread.longestTime = match.transfer();
      spread.longest = place;
    }
    for (const CollectivePart& part : match.parts) {
      ++presences[part.rank].all;
    }
    ++presences[match.lastRank()].last;
    ++spread.count;
    spread.unsized += match.bytes < 0 ? 1 : 0;
    spread.bytes += std::max<std::int64_t>(0, match.bytes);
    spread.waiting += match.totalWait();
    times.push_back(match.transfer().ns);
    if (const double rate = match.busBandwidth(); rate > 0) {
      rates.push_back(rate);
    }
  }

  CollectiveSpread done() {
    std::ranges::sort(times);
    // Nearest rank: what that share does not exceed.
    const auto percentile = [this](std::size_t percent) {
      return Duration{times[(times.size() * percent + 99) / 100 - 1]};
    };
    spread.shortestTime = {times.front()};
    spread.lowerQuartile = percentile(25);
    spread.upperQuartile = percentile(75);
    spread.highTime = percentile(90);
    spread.topTime = percentile(99);
    spread.medianTime = {medianOf(times)};
    const auto& [rank, presence] =
        *std::ranges::max_element(presences, {}, [](const auto& each) { return each.second.last; });
    spread.lastRank = rank;
    spread.lastRankIn = presence.last;
    spread.lastRankOf = presence.all;
    spread.medianBusRate = rates.empty() ? 0 : medianOf(rates);
    return std::move(spread);
  }
};

/// "pp", "mesh_pp", "PIPELINE_MODEL_PARALLEL_GROUP".
bool isOfPipeline(std::string_view kind) {
  std::string word;
  for (const char c : kind) {
    const char lower = toLower(c);
    const bool isLetter = lower >= 'a' && lower <= 'z';
    if (word == "pp" && !isLetter) {
      return true;
    }
    if (isLetter) {
      word += lower;
    } else {
      word.clear();
    }
    if (word == "pipe") {
      return true;
    }
  }
  return word == "pp";
}

/// The place of a rank among those of its pipeline.
std::int32_t stageOf(const RankFile& file) {
  const auto group = std::ranges::find_if(file.digest->parallelGroups,
                                          [](const ParallelGroup& each) { return isOfPipeline(each.kind); });
  if (group == file.digest->parallelGroups.end()) {
    return -1;
  }
  const std::vector<std::int32_t> members = membersIn(group->members);
  const auto at = std::ranges::find(members, file.rank);
  return at == members.end() ? -1 : static_cast<std::int32_t>(at - members.begin());
}

}  // namespace

std::string purposeOf(const RankSet& set, const CollectiveMatch& match) {
  const CallPlace& first = match.parts.front().call;
  const RankDigest& digest = *set.files[first.part].digest;
  const CallGroup& group = digest.groupOf(digest.calls[first.call]);
  const std::string members = memberText(group.members);
  const auto described = std::ranges::find(digest.parallelGroups, members, &ParallelGroup::members);
  return group.members.empty() || described == digest.parallelGroups.end() ? group.name : described->kind;
}

std::vector<CollectiveSpread> collectiveSpreads(const RankSet& set) {
  std::map<std::tuple<CollectiveKind, std::string, std::size_t>, Alike> alike;
  for (std::size_t place = 0; place < set.collectives.size(); ++place) {
    const CollectiveMatch& match = set.collectives[place];
    if (match.parts.size() < 2) {
      continue;
    }
    const std::string group = purposeOf(set, match);
    const std::size_t size = std::max(match.groupSize, match.parts.size());
    Alike& all = alike[{match.kind, group, size}];
    all.spread.kind = match.kind;
    all.spread.group = group;
    all.spread.groupSize = size;
    all.add(match, place);
  }
  std::vector<std::pair<std::int64_t, CollectiveSpread>> timed;
  for (auto& [key, all] : alike) {
    std::int64_t sum = 0;
    for (const std::int64_t time : all.times) {
      sum += time;
    }
    timed.emplace_back(sum, all.done());
  }
  std::ranges::stable_sort(timed, std::greater{}, &std::pair<std::int64_t, CollectiveSpread>::first);
  std::vector<CollectiveSpread> spreads;
  for (auto& [time, spread] : timed) {
    spreads.push_back(std::move(spread));
  }
  return spreads;
}

std::vector<StageWaiting> pipelineWaiting(const RankSet& set) {
  struct Sum {
    StageWaiting stage;
    double waiting = 0;
    double steps = 0;
    std::size_t cells = 0;
  };
  if (set.messages.empty() || set.rankSteps->ofRanks().empty()) {
    return {};
  }
  const HeatMap waiting(set, HeatMetric::Pipeline);
  const HeatMap steps(set, HeatMetric::StepTime);
  std::map<std::int32_t, Sum> sums;
  for (std::size_t place = 0; place < set.files.size(); ++place) {
    double own = 0;
    double length = 0;
    std::size_t cells = 0;
    for (std::size_t step = 0; step < waiting.steps().size(); ++step) {
      if (const double value = waiting.at({place, step}); !std::isnan(value)) {
        own += value;
        length += steps.at({place, step});
        ++cells;
      }
    }
    if (cells == 0) {
      continue;
    }
    Sum& sum = sums[stageOf(set.files[place])];
    ++sum.stage.ranks;
    sum.waiting += own;
    sum.steps += length;
    sum.cells += cells;
    const Duration perStep{std::llround(own / static_cast<double>(cells))};
    if (sum.stage.worst < 0 || perStep > sum.stage.worstPerStep) {
      sum.stage.worst = set.files[place].rank;
      sum.stage.worstPerStep = perStep;
    }
  }
  std::vector<StageWaiting> stages;
  for (auto& [stage, sum] : sums) {
    sum.stage.stage = stage;
    sum.stage.perStep = {std::llround(sum.waiting / static_cast<double>(sum.cells))};
    sum.stage.share = sum.steps > 0 ? sum.waiting / sum.steps : 0;
    stages.push_back(sum.stage);
  }
  return stages;
}

}  // namespace kernline
