// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"

#include <memory>
#include <string_view>

namespace kernline::test {

/// A trace written down in a test: rows and spans by name, times in nanoseconds.
class SmallTrace {
 public:
  ProcessId device(std::string_view name, int number = 0) {
    Process process;
    process.pid = m_builder.intern(std::to_string(number));
    process.name = m_builder.intern(name);
    process.device = number;
    return m_builder.addProcess(process);
  }

  ProcessId process(std::string_view name, std::string_view pid = "4711") {
    Process process;
    process.pid = m_builder.intern(pid);
    process.name = m_builder.intern(name);
    return m_builder.addProcess(process);
  }

  TrackId stream(ProcessId process, std::string_view tid) { return track(process, TrackKind::Stream, tid); }
  TrackId thread(ProcessId process, std::string_view tid) { return track(process, TrackKind::Thread, tid); }

  TrackId track(ProcessId process, TrackKind kind, std::string_view tid) {
    Track track;
    track.process = process;
    track.kind = kind;
    track.tid = m_builder.intern(tid);
    track.name = m_builder.intern(tid);
    return m_builder.addTrack(track);
  }

  /// Returns the span's offset in the file, by which it is found again.
  std::uint64_t span(TrackId track, std::int64_t start, std::int64_t duration, std::string_view name,
                     SpanKind kind = SpanKind::Kernel, std::uint32_t correlation = 0) {
    SpanRecord record;
    record.start = {start};
    record.duration = {duration};
    record.offset = ++m_offset;
    record.name = m_builder.intern(name);
    record.track = track;
    record.correlation = correlation;
    record.category = m_builder.addCategory(m_builder.intern("test"));
    record.kind = kind;
    m_builder.addSpan(record);
    return m_offset;
  }

  void instant(TrackId track, std::int64_t time, std::string_view name) {
    Instant instant;
    instant.time = {time};
    instant.name = m_builder.intern(name);
    instant.track = track;
    m_builder.addInstant(instant);
  }

  CounterId counter(ProcessId process, std::string_view name) {
    Counter counter;
    counter.process = process;
    counter.name = m_builder.intern(name);
    return m_builder.addCounter(counter);
  }

  void sample(CounterId counter, std::int64_t time, double value) { m_builder.addSample(counter, {time}, value); }

  std::shared_ptr<const Trace> build() { return m_builder.build(); }

 private:
  TraceBuilder m_builder;
  std::uint64_t m_offset = 0;
};

/// The first span of that name, in the order of the trace.
inline SpanId named(const Trace& trace, std::string_view name) {
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    if (trace.nameText(SpanId{i}) == name) {
      return SpanId{i};
    }
  }
  return SpanId::none;
}

}  // namespace kernline::test
