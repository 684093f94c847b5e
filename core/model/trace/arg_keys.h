// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/event_details.h"
#include "core/model/trace/trace.h"

#include <cstdint>

namespace kernline {

/// An EventSource that is quicker to say which args an event has than what they are.
class KeyedEvents {
 public:
  KeyedEvents() = default;
  KeyedEvents(const KeyedEvents&) = delete;
  KeyedEvents& operator=(const KeyedEvents&) = delete;
  virtual ~KeyedEvents() = default;

  /// Adds a child for each key that `args` does not have; of the children the keys alone count.
  virtual void addKeys(std::uint64_t offset, ArgNode& args) const = 0;
};

/// The args of a span as `Trace::details` has them, of which the keys alone count.
[[nodiscard]] ArgNode argKeys(const Trace& trace, SpanId span);

}  // namespace kernline
