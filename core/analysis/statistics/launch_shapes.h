// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/statistics/kernel_occupancy.h"
#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace kernline {

/// Figures derived from a kernel's launch, not measured. NaN if the file has too little.
struct LaunchShape {
  SpanId kernel = SpanId::none;
  float blocksPerSm = 0;  ///< blocks of the grid by multiprocessors of the device; `blocks per SM`
  float occupancy = 0;    ///< 0 to 1, of the warps a multiprocessor can hold
  OccupancySource source = OccupancySource::Unknown;
};

/// Up to this number of kernels, all are read.
inline constexpr std::size_t maxShapesRead = 2'000'000;

struct LaunchShapes {
  std::vector<LaunchShape> kernels;  ///< same order as `activitiesByStart`
  std::uint64_t skipped = 0;         ///< kernels not read because `maxKernels` was reached: every nth was read
};

/// Reads the args of the device's kernels again from the source, in parallel: a few microseconds a kernel. With more
/// than `maxKernels` kernels every nth is read, so that the cost is bounded. Empty if stopped.
[[nodiscard]] LaunchShapes readLaunchShapes(const Trace& trace, const DeviceTracks& device, unsigned threads,
                                            std::size_t maxKernels = maxShapesRead, const std::stop_token& stop = {});

/// Time-weighted means of `LaunchShape`.
struct SmUse {
  double occupancy = 0;   ///< mean over the time of the kernels whose occupancy is known, 0 to 1
  double useOfRange = 0;  ///< mean over the range: each moment the blocks per multiprocessor of what runs, 1 at most
  double useOfBusy = 0;   ///< the same over the time in which such a kernel runs
  std::uint64_t kernels = 0;  ///< number with known blocks per multiprocessor; 0 too if they run for less than 90 %
  std::uint64_t withOccupancy = 0;  ///< number with known occupancy; 0 too where they run for less than half the time
  std::uint64_t computed = 0;       ///< number of these without the profiler's occupancy
  std::uint64_t withoutOccupancy = 0;  ///< number with unknown occupancy
  std::uint64_t skipped = 0;           ///< number that were not read: the figures are of every nth kernel
  SpanId emptiest = SpanId::none;      ///< the kernel whose free warps, by its time, lower the occupancy most
  SpanId worstKernel = SpanId::none;   ///< the kernel whose free multiprocessors, by its time, lower the use most
};

/// PyTorch's former TensorBoard plugin defines these so ("Est. SM Efficiency", "Est. Achieved Occupancy").
[[nodiscard]] SmUse smUse(const Trace& trace, const LaunchShapes& shapes, TimeRange range);

}  // namespace kernline
