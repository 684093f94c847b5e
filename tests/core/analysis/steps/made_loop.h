// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/analysis/hand_made_trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kernline::test {

/// A host process with two threads, and a device that runs what they launch.
struct MadeLoop {
  HandMadeTrace made;
  ProcessId host = made.process("5");
  ProcessId device = made.process("0", 0);
  TrackId thread = made.track(host, "5", TrackKind::Thread);
  TrackId autograd = made.track(host, "6", TrackKind::Thread);
  TrackId stream = made.track(device, "7", TrackKind::Stream);
  TrackId otherStream = made.track(device, "8", TrackKind::Stream);
  std::uint32_t launches = 0;

  void annotation(std::string_view name, std::int64_t begin, std::int64_t end) {
    made.span(thread, SpanKind::Annotation, name, begin, end - begin);
  }
  void function(std::string_view name, std::int64_t begin, std::int64_t end) {
    made.span(thread, SpanKind::PythonFunction, name, begin, end - begin);
  }
  /// A launch at `call` on a thread, of work on a stream.
  void work(TrackId from, TrackId to, SpanKind kind, std::string_view name, std::int64_t call, std::int64_t begin,
            std::int64_t end) {
    made.span(from, SpanKind::Runtime, "cudaLaunchKernel", call, 1).correlation = ++launches;
    made.span(to, kind, name, begin, end - begin).correlation = launches;
  }
  void kernel(std::int64_t call, std::int64_t begin, std::int64_t end, std::string_view name = "gemm") {
    work(thread, stream, SpanKind::Kernel, name, call, begin, end);
  }
  std::shared_ptr<const Trace> build() { return made.build(); }
};

}  // namespace kernline::test
