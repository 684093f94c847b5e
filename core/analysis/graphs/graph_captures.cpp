// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graphs/graph_captures.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// Role of a call of the runtime or the driver in a capture.
enum class CaptureRole : std::uint8_t { None, Begin, End, Kernel, Memcpy, Memset, Graph };

CaptureRole captureRole(std::string_view call) {
  if (!call.starts_with("cu") && !call.starts_with("hip")) {
    return CaptureRole::None;
  }
  constexpr std::pair<std::string_view, CaptureRole> marks[] = {{"StreamBeginCapture", CaptureRole::Begin},
                                                                {"StreamEndCapture", CaptureRole::End},
                                                                {"GraphLaunch", CaptureRole::Graph},
                                                                {"LaunchKernel", CaptureRole::Kernel},
                                                                {"LaunchCooperativeKernel", CaptureRole::Kernel}};
  for (const auto& [mark, role] : marks) {
    if (call.contains(mark)) {
      return role;
    }
  }
  // cudaMemcpyAsync, cuMemcpyDtoDAsync_v2, hipMemcpyWithStream, …; but not cudaGraphAddMemcpyNode.
  for (const std::string_view prefix : {"cuda", "cu", "hip"}) {
    if (call.starts_with(prefix)) {
      const std::string_view rest = call.substr(prefix.size());
      if (rest.starts_with("Memcpy")) {
        return CaptureRole::Memcpy;
      }
      if (rest.starts_with("Memset")) {
        return CaptureRole::Memset;
      }
    }
  }
  return CaptureRole::None;
}

CapturedActivityKind kindOf(CaptureRole role) {
  return role == CaptureRole::Memcpy   ? CapturedActivityKind::Memcpy
         : role == CaptureRole::Memset ? CapturedActivityKind::Memset
                                       : CapturedActivityKind::Kernel;
}

struct CaptureCall {
  SpanId span = SpanId::none;
  TrackId track = TrackId::none;
  CaptureRole role = CaptureRole::None;
};

/// Reads the calls of one process in time.
class CaptureReader {
 public:
  explicit CaptureReader(const Trace& trace) : m_trace(trace) {}

  void read(const CaptureCall& call) {
    switch (call.role) {
      case CaptureRole::Begin:
        begin(call);
        break;
      case CaptureRole::End:
        end(call);
        break;
      case CaptureRole::None:
        break;
      case CaptureRole::Graph:
      case CaptureRole::Kernel:
      case CaptureRole::Memcpy:
      case CaptureRole::Memset:
        launch(call);
    }
  }
  [[nodiscard]] std::vector<GraphCapture> take() {
    for (Open& open : m_open) {
      open.capture.fault = CaptureFault::Unfinished;
      open.capture.end = m_trace.bounds().end;
      m_done.push_back(std::move(open.capture));
    }
    m_open.clear();
    return std::move(m_done);
  }

 private:
  struct Open {
    TrackId track = TrackId::none;
    GraphCapture capture;
  };

  void begin(const CaptureCall& call) {
    m_open.push_back({.track = call.track, .capture = {.begin = call.span, .end = {}, .launches = {}}});
    for (Open& open : m_open) {
      open.capture.fault = m_open.size() > 1 ? CaptureFault::Overlapping : open.capture.fault;
    }
  }
  void end(const CaptureCall& call) {
    const auto open =
        std::find_if(m_open.rbegin(), m_open.rend(), [&](const Open& o) { return o.track == call.track; });
    GraphCapture ended;
    if (open == m_open.rend()) {
      ended.fault = CaptureFault::Unfinished;
    } else {
      ended = std::move(open->capture);
      m_open.erase(std::next(open).base());
    }
    ended.end = m_trace.start(call.span);
    m_done.push_back(std::move(ended));
  }
  void launch(const CaptureCall& call) {
    if (m_open.empty() || !m_trace.launchedBy(call.span).empty() || isInsideLast(call)) {
      return;
    }
    GraphCapture& capture = m_open.back().capture;
    if (call.role == CaptureRole::Graph) {
      capture.fault = capture.fault == CaptureFault::None ? CaptureFault::ChildGraph : capture.fault;
      return;
    }
    capture.launches.push_back({.call = call.span, .kind = kindOf(call.role), .kernel = {}});
    m_last = call;
  }
  /// The driver's part of a call of the runtime.
  [[nodiscard]] bool isInsideLast(const CaptureCall& call) const {
    return m_last.span != SpanId::none && m_last.track == call.track &&
           m_trace.start(call.span) < m_trace.end(m_last.span);
  }

  const Trace& m_trace;
  std::vector<Open> m_open;
  std::vector<GraphCapture> m_done;
  CaptureCall m_last;
};

std::map<ProcessId, std::vector<CaptureCall>> captureCalls(const Trace& trace, const std::stop_token& stop) {
  std::vector<CaptureRole> roles(trace.strings().size());
  bool mayCapture = false;
  for (std::uint32_t name = 0; name < roles.size(); ++name) {
    roles[name] = captureRole(trace.text(StringId{name}));
    mayCapture = mayCapture || roles[name] == CaptureRole::Begin || roles[name] == CaptureRole::End;
  }
  std::map<ProcessId, std::vector<CaptureCall>> calls;
  for (std::uint32_t t = 0; mayCapture && t < trace.tracks().size() && !stop.stop_requested(); ++t) {
    const Track& track = trace.tracks()[t];
    for (std::uint32_t span = track.firstSpan; span < track.firstSpan + track.spanCount; ++span) {
      const CaptureRole role = roles[index(trace.names()[span])];
      if (role != CaptureRole::None && trace.kinds()[span] == SpanKind::Runtime) {
        calls[track.process].push_back({SpanId{span}, TrackId{t}, role});
      }
    }
  }
  for (auto& [process, ofProcess] : calls) {
    std::ranges::sort(ofProcess, {}, [&](const CaptureCall& call) {
      return std::tuple(trace.start(call.span), -trace.duration(call.span).ns, call.span);
    });
  }
  return calls;
}

std::string kernelOfCall(const Trace& trace, SpanId call) {
  static constexpr std::array<std::string_view, 1> keys{"kernel"};
  const ArgNode args = trace.args(call, keys);
  const ArgNode* kernel = args.find(keys.front());
  return kernel != nullptr && kernel->kind == ArgNode::Kind::Text ? kernel->text : std::string();
}

}  // namespace

std::vector<GraphCapture> graphCaptures(const Trace& trace, const std::stop_token& stop) {
  std::vector<GraphCapture> captures;
  for (const auto& [process, calls] : captureCalls(trace, stop)) {
    CaptureReader reader(trace);
    for (const CaptureCall& call : calls) {
      reader.read(call);
    }
    std::ranges::move(reader.take(), std::back_inserter(captures));
  }
  std::ranges::sort(captures, {}, &GraphCapture::end);
  for (GraphCapture& capture : captures) {
    for (CapturedLaunch& launch : capture.launches) {
      if (stop.stop_requested()) {
        return {};
      }
      if (launch.kind == CapturedActivityKind::Kernel) {
        launch.kernel = kernelOfCall(trace, launch.call);
      }
    }
  }
  return captures;
}

}  // namespace kernline
