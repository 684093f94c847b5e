// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/event_line.h"
#include "app/recorder/io/event_sink.h"

#include <cstdint>
#include <string>

namespace kernline::recorder {

/// Passes on what belongs to the time from a moment on: leaves out events that ended before it, and lets ranges,
/// modules and frames that last longer, and values of counters, begin there. Names of rows pass.
class TimeEdge final : public EventSink {
 public:
  /// `edge` in ns since the beginning of the recording's clock. `sink` must outlive this.
  TimeEdge(EventSink& sink, std::int64_t edge) : m_sink(sink), m_edge(edge) {}

  bool write(std::string_view events, const RecordCounts& counts) override;

 private:
  [[nodiscard]] bool isBefore(const EventLine& line) const;
  void append(const EventLine& line, RecordCounts& counts);

  EventSink& m_sink;
  std::int64_t m_edge;
  std::string m_text;  // text of the events being passed on
};

}  // namespace kernline::recorder
