// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// The operation of a captured call when its graph is replayed.
enum class CapturedActivityKind : std::uint8_t { Kernel, Memcpy, Memset };

/// A call that was recorded into a graph instead of being run.
struct CapturedLaunch {
  SpanId call = SpanId::none;
  CapturedActivityKind kind = CapturedActivityKind::Kernel;
  std::string kernel;  ///< launched kernel, if the profiler recorded it for the call (ROCm); else empty
};

/// Reason why the launches of a capture are not known for sure.
enum class CaptureFault : std::uint8_t {
  None,
  Unfinished,   ///< its begin or its end lies outside the trace
  Overlapping,  ///< another stream of the process is capturing at the same time
  ChildGraph,   ///< it launches another graph, whose activity is not known
};

/// Calls that the host recorded while a stream was capturing (cudaStreamBeginCapture to cudaStreamEndCapture, or hip…).
struct GraphCapture {
  SpanId begin = SpanId::none;  ///< the call; none if it lies before the trace
  Time end;                     ///< begin of the call that ends it
  CaptureFault fault = CaptureFault::None;
  std::vector<CapturedLaunch> launches;  ///< launch order
};

/// All captures of a trace, by end. A launch whose activity ran is none of them: it went to a stream that did not
/// capture. Cheap where there are none; else the args of captured launches are read, a few microseconds each.
[[nodiscard]] std::vector<GraphCapture> graphCaptures(const Trace& trace, const std::stop_token& stop = {});

}  // namespace kernline
