// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/span_tone.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace kernline {

/// Neighbours on a lane, taken together: all of them start in one bucket of time.
struct SpanRun {
  Time start;
  float length = 0;   ///< first start to last end, ns
  float density = 1;  ///< the share of it that spans cover, 0 to 1
  SpanId longest = SpanId::none;
  SpanTone tone;  ///< tone of the longest
};

/// Reduced levels of detail of a lane. Each level merges the spans that start in one bucket into a run; buckets grow by
/// two, and a level is stored only if it is much shorter than the one below, so all levels together hold at most half
/// as many runs as the lane has spans. A span longer than a bucket stays a run of its own, exact to a float. At any
/// zoom a level has a few runs a pixel, wherever and however densely the spans lie.
class LanePyramid {
 public:
  struct Level {
    int bucketBits = 0;  ///< buckets are 2^bucketBits ns long
    std::vector<SpanRun> runs;
  };

  LanePyramid() = default;
  LanePyramid(const Trace& trace, const Lane& lane, const SpanTones& tones);

  /// The runs of the coarsest level whose buckets are no longer than `resolution`; nullptr if the spans themselves have
  /// to be walked.
  [[nodiscard]] const std::vector<SpanRun>* runsFor(double resolutionNs) const;
  [[nodiscard]] std::span<const Level> levels() const { return m_levels; }
  [[nodiscard]] std::size_t byteSize() const;

 private:
  std::vector<Level> m_levels;  // finest first
};

}  // namespace kernline
