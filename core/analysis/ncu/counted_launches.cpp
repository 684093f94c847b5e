// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/counted_launches.h"

#include "core/analysis/ncu/ncu_launches.h"
#include "core/model/trace/arg_number.h"
#include "core/model/trace/event_details.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view countedCategory = "kernel_metrics";  // app/recorder/io/FORMAT.md
constexpr std::array<std::string_view, 3> countedKernelKeys{"correlation", "registers per thread", "shared memory"};

CategoryId categoryOfCounted(const Trace& trace) {
  const auto categories = trace.categories();
  const auto found =
      std::ranges::find(categories, countedCategory, [&](StringId category) { return trace.text(category); });
  return found == categories.end() ? CategoryId::none
                                   : static_cast<CategoryId>(static_cast<std::uint16_t>(found - categories.begin()));
}

std::string_view scalarOf(const ArgNode* node) {
  return node == nullptr ? std::string_view{} : std::string_view(node->text);
}

/// The kernel of a row that starts then and has this correlation id, with its args.
std::optional<std::pair<SpanId, ArgNode>> kernelAt(const Trace& trace, const Instant& instant,
                                                   std::string_view correlation) {
  const Track& track = trace.track(instant.track);
  for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
    const Lane& lane = trace.lane(LaneId{l});
    const auto starts = trace.starts().subspan(lane.firstSpan, lane.spanCount);
    const auto first = std::ranges::lower_bound(starts, instant.time);
    for (auto at = first; at != starts.end() && *at == instant.time; ++at) {
      const SpanId span{lane.firstSpan + static_cast<std::uint32_t>(at - starts.begin())};
      if (trace.kind(span) != SpanKind::Kernel) {
        continue;
      }
      ArgNode args = trace.args(span, countedKernelKeys);
      if (scalarOf(args.find("correlation")) == correlation) {
        return std::pair(span, std::move(args));
      }
    }
  }
  return std::nullopt;
}

CountedLaunch countedLaunch(SpanId kernel, const ArgNode& launch, const ArgNode& counted) {
  std::vector<std::pair<std::string_view, double>> metrics;
  if (const ArgNode* all = counted.find("metrics"); all != nullptr) {
    for (const ArgNode& metric : all->children) {
      if (const auto value = numberOf(&metric)) {
        metrics.emplace_back(metric.key, *value);
      }
    }
  }
  CountedLaunch made{.kernel = kernel, .card = kernelCard(NcuNumbers(metrics))};
  made.card.registersPerThread = numberOf(launch.find("registers per thread"));
  made.card.sharedBytesPerBlock = numberOf(launch.find("shared memory"));
  made.passes = static_cast<std::uint64_t>(std::max(1.0, numberOf(counted.find("passes")).value_or(1)));
  return made;
}

}  // namespace

bool hasCountedLaunches(const Trace& trace) {
  return categoryOfCounted(trace) != CategoryId::none;
}

CountedLaunches countedLaunches(const Trace& trace, const std::stop_token& stop) {
  CountedLaunches counted;
  const CategoryId category = categoryOfCounted(trace);
  if (category == CategoryId::none) {
    return counted;
  }
  for (const Instant& instant : trace.instants()) {
    if (instant.category != category || stop.stop_requested()) {
      continue;
    }
    const EventDetails details = trace.detailsAt(instant.offset);
    const auto kernel = instant.track == TrackId::none
                            ? std::nullopt
                            : kernelAt(trace, instant, scalarOf(details.args.find("correlation")));
    if (kernel) {
      counted.launches.push_back(countedLaunch(kernel->first, kernel->second, details.args));
    } else {
      ++counted.lost;
    }
  }
  return counted;
}

}  // namespace kernline
