// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_comparison.h"

#include <algorithm>

namespace kernline {

namespace {

bool isSameDevice(const MemoryDevice& a, const MemoryDevice& b) {
  const bool mayBeSameRank = a.rank == b.rank || a.rank < 0 || b.rank < 0;
  return a.device == b.device && mayBeSameRank;
}

/// What is to be time 0; nothing where there are no values.
std::optional<Time> originOf(const MemoryHistory& history, const MemoryDevice& device, bool byStep) {
  if (byStep) {
    return history.marks.front().range.begin;
  }
  return device.allocated.isEmpty() ? std::nullopt : std::optional(device.allocated.times.front());
}

MemoryComparison::Run runOf(const MemoryHistory& history, const MemoryDevice& device, Time origin) {
  const Duration shift = Time{0} - origin;
  MemoryComparison::Run run;
  run.allocated = device.allocated;
  for (Time& time : run.allocated.times) {
    time = time + shift;
  }
  run.peak = run.allocated.peak();
  if (const auto reserved = device.reserved.peak()) {
    run.peakReserved = device.reserved.bytes[*reserved];
  }
  if (!run.allocated.isEmpty()) {
    const Time last = std::max(history.bounds.end + shift, run.allocated.times.back());
    run.recorded = {run.allocated.times.front(), last};
  }
  for (const MemoryMark& mark : history.marks) {
    run.marks.push_back({mark.range.begin + shift, mark.range.end + shift});
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

MemoryComparison compareMemory(const MemoryHistory& base, std::size_t baseDevice, const MemoryHistory& other,
                               std::size_t otherDevice) {
  const MemoryDevice& ofBase = base.devices[baseDevice];
  const MemoryDevice& ofOther = other.devices[otherDevice];
  MemoryComparison comparison;
  const bool byStep = !base.marks.empty() && !other.marks.empty();
  comparison.origin = byStep ? MemoryComparison::Origin::FirstStep : MemoryComparison::Origin::FirstSample;
  comparison.base = runOf(base, ofBase, originOf(base, ofBase, byStep).value_or(Time{0}));
  comparison.other = runOf(other, ofOther, originOf(other, ofOther, byStep).value_or(Time{0}));
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
