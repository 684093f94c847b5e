// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <cstdint>
#include <string_view>

namespace kernline {

/// The measure of the amount of work.
enum class WorkMeasure : std::uint8_t {
  None,      ///< zero on both sides
  Roofline,  ///< the least time that one device needs for it
  Flops,
  Bytes,
};
[[nodiscard]] std::string_view toText(WorkMeasure measure);  ///< "none", "roofline", "flops", "bytes"

/// Calls that go together in one run, as far as their work is known.
struct CallSums {
  double calls = 0;
  Duration time;
  double work = 0;      ///< sum over calls with a measure of it
  double workTime = 0;  ///< ns, what these took
};

/// Split of a change of time: parts in whole nanoseconds that add up to the change exactly. One factor is changed after
/// the other, from the baseline on: calls at the baseline's time of a call, then the work of a call at the time that a
/// unit of work takes in the baseline, then that time (the inverse of efficiency). So fewer calls and less work never
/// save more than the baseline takes, as they can where each factor counts at the mean of both sides.
struct ChangeSplit {
  Duration calls{};       ///< more or fewer calls; all of it where one side has none
  Duration work{};        ///< more or less work in a call
  Duration efficiency{};  ///< less or more work done in a time
  Duration unmodeled{};   ///< longer or shorter calls of unknown work
  WorkMeasure measure = WorkMeasure::None;

  [[nodiscard]] Duration delta() const { return {calls.ns + work.ns + efficiency.ns + unmodeled.ns}; }
};

/// Whether nearly all of the time has a measure of its work: what has none would pass for less work.
[[nodiscard]] bool isMeasured(const CallSums& side);

/// `measure` is that of `work` of both; it is not used unless both are measured.
[[nodiscard]] ChangeSplit splitOf(const CallSums& base, const CallSums& other, WorkMeasure measure);

}  // namespace kernline
