// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/ncu/kernel_facts.h"

#include "core/analysis/statistics/launch_fit.h"
#include "core/model/format/flops.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
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

/// "4", and "0.61" of a grid that does not give each multiprocessor one.
QString blocksText(double blocks) {
  return std::floor(blocks) == blocks ? qt(formatCount(rounded(blocks))) : QString::number(blocks, 'f', 2);
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

Fact limitFact(const KernelCard& card) {
  QStringList all;
  for (const OccupancyLimit& limit : card.limits) {
    all << QStringLiteral("%1: %2").arg(coreText(limit.resource), blocksText(limit.blocks));
  }
  return {
      KernelWords::tr("Limited by"),
      card.isOccupancyLimited() ? scarcest(card) : KernelWords::tr("nothing: all warps fit"),
      KernelWords::tr("Blocks per multiprocessor that fit by each resource, and that the grid has if they are fewer") +
          QStringLiteral("\n") + all.join(QStringLiteral("\n"))};
}

Fact wavesFact(double waves) {
  const double last = lastWave(waves);
  const bool isFull = last >= 1 - 1e-9;
  const QString number = QString::number(waves, 'f', 2);
  return {KernelWords::tr("Waves"),
          isFull ? number : KernelWords::tr("%1 · the last fills %2 of the GPU").arg(number, percent(last)),
          KernelWords::tr("How often all multiprocessors are filled with blocks. A last wave that is not full leaves "
                          "some idle")};
}

/// "96.00 MiB, counted 2.10×".
QString besideCounted(const QString& needed, double algorithm, std::optional<double> counted) {
  return counted && algorithm > 0 ? KernelWords::tr("%1, counted %2×").arg(needed).arg(*counted / algorithm, 0, 'f', 2)
                                  : needed;
}

}  // namespace

QString howMeasured() {
  return KernelWords::tr(
      "Measured in a run of Nsight Compute. It runs each kernel alone, locks the clock and flushes the caches, unless "
      "told otherwise");
}

QString howCounted() {
  return KernelWords::tr(
      "The recorder counted around this launch, at the real clock. It waited until the GPU was idle, so that the "
      "kernel "
      "ran alone");
}

QString clockText(double hz) {
  return KernelWords::tr("%1 GHz").arg(hz / hertzPerGigahertz, 0, 'f', 2);
}

std::vector<Fact> workFacts(const KernelMetrics& metrics) {
  std::vector<Fact> facts;
  const auto add = [&](const QString& label, const QStringList& values, const QString& tip) {
    if (!values.isEmpty()) {
      facts.push_back({label, values.join(QStringLiteral(" · ")), tip});
    }
  };
  QStringList traffic;
  if (metrics.dramBytes) {
    traffic << qt(formatBytes(rounded(*metrics.dramBytes)));
  }
  if (const auto rate = metrics.dramRate()) {
    traffic << qt(formatByteRate(*rate));
  }
  if (metrics.dramShare) {
    traffic << KernelWords::tr("%1 of peak").arg(percent(*metrics.dramShare));
  }
  add(KernelWords::tr("DRAM traffic"), traffic, KernelWords::tr("Bytes read from and written to device memory"));
  QStringList flops;
  if (metrics.flops) {
    flops << qt(formatFlops(*metrics.flops));
  }
  if (const auto rate = metrics.flopRate()) {
    flops << qt(formatFlopRate(*rate));
  }
  add(Words::tr("FLOPs"), flops, KernelWords::tr("Floating-point operations executed; a multiply-add counts as two"));
  if (const auto intensity = metrics.intensity()) {
    add(KernelWords::tr("Intensity"), {KernelWords::tr("%1 FLOP/B").arg(*intensity, 0, 'g', 3)},
        KernelWords::tr("FLOPs per byte of DRAM traffic"));
  }
  if (metrics.l2HitRate) {
    add(KernelWords::tr("L2 hit rate"), {percent(*metrics.l2HitRate)}, {});
  }
  return facts;
}

std::optional<Fact> algorithmFact(const KernelMetrics& metrics, const LaunchWork& work) {
  QStringList needs;
  if (work.algorithmFlops) {
    needs << besideCounted(qt(formatFlops(*work.algorithmFlops)), *work.algorithmFlops, metrics.flops);
  }
  if (work.algorithmBytes) {
    needs << besideCounted(qt(formatBytes(rounded(*work.algorithmBytes))), *work.algorithmBytes, metrics.dramBytes);
  }
  return needs.isEmpty()
             ? std::nullopt
             : std::optional(Fact{KernelWords::tr("Algorithm"), needs.join(QStringLiteral(" · ")),
                                  KernelWords::tr("What the algorithm needs: each input read and each output written "
                                                  "once. More was counted where work is wasted, fewer bytes where a "
                                                  "cache had them")});
}

std::optional<Fact> rooflineFact(const KernelRoofline& roofline) {
  QStringList shares;
  if (roofline.counted) {
    shares << KernelWords::tr("%1 by counters").arg(percent(*roofline.counted));
  }
  if (roofline.algorithm) {
    shares << KernelWords::tr("%1 by the algorithm").arg(percent(*roofline.algorithm));
  }
  return shares.isEmpty() ? std::nullopt
                          : std::optional(Fact{
                                KernelWords::tr("Roofline"), shares.join(QStringLiteral(" · ")),
                                KernelWords::tr("The least time that the GPU needs for what was counted, and for what "
                                                "the algorithm needs, as a share of the measured time")});
}

std::optional<Fact> occupancyFact(const KernelCard& card) {
  if (!card.metrics.occupancy) {
    return std::nullopt;
  }
  const QString achieved = percent(*card.metrics.occupancy);
  QString value = KernelWords::tr("%1 achieved").arg(achieved);
  if (card.theoreticalOccupancy) {
    value = card.isOccupancyLimited()
                ? KernelWords::tr("%1 achieved, %2 theoretical · limited by %3")
                      .arg(achieved, percent(*card.theoreticalOccupancy), scarcest(card))
                : KernelWords::tr("%1 achieved, %2 theoretical").arg(achieved, percent(*card.theoreticalOccupancy));
  }
  return Fact{KernelWords::tr("Occupancy"), value,
              KernelWords::tr("Active warps on average, as a share of the most that a multiprocessor can hold")};
}

std::vector<Fact> launchFacts(const KernelCard& card) {
  std::vector<Fact> facts;
  if (!card.limits.empty()) {
    facts.push_back(limitFact(card));
  }
  if (card.waves) {
    facts.push_back(wavesFact(*card.waves));
  }
  return facts;
}

std::vector<Fact> figureFacts(const KernelCard& card) {
  std::vector<Fact> facts;
  const KernelMetrics& metrics = card.metrics;
  if (metrics.durationNs) {
    facts.push_back(
        {KernelWords::tr("Duration"), qt(formatDuration(Duration{rounded(*metrics.durationNs)})), howMeasured()});
  }
  if (metrics.clockHz) {
    facts.push_back({KernelWords::tr("SM clock"), clockText(*metrics.clockHz), {}});
  }
  std::ranges::move(workFacts(metrics), std::back_inserter(facts));
  if (card.l1HitRate) {
    facts.push_back({KernelWords::tr("L1 hit rate"), percent(*card.l1HitRate), {}});
  }
  return facts;
}

std::vector<Fact> occupancyFacts(const KernelCard& card) {
  std::vector<Fact> facts;
  if (card.metrics.occupancy) {
    facts.push_back(
        {KernelWords::tr("Achieved"), percent(*card.metrics.occupancy),
         KernelWords::tr("Active warps on average, as a share of the most that a multiprocessor can hold")});
  }
  if (card.theoreticalOccupancy) {
    facts.push_back(
        {KernelWords::tr("Theoretical"), percent(*card.theoreticalOccupancy),
         KernelWords::tr(
             "Warps of this launch that fit on a multiprocessor, as a share of the most that it can hold")});
  }
  if (!card.limits.empty()) {
    facts.push_back(limitFact(card));
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
    facts.push_back(wavesFact(*card.waves));
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
