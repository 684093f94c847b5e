// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/handovers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

namespace kernline {

namespace {

std::optional<ReplayHandover> firstHandover(std::span<const ReplayThread> threads, const ReplayThread& thread) {
  std::optional<ReplayHandover> handover;
  const Time begin = thread.moments.front().time;
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    const ReplayThread& other = threads[t];
    if (&other == &thread || other.process != thread.process) {
      continue;
    }
    const auto next = std::ranges::lower_bound(other.moments, begin, {}, &ReplayMoment::time);
    if (next != other.moments.begin() && (!handover || begin - std::prev(next)->time < handover->after)) {
      handover = {.moment = 0, .thread = t, .after = begin - std::prev(next)->time};
    }
  }
  return handover;
}

/// Returns the handover to moment `m` of a thread, if another one made several calls since the moment before.
std::optional<ReplayHandover> handoverTo(std::uint32_t m, std::span<const ReplayThread> threads,
                                         const ReplayThread& thread) {
  constexpr Duration silence{20'000};
  constexpr std::ptrdiff_t several = 4;
  const ReplayMoment& before = thread.moments[m - 1];
  const ReplayMoment& moment = thread.moments[m];
  const bool isInCall = moment.isEnd && before.span == moment.span && moment.kind == SpanKind::Runtime;
  if (moment.time - before.time < silence || isInCall) {
    return std::nullopt;
  }
  ReplayHandover handover{.moment = m, .thread = ReplayActivity::none, .after = moment.time - before.time};
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    const ReplayThread& other = threads[t];
    if (&other == &thread || other.process != thread.process) {
      continue;
    }
    const auto from = std::ranges::lower_bound(other.moments, before.time, {}, &ReplayMoment::time);
    const auto to = std::ranges::upper_bound(from, other.moments.end(), moment.time, {}, &ReplayMoment::time);
    if (to - from >= several && moment.time - std::prev(to)->time < handover.after) {
      handover.thread = t;
      handover.after = moment.time - std::prev(to)->time;
    }
  }
  return handover.thread == ReplayActivity::none ? std::nullopt : std::optional(handover);
}

}  // namespace

std::vector<ReplayHandover> handoversOf(std::span<const ReplayThread> threads, const ReplayThread& thread) {
  std::vector<ReplayHandover> handovers;
  if (thread.moments.empty()) {
    return handovers;
  }
  if (const std::optional<ReplayHandover> first = firstHandover(threads, thread)) {
    handovers.push_back(*first);
  }
  for (std::uint32_t m = 1; m < thread.moments.size(); ++m) {
    if (const std::optional<ReplayHandover> handover = handoverTo(m, threads, thread)) {
      handovers.push_back(*handover);
    }
  }
  return handovers;
}

}  // namespace kernline
