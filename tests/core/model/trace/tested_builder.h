// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace_builder.h"

#include <memory>
#include <string_view>
#include <utility>

namespace kernline::test {

/// A TraceBuilder with shorter words, for tests of what it makes of a few spans. Offsets count up in order of adding.
class TestedBuilder {
 public:
  TestedBuilder() { m_host = addProcess("100", -1); }

  ProcessId addProcess(std::string_view pid, std::int32_t device) {
    Process process;
    process.pid = builder.intern(pid);
    process.device = device;
    return builder.addProcess(process);
  }

  TrackId addTrack(ProcessId process, std::string_view tid, TrackKind kind) {
    Track track;
    track.process = process;
    track.tid = builder.intern(tid);
    track.kind = kind;
    return builder.addTrack(track);
  }

  TrackId thread(std::string_view tid) { return addTrack(m_host, tid, TrackKind::Thread); }

  TrackId stream(std::string_view tid) {
    if (m_device == ProcessId::none) {
      m_device = addProcess("0", 0);
    }
    return addTrack(m_device, tid, TrackKind::Stream);
  }

  SpanRecord record(TrackId track, std::string_view name, std::int64_t startNs, std::int64_t durationNs,
                    SpanKind kind = SpanKind::Other) {
    SpanRecord span;
    span.start = {startNs};
    span.duration = {durationNs};
    span.name = builder.intern(name);
    span.track = track;
    span.kind = kind;
    span.offset = m_offset += 100;
    return span;
  }

  /// Adds a span; returns its offset.
  std::uint64_t add(TrackId track, std::string_view name, std::int64_t startNs, std::int64_t durationNs,
                    SpanKind kind = SpanKind::Other) {
    builder.addSpan(record(track, name, startNs, durationNs, kind));
    return m_offset;
  }

  std::uint64_t addCorrelated(TrackId track, std::string_view name, std::int64_t startNs, std::int64_t durationNs,
                              SpanKind kind, std::uint32_t correlation, std::uint32_t external = 0) {
    SpanRecord span = record(track, name, startNs, durationNs, kind);
    span.correlation = correlation;
    span.external = external;
    builder.addSpan(span);
    return m_offset;
  }

  std::shared_ptr<const Trace> build(unsigned threads = 1) { return builder.build(threads); }

  TraceBuilder builder;

 private:
  ProcessId m_host = ProcessId::none;
  ProcessId m_device = ProcessId::none;
  std::uint64_t m_offset = 0;
};

}  // namespace kernline::test
