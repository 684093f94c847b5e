// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/largest_change.h"

#include "core/compare/runs/run_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline {

namespace {

/// "host-bound +7.500 ms, launch latency +5.200 ms": those that matter, the largest first.
Message mainCauses(const RunDifference& difference, double idleChange) {
  constexpr double matters = 0.1;
  constexpr std::size_t maxCauses = 3;
  Message list;
  std::size_t listed = 0;
  for (const WaterfallPart& part : difference.waterfall) {  // sorted by absolute delta
    if (!part.isIdle() || listed == maxCauses || std::abs(part.delta()) < matters * std::abs(idleChange)) {
      continue;
    }
    Message cause = Phrase::tr("%2 %1").with(signedTime(part.delta()), Message::phrase(shownName(*part.cause)));
    list = listed == 0 ? std::move(cause) : Phrase::tr("%1, %2").with(std::move(list), std::move(cause));
    ++listed;
  }
  return list;
}

}  // namespace

Message sentenceOnLargestChange(const RunComparison& comparison, const RunDifference& difference) {
  WaterfallPart idle;
  const WaterfallPart* row = nullptr;
  for (const WaterfallPart& part : difference.waterfall) {
    if (part.isIdle()) {
      idle.base += part.base;
      idle.other += part.other;
    } else if (!part.overlap && row == nullptr) {
      row = &part;
    }
  }
  const double ofRow = row == nullptr ? 0 : std::abs(row->delta());
  if (std::llround(std::max(ofRow, std::abs(idle.delta()))) == 0) {
    return {};
  }
  if (std::abs(idle.delta()) >= ofRow) {
    const Phrase phrase = difference.verdict.withoutProfiler
                              ? Phrase::tr("Largest change as recorded: idle time, %1 of %2 → %3 of %4 per step (%5).")
                              : Phrase::tr("Largest change: idle time, %1 of %2 → %3 of %4 per step (%5).");
    return phrase.with(shownTime(idle.base), shownTime(difference.baseStep), shownTime(idle.other),
                       shownTime(difference.otherStep), mainCauses(difference, idle.delta()));
  }
  return Phrase::tr("Largest change: %1, %2 → %3 per step.")
      .with(shownName(comparison, *row), shownTime(row->base), shownTime(row->other));
}

}  // namespace kernline
