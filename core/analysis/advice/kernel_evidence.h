// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice_subject.h"
#include "core/analysis/blocks/block_figures.h"
#include "core/analysis/counters/measured_work.h"
#include "core/analysis/ncu/counted_launches.h"
#include "core/analysis/source/kernel_sources.h"
#include "core/analysis/statistics/launch_configs.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kernline {

/// The place where warps of a kernel wait most in one state.
struct HotSpot {
  std::string path;
  std::uint32_t line = 0;
  std::string text;  ///< source text of the line; empty if not known
  double share = 0;  ///< share of the samples in that state, 0 to 1
};

/// The resource that limits how many warps fit.
struct LimitedOccupancy {
  Phrase resource;   ///< registers or shared memory; not where the grid has too few blocks anyway
  double share = 0;  ///< share of the warps an SM can hold that fit
};

/// Measurements that the recorder took of a kernel's launches. Counted values are preferred to values sampled over
/// time; figures of too few samples are absent.
struct KernelEvidence {
  std::optional<KernelCard> card;      ///< card of the first launch that was counted
  std::optional<double> dramBytes;     ///< bytes per launch
  std::optional<double> dramShare;     ///< share of the peak, 0 to 1
  std::optional<double> tensorShare;   ///< share of the time, 0 to 1
  std::optional<double> neededBytes;   ///< bytes that the algorithm of a launch needs, by the recorder or the model
  bool isComputeBoundProduct = false;  ///< whether the model has it as a compute-bound matrix product
  std::optional<WarpState> stall;      ///< most frequent state of warps
  std::optional<HotSpot> hotSpot;      ///< hot spot of that stall
  std::optional<LimitedOccupancy> occupancyLimit;
  std::optional<BlockFigures> blocks;

  [[nodiscard]] bool isCounted() const { return card.has_value(); }
  /// Most used first; empty if not counted.
  [[nodiscard]] std::span<const UnitUse> units() const {
    return card ? std::span<const UnitUse>(card->units) : std::span<const UnitUse>();
  }
};

/// A kernel with its grid and block.
using KernelKey = std::pair<StringId, std::uint32_t>;

/// The evidence for all kernels of a trace that have any. Almost free if there are no measurements.
class KernelEvidences {
 public:
  explicit KernelEvidences(AdviceSubject& subject);

  /// nullopt if it was not measured.
  [[nodiscard]] std::optional<KernelKey> keyOf(SpanId activity) const;
  [[nodiscard]] const KernelEvidence& of(const KernelKey& key) const { return m_found.at(key); }

 private:
  [[nodiscard]] KernelKey anyKeyOf(SpanId activity) const;
  void addCounted();
  void addSampled(AdviceSubject& subject);
  void addNeeds(AdviceSubject& subject);
  void addSource();

  const Trace& m_trace;
  std::shared_ptr<const LaunchConfigs> m_launches;  // nullptr without measurements
  std::map<KernelKey, KernelEvidence> m_found;
};

}  // namespace kernline
