// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/launch_shapes.h"

#include "core/model/base/parallel.h"
#include "core/model/base/read_ahead.h"
#include "core/model/trace/arg_number.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view blocksKey = "blocks per SM";
// Known share of the kernels' time that is required: few kernels do not represent all, and unknown ones count as zero
// in a sum.
constexpr double minShareForMean = 0.5;
constexpr double minShareForSum = 0.9;
constexpr float missing = std::numeric_limits<float>::quiet_NaN();

/// Finite and not negative; NaN else ("inf" where the producer did not know the multiprocessors).
float blocksOf(const ArgNode& args) {
  const auto blocks = numberOf(args.find(blocksKey));
  return blocks && std::isfinite(*blocks) && *blocks >= 0 ? static_cast<float>(*blocks) : missing;
}

/// The change of the sum of blocks per multiprocessor at a time.
struct Change {
  Time time;
  double blocks = 0;
  int kernels = 0;
};

std::vector<Change> changesOf(const Trace& trace, const LaunchShapes& shapes, TimeRange range) {
  std::vector<Change> changes;
  for (const LaunchShape& shape : shapes.kernels) {
    const TimeRange inside = trace.range(shape.kernel).clippedTo(range);
    if (!std::isnan(shape.blocksPerSm) && !inside.isEmpty()) {
      changes.push_back({.time = inside.begin, .blocks = shape.blocksPerSm, .kernels = 1});
      changes.push_back({.time = inside.end, .blocks = -shape.blocksPerSm, .kernels = -1});
    }
  }
  std::ranges::sort(changes, {}, &Change::time);
  return changes;
}

void addUse(SmUse& use, const std::vector<Change>& changes, TimeRange range) {
  double weighted = 0;
  double busy = 0;
  double blocks = 0;
  int running = 0;
  Time at = range.begin;
  for (const Change& change : changes) {
    if (running > 0) {
      const auto length = static_cast<double>((change.time - at).ns);
      weighted += length * std::min(blocks, 1.0);
      busy += length;
    }
    at = change.time;
    running += change.kernels;
    blocks = running == 0 ? 0 : blocks + change.blocks;  // rounding must not add up
  }
  use.useOfRange = range.length().ns > 0 ? weighted / static_cast<double>(range.length().ns) : 0;
  use.useOfBusy = busy > 0 ? weighted / busy : 0;
}

}  // namespace

LaunchShapes readLaunchShapes(const Trace& trace, const DeviceTracks& device, unsigned threads, std::size_t maxKernels,
                              const std::stop_token& stop) {
  std::vector<SpanId> kernels = activitiesByStart(trace, device);
  std::erase_if(kernels, [&](SpanId span) { return trace.kind(span) != SpanKind::Kernel; });
  const std::size_t stride = maxKernels == 0 ? 1 : (kernels.size() + maxKernels - 1) / maxKernels;
  LaunchShapes shapes;
  for (std::size_t i = 0; i < kernels.size(); i += std::max<std::size_t>(stride, 1)) {
    shapes.kernels.push_back({.kernel = kernels[i], .blocksPerSm = missing, .occupancy = missing});
  }
  shapes.skipped = kernels.size() - shapes.kernels.size();
  // Neighbours in the file share the blocks that a compressed source inflates.
  std::vector<std::string_view> keys{occupancyKeys.begin(), occupancyKeys.end()};
  keys.push_back(blocksKey);
  const Device* const described = describedDevice(trace, device.device);
  std::vector<std::uint32_t> order(shapes.kernels.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return trace.offset(shapes.kernels[i].kernel); });
  constexpr std::size_t chunk = 2048;
  parallelFor(threads, (order.size() + chunk - 1) / chunk, [&](std::size_t c) {
    const ReadAhead ahead;
    for (std::size_t i = c * chunk; i < std::min(order.size(), (c + 1) * chunk) && !stop.stop_requested(); ++i) {
      LaunchShape& shape = shapes.kernels[order[i]];
      const ArgNode args = trace.args(shape.kernel, keys);
      const KernelOccupancy occupancy = kernelOccupancy(args, described);
      shape.blocksPerSm = blocksOf(args);
      shape.occupancy = occupancy.source == OccupancySource::Unknown ? missing : static_cast<float>(occupancy.share);
      shape.source = occupancy.source;
    }
  });
  return stop.stop_requested() ? LaunchShapes{} : std::move(shapes);
}

SmUse smUse(const Trace& trace, const LaunchShapes& shapes, TimeRange range) {
  SmUse use;
  use.skipped = shapes.skipped;
  double occupancy = 0;
  double time = 0;        // time of kernels whose occupancy is known
  double withBlocks = 0;  // time of kernels with known blocks
  double all = 0;
  double maxFreeWarps = 0;
  double maxFreeBlocks = 0;
  const auto keepMax = [](double lost, SpanId span, double& maxKernels, SpanId& kept) {
    if (lost > maxKernels) {
      maxKernels = lost;
      kept = span;
    }
  };
  for (const LaunchShape& shape : shapes.kernels) {
    const TimeRange kernel = trace.range(shape.kernel);
    const TimeRange inside = kernel.clippedTo(range);
    if (inside.isEmpty() && !(kernel.isEmpty() && range.contains(kernel.begin))) {
      continue;
    }
    use.kernels += std::isnan(shape.blocksPerSm) ? 0 : 1;
    use.withOccupancy += shape.source == OccupancySource::Unknown ? 0 : 1;
    use.computed += shape.source == OccupancySource::Computed ? 1 : 0;
    use.withoutOccupancy += shape.source == OccupancySource::Unknown ? 1 : 0;
    const auto length = static_cast<double>(inside.length().ns);
    all += length;
    if (!std::isnan(shape.occupancy)) {
      const auto own = static_cast<double>(shape.occupancy);
      occupancy += length * own;
      time += length;
      keepMax(length * (1 - own), shape.kernel, maxFreeWarps, use.emptiest);
    }
    if (!std::isnan(shape.blocksPerSm)) {
      withBlocks += length;
      keepMax(length * (1 - std::min(static_cast<double>(shape.blocksPerSm), 1.0)), shape.kernel, maxFreeBlocks,
              use.worstKernel);
    }
  }
  if (time < minShareForMean * all) {
    use.withOccupancy = 0;
  }
  if (withBlocks < minShareForSum * all) {
    use.kernels = 0;
  }
  use.occupancy = time > 0 ? occupancy / time : 0;
  addUse(use, changesOf(trace, shapes, range), range);
  return use;
}

}  // namespace kernline
