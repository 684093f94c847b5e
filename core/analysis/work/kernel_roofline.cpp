// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/kernel_roofline.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

constexpr double nsOfPeak = 1e9;

struct LeastTime {
  double ns = 0;
  WorkBound bound = WorkBound::Unknown;
};

/// Returns the FLOP per second; nullopt if the ceilings do not have them.
std::optional<double> peakOfType(const Ceilings& ceilings, std::string_view type) {
  auto found = ceilings.flopsPerSecond.find(type);
  if (found == ceilings.flopsPerSecond.end() && type.starts_with("vector")) {
    found = ceilings.flopsPerSecond.find(type == "vector64" ? std::string_view("fp64") : std::string_view("fp32"));
  }
  return found == ceilings.flopsPerSecond.end() || type == "vector16" ? std::nullopt : std::optional(found->second);
}

std::optional<LeastTime> rooflineTime(std::optional<double> flops, std::optional<double> bytes, std::string_view type,
                                      const Ceilings& ceilings) {
  const auto peak = peakOfType(ceilings, type);
  if (!flops || !bytes || ceilings.bytesPerSecond <= 0 || (*flops > 0 && !peak)) {
    return std::nullopt;
  }
  const double ofFlops = *flops > 0 ? *flops / *peak * nsOfPeak : 0;
  const double ofBytes = *bytes / ceilings.bytesPerSecond * nsOfPeak;
  return LeastTime{std::max(ofFlops, ofBytes), ofFlops > ofBytes ? WorkBound::Compute : WorkBound::Memory};
}

}  // namespace

KernelRoofline kernelRoofline(const KernelMetrics& metrics, const LaunchWork& work, const Ceilings& ceilings) {
  KernelRoofline made;
  const double duration = metrics.durationNs.value_or(0);
  if (duration <= 0) {
    return made;
  }
  // An algorithm without FLOPs counts as 0 FLOPs: the recorder writes only what there is.
  const auto needed = work.algorithmBytes && !work.algorithmFlops ? std::optional(0.0) : work.algorithmFlops;
  const auto algorithm = rooflineTime(needed, work.algorithmBytes, work.flopType, ceilings);
  const auto counted = rooflineTime(metrics.flops, metrics.dramBytes, work.flopType, ceilings);
  for (const auto& [least, share] : {std::pair(algorithm, &made.algorithm), std::pair(counted, &made.counted)}) {
    if (least) {
      *share = least->ns / duration;
      made.bound = least->bound;
    }
  }
  return made;
}

}  // namespace kernline
