// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/work/work_words.h"

#include "core/model/base/message.h"
#include "core/model/format/flops.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace kernline::ui {
namespace {

constexpr double maxBytes = 9e18;  // whole numbers end there

QString nothing() {
  return QStringLiteral("–");
}

template <typename Format>
QString textOr(std::optional<double> value, const Format& format) {
  return value && std::isfinite(*value) ? qt(format(*value)) : nothing();
}

QString byteText(double bytes) {
  return qt(formatBytes(std::llround(std::min(bytes, maxBytes))));
}

QString joined(const QString& a, const QString& b) {
  return a + QStringLiteral(" · ") + b;
}

/// Returns the modeled share of the time that the utilization beside it counts.
QString modeledText(const WorkTable& table) {
  if (table.utilization && table.utilization->steps > 0 && table.device.ceilings) {
    const WorkUtilization& used = *table.utilization;
    return counted(used.steps, Words::tr("%2 of %3 in %1 step modeled"), Words::tr("%2 of %3 in %1 steps modeled"))
        .arg(workShareText(used.coverage()), qt(formatDuration(used.kernelTime)));
  }
  return Words::tr("%1 of %2 modeled")
      .arg(qt(formatShare(table.modeledShare())), qt(formatDuration(table.work.all.kernelTime)));
}

}  // namespace

QString ceilingsText(const ReferenceDevice& device) {
  const QString name = qt(printable(device.name));
  if (device.ceilings) {
    return Words::tr("peak rates of %1 (%2)").arg(name, qt(device.ceilings->source));
  }
  return name.isEmpty() ? Words::tr("no peak rates: the GPU is unknown")
                        : Words::tr("no peak rates: %1 is not in the table of devices").arg(name);
}

QString titleOf(WorkBy by) {
  switch (by) {
    case WorkBy::Op:
      return Words::tr("Operator");
    case WorkBy::Kernel:
      return Words::tr("Kernel");
    case WorkBy::Family:
      return Words::tr("Family");
    case WorkBy::Module:
      return Words::tr("Module");
    case WorkBy::Phase:
      return Words::tr("Phase");
    case WorkBy::Shape:
      break;
  }
  return Words::tr("Operator and shapes");
}

QString flopsText(std::optional<double> flops) {
  return flops ? qt(formatFlops(*flops)) : nothing();
}

QString workBytesText(std::optional<double> bytes) {
  return bytes ? byteText(*bytes) : nothing();
}

QString flopRateText(std::optional<double> flopsPerSecond) {
  return textOr(flopsPerSecond, formatFlopRate);
}

QString byteRateText(std::optional<double> bytesPerSecond) {
  return textOr(bytesPerSecond, formatByteRate);
}

QString intensityText(std::optional<double> intensity) {
  return intensity ? QString::number(*intensity, 'g', 3) : nothing();
}

QString workShareText(std::optional<double> share) {
  return textOr(share, formatShare);
}

QString recoverableText(const WorkFigures& figures) {
  return figures.rooflineCount > 0 ? qt(formatDuration({std::llround(figures.recoverableNs)})) : nothing();
}

QString boundText(const WorkFigures& figures) {
  return figures.bound() == WorkBound::Unknown ? nothing() : coreText(toText(figures.bound()));
}

std::optional<double> flopsPerCall(const WorkFigures& figures) {
  return figures.flops > 0 ? figures.flopsPerCall() : std::nullopt;
}

std::optional<double> flopRate(const WorkFigures& figures) {
  return figures.flops > 0 ? figures.flopsPerSecond() : std::nullopt;
}

QString ruleTip(const WorkRule& rule) {
  if (rule.line == 0) {  // rule without a file
    return Words::tr("Computed from: %1").arg(coreText(Message::phrase(rule.text)));
  }
  return Words::tr("Line %1 of work.txt:\n%2\nMatches %3.")
      .arg(QString::number(rule.line), qt(printable(rule.text)), qt(printable(rule.operators)));
}

QString modelText(const WorkRow& row) {
  const bool isWhole = row.figures.modeledCount == row.figures.count;
  if (row.rule == nullptr) {
    return coreText(row.reason);
  }
  const QString rule = qt(printable(row.rule->operators));
  return isWhole ? rule : Words::tr("%1; in part: %2").arg(rule, coreText(row.reason));
}

QString modelTip(const WorkRow& row) {
  QStringList lines;
  if (row.rule != nullptr) {
    lines << ruleTip(*row.rule);
  }
  if (row.figures.modeledCount < row.figures.count) {
    lines << Words::tr("Not modeled: %1").arg(coreText(row.reason));
  }
  return lines.join(QLatin1Char('\n'));
}

std::vector<HoverCard::Fact> workFacts(const WorkFigures& figures) {
  std::vector<HoverCard::Fact> facts;
  if (figures.flops > 0) {
    facts.push_back(
        {Words::tr("FLOPs"), joined(flopsText(figures.flopsPerCall()), flopRateText(figures.flopsPerSecond()))});
  }
  if (figures.modeledCount > 0) {
    facts.push_back(
        {Words::tr("Bytes"), joined(workBytesText(movedPerCall(figures)), byteRateText(movedPerSecond(figures)))});
  }
  if (figures.intensity()) {
    facts.push_back({Words::tr("Intensity"), Words::tr("%1 FLOP/byte").arg(intensityText(figures.intensity()))});
  }
  if (figures.rooflineCount > 0) {
    facts.push_back({Words::tr("Roofline"), workShareText(figures.shareOfRoofline())});
  }
  if (figures.bound() != WorkBound::Unknown) {
    facts.push_back({Words::tr("Bound by"), boundText(figures)});
  }
  if (figures.rooflineCount > 0) {
    facts.push_back({Words::tr("Recoverable"), recoverableText(figures)});
  }
  return facts;
}

HoverCard workCard(const WorkTable& table, std::size_t row) {
  HoverCard card;
  const WorkFigures& figures = table.figures(row);
  card.title = table.names[row];
  if (const std::string& dims = table.row(row).shape.dims; !dims.empty()) {
    card.facts.push_back({Words::tr("Input shapes"), qt(printable(dims))});
  }
  card.facts.push_back(
      {Words::tr("Time"), joined(qt(formatDuration(figures.kernelTime)),
                                 counted(figures.count, Words::tr("%1 call"), Words::tr("%1 calls")))});
  std::ranges::move(workFacts(figures), std::back_inserter(card.facts));
  return card;
}

QString workHeadline(const WorkTable& table) {
  QStringList parts{modeledText(table), ceilingsText(table.device)};
  if (table.work.all.inferred.ns > 0) {
    parts << Words::tr("operators of %1 inferred").arg(qt(formatDuration(table.work.all.inferred)));
  }
  if (table.utilization && table.device.ceilings) {
    parts << Words::tr("MFU %1").arg(workShareText(table.utilization->ofFlops()))
          << Words::tr("memory bandwidth utilization %1").arg(workShareText(table.utilization->ofBandwidth()));
    if (table.utilization->isLittleModeled()) {
      parts << Words::tr("at least: only %1 of the time is modeled").arg(workShareText(table.utilization->coverage()));
    }
  }
  if (table.measured) {
    for (const JoinedReport& report : table.measured->reports()) {
      if (report.joined > 0) {
        parts << coreText(joinText(report));
      }
    }
  }
  return parts.join(QStringLiteral(" · "));
}

QString workHeadlineTip(const WorkTable& table) {
  QString tip = Words::tr(
      "FLOPs and bytes are computed from the input shapes of operators. A multiply-add is two FLOPs; every input is "
      "read once and every output written once. The roofline is the least time that the device needs for both.");
  if (!table.utilization || !table.device.ceilings) {
    return tip;
  }
  const WorkUtilization& used = *table.utilization;
  const QString elapsed = counted(used.devices, Words::tr("%2 on %1 device"), Words::tr("%2 on %1 devices"))
                              .arg(qt(formatDuration(used.elapsed)));
  tip += QStringLiteral("\n\n") +
         Words::tr(
             "MFU, model FLOPs utilization: FLOPs of matrix products, convolutions and attention (%1), each "
             "divided by the peak of its type, then by the elapsed time (%2). Recomputation is counted each time.")
             .arg(flopsText(used.matrixFlops), elapsed);
  tip += QStringLiteral("\n\n") +
         Words::tr("Memory bandwidth utilization: bytes of all modeled work (%1), divided by %2 and by the same time.")
             .arg(byteText(used.bytes), qt(formatByteRate(table.device.ceilings->bytesPerSecond)));
  return tip;
}

}  // namespace kernline::ui
