// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline {

/// The calls around moments of one thread, for moments in the order of time.
class CallChain {
 public:
  CallChain(const Trace& trace, TrackId track, MemoryHistory& history);

  /// Fills in the origin of a block at `time`: span, stack, operator, place and phase.
  void describe(Time time, MemoryBlock& block);

 private:
  struct Call {
    SpanId span = SpanId::none;
    StackId stack = StackId::none;
    StringId op = StringId::empty;  // operator of it or the nearest around it
    StringId place = StringId::empty;
    MemoryPhase phase = MemoryPhase::Unknown;
  };

  /// The span of a lane that covers `time`; times rise from call to call.
  [[nodiscard]] SpanId spanAt(std::size_t lane, Time time);
  /// The meaning of a name, computed once.
  struct Name {
    StringId ours = StringId::empty;
    bool isAllocator = false;
    bool isUsersLine = false;
    MemoryPhase phase = MemoryPhase::Unknown;
  };
  [[nodiscard]] const Name& meaningOf(StringId theirs);
  [[nodiscard]] Call inside(const Call* outer, SpanId span);

  const Trace& m_trace;
  MemoryHistory& m_history;
  std::vector<Lane> m_lanes;
  std::vector<std::uint32_t> m_next;  // a lane: the first span that may not have ended
  std::vector<Call> m_calls;          // calls around the last moment, outermost first
  std::unordered_map<StringId, Name> m_names;
};

}  // namespace kernline
