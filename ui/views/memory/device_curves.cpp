// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/device_curves.h"

#include "core/analysis/memory/stacked_curves.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kernline::ui {
namespace {

DrawnCurve drawn(const MemoryCurve& curve, std::string name) {
  return {std::move(name), &curve, CurvePyramid(curve.bytes)};
}

void placeMarks(DeviceCurves& curves) {
  std::array<Time, DeviceCurves::maxMarkRows> ends{};
  ends.fill(Time{INT64_MIN});
  const std::vector<MemoryMark>& marks = curves.history->marks;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const auto free = std::ranges::find_if(ends, [&](Time end) { return end <= marks[i].range.begin; });
    if (free != ends.end()) {
      *free = marks[i].range.end;
      const auto row = static_cast<std::size_t>(free - ends.begin());
      curves.marks.push_back({i, row});
      curves.markRows = std::max(curves.markRows, row + 1);
    }
  }
}

std::int64_t maxOf(const DrawnCurve& curve) {
  const ByteExtent extent = curve.pyramid.extent(curve.curve->bytes, 0, curve.curve->size());
  return extent.isEmpty() ? 0 : extent.max;
}

}  // namespace

Expected<std::shared_ptr<const DeviceCurves>> makeDeviceCurves(std::shared_ptr<const MemoryHistory> history,
                                                               std::size_t device, const std::stop_token& stop) {
  auto curves = std::make_shared<DeviceCurves>();
  curves->history = std::move(history);
  curves->device = device;
  const MemoryDevice& of = curves->of();
  curves->stacked = stackedCurves(of.categories);
  for (std::size_t i = 0; i < curves->stacked.size() && !stop.stop_requested(); ++i) {
    curves->parts.push_back(drawn(curves->stacked[i], of.categories[i].name));
  }
  if (curves->parts.empty()) {
    curves->parts.push_back(drawn(of.allocated, {}));
  }
  if (!of.reserved.isEmpty()) {
    curves->reserved = drawn(of.reserved, {});
    curves->max = maxOf(curves->reserved);
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  curves->max = std::max(curves->max, maxOf(curves->parts.back()));
  placeMarks(*curves);
  curves->blocks = BlockPyramid(of.blocks);
  return curves;
}

}  // namespace kernline::ui
