// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_figure_rows.h"

#include "core/model/format/flops.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/record/run_standing.h"
#include "ui/views/record/sweep_curves.h"

#include <cmath>
#include <optional>

namespace kernline::ui {
namespace {

QString l2Word(const QString& l2) {
  return l2 == QLatin1String("warm") ? Words::tr("warm") : Words::tr("flushed");
}

QString peakText(const RunFigures& run) {
  if (run.shareOfPeak <= 0) {
    return {};
  }
  return (run.bound == QLatin1String("memory") ? Words::tr("%1 of the measured copy bandwidth")
                                               : Words::tr("%1 of the measured matrix multiplication rate"))
      .arg(percentText(run.shareOfPeak, 1));
}

QString errorText(const RunFigures& run) {
  return run.isChecked ? Words::tr("%1 (limit %2)").arg(run.maxError, 0, 'g', 3).arg(run.tolerance, 0, 'g', 3)
                       : Words::tr("not checked");
}

QString noiseText(const RunFigures& run) {
  return run.isConverged ? QStringLiteral("±") + percentText(run.noise)
                         : Words::tr("±%1, above the limit").arg(percentText(run.noise));
}

QString clockText(const RunFigures& run) {
  return run.clockMax > 0
             ? Words::tr("%1 to %2 MHz, %3").arg(run.clockMin).arg(run.clockMax).arg(throttleWord(run.throttle))
             : QString();
}

QString recordsText(const RunFigures& run) {
  return run.recorded > 0 || run.dropped > 0 ? Words::tr("%1, %2 dropped").arg(run.recorded).arg(run.dropped)
                                             : QString();
}

/// "137.4 GFLOP (1.00× the algorithm's) · 201.5 MB of DRAM traffic (2.10×)".
QString countedText(const RunFigures& run) {
  QStringList parts;
  if (run.counted.flops) {
    const QString flops = qt(formatFlops(*run.counted.flops));
    parts << (run.flops > 0
                  ? Words::tr("%1, %2× the algorithm's").arg(flops).arg(*run.counted.flops / run.flops, 0, 'f', 2)
                  : flops);
  }
  if (run.counted.dramBytes) {
    const QString bytes = qt(formatBytes(std::llround(*run.counted.dramBytes)));
    parts << (run.bytes > 0 ? Words::tr("%1 of DRAM traffic, %2× the algorithm's")
                                  .arg(bytes)
                                  .arg(*run.counted.dramBytes / run.bytes, 0, 'f', 2)
                            : Words::tr("%1 of DRAM traffic").arg(bytes));
  }
  return parts.join(QStringLiteral(" · "));
}

/// "DRAM 85.1 % · tensor pipe 12.0 % · L2 cache 40.2 %".
QString unitsText(const RunFigures& run) {
  const std::pair<const char*, std::optional<double>> units[] = {{"DRAM", run.counted.dramShare},
                                                                 {"tensor pipe", run.counted.tensorShare},
                                                                 {"L2 cache", run.counted.l2Share},
                                                                 {"L1 cache", run.counted.l1Share},
                                                                 {"SM", run.counted.smShare}};
  QStringList parts;
  for (const auto& [unit, share] : units) {
    if (share) {
      parts << QStringLiteral("%1 %2").arg(limitWord(QString::fromLatin1(unit)), percentText(*share, 1));
    }
  }
  return parts.join(QStringLiteral(" · "));
}

QString countedShareText(std::optional<double> share) {
  return share ? percentText(*share, 1) : QString();
}

}  // namespace

QString runTimeText(double ns) {
  return ns > 0 ? qt(formatDuration(Duration{static_cast<std::int64_t>(std::llround(ns))})) : QString();
}

QString percentText(double share, int decimals) {
  return QString::number(share * 100, 'f', decimals) + QStringLiteral(" %");
}

QString throttleWord(const QString& throttle) {
  return throttle.isEmpty() || throttle == QLatin1String("none") ? Words::tr("no throttling")
                                                                 : Words::tr("throttled: %1").arg(throttle);
}

std::vector<RunFigureRow> runFigureRows(const std::vector<RunFigures>& runs, const std::vector<KeptRun>& earlier) {
  std::vector<RunFigureRow> rows;
  const auto add = [&](const QString& name, auto&& textOf, const QString& help = {}) {
    QStringList values;
    for (const RunFigures& run : runs) {
      values << textOf(run);
    }
    if (!values.join(QString()).isEmpty()) {
      rows.push_back({name, values, help});
    }
  };
  using Run = const RunFigures&;
  add(Words::tr("Kernel"), [](Run run) { return run.kernel; });
  add(Words::tr("Parameters"),
      [](Run run) { return run.isBest ? Words::tr("%1 (fastest)").arg(parameterText(run)) : parameterText(run); });
  add(Words::tr("Median"), [](Run run) { return runTimeText(run.medianNs); });
  add(
      Words::tr("Earlier runs"), [&](Run run) { return standingText(run, earlier); },
      Words::tr("Runs of this kernel with the same parameters, on the same device"));
  if (runs.size() == 2 && runs[0].medianNs > 0 && runs[1].medianNs > 0) {
    rows.push_back({Words::tr("Second / first"),
                    {QStringLiteral("1"), QString::number(runs[1].medianNs / runs[0].medianNs, 'f', 3)}});
  }
  if (const QString changed = runs.size() == 2 ? changedCountersText(runs[0], runs[1]) : QString();
      !changed.isEmpty()) {
    rows.push_back({Words::tr("Changed counters"), {QString(), changed}});
  }
  add(Words::tr("Noise"), noiseText, Words::tr("Half of the 95 % confidence interval of the median"));
  add(Words::tr("Samples"), [](Run run) { return QString::number(run.samples); });
  add(
      Words::tr("Bandwidth"),
      [](Run run) { return run.bytesPerSecond > 0 ? qt(formatByteRate(run.bytesPerSecond)) : QString(); },
      Words::tr("Bytes that the algorithm must move, divided by the median"));
  add(
      Words::tr("Arithmetic"),
      [](Run run) { return run.flopsPerSecond > 0 ? qt(formatFlopRate(run.flopsPerSecond)) : QString(); },
      Words::tr("FLOPs that the algorithm needs, divided by the median"));
  add(Words::tr("Share of peak"), peakText);
  add(Words::tr("Counted"), countedText, Words::tr("Counted in one launch, compared with what the algorithm needs"));
  add(
      Words::tr("Limit"), [](Run run) { return limitWord(run.counted.limit); },
      Words::tr("The unit that is closest to its peak; latency where all are below 60 %"));
  add(Words::tr("Units"), unitsText,
      Words::tr("Counted shares of what each unit can do, means over the time of the kernels"));
  add(
      Words::tr("L2 hit rate"), [](Run run) { return countedShareText(run.counted.l2HitRate); },
      Words::tr("Share of L2 sector requests that hit"));
  add(
      Words::tr("Occupancy"), [](Run run) { return countedShareText(run.counted.occupancy); },
      Words::tr("Active warps on average, as a share of the most that a multiprocessor can hold"));
  add(Words::tr("Max error"), errorText, Words::tr("Relative to a double-precision reference"));
  add(Words::tr("L2 cache"), [](Run run) { return l2Word(run.l2); });
  add(Words::tr("Clocks"), clockText);
  add(Words::tr("Records"), recordsText);
  add(Words::tr("Device"), [](Run run) { return run.device; });
  return rows;
}

}  // namespace kernline::ui
