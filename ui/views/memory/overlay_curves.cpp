// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/overlay_curves.h"

#include <algorithm>
#include <cstdlib>

namespace kernline::ui {

Expected<std::shared_ptr<const OverlayCurves>> makeOverlayCurves(const MemoryHistory& base, std::size_t device,
                                                                 const MemoryHistory& other, MemoryAlignment alignment,
                                                                 const std::stop_token& stop) {
  const auto pairs = matchDevices(base, other);
  const auto pair = std::ranges::find(pairs, device, &std::pair<std::size_t, std::size_t>::first);
  if (pair == pairs.end()) {
    return std::unexpected(
        Error{Error::Kind::Usage, Phrase::tr("The other file has no %1.").with(base.devices[device].title)});
  }
  auto curves = std::make_shared<OverlayCurves>();
  curves->comparison = compareMemory(base, device, other, pair->second, alignment);
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  const MemoryComparison& comparison = curves->comparison;
  curves->base = CurvePyramid(comparison.base.allocated.bytes);
  curves->other = CurvePyramid(comparison.other.allocated.bytes);
  curves->difference = CurvePyramid(comparison.difference.bytes);
  curves->bounds = comparison.base.recorded.unitedWith(comparison.other.recorded);
  curves->max = std::max(comparison.peakOf(comparison.base), comparison.peakOf(comparison.other));
  if (const auto furthest = comparison.furthest()) {
    curves->furthest = std::abs(comparison.difference.bytes[*furthest]);
  }
  return curves;
}

}  // namespace kernline::ui
