// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice_subject.h"

#include <vector>

namespace kernline {

/// Calls of the host that a program can do without, and the device activity that goes with them.
struct AvoidableCalls {
  std::vector<SpanId> calls = {};         ///< in the time that is looked at: of nested ones the outermost
  std::vector<SpanId> others = {};        ///< before it or behind it: a host is ahead of the steps of its device
  std::vector<SpanId> waits = {};         ///< in all of them, for the device
  Duration time = {};                     ///< of the host, in that time
  std::vector<TimelinePiece*> work = {};  ///< that goes with them
  Duration activityTime = {};             ///< of it
  std::vector<AdviceRemedy::MergedActivity> merged = {};
  bool areDraining = false;  ///< they end when the device is idle: the first launches behind them reach an empty queue
  std::vector<Message> evidence = {};

  /// Files a call by the time that is looked at.
  void add(const AdviceSubject& subject, SpanId call);
  [[nodiscard]] std::vector<SpanId> all() const;
};

/// Completes a row that has its kind, title and rule, and adds it: if the calls take 2 % of the time and a replay saves
/// 1 % of it without them, or 0.1 % if device activity goes. `hint` is a sentence on how to do without them.
void adviseWithout(AdviceSubject& subject, AvoidableCalls found, AdviceRow row, const Message& hint);

/// Returns `count` per step, rounded up; as it is without steps.
[[nodiscard]] constexpr std::uint64_t perStep(std::uint64_t count, std::uint64_t steps) {
  return steps == 0 ? count : (count + steps - 1) / steps;
}

}  // namespace kernline
