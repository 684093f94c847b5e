// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::test {

/// Writes small traces of devices and threads, a span a line: where a sketch is not enough. Times in nanoseconds.
class HandMadeTrace {
 public:
  ProcessId process(std::string_view pid, std::int32_t device = -1, std::int32_t rank = -1,
                    std::string_view name = "python") {
    return builder.addProcess({.pid = builder.intern(pid),
                               .name = builder.intern(name),
                               .labels = {},
                               .title = {},
                               .sortIndex = 0,
                               .device = device,
                               .rank = rank});
  }

  TrackId track(ProcessId process, std::string_view tid, TrackKind kind, std::string_view name = "") {
    Track track;
    track.process = process;
    track.kind = kind;
    track.tid = builder.intern(tid);
    track.name = builder.intern(name);
    return builder.addTrack(track);
  }

  SpanRecord& span(TrackId track, SpanKind kind, std::string_view name, std::int64_t start, std::int64_t duration) {
    SpanRecord next;
    next.start = {start};
    next.duration = {duration};
    next.offset = ++m_offset;
    next.name = builder.intern(name);
    next.track = track;
    next.kind = kind;
    next.category = builder.addCategory(builder.intern(toText(kind)));
    m_spans.push_back(next);
    return m_spans.back();
  }

  void instant(TrackId track, std::string_view name, std::int64_t time) {
    Instant instant;
    instant.time = {time};
    instant.name = builder.intern(name);
    instant.track = track;
    builder.addInstant(instant);
  }

  /// Times and values.
  void counter(ProcessId process, std::string_view name,
               std::initializer_list<std::pair<std::int64_t, double>> samples) {
    Counter counter;
    counter.process = process;
    counter.name = builder.intern(name);
    const CounterId id = builder.addCounter(counter);
    for (const auto& [time, value] : samples) {
      builder.addSample(id, {time}, value);
    }
  }

  std::shared_ptr<const Trace> build() {
    builder.addSpans(std::move(m_spans));
    return builder.build();
  }

  TraceBuilder builder;

 private:
  std::vector<SpanRecord> m_spans;
  std::uint64_t m_offset = 0;
};

}  // namespace kernline::test
