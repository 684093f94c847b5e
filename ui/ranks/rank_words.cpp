// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_words.h"

#include "core/format/printable_text.h"
#include "core/format/quantity.h"
#include "core/runs/run_text.h"
#include "ui/language/counted.h"
#include "ui/language/words.h"
#include "ui/style/qt_text.h"
#include "ui/style/shown_names.h"

#include <algorithm>
#include <cstdlib>

namespace kernline::ui {
namespace {

constexpr double littleWaiting = 0.01;  // of the time of all ranks
constexpr double mostOfIt = 0.7;        // of all waiting: for one rank alone

struct Waiting {
  Duration total;   ///< of all ranks, for anybody
  Duration window;  ///< of all ranks together
  std::size_t collectives = 0;
};

Waiting waitingOf(const RankSet& set) {
  Waiting waiting;
  for (const Straggler& straggler : set.stragglers) {
    waiting.total += straggler.waitCaused;
  }
  for (const RankAccount& account : set.accounts) {
    waiting.window += account.window;
  }
  waiting.collectives = static_cast<std::size_t>(
      std::ranges::count_if(set.collectives, [](const CollectiveMatch& match) { return match.parts.size() > 1; }));
  return waiting;
}

double share(Duration part, Duration whole) {
  return whole.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(whole.ns) : 0;
}

QString inTime(Duration duration) {
  return qt(formatDuration(duration));
}

QString count(std::size_t number) {
  return qt(formatCount(static_cast<std::int64_t>(number)));
}

/// By how much a clock may be off: what collectives say and was not added counts as well.
Duration errorOf(const RankClock& clock) {
  return std::max(clock.spread, Duration{std::abs((clock.correction() - clock.estimate).ns)});
}

/// The largest error of those that were estimated and are in force.
Duration worstError(const RankSet& set) {
  Duration worst;
  for (const RankClock& clock : set.clocks) {
    if (!clock.isReference && !clock.byHand && clock.collectives > 0) {
      worst = std::max(worst, errorOf(clock));
    }
  }
  return worst;
}

/// Of all ranks but one.
Duration timeOfOthers(const RankSet& set, std::int32_t rank) {
  Duration time;
  for (const RankAccount& account : set.accounts) {
    time += account.rank == rank ? Duration{} : account.window;
  }
  return time;
}

/// Waits as short as clocks are off say nothing of who waits for whom.
bool isWithinError(const RankSet& set, const Waiting& waiting) {
  constexpr std::int64_t sureAbove = 2;  // times the error
  return sureAbove * worstError(set).ns * static_cast<std::int64_t>(waiting.collectives) > waiting.total.ns;
}

/// The rank that most waiting is for; nullptr: waiting is little, or for several.
const Straggler* culpritOf(const RankSet& set) {
  const Waiting waiting = waitingOf(set);
  const bool isOne = !set.stragglers.empty() && share(waiting.total, waiting.window) >= littleWaiting &&
                     share(set.stragglers.front().waitCaused, waiting.total) >= mostOfIt;
  return isOne && !isWithinError(set, waiting) ? &set.stragglers.front() : nullptr;
}

std::size_t countClocks(const RankSet& set, bool (*what)(const RankClock&)) {
  return static_cast<std::size_t>(std::ranges::count_if(set.clocks, what));
}

bool isSetByHand(const RankClock& clock) {
  return clock.byHand.has_value();
}

bool isUnknown(const RankClock& clock) {
  return !clock.isReference && !clock.byHand && clock.collectives == 0;
}

}  // namespace

QString verdictOf(const RankSet& set) {
  if (set.files.size() < 2) {
    return Words::tr("There is one rank only, so nobody waits for anybody.");
  }
  const Waiting waiting = waitingOf(set);
  if (waiting.collectives == 0) {
    return Words::tr("No collective is on several of these ranks, so nobody knows who waits for whom.");
  }
  const QString ofTime = qt(formatShare(share(waiting.total, waiting.window)));
  if (share(waiting.total, waiting.window) < littleWaiting) {
    return Words::tr("The ranks keep step: all of their waiting for each other is %1, %2 of their time.")
        .arg(inTime(waiting.total), ofTime);
  }
  if (isWithinError(set, waiting)) {
    return Words::tr(
               "Nobody can tell who waits for whom: all waits together are %1, and clocks may be off by %2 in each "
               "of %3 collectives.")
        .arg(inTime(waiting.total), inTime(worstError(set)), count(waiting.collectives));
  }
  const Straggler& most = set.stragglers.front();
  if (culpritOf(set) != nullptr) {
    return Words::tr(
               "Rank %1 holds up the others: they wait %2 for it, %3 of their time; it is last in %4 of %5 "
               "collectives.")
        .arg(most.rank)
        .arg(inTime(most.waitCaused), qt(formatShare(share(most.waitCaused, timeOfOthers(set, most.rank)))),
             count(most.timesLast), count(waiting.collectives));
  }
  return Words::tr("No rank alone holds up the others: they wait %1, %2 of their time, and %3 of that for rank %4.")
      .arg(inTime(waiting.total), ofTime, qt(formatShare(share(most.waitCaused, waiting.total))))
      .arg(most.rank);
}

QString reasonOf(const RankSet& set) {
  const Straggler* culprit = culpritOf(set);
  if (culprit == nullptr || culprit->because.empty()) {
    return {};
  }
  const LateReason& reason = culprit->because.front();
  if (reason.waitsFor >= 0) {
    return Words::tr("Before that it waits itself, for rank %1, %2 longer than the others.")
        .arg(reason.waitsFor)
        .arg(inTime(reason.excess));
  }
  return reason.kernel.empty()
             ? Words::tr("Before that its device is idle for %1 more than the others.").arg(inTime(reason.excess))
             : Words::tr("Before that %1 takes %2 more there than on the others.")
                   .arg(qt(printable(shownName(reason.kernel, true))), inTime(reason.excess));
}

bool areClocksSure(const RankSet& set) {
  const Waiting waiting = waitingOf(set);
  return countClocks(set, isSetByHand) == 0 && countClocks(set, isUnknown) == 0 && !isWithinError(set, waiting);
}

QString clocksInWords(const RankSet& set) {
  if (set.files.size() < 2) {
    return {};
  }
  if (const std::size_t byHand = countClocks(set, isSetByHand); byHand > 0) {
    return counted(byHand, Words::tr("The clock of %1 rank was set by hand: waits are as right as that is."),
                   Words::tr("The clocks of %1 ranks were set by hand: waits are as right as these are."));
  }
  if (const std::size_t unknown = countClocks(set, isUnknown); unknown > 0) {
    return counted(unknown,
                   Words::tr("The clock of %1 rank is as its file has it, for no collective says how right it is."),
                   Words::tr("The clocks of %1 ranks are as their files have them, for no collective says how right "
                             "they are."));
  }
  const QString error = inTime(worstError(set));
  return areClocksSure(set)
             ? Words::tr("Clocks agree to ±%1, by the ends of collectives.").arg(error)
             : Words::tr(
                   "Clocks agree to ±%1 only, by the ends of collectives; waits are hardly longer than that and "
                   "mean little.")
                   .arg(error);
}

QString clockInWords(const RankClock& clock) {
  const QString correction =
      clock.correction().ns == 0 ? QStringLiteral("0") : qt(signedTime(static_cast<double>(clock.correction().ns)));
  if (clock.byHand) {
    return Words::tr("%1 by hand").arg(correction);
  }
  if (clock.isReference) {
    return Words::tr("reference");
  }
  if (clock.collectives == 0) {
    return Words::tr("as recorded");
  }
  return Words::tr("%1 ±%2").arg(correction, inTime(errorOf(clock)));
}

QString clockTip(const RankClock& clock) {
  QStringList lines;
  if (clock.isReference && !clock.byHand) {
    return Words::tr("The clocks of the others are set to that of this rank.");
  }
  if (clock.fromBase.ns != 0) {
    lines << Words::tr("By the recorded clocks its times lie %1 from those of the first rank.")
                 .arg(qt(signedTime(static_cast<double>(clock.fromBase.ns))));
  }
  lines << (clock.collectives == 0
                ? Words::tr("No collective says how far this clock is off.")
                : Words::tr("%1 collectives say that it is off by %2; half of them are within %3 of that.")
                      .arg(count(clock.collectives), qt(signedTime(static_cast<double>(clock.estimate.ns))),
                           inTime(clock.spread)));
  if (!clock.byHand && !clock.isReference && clock.estimate.ns != 0 && clock.correction().ns == 0) {
    lines << Words::tr("That is too little to be sure of, so nothing was added.");
  }
  return lines.join(QLatin1Char('\n'));
}

QString ranksInWords(const CollectiveMatch& match) {
  if (match.missing.empty()) {
    return counted(match.parts.size(), Words::tr("%1 rank"), Words::tr("%1 ranks"));
  }
  return Words::tr("%1 of %2 ranks").arg(match.parts.size()).arg(match.parts.size() + match.missing.size());
}

}  // namespace kernline::ui
