// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/query/lane_pyramid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace kernline {

namespace {

constexpr std::size_t minSpans = 64;  // threshold below which walking the spans is as quick
constexpr std::size_t minRuns = 16;
constexpr int bucketGrowthBits = 1;
constexpr int maxBucketBits = 62;
constexpr std::size_t gapSamples = 2048;
constexpr double firstShrink = 4;    // spans to runs of the finest level
constexpr double levelShrink = 1.9;  // runs to runs of the next; even spreads give a little less than 2

/// Finds the starts of runs, walking a lane from left to right.
class RunCutter {
 public:
  RunCutter(Time origin, int bucketBits)
      : m_origin(origin.ns), m_bits(bucketBits), m_bucketNs(static_cast<double>(std::int64_t{1} << bucketBits)) {}

  bool startsRun(Time start, double lengthNs) {
    const bool isLong = lengthNs >= m_bucketNs;
    const std::int64_t bucket = isLong ? noBucket : (start.ns - m_origin) >> m_bits;
    const bool starts = isLong || bucket != m_bucket;
    m_bucket = bucket;
    return starts;
  }

 private:
  static constexpr std::int64_t noBucket = INT64_MIN;
  std::int64_t m_origin;
  std::int64_t m_bucket = noBucket;
  int m_bits;
  double m_bucketNs;
};

/// The spans of a lane as a source of runs.
class SpanSource {
 public:
  SpanSource(const Trace& trace, const Lane& lane, const SpanTones& tones)
      : m_starts(trace.starts().subspan(lane.firstSpan, lane.spanCount)),
        m_durations(trace.durations().subspan(lane.firstSpan, lane.spanCount)),
        m_first(lane.firstSpan),
        m_tones(&tones) {}

  [[nodiscard]] std::size_t size() const { return m_starts.size(); }
  [[nodiscard]] Time start(std::size_t i) const { return m_starts[i]; }
  [[nodiscard]] double length(std::size_t i) const { return static_cast<double>(m_durations[i].ns); }
  [[nodiscard]] double busy(std::size_t i) const { return length(i); }
  [[nodiscard]] double maxLength(std::size_t i) const { return length(i); }
  [[nodiscard]] SpanId longest(std::size_t i) const { return SpanId{m_first + static_cast<std::uint32_t>(i)}; }
  [[nodiscard]] SpanTone tone(std::size_t i) const { return (*m_tones)(longest(i)); }

 private:
  std::span<const Time> m_starts;
  std::span<const Duration> m_durations;
  std::uint32_t m_first;
  const SpanTones* m_tones;
};

/// The runs of one level as a source for the next.
class RunSource {
 public:
  RunSource(const Trace& trace, const std::vector<SpanRun>& runs) : m_trace(&trace), m_runs(&runs) {}

  [[nodiscard]] std::size_t size() const { return m_runs->size(); }
  [[nodiscard]] Time start(std::size_t i) const { return run(i).start; }
  [[nodiscard]] double length(std::size_t i) const { return static_cast<double>(run(i).length); }
  [[nodiscard]] double busy(std::size_t i) const {
    return static_cast<double>(run(i).length) * static_cast<double>(run(i).density);
  }
  [[nodiscard]] double maxLength(std::size_t i) const {
    return static_cast<double>(m_trace->duration(run(i).longest).ns);
  }
  [[nodiscard]] SpanId longest(std::size_t i) const { return run(i).longest; }
  [[nodiscard]] SpanTone tone(std::size_t i) const { return run(i).tone; }

 private:
  [[nodiscard]] const SpanRun& run(std::size_t i) const { return (*m_runs)[i]; }
  const Trace* m_trace;
  const std::vector<SpanRun>* m_runs;
};

template <typename Source>
std::size_t countRuns(const Source& source, int bucketBits) {
  RunCutter cutter(source.start(0), bucketBits);
  std::size_t count = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    count += cutter.startsRun(source.start(i), source.length(i)) ? 1 : 0;
  }
  return count;
}

/// One run from members [first, last) of the source.
template <typename Source>
SpanRun mergeRun(const Source& source, std::size_t first, std::size_t last) {
  double busy = 0;
  std::size_t longest = first;
  double maxLength = source.maxLength(first);
  for (std::size_t i = first; i < last; ++i) {
    busy += source.busy(i);
    if (i > first && source.maxLength(i) > maxLength) {
      longest = i;
      maxLength = source.maxLength(i);
    }
  }
  const Time start = source.start(first);
  const double length = static_cast<double>((source.start(last - 1) - start).ns) + source.length(last - 1);
  const double density = length > 0 ? std::min(busy / length, 1.0) : 1.0;
  return {start, static_cast<float>(length), static_cast<float>(density), source.longest(longest),
          source.tone(longest)};
}

template <typename Source>
std::vector<SpanRun> mergeRuns(const Source& source, int bucketBits, std::size_t count) {
  std::vector<SpanRun> runs;
  runs.reserve(count);
  RunCutter cutter(source.start(0), bucketBits);
  std::size_t first = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (cutter.startsRun(source.start(i), source.length(i)) && i > first) {
      runs.push_back(mergeRun(source, first, i));
      first = i;
    }
  }
  runs.push_back(mergeRun(source, first, source.size()));
  return runs;
}

/// The finest level from `bucketBits` upwards that is `shrink` times shorter than its source.
template <typename Source>
LanePyramid::Level nextLevel(const Source& source, int bucketBits, double shrink) {
  std::size_t count = countRuns(source, bucketBits);
  while (static_cast<double>(count) * shrink > static_cast<double>(source.size()) &&
         bucketBits + bucketGrowthBits <= maxBucketBits) {
    bucketBits += bucketGrowthBits;
    count = countRuns(source, bucketBits);
  }
  return {bucketBits, mergeRuns(source, bucketBits, count)};
}

/// Returns a bucket size to begin the search for the finest level with: the distance between spans where they are
/// dense. The mean would not do: spans come in bunches, and a pause of an hour is no measure of them.
int firstBucketBits(const SpanSource& source) {
  const std::size_t step = std::max<std::size_t>(1, source.size() / gapSamples);
  std::vector<std::int64_t> gaps;
  for (std::size_t i = 1; i < source.size(); i += step) {
    gaps.push_back((source.start(i) - source.start(i - 1)).ns);
  }
  const auto dense = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 4);
  std::ranges::nth_element(gaps, dense);
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(*dense)));
}

}  // namespace

LanePyramid::LanePyramid(const Trace& trace, const Lane& lane, const SpanTones& tones) {
  if (lane.spanCount < minSpans) {
    return;
  }
  const SpanSource spans(trace, lane, tones);
  m_levels.push_back(nextLevel(spans, firstBucketBits(spans), firstShrink));
  while (m_levels.back().runs.size() > minRuns && m_levels.back().bucketBits + bucketGrowthBits <= maxBucketBits) {
    const Level& below = m_levels.back();
    m_levels.push_back(nextLevel(RunSource(trace, below.runs), below.bucketBits + bucketGrowthBits, levelShrink));
  }
}

const std::vector<SpanRun>* LanePyramid::runsFor(double resolutionNs) const {
  const std::vector<SpanRun>* found = nullptr;
  for (const Level& level : m_levels) {
    if (std::ldexp(1.0, level.bucketBits) > resolutionNs) {
      break;
    }
    found = &level.runs;
  }
  return found;
}

std::size_t LanePyramid::byteSize() const {
  std::size_t bytes = m_levels.capacity() * sizeof(Level);
  for (const Level& level : m_levels) {
    bytes += level.runs.capacity() * sizeof(SpanRun);
  }
  return bytes;
}

}  // namespace kernline
