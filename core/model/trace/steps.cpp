// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/steps.h"

#include <algorithm>
#include <array>

namespace kernline {

namespace {

constexpr std::string_view profilerStep = "ProfilerStep";

bool startsWithWord(std::string_view name, std::string_view word) {
  return name.size() >= word.size() && std::ranges::equal(name.substr(0, word.size()), word, [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b;
         });
}

template <typename Accept>
std::vector<Step> collect(const Trace& trace, const Accept& accept) {
  std::vector<Step> steps;
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.tracks()[t];
    for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
      const SpanId s{i};
      if (accept(track, s)) {
        steps.push_back({trace.name(s), trace.range(s), s, track.process});
      }
    }
  }
  std::ranges::stable_sort(steps, {}, [](const Step& step) { return step.range.begin; });
  return steps;
}

}  // namespace

bool isNumberedStep(std::string_view name) {
  constexpr std::array<std::string_view, 6> words{"profilerstep", "step", "iteration", "iter", "batch", "epoch"};
  for (const std::string_view word : words) {
    if (startsWithWord(name, word)) {
      const auto digit = name.find_first_not_of(" _#:-", word.size());
      return digit != std::string_view::npos && name[digit] >= '0' && name[digit] <= '9';
    }
  }
  return false;
}

std::vector<Step> findSteps(const Trace& trace) {
  const auto isAnnotation = [&](SpanId s) { return trace.kind(s) == SpanKind::Annotation; };
  std::vector<Step> steps = collect(trace, [&](const Track& track, SpanId s) {
    return track.kind == TrackKind::Steps || (isAnnotation(s) && trace.nameText(s).starts_with(profilerStep));
  });
  if (steps.empty()) {
    steps =
        collect(trace, [&](const Track&, SpanId s) { return isAnnotation(s) && isNumberedStep(trace.nameText(s)); });
  }
  return steps;
}

}  // namespace kernline
