// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_comparison.h"

#include "core/analysis/memory/memory_moments.h"
#include "core/analysis/memory/step_alignment.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace kernline {

namespace {

bool isSameDevice(const MemoryDevice& a, const MemoryDevice& b) {
  const bool mayBeSameRank = a.rank == b.rank || a.rank < 0 || b.rank < 0;
  return a.device == b.device && mayBeSameRank;
}

/// Aligns a run at its first sample, or at 0 without values.
TimeWarp fromFirstSample(const MemoryDevice& device) {
  return TimeWarp(device.allocated.isEmpty() ? Time{0} : device.allocated.times.front());
}

/// Sets the alignment of the runs: the requested one, if it is possible.
std::pair<TimeWarp, TimeWarp> warpsOf(const MemoryHistory& base, const MemoryDevice& ofBase, const MemoryHistory& other,
                                      const MemoryDevice& ofOther, MemoryAlignment wanted,
                                      MemoryComparison& comparison) {
  const bool byStep = !base.marks.empty() && !other.marks.empty() && wanted != MemoryAlignment::FirstSample;
  if (byStep && wanted != MemoryAlignment::FirstStep) {
    if (const std::vector<StepPair> pairs = pairSteps(base, other); !pairs.empty()) {
      comparison.alignment = wanted;
      comparison.alignedSteps = pairs.size();
      const bool isStretched = wanted == MemoryAlignment::StretchedSteps;
      return alignSteps(pairs, isStretched ? ShorterStep::IsStretched : ShorterStep::Waits);
    }
  }
  if (byStep) {
    comparison.alignment = MemoryAlignment::FirstStep;
    comparison.alignedSteps = 1;
    return {TimeWarp(base.marks.front().range.begin), TimeWarp(other.marks.front().range.begin)};
  }
  comparison.alignment = MemoryAlignment::FirstSample;
  return {fromFirstSample(ofBase), fromFirstSample(ofOther)};
}

MemoryComparison::Run runOf(const MemoryHistory& history, const MemoryDevice& device, const TimeWarp& warp) {
  MemoryComparison::Run run;
  run.allocated = device.allocated;
  run.peak = run.allocated.peak();
  if (const auto reserved = device.reserved.peak()) {
    run.peakReserved = device.reserved.bytes[*reserved];
  }
  if (!run.allocated.isEmpty()) {
    const Time last = std::max(history.bounds.end, run.allocated.times.back());
    run.recorded = {warp(run.allocated.times.front()), warp(last)};
  }
  for (Time& time : run.allocated.times) {
    time = warp(time);
  }
  for (const MemoryMark& mark : history.marks) {
    run.marks.push_back({warp(mark.range.begin), warp(mark.range.end)});
  }
  return run;
}

std::size_t changeAfter(const MemoryCurve& curve, Time time) {
  return static_cast<std::size_t>(std::ranges::upper_bound(curve.times, time) - curve.times.begin());
}

MemoryCurve differenceOf(const MemoryCurve& base, const MemoryCurve& other, TimeRange within) {
  MemoryCurve difference;
  std::size_t ofBase = changeAfter(base, within.begin);
  std::size_t ofOther = changeAfter(other, within.begin);
  Time time = within.begin;
  while (time < within.end) {
    difference.add(time, other.bytes[ofOther - 1] - base.bytes[ofBase - 1]);
    const Time next = std::min(ofBase < base.size() ? base.times[ofBase] : within.end,
                               ofOther < other.size() ? other.times[ofOther] : within.end);
    ofBase += ofBase < base.size() && base.times[ofBase] == next ? 1 : 0;
    ofOther += ofOther < other.size() && other.times[ofOther] == next ? 1 : 0;
    time = next;
  }
  return difference;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> matchDevices(const MemoryHistory& base, const MemoryHistory& other) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<bool> isTaken(other.devices.size());
  const auto partnerOf = [&](const MemoryDevice& device) {
    for (const bool byTitle : {true, false}) {
      for (std::size_t i = 0; i < other.devices.size(); ++i) {
        const MemoryDevice& one = other.devices[i];
        if (!isTaken[i] && isSameDevice(device, one) && (!byTitle || one.title == device.title)) {
          return i;
        }
      }
    }
    return other.devices.size();
  };
  for (std::size_t i = 0; i < base.devices.size(); ++i) {
    if (const std::size_t partner = partnerOf(base.devices[i]); partner < other.devices.size()) {
      isTaken[partner] = true;
      pairs.emplace_back(i, partner);
    }
  }
  return pairs;
}

std::optional<std::size_t> MemoryComparison::furthest() const {
  std::optional<std::size_t> found;
  const auto size = [this](std::size_t i) { return std::abs(difference.bytes[i]); };
  for (std::size_t i = 0; i < difference.size(); ++i) {
    if (!found || size(i) > size(*found)) {
      found = i;
    }
  }
  return found;
}

std::string_view toText(MemoryAlignment alignment) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(MemoryAlignment::Count_)> names{
      "first-step", "each-step", "stretched", "start"};
  return names[static_cast<std::size_t>(alignment)];
}

MemoryComparison compareMemory(const MemoryHistory& base, std::size_t baseDevice, const MemoryHistory& other,
                               std::size_t otherDevice, MemoryAlignment alignment) {
  const MemoryDevice& ofBase = base.devices[baseDevice];
  const MemoryDevice& ofOther = other.devices[otherDevice];
  MemoryComparison comparison;
  comparison.isNumbered = isNumbered(base) && isNumbered(other);
  const auto [warpOfBase, warpOfOther] = warpsOf(base, ofBase, other, ofOther, alignment, comparison);
  comparison.base = runOf(base, ofBase, warpOfBase);
  comparison.other = runOf(other, ofOther, warpOfOther);
  if (!comparison.base.allocated.isEmpty() && !comparison.other.allocated.isEmpty()) {
    const TimeRange& a = comparison.base.recorded;
    const TimeRange& b = comparison.other.recorded;
    comparison.shared = {std::max(a.begin, b.begin), std::min(a.end, b.end)};
    comparison.shared.end = std::max(comparison.shared.begin, comparison.shared.end);
    comparison.difference = differenceOf(comparison.base.allocated, comparison.other.allocated, comparison.shared);
  }
  return comparison;
}

}  // namespace kernline
