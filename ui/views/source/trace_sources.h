// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"
#include "core/model/trace/trace.h"

#include <memory>
#include <vector>

namespace kernline::ui {

/// Sums over all kernels for a page. Computed by workers: it takes a while for many samples.
struct SummedSources {
  std::shared_ptr<const KernelSources> sources;
  std::vector<HotLine> hottest;      ///< lines of all kernels, the most sampled first
  std::vector<StateSamples> states;  ///< states of all kernels, most frequent first
};

[[nodiscard]] std::shared_ptr<const SummedSources> summedSources(std::shared_ptr<const KernelSources> sources);

/// The sampled program counters of a trace, read once for all who ask as long as one of them keeps them. From workers:
/// reading takes up to a second.
[[nodiscard]] std::shared_ptr<const KernelSources> sourcesOf(const std::shared_ptr<const Trace>& trace);

}  // namespace kernline::ui
