// SPDX-License-Identifier: Apache-2.0
// This folder holds the part of the recorder without CUDA: events as lines, the file, sockets, the recorded program.
#pragma once

#include "app/recorder/io/record_counts.h"

#include <string_view>

namespace kernline::recorder {

/// The receiver of events: a recording, or the socket of a recorder.
class EventSink {
 public:
  EventSink() = default;
  EventSink(const EventSink&) = delete;
  EventSink& operator=(const EventSink&) = delete;
  EventSink(EventSink&&) = delete;
  EventSink& operator=(EventSink&&) = delete;
  virtual ~EventSink() = default;

  /// Takes whole events, each with ",\n" before it, and how many of each kind they are. False if no more is taken.
  /// Called by one thread at a time; may wait.
  virtual bool write(std::string_view events, const RecordCounts& counts) = 0;
};

}  // namespace kernline::recorder
