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

#include <QStringList>

#include <algorithm>
#include <cstddef>

namespace kernline::ui {
namespace {

constexpr std::size_t maxThrough = 4;

std::size_t countClocks(const RankSet& set, ClockSource source) {
  return static_cast<std::size_t>(std::ranges::count(set.clocks, source, &RankClock::source));
}

QString lateSentence(const LateReason& reason) {
  if (reason.waitsFor >= 0) {
    return Words::tr("Before that, it waits for rank %1 itself, %2 longer than the others.")
        .arg(reason.waitsFor)
        .arg(inTime(reason.excess));
  }
  return reason.kernel.empty()
             ? Words::tr("Before that, its device is idle %1 longer than the others.").arg(inTime(reason.excess))
             : Words::tr("Before that, %1 takes %2 longer there than on the others.")
                   .arg(qt(printable(shownName(reason.kernel, true))), inTime(reason.excess));
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
  const Straggler* mainStraggler = verdict.mainStraggler();
  if (mainStraggler == nullptr || mainStraggler->because.empty()) {
    return {};
  }
  const QString experts = coreText(expertSentenceOn(*mainStraggler));
  return experts.isEmpty() ? lateSentence(mainStraggler->because.front())
                           : lateSentence(mainStraggler->because.front()) + QLatin1Char(' ') + experts;
}

QString rootsOf(const RankSet& set) {
  return coreText(rootSentenceOn(verdictOn(set)));
}

QString rootTip(const Straggler& straggler) {
  QStringList lines;
  for (const RootCause& cause : straggler.causes) {
    const QString what = cause.kernel.empty() ? Words::tr("Idle") : qt(printable(shownName(cause.kernel, true)));
    lines << Words::tr("%1: %2 longer than on the others, %3 of waiting")
                 .arg(what, inTime(cause.excess), inTime(cause.waitCaused));
  }
  if (const Message experts = expertSentenceOn(straggler); !experts.isEmpty()) {
    lines << coreText(experts);
  }
  for (std::size_t i = 0; i < std::min(straggler.through.size(), maxThrough); ++i) {
    const PassedWait& passed = straggler.through[i];
    lines << Words::tr("Others wait %1 for rank %2, which it had delayed").arg(inTime(passed.wait)).arg(passed.rank);
  }
  QStringList way;
  for (const ChainLink& link : straggler.chain) {
    way << (link.group.empty() ? Words::tr("rank %1").arg(link.rank)
                               : Words::tr("rank %1 in %2").arg(QString::number(link.rank), qt(printable(link.group))));
  }
  if (!way.isEmpty()) {
    lines << way.join(QStringLiteral(" → "));
  }
  if (straggler.untraced.ns > 0) {
    lines << Words::tr("Not traced further: %1").arg(inTime(straggler.untraced));
  }
  return lines.join(QLatin1Char('\n'));
}

QString clocksText(const RankSet& set) {
  if (set.files.size() < 2) {
    return {};
  }
  if (const std::size_t byHand = countClocks(set, ClockSource::Manual); byHand > 0) {
    return counted(byHand, Words::tr("The clock of %1 rank was set manually; wait times depend on it."),
                   Words::tr("The clocks of %1 ranks were set manually; wait times depend on them."));
  }
  if (const std::size_t unknown = countClocks(set, ClockSource::Unknown); unknown > 0) {
    return counted(unknown, Words::tr("The clock of %1 rank is taken from its file; no collective confirms it."),
                   Words::tr("The clocks of %1 ranks are taken from their files; no collective confirms them."));
  }
  const RankVerdict verdict = verdictOn(set);
  const QString error = inTime(verdict.clockError);
  return verdict.isWithinClocks
             ? Words::tr(
                   "Clock accuracy is only ±%1, from the ends of collectives; waits are hardly longer and mean little.")
                   .arg(error)
             : Words::tr("Clock accuracy: ±%1, from the ends of collectives.").arg(error);
}

QString clockText(const RankClock& clock) {
  const QString correction =
      clock.correction().ns == 0 ? QStringLiteral("0") : qt(signedTime(static_cast<double>(clock.correction().ns)));
  switch (clock.source()) {
    case ClockSource::Manual:
      return Words::tr("%1, manual").arg(correction);
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
    return Words::tr("Reference: all other clocks are aligned to this rank.");
  }
  if (clock.fromBase.ns != 0) {
    lines << Words::tr("The recorded clocks differ by %1 from the first rank.")
                 .arg(qt(signedTime(static_cast<double>(clock.fromBase.ns))));
  }
  lines << (clock.collectives == 0
                ? Words::tr("No collective confirms this clock; its error is unknown.")
                : counted(clock.collectives, Words::tr("%1 collective gives an offset of %2, within %3."),
                          Words::tr("%1 collectives give an offset of %2; half of them are within %3 of it."))
                      .arg(qt(signedTime(static_cast<double>(clock.estimate.ns))), inTime(clock.spread)));
  if (clock.source() == ClockSource::WithinSpread) {
    lines << Words::tr("Not adjusted: single collectives scatter as much.");
  } else if (clock.source() == ClockSource::WithinEnds) {
    lines << Words::tr("Not adjusted: even on one clock, kernels of one collective end up to %1 apart.")
                 .arg(inTime(clock.endsApart));
  }
  return lines.join(QLatin1Char('\n'));
}

QString ranksText(const CollectiveMatch& match) {
  if (match.missing.empty()) {
    return counted(match.parts.size(), Words::tr("%1 rank"), Words::tr("%1 ranks"));
  }
  return Words::tr("%1 of %2 ranks").arg(match.parts.size()).arg(match.parts.size() + match.missing.size());
}

}  // namespace kernline::ui
