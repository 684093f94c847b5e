// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/rank_accounts.h"

#include "core/analysis/activity/device_activity.h"
#include "core/analysis/activity/interval_union.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <map>
#include <string>

namespace kernline {

namespace {

RankAccount& accountOf(std::vector<RankAccount>& accounts, std::int32_t rank) {
  return *std::ranges::find(accounts, rank, &RankAccount::rank);
}

bool isOf(const std::vector<RankAccount>& accounts, std::int32_t rank) {
  return std::ranges::find(accounts, rank, &RankAccount::rank) != accounts.end();
}

/// From the first to the last work of all ranks' devices.
TimeRange windowOf(const std::vector<DeviceActivity>& devices) {
  TimeRange window = devices.empty() ? TimeRange{} : devices.front().window;
  for (const DeviceActivity& device : devices) {
    window = window.unitedWith(device.window);
  }
  return window;
}

void addDevices(const RankSet& set, const std::stop_token& stop, std::vector<RankAccount>& accounts) {
  const std::vector<DeviceActivity> devices = deviceActivity(*set.trace, {}, stop);
  const Duration window = windowOf(devices).length();
  for (const DeviceActivity& device : devices) {
    if (!isOf(accounts, device.rank)) {
      continue;
    }
    RankAccount& account = accountOf(accounts, device.rank);
    account.window += window;
    account.busy += device.times.busy;
    account.compute += device.times.kernel - device.times.exposedCommunication;
    account.communication += device.times.communication;
    account.exposed += device.times.exposedCommunication;
  }
  for (RankAccount& account : accounts) {
    account.idle = account.window - account.busy;
  }
}

/// From the first to the last collective that ran on a host.
Duration windowOfHosts(const RankSet& set) {
  TimeRange window;
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    for (const CollectiveCall& call : (*set.calls)[p].calls) {
      if (call.isOnHost) {
        const TimeRange own = set.files[p].trace->range(call.span);
        const TimeRange range{own.begin + set.clocks[p].shift(), own.end + set.clocks[p].shift()};
        window = window.isEmpty() ? range : window.unitedWith(range);
      }
    }
  }
  return window.length();
}

/// Where ranks have no kernel of communication, their hosts communicate.
void addHosts(const RankSet& set, std::vector<RankAccount>& accounts) {
  const Duration window = windowOfHosts(set);
  for (std::size_t p = 0; p < set.files.size(); ++p) {
    std::vector<TimeRange> ranges;
    for (const CollectiveCall& call : (*set.calls)[p].calls) {
      if (call.isOnHost) {
        ranges.push_back(set.files[p].trace->range(call.span));
      }
    }
    if (!ranges.empty()) {
      RankAccount& account = accountOf(accounts, set.files[p].rank);
      account.communication = IntervalUnion(std::move(ranges)).length();
      account.window = account.window.ns > 0 ? account.window : window;
    }
  }
}

void addCollectives(const RankSet& set, std::vector<RankAccount>& accounts) {
  std::map<std::int32_t, std::pair<std::vector<TimeRange>, std::vector<TimeRange>>> waitsAndAll;
  for (const CollectiveMatch& match : set.collectives) {
    if (match.parts.size() < 2) {
      continue;
    }
    for (const CollectivePart& part : match.parts) {
      auto& [waits, all] = waitsAndAll[part.rank];
      waits.push_back({part.range.begin, part.range.begin + part.wait});
      all.push_back(part.range);
    }
  }
  for (auto& [rank, ranges] : waitsAndAll) {
    RankAccount& account = accountOf(accounts, rank);
    account.waiting = IntervalUnion(std::move(ranges.first)).length();
    account.transferring = IntervalUnion(std::move(ranges.second)).length() - account.waiting;
  }
}

}  // namespace

std::vector<RankAccount> accountsOf(const RankSet& set, const std::stop_token& stop) {
  std::vector<RankAccount> accounts;
  for (const RankFile& file : set.files) {
    accounts.emplace_back().rank = file.rank;
  }
  addDevices(set, stop, accounts);
  addHosts(set, accounts);
  addCollectives(set, accounts);
  for (const auto& [rank, own] : set.rankSteps->ofRanks()) {
    std::vector<std::int64_t> lengths;
    for (const std::uint32_t step : own.steps) {
      lengths.push_back((*set.rankSteps)[step].range.length().ns);
    }
    RankAccount& account = accountOf(accounts, rank);
    account.steps = own.steps.size();
    account.medianStep = {medianOf(lengths)};
  }
  return stop.stop_requested() ? std::vector<RankAccount>{} : accounts;
}

std::vector<StepSpread> stepSpreads(const RankSet& set) {
  std::vector<StepSpread> spreads;
  if (!set.rankSteps->areComparable()) {
    return spreads;
  }
  std::map<std::string, std::size_t> placeOf;
  for (const auto& [rank, own] : set.rankSteps->ofRanks()) {
    for (std::size_t number = 0; number < own.steps.size(); ++number) {
      const std::string name = set.rankSteps->name(own, number);
      const auto [place, isNew] = placeOf.emplace(name, spreads.size());
      if (isNew) {
        spreads.push_back({name, {}});
      }
      StepSpread& spread = spreads[place->second];
      if (spread.lengths.empty() || spread.lengths.back().first != rank) {
        spread.lengths.emplace_back(rank, (*set.rankSteps)[own.steps[number]].range.length());
      }
    }
  }
  std::erase_if(spreads, [](const StepSpread& spread) { return spread.lengths.size() < 2; });
  return spreads;
}

}  // namespace kernline
