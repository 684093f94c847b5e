// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/rank_words.h"

#include "core/compare/ranks/rank_verdict.h"
#include "core/compare/runs/run_text.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/shown_names.h"

#include <algorithm>

namespace kernline::ui {
namespace {

std::size_t countClocks(const RankSet& set, ClockSource source) {
  return static_cast<std::size_t>(std::ranges::count(set.clocks, source, &RankClock::source));
}

}  // namespace

QString inTime(Duration duration) {
  return qt(formatDuration(duration));
}

QString verdictOf(const RankSet& set) {
  return coreText(sentenceOn(set, verdictOn(set)));
}

QString reasonOf(const RankSet& set) {
  const RankVerdict verdict = verdictOn(set);
  const Straggler* culprit = verdict.culprit();
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

QString clocksInWords(const RankSet& set) {
  if (set.files.size() < 2) {
    return {};
  }
  if (const std::size_t byHand = countClocks(set, ClockSource::ByHand); byHand > 0) {
    return counted(byHand, Words::tr("The clock of %1 rank was set by hand: waits are as right as that is."),
                   Words::tr("The clocks of %1 ranks were set by hand: waits are as right as these are."));
  }
  if (const std::size_t unknown = countClocks(set, ClockSource::Unknown); unknown > 0) {
    return counted(unknown,
                   Words::tr("The clock of %1 rank is as its file has it, for no collective says how right it is."),
                   Words::tr("The clocks of %1 ranks are as their files have them, for no collective says how right "
                             "they are."));
  }
  const RankVerdict verdict = verdictOn(set);
  const QString error = inTime(verdict.clockError);
  return verdict.isWithinClocks
             ? Words::tr(
                   "Clocks agree to ±%1 only, by the ends of collectives; waits are hardly longer than that and "
                   "mean little.")
                   .arg(error)
             : Words::tr("Clocks agree to ±%1, by the ends of collectives.").arg(error);
}

QString clockInWords(const RankClock& clock) {
  const QString correction =
      clock.correction().ns == 0 ? QStringLiteral("0") : qt(signedTime(static_cast<double>(clock.correction().ns)));
  switch (clock.source()) {
    case ClockSource::ByHand:
      return Words::tr("%1 by hand").arg(correction);
    case ClockSource::Reference:
      return Words::tr("reference");
    case ClockSource::Unknown:
      return Words::tr("as recorded");
    default:
      return Words::tr("%1 ±%2").arg(correction, inTime(clock.error().value_or(Duration{})));
  }
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
                      .arg(countText(clock.collectives), qt(signedTime(static_cast<double>(clock.estimate.ns))),
                           inTime(clock.spread)));
  if (clock.source() == ClockSource::WithinSpread) {
    lines << Words::tr("Single collectives scatter as far, so nothing was added.");
  } else if (clock.source() == ClockSource::WithinEnds) {
    lines << Words::tr("Kernels of one collective end up to %1 apart on one clock as well, so nothing was added.")
                 .arg(inTime(clock.endsApart));
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
