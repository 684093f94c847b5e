// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/call_waits.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

namespace kernline {

namespace {

constexpr Duration clockError{2'000};  // error between host and device clocks

WaitingCall waitingCall(std::string_view name) {
  constexpr std::array<std::string_view, 8> allocating{"cudaFree",     "cudaMalloc",     "cudaHostAlloc",
                                                       "cudaFreeHost", "cudaMallocHost", "hipFree",
                                                       "hipMalloc",    "hipHostMalloc"};
  if (name.contains("EventSynchronize")) {
    return WaitingCall::Event;
  }
  if (name.contains("Synchronize")) {
    return WaitingCall::Synchronization;
  }
  if (name.contains("Memcpy")) {
    return WaitingCall::Copy;
  }
  if (name.contains("Launch")) {
    return WaitingCall::Launch;
  }
  const bool allocates = std::ranges::any_of(
      allocating, [&](std::string_view prefix) { return name.starts_with(prefix) && !name.contains("Async"); });
  return allocates ? WaitingCall::Allocation : WaitingCall::None;
}

}  // namespace

CallWaits::CallWaits(const RunGraph& graph, std::map<SpanId, std::uint32_t> events)
    : m_graph(graph), m_events(std::move(events)) {
  const Trace& trace = graph.trace();
  for (std::uint32_t w = 0; w < graph.activities().size(); ++w) {
    const ReplayActivity& activity = graph.activities()[w];
    if (activity.thread == ReplayActivity::none) {
      continue;
    }
    const ProcessId process = graph.threads()[activity.thread].process;
    auto found = std::ranges::find(m_processes, process, &OfProcess::process);
    if (found == m_processes.end()) {
      found = m_processes.insert(found, {.process = process, .byLaunch = {}, .byEnd = {}});
    }
    found->byLaunch.push_back({.launch = trace.start(activity.call), .end = trace.end(activity.span), .activity = w});
  }
  for (OfProcess& process : m_processes) {
    process.byEnd = process.byLaunch;
    std::ranges::stable_sort(process.byLaunch, {}, &Launched::launch);
    std::ranges::stable_sort(process.byEnd, {}, &Launched::end);
  }
}

const CallWaits::OfProcess* CallWaits::ofProcess(ProcessId process) const {
  const auto found = std::ranges::find(m_processes, process, &OfProcess::process);
  return found == m_processes.end() ? nullptr : &*found;
}

const CallWaits::Launched* CallWaits::endedIn(const OfProcess& process, TimeRange call) {
  auto next = std::ranges::upper_bound(process.byEnd, call.end + clockError, {}, &Launched::end);
  while (next != process.byEnd.begin() && std::prev(next)->end > call.begin) {
    --next;
    if (next->launch < call.begin) {
      return &*next;
    }
  }
  return nullptr;
}

std::optional<ReplayWait> CallWaits::forOwnCopy(SpanId call) const {
  constexpr Duration enqueuing{5'000};  // a copy takes no longer than this to be enqueued
  const Trace& trace = m_graph.trace();
  std::optional<ReplayWait> wait;
  for (const std::uint32_t w : m_graph.launchedBy(call)) {
    const Time end = trace.end(m_graph.activities()[w].span);
    // From pageable memory the call may return as the last bytes are under way.
    const Duration underWay{trace.duration(m_graph.activities()[w].span).ns / 20};
    if (end <= trace.end(call) + std::max(clockError, underWay) && trace.duration(call) > enqueuing) {
      wait = {.begin = 0, .end = 0, .activity = w, .own = enqueuing, .after = trace.end(call) - end};
    }
  }
  return wait;
}

WaitingCall CallWaits::kindOf(SpanId call) {
  const StringId name = m_graph.trace().name(call);
  return m_kinds.of(name, [&] { return waitingCall(m_graph.trace().text(name)); });
}

std::optional<ReplayWait> CallWaits::of(const ReplayThread& thread, SpanId call) {
  constexpr Duration notable{15'000};
  constexpr Duration longLaunch{40'000};
  constexpr std::size_t fullQueue = 64;
  const Trace& trace = m_graph.trace();
  const WaitingCall kind = kindOf(call);
  const OfProcess* process = kind == WaitingCall::None ? nullptr : ofProcess(thread.process);
  if (process == nullptr) {
    return std::nullopt;
  }
  if (kind == WaitingCall::Copy) {
    return forOwnCopy(call);
  }
  const TimeRange range = trace.range(call);
  const Duration length = range.length();
  const auto launchedBefore = std::ranges::lower_bound(process->byLaunch, range.begin, {}, &Launched::launch);
  const Launched* ended = endedIn(*process, range);
  const auto waitFor = [&](const Launched& launched, Duration own) {
    return ReplayWait{.begin = 0,
                      .end = 0,
                      .activity = launched.activity,
                      .own = std::min(own, length),
                      .after = range.end - launched.end};
  };
  const auto wouldWaitFor = [&](std::uint32_t activity) {
    return ReplayWait{.begin = 0, .end = 0, .activity = activity, .own = length, .after = clockError};
  };
  if (const auto event = m_events.find(call); event != m_events.end()) {
    const Time end = trace.end(m_graph.activities()[event->second].span);
    const bool waited = end > range.begin && end <= range.end + clockError;
    return waited ? waitFor({.launch = {}, .end = end, .activity = event->second}, length - (end - range.begin))
                  : wouldWaitFor(event->second);
  }
  if (kind == WaitingCall::Launch) {
    const auto finished = std::ranges::upper_bound(process->byEnd, range.begin, {}, &Launched::end);
    const std::ptrdiff_t queued = (launchedBefore - process->byLaunch.begin()) - (finished - process->byEnd.begin());
    const bool waits = length > longLaunch && ended != nullptr && queued >= static_cast<std::ptrdiff_t>(fullQueue);
    return waits ? std::optional(waitFor(*ended, Duration{5'000})) : std::nullopt;
  }
  if (ended != nullptr && (range.end - ended->end).ns * 2 < length.ns + 2 * notable.ns &&
      (kind != WaitingCall::Allocation || length > notable)) {
    return waitFor(*ended, length - std::min(length, ended->end - range.begin));
  }
  if (kind == WaitingCall::Synchronization && launchedBefore != process->byLaunch.begin()) {
    return wouldWaitFor(std::prev(launchedBefore)->activity);
  }
  return std::nullopt;
}

}  // namespace kernline
