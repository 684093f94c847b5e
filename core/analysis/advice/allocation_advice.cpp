// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/launching_threads.h"
#include "core/analysis/advice/advice_subject.h"
#include "core/analysis/advice/avoidable_calls.h"
#include "core/analysis/memory/trace_memory.h"
#include "core/model/format/quantity.h"
#include "core/model/trace/name_cache.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

namespace {

enum class AllocationCall : std::uint8_t { None, Allocate, Release };

AllocationCall allocationCallOf(std::string_view name) {
  constexpr std::array<std::string_view, 2> allocate{"cudaMalloc", "hipMalloc"};
  constexpr std::array<std::string_view, 2> release{"cudaFree", "hipFree"};
  return std::ranges::find(allocate, name) != allocate.end() ? AllocationCall::Allocate
         : std::ranges::find(release, name) != release.end() ? AllocationCall::Release
                                                             : AllocationCall::None;
}

/// Calls in the analyzed time that allocate or release device memory, by what they tell of the program.
struct AllocationCalls {
  std::vector<SpanId> retried;       ///< released and allocated again within one operator: the first attempt had failed
  std::vector<SpanId> allocated;     ///< by operators
  std::vector<SpanId> released;      ///< outside of operators
  std::vector<SpanId> ownAllocated;  ///< outside of operators
  std::size_t retries = 0;           ///< operators with `retried`
};

/// Whether an operator may release memory itself: while it measures how fast a convolution is, in several ways.
bool mayTryWorkspaces(std::string_view op) {
  return op.contains("convolution") || op.contains("conv2d") || op.contains("cudnn") || op.contains("miopen");
}

/// Calls of one operator, by start: an allocation fails, all cached memory is released, and it is tried again.
bool isRetry(const std::vector<std::pair<SpanId, AllocationCall>>& calls) {
  auto at = calls.begin();
  for (const AllocationCall wanted : {AllocationCall::Allocate, AllocationCall::Release, AllocationCall::Allocate}) {
    at = std::find_if(at, calls.end(), [&](const auto& call) { return call.second == wanted; });
    if (at == calls.end()) {
      return false;
    }
  }
  return true;
}

/// The time from the first window to the last.
TimeRange hullOf(const AdviceSubject& subject) {
  TimeRange hull;
  for (const DeviceTimeline& device : subject.devices) {
    for (const TimeRange& window : device.window.intervals()) {
      hull = hull.isEmpty() ? window : hull.unitedWith(window);
    }
  }
  return hull;
}

AllocationCalls allocationCalls(const AdviceSubject& subject) {
  const Trace& trace = subject.trace;
  const TimeRange hull = hullOf(subject);
  AllocationCalls found;
  NameCache<AllocationCall> known;
  std::map<SpanId, std::vector<std::pair<SpanId, AllocationCall>>> byOperator;
  for (const TrackId thread : launchingThreads(trace)) {
    const Track& track = trace.track(thread);
    for (std::uint32_t s = track.firstSpan; s < track.firstSpan + track.spanCount; ++s) {
      const SpanId span{s};
      if (trace.kind(span) != SpanKind::Runtime || !hull.contains(trace.start(span))) {
        continue;
      }
      const AllocationCall call =
          known.of(trace.name(span), [&] { return allocationCallOf(trace.text(trace.name(span))); });
      if (call == AllocationCall::None) {
        continue;
      }
      const SpanId parent = subject.parents[s];
      if (parent != SpanId::none && trace.kind(parent) == SpanKind::Op) {
        byOperator[parent].emplace_back(span, call);
      } else {
        (call == AllocationCall::Allocate ? found.ownAllocated : found.released).push_back(span);
      }
    }
  }
  for (auto& [op, calls] : byOperator) {
    std::ranges::sort(calls, {}, [&](const auto& call) { return trace.start(call.first); });
    const bool isAgain = isRetry(calls) && !mayTryWorkspaces(trace.nameText(op));
    found.retries += isAgain ? 1 : 0;
    for (const auto& [span, call] : calls) {
      (isAgain ? found.retried : call == AllocationCall::Allocate ? found.allocated : found.released).push_back(span);
    }
  }
  return found;
}

/// Whether they are made all along, not only at the beginning: in half of as many equal parts of the time as it has
/// steps.
bool isSteady(const AdviceSubject& subject, std::span<const SpanId> calls) {
  const TimeRange hull = hullOf(subject);
  const auto parts = static_cast<std::int64_t>(
      subject.advice.steps / std::max<std::uint64_t>(static_cast<std::uint64_t>(subject.devices.size()), 1));
  if (parts < 2 || hull.isEmpty()) {
    return false;
  }
  std::vector<bool> hasCalls(static_cast<std::size_t>(parts));
  for (const SpanId call : calls) {
    const Time start = subject.trace.start(call);
    if (hull.contains(start)) {
      const double place = static_cast<double>((start - hull.begin).ns) / static_cast<double>(hull.length().ns);
      hasCalls[std::min(static_cast<std::size_t>(place * static_cast<double>(parts)), hasCalls.size() - 1)] = true;
    }
  }
  return std::ranges::count(hasCalls, true) * 2 >= parts && std::ranges::count(hasCalls, true) >= 2;
}

AvoidableCalls avoidable(const AdviceSubject& subject, std::span<const std::vector<SpanId>* const> parts) {
  AvoidableCalls made;
  for (const std::vector<SpanId>* calls : parts) {
    for (const SpanId call : *calls) {
      made.add(subject, call);
    }
  }
  made.waits = made.all();  // they wait for the device
  made.areDraining = true;
  return made;
}

AdviceRow allocationRow(Phrase title) {
  return {.kind = AdviceKind::Allocation, .title = title, .bound = {}, .evidence = {}, .places = {}};
}

/// The sentence on how the reserved memory grows; empty if the trace has no figures of it, or it does not.
Message growthOf(const AdviceSubject& subject) {
  const std::shared_ptr<MemoryHistory> history = traceMemory(subject.trace, {}, subject.stop);
  const TimeRange hull = hullOf(subject);
  std::int64_t before = 0;
  std::int64_t after = 0;
  for (const MemoryDevice& device : history ? history->devices : std::vector<MemoryDevice>{}) {
    const MemoryCurve& curve = device.reserved;
    if (device.device < 0 || curve.isEmpty()) {
      continue;
    }
    const auto valueAt = [&](Time time) {
      const auto next = std::ranges::upper_bound(curve.times, time);
      return curve.bytes[static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - curve.times.begin(), 1) - 1)];
    };
    before += valueAt(hull.begin);
    after += valueAt(hull.end);
  }
  return after > before
             ? Phrase::tr("Reserved memory grows from %1 to %2.").with(formatBytes(before), formatBytes(after))
             : Message();
}

}  // namespace

void adviseAllocation(AdviceSubject& subject) {
  const AllocationCalls found = allocationCalls(subject);
  const auto countPerStep = [&](std::size_t count) { return formatCount(perStep(count, subject.advice.steps)); };
  const bool areEmptied = found.allocated.size() > found.ownAllocated.size() && isSteady(subject, found.released) &&
                          isSteady(subject, found.allocated);
  if (!found.retried.empty()) {
    const std::vector<SpanId> none;
    const bool isGrowing = !areEmptied && isSteady(subject, found.allocated);
    AvoidableCalls calls = avoidable(subject, std::array{&found.retried, isGrowing ? &found.allocated : &none});
    calls.evidence.push_back(
        Phrase::tr("Operators that release memory and allocate it again, because the first attempt failed: %1.")
            .with(formatCount(found.retries)));
    adviseWithout(subject, std::move(calls),
                  allocationRow(Phrase::tr("Leave memory free: allocations fail and release all cached memory")),
                  Phrase::tr("A smaller batch needs less. PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True loses less "
                             "of it to fragmentation."));
  }
  if (areEmptied) {
    AvoidableCalls calls = avoidable(subject, std::array{&found.released, &found.allocated});
    calls.evidence.push_back(
        Phrase::tr("Memory segments per step: the program releases %1, and operators allocate %2 again.")
            .with(countPerStep(found.released.size()), countPerStep(found.allocated.size())));
    adviseWithout(subject, std::move(calls), allocationRow(Phrase::tr("Do not empty the memory cache in each step")),
                  Phrase::tr("torch.cuda.empty_cache() does that; without it, the allocator uses its segments again."));
  } else if (found.retried.empty() && isSteady(subject, found.allocated)) {
    AvoidableCalls calls = avoidable(subject, std::array{&found.allocated});
    calls.evidence.push_back(Phrase::tr("Memory segments per step: operators allocate %1, and none is released.")
                                 .with(countPerStep(found.allocated.size())));
    if (const Message growth = growthOf(subject); !growth.isEmpty()) {
      calls.evidence.push_back(growth);
    }
    adviseWithout(subject, std::move(calls),
                  allocationRow(Phrase::tr("Let memory segments grow instead of allocating new ones in each step")),
                  Phrase::tr("PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True extends them. Inputs of few sizes, the "
                             "largest first, need no new ones."));
  }
  if (isSteady(subject, found.ownAllocated)) {
    AvoidableCalls calls = areEmptied ? avoidable(subject, std::array{&found.ownAllocated})
                                      : avoidable(subject, std::array{&found.ownAllocated, &found.released});
    calls.evidence.push_back(Phrase::tr("Calls per step: %1 allocate device memory, %2 release it.")
                                 .with(countPerStep(found.ownAllocated.size()), countPerStep(found.released.size())));
    adviseWithout(subject, std::move(calls), allocationRow(Phrase::tr("Allocate device memory once, not in each step")),
                  Phrase::tr("Keep buffers from step to step, or use cudaMallocAsync: the host does not wait for it."));
  }
}

}  // namespace kernline
