// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_accounts.h"

#include "core/analysis/activity/interval_union.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace kernline {

namespace {

/// Returns the range from the first to the last work of all ranks' devices.
TimeRange windowOfDevices(const RankSet& set) {
  std::optional<TimeRange> window;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    for (const DeviceDigest& device : set.files[p].digest->devices) {
      const TimeRange own = set.clocks[p].onClock(device.window);
      window = window ? window->unitedWith(own) : own;
    }
  }
  return window.value_or(TimeRange{});
}

void addDevices(const RankSet& set, std::vector<RankAccount>& accounts) {
  const Duration window = windowOfDevices(set).length();
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    RankAccount& account = accounts[p];
    for (const DeviceDigest& device : set.files[p].digest->devices) {
      account.window += window;
      account.busy += device.busy;
      account.compute += device.kernel - device.exposed;
      account.communication += device.communication;
      account.exposed += device.exposed;
    }
    account.idle = account.window - account.busy;
  }
}

/// Returns the range from the first to the last collective that ran on a host.
Duration windowOfHosts(const RankSet& set) {
  TimeRange window;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    for (const DigestCall& call : set.files[p].digest->calls) {
      if (call.isOnHost) {
        const TimeRange range = set.clocks[p].onClock(call.range);
        window = window.isEmpty() ? range : window.unitedWith(range);
      }
    }
  }
  return window.length();
}

/// Ranks without kernels of communication communicate on their hosts.
void addHosts(const RankSet& set, std::vector<RankAccount>& accounts) {
  const Duration window = windowOfHosts(set);
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    std::vector<TimeRange> ranges;
    for (const DigestCall& call : set.files[p].digest->calls) {
      if (call.isOnHost) {
        ranges.push_back(call.range);
      }
    }
    if (!ranges.empty()) {
      accounts[p].communication = IntervalUnion(std::move(ranges)).length();
      accounts[p].window = accounts[p].window.ns > 0 ? accounts[p].window : window;
    }
  }
}

void addCollectives(const RankSet& set, std::vector<RankAccount>& accounts) {
  struct Parts {
    std::vector<TimeRange> waits;
    std::vector<TimeRange> all;
  };
  std::vector<Parts> ofRanks(accounts.size());
  for (const CollectiveMatch& match : set.collectives) {
    if (match.parts.size() < 2) {
      continue;
    }
    for (const CollectivePart& part : match.parts) {
      ofRanks[part.call.part].waits.push_back({part.range.begin, part.range.begin + part.wait});
      ofRanks[part.call.part].all.push_back(part.range);
    }
  }
  for (std::size_t p = 0; p < accounts.size(); ++p) {
    accounts[p].waiting = IntervalUnion(std::move(ofRanks[p].waits)).length();
    accounts[p].transferring = IntervalUnion(std::move(ofRanks[p].all)).length() - accounts[p].waiting;
  }
}

}  // namespace

std::vector<RankAccount> accountsOf(const RankSet& set) {
  std::vector<RankAccount> accounts;
  for (const RankFile& file : set.files) {
    accounts.emplace_back().rank = file.rank;
  }
  addDevices(set, accounts);
  addHosts(set, accounts);
  addCollectives(set, accounts);
  for (const RankSteps::OfRank& own : set.rankSteps->ofRanks()) {
    std::vector<std::int64_t> lengths;
    for (const RankSteps::Step& step : own.steps) {
      lengths.push_back(step.range.length().ns);
    }
    RankAccount& account = *std::ranges::lower_bound(accounts, own.rank, {}, &RankAccount::rank);
    account.steps = own.steps.size();
    account.medianStep = {medianOf(lengths)};
  }
  return accounts;
}

std::vector<StepSpread> stepSpreads(const RankSet& set) {
  std::vector<StepSpread> spreads;
  if (!set.rankSteps->areComparable()) {
    return spreads;
  }
  std::map<std::string, std::size_t> placeOf;
  for (const RankSteps::OfRank& own : set.rankSteps->ofRanks()) {
    for (const RankSteps::Step& step : own.steps) {
      const auto [place, isNew] = placeOf.emplace(step.name, spreads.size());
      if (isNew) {
        spreads.push_back({step.name, {}});
      }
      StepSpread& spread = spreads[place->second];
      if (spread.lengths.empty() || spread.lengths.back().first != own.rank) {
        spread.lengths.emplace_back(own.rank, step.range.length());
      }
    }
  }
  std::erase_if(spreads, [](const StepSpread& spread) { return spread.lengths.size() < 2; });
  return spreads;
}

}  // namespace kernline
