// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/repeated_rounds.h"

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

/// For each number of occurrences the kernel that comes first among those that occur so often.
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
  std::size_t completeKernels = 0;      ///< in all rounds but the last
};

Rounds cutAt(const Trace& trace, std::span<const SpanId> kernels, StringId first) {
  Rounds rounds;
  std::size_t inRounds = 0;
  for (const SpanId kernel : kernels) {
    if (trace.name(kernel) == first) {
      rounds.begins.push_back(trace.start(kernel));
      rounds.contents.push_back(0);
      rounds.completeKernels = inRounds;
    }
    inRounds += rounds.contents.empty() ? 0 : 1;
    if (!rounds.contents.empty()) {
      rounds.contents.back() += scrambled(trace.name(kernel));
    }
  }
  return rounds;
}

/// Whether most rounds hold what most often is in one. The last round may hold what comes behind the loop, too.
bool areAlike(const Rounds& rounds, std::span<const SpanId> kernels, const Trace& trace, StringId first) {
  const std::size_t complete = rounds.contents.size() - 1;
  if (rounds.completeKernels * rounds.contents.size() * 2 < kernels.size() * complete) {
    return false;  // something small that happens twice, beside what the run is about
  }
  std::unordered_map<std::uint64_t, std::size_t> counts;
  std::size_t most = 0;
  for (std::size_t i = 0; i < complete; ++i) {
    most = std::max(most, ++counts[rounds.contents[i]]);
  }
  if (complete > 1) {
    return most * 5 >= complete * 4;
  }
  // Of two rounds only the first is known to be complete: the second must begin as that one did.
  std::uint64_t sum = 0;
  std::size_t seen = 0;
  for (const SpanId kernel : kernels) {
    seen += trace.name(kernel) == first ? 1 : 0;
    sum += seen == 2 ? scrambled(trace.name(kernel)) : 0;
    if (seen == 2 && sum == rounds.contents.front()) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<RepeatedRounds> repeatedRounds(const Trace& trace, std::span<const SpanId> work) {
  constexpr std::size_t mostTried = 16;
  std::vector<SpanId> kernels;
  kernels.reserve(work.size());
  std::ranges::copy_if(work, std::back_inserter(kernels),
                       [&](SpanId span) { return trace.kind(span) == SpanKind::Kernel; });
  std::size_t tried = 0;
  for (const auto& [count, first] : candidates(trace, kernels)) {
    if (++tried > mostTried) {
      break;
    }
    Rounds rounds = cutAt(trace, kernels, first);
    if (areAlike(rounds, kernels, trace, first)) {
      return RepeatedRounds{.first = first, .begins = std::move(rounds.begins)};
    }
  }
  return {};
}

}  // namespace kernline
