// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/ranks/expert_loads.h"

#include "core/compare/ranks/collective_kinds.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

const DigestCall& callOfPart(const RankSet& set, const CollectivePart& part) {
  return set.files[part.call.part].digest->calls[part.call.call];
}

bool isExchange(const CollectiveMatch& match) {
  return match.kind == CollectiveKind::AllToAll && match.parts.size() > 1;
}

/// A number of each part; empty where one is unknown.
std::vector<double> numbersOfParts(const RankSet& set, const CollectiveMatch& match, const auto& number) {
  std::vector<double> numbers;
  for (const CollectivePart& part : match.parts) {
    const std::int64_t own = std::invoke(number, callOfPart(set, part));
    if (own < 0) {
      return {};
    }
    numbers.push_back(static_cast<double>(own));
  }
  return numbers;
}

double meanOfAll(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

double maxOverMean(const std::vector<double>& numbers) {
  return timesMean(std::ranges::max(numbers), meanOfAll(numbers));
}

/// Adds a rank's own all-to-all.
void addSent(const ExchangedBytes& own, ExpertLoad& load) {
  const double share = own.sent > 0 ? static_cast<double>(own.largest) / static_cast<double>(own.sent) : 0;
  if (share > load.sentShare) {
    load.sentShare = share;
    load.sentTo = own.peer;
  }
}

}  // namespace

double timesMean(double bytes, double mean) {
  return mean > 0 ? bytes / mean : 1;
}

std::vector<double> expertBytes(const RankSet& set, const CollectiveMatch& match) {
  if (!isExchange(match)) {
    return {};
  }
  std::vector<double> received =
      numbersOfParts(set, match, [](const DigestCall& call) { return call.exchanged.received; });
  std::vector<double> sent = numbersOfParts(set, match, [](const DigestCall& call) { return call.exchanged.sent; });
  if (received.empty() || sent.empty()) {
    return {};
  }
  return maxOverMean(sent) > maxOverMean(received) ? std::move(sent) : std::move(received);
}

std::vector<double> bytesBeyondMean(const RankSet& set, const CollectiveMatch& match) {
  std::vector<double> bytes = expertBytes(set, match);
  if (bytes.empty() && isExchange(match)) {
    bytes = numbersOfParts(set, match, &DigestCall::bytes);
  }
  const double mean = bytes.empty() ? 0 : meanOfAll(bytes);
  for (double& own : bytes) {
    own = std::max(0.0, own - mean);
  }
  return bytes;
}

bool hasUnevenExperts(const RankSet& set) {
  return std::ranges::any_of(set.collectives, [&](const CollectiveMatch& match) {
    return std::ranges::any_of(bytesBeyondMean(set, match), [](double bytes) { return bytes > 0; });
  });
}

std::vector<ExpertLoad> expertLoads(const RankSet& set) {
  std::map<std::tuple<std::string, std::size_t, std::int32_t>, ExpertLoad> loads;
  for (const CollectiveMatch& match : set.collectives) {
    if (!isExchange(match)) {
      continue;
    }
    const std::vector<double> bytes = expertBytes(set, match);
    const std::string group = purposeOf(set, match);
    const std::size_t size = std::max(match.groupSize, match.parts.size());
    for (std::size_t i = 0; i < match.parts.size(); ++i) {
      const CollectivePart& part = match.parts[i];
      ExpertLoad& load = loads[{group, size, part.rank}];
      load.rank = part.rank;
      load.group = group;
      load.groupSize = size;
      ++load.count;
      addSent(callOfPart(set, part).exchanged, load);
      if (bytes.empty()) {
        ++load.unknown;
        continue;
      }
      const double mean = meanOfAll(bytes);
      load.bytes += bytes[i];
      load.mean += mean;
      if (const double times = timesMean(bytes[i], mean); times > load.most) {
        load.most = times;
        load.maxIn = match.number;
      }
    }
  }
  std::vector<ExpertLoad> sorted;
  for (auto& [key, load] : loads) {
    sorted.push_back(std::move(load));
  }
  std::ranges::stable_sort(sorted, std::greater{}, [](const ExpertLoad& load) {
    return load.unknown == load.count ? 0 : timesMean(load.bytes, load.mean);
  });
  return sorted;
}

}  // namespace kernline
