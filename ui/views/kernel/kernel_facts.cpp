// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/kernel/kernel_facts.h"

#include "core/model/format/flops.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QCoreApplication>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace kernline::ui {
namespace {

constexpr std::size_t maxStates = 7;
constexpr double hertzPerGigahertz = 1e9;

struct KernelWords {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::KernelCard)
};

std::int64_t rounded(double number) {
  return std::llround(number);
}

QString percent(double share) {
  return qt(formatShare(share));
}

QString traffic(double bytes, std::optional<double> perSecond) {
  const QString total = qt(formatBytes(rounded(bytes)));
  return perSecond ? QStringLiteral("%1 · %2").arg(total, qt(formatByteRate(*perSecond))) : total;
}

QString flopsText(double flops, std::optional<double> perSecond) {
  const QString total = qt(formatFlops(flops));
  return perSecond ? QStringLiteral("%1 · %2").arg(total, qt(formatFlopRate(*perSecond))) : total;
}

/// All resources that allow no more blocks than the scarcest.
QString scarcest(const KernelCard& card) {
  QStringList names;
  for (const OccupancyLimit& limit : card.limits) {
    if (limit.blocks == card.limits.front().blocks) {
      names << coreText(limit.resource);
    }
  }
  return names.join(QStringLiteral(", "));
}

}  // namespace

std::vector<Fact> figureFacts(const KernelCard& card) {
  std::vector<Fact> facts;
  const KernelMetrics& metrics = card.metrics;
  if (metrics.durationNs) {
    facts.push_back({KernelWords::tr("Duration"), qt(formatDuration(Duration{rounded(*metrics.durationNs)})),
                     KernelWords::tr("Measured by Nsight Compute, which runs each kernel alone, with clocks locked to "
                                     "base and caches flushed unless told otherwise")});
  }
  if (metrics.clockHz) {
    facts.push_back({KernelWords::tr("SM clock"),
                     QStringLiteral("%1 GHz").arg(*metrics.clockHz / hertzPerGigahertz, 0, 'f', 2),
                     {}});
  }
  if (metrics.dramBytes) {
    facts.push_back({KernelWords::tr("DRAM traffic"), traffic(*metrics.dramBytes, card.dramRate()),
                     KernelWords::tr("Bytes read and written")});
  }
  if (metrics.flops) {
    facts.push_back({Words::tr("FLOPs"), flopsText(*metrics.flops, card.flopRate()),
                     KernelWords::tr("Floating-point operations executed; a multiply-add counts as two")});
  }
  if (const auto intensity = card.intensity()) {
    facts.push_back({KernelWords::tr("Intensity"), KernelWords::tr("%1 FLOP/B").arg(*intensity, 0, 'g', 3), {}});
  }
  if (card.l1HitRate) {
    facts.push_back({KernelWords::tr("L1 hit rate"), percent(*card.l1HitRate), {}});
  }
  if (metrics.l2HitRate) {
    facts.push_back({KernelWords::tr("L2 hit rate"), percent(*metrics.l2HitRate), {}});
  }
  return facts;
}

std::vector<Fact> occupancyFacts(const KernelCard& card) {
  std::vector<Fact> facts;
  if (card.metrics.occupancy) {
    facts.push_back({KernelWords::tr("Achieved"), percent(*card.metrics.occupancy),
                     KernelWords::tr("Warps that were active on average, of those that fit on a multiprocessor")});
  }
  if (card.theoreticalOccupancy) {
    facts.push_back({KernelWords::tr("Theoretical"), percent(*card.theoreticalOccupancy),
                     KernelWords::tr("Warps that this launch can have on a multiprocessor, of those that fit")});
  }
  if (!card.limits.empty()) {
    QStringList all;
    for (const OccupancyLimit& limit : card.limits) {
      all << QStringLiteral("%1: %2").arg(coreText(limit.resource), qt(formatCount(rounded(limit.blocks))));
    }
    const bool isFull = card.theoreticalOccupancy >= 1.0;
    facts.push_back({KernelWords::tr("Limited by"), isFull ? KernelWords::tr("nothing: all warps fit") : scarcest(card),
                     KernelWords::tr("Blocks that fit on a multiprocessor, by resource") + QStringLiteral("\n") +
                         all.join(QStringLiteral("\n"))});
  }
  if (card.registersPerThread) {
    facts.push_back(
        {KernelWords::tr("Registers"), KernelWords::tr("%1 per thread").arg(rounded(*card.registersPerThread)), {}});
  }
  if (card.sharedBytesPerBlock) {
    facts.push_back({KernelWords::tr("Shared memory"),
                     KernelWords::tr("%1 per block").arg(qt(formatBytes(rounded(*card.sharedBytesPerBlock)))),
                     {}});
  }
  if (card.waves) {
    facts.push_back({KernelWords::tr("Waves"), QString::number(*card.waves, 'f', 2),
                     KernelWords::tr("How often all multiprocessors are filled with blocks. A last wave that is not "
                                     "full leaves some idle")});
  }
  return facts;
}

std::vector<ShareBar> unitBars(const KernelCard& card) {
  std::vector<ShareBar> bars;
  for (const UnitUse& unit : card.units) {
    bars.push_back({.label = coreText(unit.unit), .share = unit.share, .text = percent(unit.share)});
  }
  return bars;
}

std::vector<ShareBar> stateBars(const KernelCard& card) {
  std::vector<ShareBar> bars;
  double others = 0;
  for (const WarpState& state : card.states) {
    if (bars.size() < maxStates || card.states.size() == maxStates + 1) {
      bars.push_back({.label = coreText(state.state),
                      .share = state.share,
                      .text = percent(state.share),
                      .tip = coreText(state.definition)});
    } else {
      others += state.share;
    }
  }
  if (others > 0) {
    bars.push_back({.label = KernelWords::tr("All others"), .share = others, .text = percent(others)});
  }
  return bars;
}

}  // namespace kernline::ui
