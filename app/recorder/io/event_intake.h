// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/record_counts.h"

#include <string>

namespace kernline::recorder {

/// Receiver of collected events; never waits.
class EventIntake {
 public:
  EventIntake() = default;
  EventIntake(const EventIntake&) = delete;
  EventIntake& operator=(const EventIntake&) = delete;
  EventIntake(EventIntake&&) = delete;
  EventIntake& operator=(EventIntake&&) = delete;
  virtual ~EventIntake() = default;

  /// Takes events in the form of EventSink::write().
  virtual void add(std::string events, const RecordCounts& counts) = 0;
  /// Whether no more is to be added for now.
  [[nodiscard]] virtual bool isFull() = 0;
};

}  // namespace kernline::recorder
