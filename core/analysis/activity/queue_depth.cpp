// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/queue_depth.h"

#include <algorithm>

namespace kernline {

std::vector<QueueSample> queueDepth(const Trace& trace, const DeviceTracks& device, const QueueOptions& options) {
  std::vector<Time> entered;
  std::vector<Time> left;
  for (const SpanId activity : activitiesByStart(trace, device)) {
    const SpanId call = trace.launchOf(activity);
    if (call == SpanId::none || (options.isCounted && !options.isCounted(activity))) {
      continue;
    }
    entered.push_back(std::min(trace.start(call), trace.start(activity)));
    left.push_back(options.end == QueueEnd::ActivityEnds ? trace.end(activity) : trace.start(activity));
  }
  std::ranges::sort(entered);
  std::ranges::sort(left);
  std::vector<QueueSample> samples;
  samples.reserve(entered.size() * 2);
  std::int32_t depth = 0;
  for (std::size_t in = 0, out = 0; out < left.size();) {
    const bool enters = in < entered.size() && entered[in] <= left[out];
    depth += enters ? 1 : -1;
    samples.push_back({.time = enters ? entered[in++] : left[out++], .depth = depth});
  }
  return samples;
}

QueueFigures queueFigures(const std::vector<QueueSample>& samples, TimeRange range) {
  QueueFigures figures;
  if (range.isEmpty()) {
    return figures;
  }
  double weighted = 0;
  const auto addPiece = [&](TimeRange piece, std::int32_t depth) {
    piece = piece.clippedTo(range);
    if (piece.isEmpty()) {
      return;
    }
    weighted += static_cast<double>(piece.length().ns) * depth;
    figures.empty += depth == 0 ? piece.length() : Duration{};
    figures.maxDepth = std::max(figures.maxDepth, depth);
  };
  Time at = range.begin;
  std::int32_t depth = 0;
  for (const QueueSample& sample : samples) {
    addPiece({at, sample.time}, depth);
    at = std::max(at, sample.time);
    depth = sample.depth;
  }
  addPiece({at, range.end}, depth);
  figures.mean = weighted / static_cast<double>(range.length().ns);
  return figures;
}

}  // namespace kernline
