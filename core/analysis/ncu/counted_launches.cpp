// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/counted_launches.h"

#include "core/analysis/ncu/ncu_launches.h"
#include "core/analysis/statistics/kernel_occupancy.h"
#include "core/model/trace/arg_number.h"
#include "core/model/trace/event_details.h"

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

constexpr std::string_view countedCategory = "kernel_metrics";  // app/recorder/io/FORMAT.md
constexpr std::array<std::string_view, 5> countedKernelKeys{"correlation", "grid", "block", "registers per thread",
                                                            "shared memory"};

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

/// The device of a span's process, or nullptr.
const Device* deviceOfKernel(const Trace& trace, SpanId span) {
  const ProcessId process = trace.track(trace.trackOf(span)).process;
  return process == ProcessId::none ? nullptr : describedDevice(trace, trace.process(process).device);
}

/// Adds the run with the needs of its algorithm, as if it had no other kernel.
void addRun(CountedLaunch& launch, const ArgNode* run) {
  if (run == nullptr) {
    return;
  }
  launch.run.emplace().kernel = scalarOf(run->find("kernel"));
  if (const ArgNode* parameters = run->find("parameters"); parameters != nullptr) {
    for (const ArgNode& parameter : parameters->children) {
      launch.run->parameters.emplace_back(parameter.key, parameter.text);
    }
  }
  launch.work.algorithmFlops = numberOf(run->find("flops"));
  launch.work.algorithmBytes = numberOf(run->find("bytes"));
}

CountedLaunch countedLaunch(SpanId kernel, const ArgNode& launch, const ArgNode& counted, const Device* device) {
  std::vector<std::pair<std::string_view, double>> metrics;
  if (const ArgNode* all = counted.find("metrics"); all != nullptr) {
    for (const ArgNode& metric : all->children) {
      if (const auto value = numberOf(&metric)) {
        metrics.emplace_back(metric.key, *value);
      }
    }
  }
  const NcuNumbers numbers(metrics);
  CountedLaunch made{.kernel = kernel, .card = kernelCard(numbers), .work = {.flopType = flopTypeOf(numbers)}};
  addLaunch(made.card, launch, device);
  made.passes = static_cast<std::uint64_t>(std::max(1.0, numberOf(counted.find("passes")).value_or(1)));
  addRun(made, counted.find("run"));
  return made;
}

/// Clears needs that the kernels of a run share: the part of each is unknown.
void forgetSharedNeeds(std::vector<CountedLaunch>& launches) {
  for (auto first = launches.begin(); first != launches.end();) {
    const auto end =
        std::find_if(first, launches.end(), [&](const CountedLaunch& one) { return one.run != first->run; });
    if (end - first > 1) {
      for (CountedLaunch& launch : std::ranges::subrange(first, end)) {
        launch.work.algorithmFlops.reset();
        launch.work.algorithmBytes.reset();
      }
    }
    first = end;
  }
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
      counted.launches.push_back(
          countedLaunch(kernel->first, kernel->second, details.args, deviceOfKernel(trace, kernel->first)));
    } else {
      ++counted.lost;
    }
  }
  forgetSharedNeeds(counted.launches);
  return counted;
}

std::vector<std::string> sweptParameters(const CountedLaunches& counted) {
  std::vector<std::string> swept;
  const CountedRun* first = nullptr;
  for (const CountedLaunch& launch : counted.launches) {
    if (!launch.run) {
      continue;
    }
    first = first == nullptr ? &*launch.run : first;
    for (const auto& parameter : launch.run->parameters) {
      const bool isAsInFirst = std::ranges::count(first->parameters, parameter) > 0;
      if (!isAsInFirst && std::ranges::count(swept, parameter.first) == 0) {
        swept.push_back(parameter.first);
      }
    }
  }
  return swept;
}

std::string parameterText(const CountedRun& run, const std::vector<std::string>& parameters) {
  std::string text;
  for (const auto& [name, value] : run.parameters) {
    if (std::ranges::count(parameters, name) > 0) {
      text.append(text.empty() ? "" : " ").append(name).append("=").append(value);
    }
  }
  return text;
}

}  // namespace kernline
