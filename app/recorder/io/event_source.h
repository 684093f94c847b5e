// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/record_counts.h"

#include <string>
#include <vector>

namespace kernline::recorder {

/// Events of the recorder's own, besides those of the programs that it records.
class EventSource {
 public:
  EventSource() = default;
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;
  EventSource(EventSource&&) = delete;
  EventSource& operator=(EventSource&&) = delete;
  virtual ~EventSource() = default;

  struct Events {
    std::string lines;  ///< lines for EventSink::write
    RecordCounts counts;
  };

  /// Begins; what does not work is in the notes. Once.
  virtual void begin() = 0;
  /// Returns when events are made, or never will be.
  virtual void waitForBegin() = 0;
  /// Takes the events since the last call. Bounded: events not taken in time are dropped and counted.
  virtual Events take() = 0;
  /// Ends; take() has the rest. Once.
  virtual void end() = 0;
  /// Return, after the end, the number of lost events and sentences about them.
  [[nodiscard]] virtual std::uint64_t dropped() const = 0;
  [[nodiscard]] virtual std::vector<std::string> notes() const = 0;
};

}  // namespace kernline::recorder
