// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/rule_work.h"

#include <unordered_set>

namespace kernline {

std::vector<LaunchedPiece> launchedIn(AdviceSubject& subject, std::span<const SpanId> calls) {
  const std::unordered_set<SpanId> wanted(calls.begin(), calls.end());
  std::vector<LaunchedPiece> made;
  for (DeviceTimeline& device : subject.devices) {
    for (TimelinePiece& piece : device.pieces) {
      SpanId call = piece.isTaken ? SpanId::none : subject.trace.launchOf(piece.span);
      while (call != SpanId::none && !wanted.contains(call)) {
        call = subject.parents[index(call)];
      }
      if (call != SpanId::none) {
        made.push_back({.piece = &piece, .call = call});
      }
    }
  }
  return made;
}

}  // namespace kernline
