// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/repeated_rounds.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace kernline {

namespace {

struct Occurrence {
  std::uint64_t count = 0;
  std::size_t first = 0;
};

/// The same for the same kernels in any order.
std::uint64_t scrambled(StringId name) {
  std::uint64_t value = index(name) + 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

/// Returns, for each number of occurrences, the first kernel that occurs so often.
std::map<std::uint64_t, StringId> candidates(const Trace& trace, std::span<const SpanId> kernels) {
  std::unordered_map<StringId, Occurrence> occurrences;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    Occurrence& seen = occurrences.try_emplace(trace.name(kernels[i]), Occurrence{0, i}).first->second;
    ++seen.count;
  }
  std::map<std::uint64_t, StringId> found;
  for (const auto& [name, seen] : occurrences) {
    if (seen.count < 2) {
      continue;
    }
    const auto [place, isNew] = found.try_emplace(seen.count, name);
    if (!isNew && seen.first < occurrences[place->second].first) {
      place->second = name;
    }
  }
  return found;
}

struct Rounds {
  std::vector<Time> begins;
  std::vector<std::uint64_t> contents;  ///< a sum over the kernels of each round
  std::vector<std::size_t> kernels;     ///< number of kernels in each round
  std::size_t completeKernels = 0;      ///< number in all rounds but the last
  std::size_t lastBegins = 0;           ///< index of the kernel that begins the last round
};

Rounds cutAt(const Trace& trace, std::span<const SpanId> kernels, StringId first) {
  Rounds rounds;
  std::size_t inRounds = 0;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const SpanId kernel = kernels[i];
    if (trace.name(kernel) == first) {
      rounds.begins.push_back(trace.start(kernel));
      rounds.contents.push_back(0);
      rounds.kernels.push_back(0);
      rounds.completeKernels = inRounds;
      rounds.lastBegins = i;
    }
    inRounds += rounds.contents.empty() ? 0 : 1;
    if (!rounds.contents.empty()) {
      rounds.contents.back() += scrambled(trace.name(kernel));
      ++rounds.kernels.back();
    }
  }
  return rounds;
}

/// Returns the contents of most complete rounds; nullopt if hardly two are alike.
std::optional<std::uint64_t> commonContents(const Rounds& rounds) {
  const std::span complete = std::span{rounds.contents}.first(rounds.contents.size() - 1);
  std::unordered_map<std::uint64_t, std::size_t> counts;
  std::uint64_t common = 0;
  for (const std::uint64_t contents : complete) {
    if (++counts[contents] > counts[common]) {
      common = contents;
    }
  }
  if (counts[common] * 5 < complete.size() * 4) {
    return {};
  }
  return common;
}

/// Returns the time when the last round has done the work of the others, or nullopt if it never does: work behind a
/// loop is no part of its last round.
std::optional<Time> endOfLast(const Rounds& rounds, std::span<const SpanId> kernels, const Trace& trace,
                              std::uint64_t common) {
  std::uint64_t sum = 0;
  Time end = rounds.begins.back();
  for (const SpanId kernel : kernels.subspan(rounds.lastBegins)) {
    sum += scrambled(trace.name(kernel));
    end = std::max(end, trace.range(kernel).end);
    if (sum == common) {
      return end;
    }
  }
  return {};
}

/// Number of kernels in complete rounds with the contents `common`.
std::size_t kernelsAlike(const Rounds& rounds, std::uint64_t common) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i + 1 < rounds.contents.size(); ++i) {
    sum += rounds.contents[i] == common ? rounds.kernels[i] : 0;
  }
  return sum;
}

/// Rounds that begin with `first`, if most are alike and they hold most of the kernels.
std::optional<RepeatedRounds> roundsOf(const Trace& trace, std::span<const SpanId> kernels, StringId first,
                                       std::size_t minRounds, std::size_t& longest) {
  Rounds rounds = cutAt(trace, kernels, first);
  const std::size_t complete = rounds.contents.size() - 1;
  if (rounds.completeKernels * rounds.contents.size() * 2 < kernels.size() * complete) {
    return {};  // a small part that happens twice, besides the main work of the run
  }
  const auto common = commonContents(rounds);
  if (!common || kernelsAlike(rounds, *common) * 2 < rounds.completeKernels) {
    return {};  // layers of one pass, maybe
  }
  const auto end = endOfLast(rounds, kernels, trace, *common);
  if (complete + (end ? 1 : 0) < minRounds) {
    return {};  // two rounds show only the first to be complete: the second must begin as that one did
  }
  longest = *std::max_element(rounds.kernels.begin(), rounds.kernels.end() - 1);
  return RepeatedRounds{.first = first, .begins = std::move(rounds.begins), .lastEnd = end};
}

}  // namespace

std::optional<RepeatedRounds> repeatedRounds(const Trace& trace, std::span<const SpanId> activities,
                                             std::size_t minRounds) {
  constexpr std::size_t maxTries = 16;
  std::vector<SpanId> kernels;
  kernels.reserve(activities.size());
  std::ranges::copy_if(activities, std::back_inserter(kernels),
                       [&](SpanId span) { return trace.kind(span) == SpanKind::Kernel; });
  std::optional<RepeatedRounds> best;
  std::size_t longestOfBest = 0;
  std::size_t tried = 0;
  for (const auto& [count, first] : candidates(trace, kernels)) {
    if (++tried > maxTries || (best && count * 10 > best->begins.size() * 11)) {
      break;
    }
    std::size_t longest = 0;
    std::optional<RepeatedRounds> rounds = roundsOf(trace, kernels, first, minRounds, longest);
    // A kernel that a few rounds lack joins these to the rounds before them.
    if (rounds && (!best || longest < longestOfBest)) {
      best = std::move(rounds);
      longestOfBest = longest;
    }
  }
  return best;
}

}  // namespace kernline
