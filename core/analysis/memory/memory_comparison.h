// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// Matches the devices of two histories: by number and rank (an unknown rank may be any), else by title.
/// Pairs of indices, in the order of the first; devices without a partner are left out.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> matchDevices(const MemoryHistory& base,
                                                                            const MemoryHistory& other);

/// The way two runs come onto one axis of time. At 0 in both is the beginning of a step or of an annotation, or else
/// the first value.
enum class MemoryAlignment : std::uint8_t {
  FirstStep,       ///< the first step of each; from there on each keeps its pace
  EachStep,        ///< every step on its counterpart; whichever is done first waits for the other
  StretchedSteps,  ///< the same, and whichever is shorter is stretched to the length of the other
  FirstSample,     ///< the first value of each
  Count_
};
/// "first-step", "each-step", "stretched", "start".
[[nodiscard]] std::string_view toText(MemoryAlignment alignment);

/// Memory of two runs on one device, on one axis of time.
struct MemoryComparison {
  /// A run on the common axis.
  struct Run {
    MemoryCurve allocated;
    TimeRange recorded;               ///< range of the records
    std::optional<std::size_t> peak;  ///< index in `allocated`; nullopt without any value
    std::int64_t peakReserved = 0;    ///< 0 if unknown
    std::vector<TimeRange> marks;     ///< steps and annotations
  };

  /// The requested alignment, or the next best if steps are not marked or have no counterparts: the first step, the
  /// first value.
  MemoryAlignment alignment = MemoryAlignment::FirstSample;
  std::size_t alignedSteps = 0;  ///< number of steps whose begins are aligned
  Run base;
  Run other;
  MemoryCurve difference;   ///< other less base, exact at every change of either; within `shared` alone
  TimeRange shared;         ///< range where both are known; empty if nowhere
  bool isNumbered = false;  ///< records of neither run have times: moments are numbers of records (`momentText`)

  [[nodiscard]] std::int64_t peakOf(const Run& run) const { return run.peak ? run.allocated.bytes[*run.peak] : 0; }
  /// Returns the difference of the largest peaks, other less base.
  [[nodiscard]] std::int64_t peakDifference() const { return peakOf(other) - peakOf(base); }
  /// Index in `difference` of the value furthest from 0, the first of several; nullopt if no time is shared.
  [[nodiscard]] std::optional<std::size_t> furthest() const;
};

/// Compares a device of one history with one of another. O(changes · log steps).
[[nodiscard]] MemoryComparison compareMemory(const MemoryHistory& base, std::size_t baseDevice,
                                             const MemoryHistory& other, std::size_t otherDevice,
                                             MemoryAlignment alignment = MemoryAlignment::FirstStep);

}  // namespace kernline
