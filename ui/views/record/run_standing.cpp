// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_standing.h"

#include "core/compare/runs/counter_changes.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/record/run_figure_rows.h"
#include "ui/views/record/sweep_curves.h"

#include <QLocale>

#include <cmath>

namespace kernline::ui {

namespace {

bool measuresTheSame(const RunFigures& a, const RunFigures& b) {
  return a.kernel == b.kernel && a.parameters == b.parameters && a.device == b.device && a.l2 == b.l2;
}

/// Figures of a run, with its time.
struct Timed {
  const RunFigures* figures = nullptr;
  QDateTime when;
};

enum class Order { Faster, Same, Slower };

Order orderOf(const RunFigures& run, const RunFigures& other) {
  if (std::abs(run.medianNs / other.medianNs - 1) <= run.noise + other.noise) {
    return Order::Same;
  }
  return run.medianNs < other.medianNs ? Order::Faster : Order::Slower;
}

bool hasCounters(const CountedFigures& counted) {
  return counted.flops || counted.dramBytes || counted.dramShare || counted.tensorShare || counted.l2HitRate ||
         counted.occupancy || !counted.limit.isEmpty();
}

CounterReading readingOf(const CountedFigures& counted) {
  CounterReading reading;
  reading.metrics.flops = counted.flops;
  reading.metrics.dramBytes = counted.dramBytes;
  reading.metrics.dramShare = counted.dramShare;
  reading.metrics.tensorShare = counted.tensorShare;
  reading.metrics.l2HitRate = counted.l2HitRate;
  reading.metrics.occupancy = counted.occupancy;
  reading.limit = Message::name(limitWord(counted.limit).toStdString());
  return reading;
}

QString againstLast(const RunFigures& run, const RunFigures& last) {
  const QString apart = percentText(std::abs(run.medianNs / last.medianNs - 1));
  switch (orderOf(run, last)) {
    case Order::Faster:
      return Words::tr("%1 less time than the last run").arg(apart);
    case Order::Slower:
      return Words::tr("%1 more time than the last run").arg(apart);
    case Order::Same:
      break;
  }
  return Words::tr("same time as the last run, within noise");
}

QString againstBest(const RunFigures& run, const Timed& best) {
  const QString when = QLocale().toString(best.when, QStringLiteral("MM-dd HH:mm"));
  switch (orderOf(run, *best.figures)) {
    case Order::Faster:
      return Words::tr("the best so far");
    case Order::Slower:
      return Words::tr("%1 more than the best run (%2, %3)")
          .arg(percentText(run.medianNs / best.figures->medianNs - 1), runTimeText(best.figures->medianNs), when);
    case Order::Same:
      break;
  }
  return Words::tr("same as the best run, within noise");
}

}  // namespace

QString changedCountersText(const RunFigures& base, const RunFigures& run) {
  const bool isOfBoth = hasCounters(base.counted) && hasCounters(run.counted);
  if (base.medianNs <= 0 || run.medianNs <= 0 || orderOf(run, base) == Order::Same ||
      !(hasCounters(base.counted) || hasCounters(run.counted))) {
    return {};
  }
  if (!isOfBoth) {
    return Words::tr("only one of the two runs has counters");
  }
  const CounterChanges changes(readingOf(base.counted), readingOf(run.counted));
  return changes.isEmpty() ? Words::tr("no counter changed enough to explain it") : coreText(changes.text());
}

QString standingText(const RunFigures& run, const std::vector<KeptRun>& earlier) {
  Timed last;
  Timed best;
  for (const KeptRun& other : earlier) {
    for (const RunFigures& figures : other.figures) {
      if (figures.medianNs <= 0 || !measuresTheSame(run, figures)) {
        continue;
      }
      if (last.figures == nullptr || other.when > last.when) {
        last = {.figures = &figures, .when = other.when};
      }
      if (best.figures == nullptr || figures.medianNs < best.figures->medianNs) {
        best = {.figures = &figures, .when = other.when};
      }
    }
  }
  if (last.figures == nullptr || run.medianNs <= 0) {
    return {};
  }
  QString text = againstLast(run, *last.figures);
  if (orderOf(run, *last.figures) == Order::Slower) {
    const QString changed = changedCountersText(*last.figures, run);
    text = changed.isEmpty() ? text : Words::tr("%1 (%2)").arg(text, changed);
  }
  return last.figures == best.figures && orderOf(run, *last.figures) != Order::Faster
             ? text
             : Words::tr("%1; %2").arg(text, againstBest(run, best));
}

}  // namespace kernline::ui
