// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_subject.h"
#include "core/analysis/advice/kernel_evidence.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

namespace {

// A unit above `fullUse` of its peak can hardly get faster, so it has to do less; below `busyUse`, as in Nsight
// Compute, latencies count.
constexpr double fullUse = 0.8;
constexpr double busyUse = 0.6;

/// A remedy for a kernel, and the share of its time that it saves at most.
struct Remedy {
  AdviceKind kind = AdviceKind::Traffic;
  Phrase title;  ///< title with a gap for the kernel
  double share = 0;
  Confidence confidence = Confidence::Medium;
  std::vector<Message> evidence = {};
  bool isOfModel = false;  ///< whether it covers only the time above the roofline
};

/// The line in which warps wait most, if it is known.
Message hotLineText(const HotSpot& spot) {
  const std::string place = fmt::format("{}:{}", std::filesystem::path(spot.path).filename().string(), spot.line);
  return spot.text.empty()
             ? Phrase::tr("Most of these samples, %1, are in %2.").with(formatShare(spot.share), place)
             : Phrase::tr("Most of these samples, %1, are in %2: %3").with(formatShare(spot.share), place, spot.text);
}

constexpr double dominating = 0.3;  // share of warp states

bool hasDominatingStall(const KernelEvidence& kernel) {
  return kernel.stall && kernel.stall->share >= dominating;
}

/// Adds the dominating stall of the warps, and where they stall.
void addStall(const KernelEvidence& kernel, Remedy& remedy) {
  if (!hasDominatingStall(kernel)) {
    return;
  }
  remedy.evidence.push_back(Phrase::tr("Warps mostly wait: %1, %2 of samples. %3.")
                                .with(Message::phrase(kernel.stall->state), formatShare(kernel.stall->share),
                                      Message::phrase(kernel.stall->definition)));
  if (kernel.hotSpot) {
    remedy.confidence = Confidence::Medium;
    remedy.evidence.push_back(hotLineText(*kernel.hotSpot));
  }
}

/// Returns a remedy if DRAM is the limit and moves more than the algorithm needs. At most, it saves the share of the
/// unneeded bytes, until the next unit is the limit.
std::optional<Remedy> trafficOf(const KernelEvidence& kernel) {
  constexpr double nearBandwidth = 0.7;  // share of a datasheet's bandwidth, of which copies reach 0.9
  constexpr double minExcess = 1.25;
  const double needed = kernel.neededBytes.value_or(0);
  if (!(needed > 0) || kernel.dramShare.value_or(0) < nearBandwidth || !kernel.dramBytes ||
      *kernel.dramBytes < needed * minExcess) {
    return std::nullopt;
  }
  double share = 1 - needed / *kernel.dramBytes;
  for (const UnitUse& unit : kernel.units()) {
    share = unit.unit.english() == "DRAM" ? share : std::min(share, 1 - unit.share);
  }
  const Phrase sentence = kernel.isCounted() ? Phrase::tr(
                                                   "Counted: DRAM at %1 of its peak, %2 a launch, %3× the %4 "
                                                   "that the algorithm needs.")
                                             : Phrase::tr(
                                                   "Sampled: DRAM at %1 of its peak, %2 a launch, %3× the %4 "
                                                   "that the algorithm needs.");
  const std::string excess = fmt::format("{:.2f}", *kernel.dramBytes / needed);
  return Remedy{.kind = AdviceKind::Traffic,
                .title = Phrase::tr("%1 moves more DRAM traffic than needed"),
                .share = share,
                .confidence = kernel.isCounted() ? Confidence::High : Confidence::Medium,
                .evidence = {sentence.with(formatShare(*kernel.dramShare), formatBytes(std::llround(*kernel.dramBytes)),
                                           excess, formatBytes(std::llround(needed)))}};
}

/// A cache is the limit, while arithmetic and DRAM have time. At most, the busiest of these comes to `fullUse`.
std::optional<Remedy> cacheOf(const KernelEvidence& kernel) {
  const auto isCache = [](const UnitUse& use) { return use.unit.english().ends_with("cache"); };
  const auto cache = std::ranges::find_if(kernel.units(), isCache);
  double others = 0;
  for (const UnitUse& use : kernel.units()) {
    const bool isOfSms = use.unit.english() == "SM";  // its share may be that of the cache
    others = isOfSms || isCache(use) ? others : std::max(others, use.share);
  }
  if (cache == kernel.units().end() || cache->share < fullUse || others >= busyUse) {
    return std::nullopt;
  }
  Remedy remedy{.kind = AdviceKind::Cache,
                .title = Phrase::tr("%1 is bound by cache bandwidth"),
                .share = 1 - others / fullUse,
                .confidence = Confidence::Low,
                .evidence = {Phrase::tr("Counted: %1 at %2 of its peak, arithmetic and DRAM at %3 at most.")
                                 .with(Message::phrase(cache->unit), formatShare(cache->share), formatShare(others))}};
  addStall(kernel, remedy);
  return remedy;
}

/// Products of matrices that arithmetic limits, by the model, while the tensor pipe has time. At most, it comes to
/// `fullUse`, and the kernel to its roofline.
std::optional<Remedy> tensorPipeOf(const KernelEvidence& kernel) {
  constexpr double idle = 0.3;
  if (!kernel.isComputeBoundProduct || !kernel.tensorShare || *kernel.tensorShare >= idle) {
    return std::nullopt;
  }
  const Phrase sentence = kernel.isCounted()
                              ? Phrase::tr(
                                    "Counted: the tensor pipe works for %1 of the time, though the model calls "
                                    "this product compute-bound.")
                              : Phrase::tr(
                                    "Sampled: the tensor pipe works for %1 of the time, though the model calls "
                                    "this product compute-bound.");
  return Remedy{.kind = AdviceKind::TensorPipe,
                .title = Phrase::tr("%1 leaves tensor cores idle"),
                .share = 1 - *kernel.tensorShare / fullUse,
                .confidence = Confidence::Medium,
                .evidence = {sentence.with(formatShare(*kernel.tensorShare))},
                .isOfModel = true};
}

/// SMs without blocks, most of all at the end. At most, the blocks fill all SMs to the end.
std::optional<Remedy> tailOf(const KernelEvidence& kernel) {
  if (!kernel.blocks) {
    return std::nullopt;
  }
  const BlockFigures& blocks = *kernel.blocks;
  const double share = blocks.shareOf(blocks.tail) + blocks.shareOf(blocks.unused);
  const Message finding = blockFinding(blocks);
  if (share <= longTail || finding.isEmpty()) {
    return std::nullopt;
  }
  return Remedy{.kind = AdviceKind::Tail,
                .title = Phrase::tr("%1 leaves SMs idle"),
                .share = share,
                .confidence = Confidence::Medium,
                .evidence = {Phrase::tr("%1.").with(finding)}};
}

/// No unit is busy: warps wait. At most, the busiest unit comes to `fullUse`, and what warps wait for most is gone, or
/// the warps that there is no room for hide as much as those that there is.
std::optional<Remedy> latencyOf(const KernelEvidence& kernel) {
  constexpr double low = 0.5;
  if (kernel.units().empty() || kernel.units().front().share >= busyUse) {
    return std::nullopt;
  }
  const UnitUse& busiest = kernel.units().front();
  const bool isLimited = kernel.occupancyLimit && kernel.occupancyLimit->share <= low;
  const bool hasStall = hasDominatingStall(kernel);
  if (!isLimited && !hasStall) {
    return std::nullopt;
  }
  const double removed = std::max(hasStall ? kernel.stall->share : 0, isLimited ? 1 - kernel.occupancyLimit->share : 0);
  Remedy remedy{.kind = AdviceKind::Latency,
                .title = Phrase::tr("%1 is bound by latency"),
                .share = std::min(1 - busiest.share / fullUse, removed),
                .confidence = Confidence::Low};
  remedy.evidence.push_back(Phrase::tr("No unit is above %1 of its peak (%2).")
                                .with(formatShare(busiest.share), Message::phrase(busiest.unit)));
  addStall(kernel, remedy);
  if (isLimited) {
    remedy.evidence.push_back(
        Phrase::tr("Only %1 of the warps fit that an SM can hold, limited by %2.")
            .with(formatShare(kernel.occupancyLimit->share), Message::phrase(kernel.occupancyLimit->resource)));
  }
  return remedy;
}

/// A remedy and what it claims of all launches of its kernel.
struct RemedyClaims {
  Remedy remedy;
  std::string kernel;
  AdviceDraft draft;
};

Duration shareOfTime(Duration whole, double share) {
  return {std::llround(std::floor(static_cast<double>(whole.ns) * std::clamp(share, 0.0, 1.0)))};
}

}  // namespace

void adviseCounters(AdviceSubject& subject) {
  KernelEvidences evidences(subject);
  std::map<std::pair<KernelKey, AdviceKind>, RemedyClaims> found;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelinePiece& piece : device.pieces) {
      const auto key = piece.isTaken || piece.communicates ? std::nullopt : evidences.keyOf(piece.span);
      if (!key) {
        continue;
      }
      const KernelEvidence& kernel = evidences.of(*key);
      for (const auto remedyOf : {trafficOf, cacheOf, tensorPipeOf, tailOf, latencyOf}) {
        const std::optional<Remedy> remedy = remedyOf(kernel);
        if (!remedy) {
          continue;
        }
        RemedyClaims& claims =
            found
                .try_emplace({*key, remedy->kind},
                             RemedyClaims{.remedy = *remedy, .kernel = subject.nameOf(piece.span), .draft = {}})
                .first->second;
        const Duration wanted = shareOfTime(piece.inside, remedy->share);
        const Duration claimed = remedy->isOfModel ? piece.claimRecoverable(wanted) : piece.claim(wanted);
        claims.draft.addActivity(subject.trace, claimed, piece.span);
        claims.draft.measured += piece.inside;
      }
    }
  }
  for (auto& [key, claims] : found) {
    if (claims.draft.bound.ns == 0) {
      continue;
    }
    AdviceRow row{.kind = claims.remedy.kind,
                  .title = claims.remedy.title.with(claims.kernel),
                  .bound = claims.draft.bound,
                  .confidence = claims.remedy.confidence,
                  .evidence = std::move(claims.remedy.evidence),
                  .places = claims.draft.places(),
                  .remedy = std::move(claims.draft.remedy)};
    row.evidence.push_back(
        Phrase::tr("Its launches take %1, %2 each.")
            .with(subject.perStep(claims.draft.measured),
                  formatDuration({claims.draft.measured.ns /
                                  static_cast<std::int64_t>(std::max<std::uint64_t>(claims.draft.count, 1))})));
    subject.advice.rows.push_back(std::move(row));
  }
}

}  // namespace kernline
