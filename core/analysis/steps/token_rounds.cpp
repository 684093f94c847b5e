// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/token_rounds.h"

#include "core/analysis/steps/step_of_spans.h"
#include "core/analysis/steps/step_times.h"
#include "core/model/base/median.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

namespace kernline {

namespace {

struct Round {
  std::set<StringId> kernels;
  Duration time;
  bool choosesToken = false;
};

bool namesChoice(std::string_view kernel) {
  return std::ranges::any_of(std::initializer_list<std::string_view>{"ArgMax", "argmax", "TopK", "topk", "Multinomial",
                                                                     "multinomial", "sampling", "Sampling"},
                             [&](std::string_view word) { return kernel.contains(word); });
}

std::vector<Round> contentsOf(const Trace& trace, const FoundSteps& rounds) {
  std::vector<Round> made(rounds.steps.size());
  std::map<StringId, bool> choices;
  const std::vector<std::uint32_t> stepOf = stepOfWork(trace, rounds);
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (stepOf[i] == noStep || trace.kind(span) != SpanKind::Kernel) {
      continue;
    }
    Round& round = made[stepOf[i]];
    const auto [choice, isNew] = choices.try_emplace(trace.name(span));
    choice->second = isNew ? namesChoice(trace.nameText(span)) : choice->second;
    round.kernels.insert(trace.name(span));
    round.time += trace.duration(span);
    round.choosesToken = round.choosesToken || choice->second;
  }
  return made;
}

}  // namespace

std::vector<std::optional<InferenceIteration>> tokenRounds(const Trace& trace, const FoundSteps& rounds) {
  std::vector<std::optional<InferenceIteration>> made(rounds.steps.size());
  const std::vector<Round> contents = contentsOf(trace, rounds);
  const auto choosing = static_cast<std::size_t>(std::ranges::count_if(contents, &Round::choosesToken));
  if (contents.empty() || choosing * 10 < contents.size() * 9) {
    return made;
  }
  std::vector<std::int64_t> times;
  std::ranges::transform(contents, std::back_inserter(times), [](const Round& round) { return round.time.ns; });
  const std::int64_t middle = medianOf(times);
  const Round& typical =
      *std::ranges::min_element(contents, {}, [&](const Round& round) { return std::abs(round.time.ns - middle); });
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (!contents[i].choosesToken) {
      continue;  // what comes before a prompt
    }
    const bool isLong = contents[i].time.ns * 2 > middle * 3;
    const bool isPrefill = isLong && !std::ranges::includes(contents[i].kernels, typical.kernels);
    made[i].emplace().kind = isPrefill ? InferenceKind::Prefill : InferenceKind::Decode;
  }
  return made;
}

}  // namespace kernline
