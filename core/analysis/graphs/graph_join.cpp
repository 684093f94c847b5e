// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graphs/graph_join.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

/// A name and a kind, as a number.
using ActivitySign = std::uint64_t;

ActivitySign signOf(const Trace& trace, SpanId activity) {
  return std::uint64_t{static_cast<std::uint32_t>(trace.name(activity))} << 8U |
         static_cast<std::uint8_t>(trace.kind(activity));
}

/// The work of one graph launch, by start.
struct Replay {
  SpanId call = SpanId::none;
  std::vector<SpanId> works;
  bool isOnOneStream = true;
};

ProcessId processOf(const Trace& trace, SpanId call) {
  return trace.track(trace.trackOf(call)).process;
}

/// A capture among all sources.
struct CaptureAt {
  const Trace* trace = nullptr;
  std::uint32_t source = 0;
  const GraphCapture* capture = nullptr;
};

bool isUncertain(const GraphCapture& capture) {
  return capture.fault != CaptureFault::None || capture.launches.empty();
}

bool namesKernels(const GraphCapture& capture) {
  return std::ranges::any_of(capture.launches, [](const CapturedLaunch& launch) { return !launch.kernel.empty(); });
}

/// ROCm copies and fills with kernels of its own.
bool canRunAs(const Trace& trace, const CapturedLaunch& launch, SpanKind kind) {
  switch (launch.kind) {
    case CapturedActivityKind::Kernel:
      return kind == SpanKind::Kernel;
    case CapturedActivityKind::Memcpy:
      return kind == SpanKind::Memcpy || (kind == SpanKind::Kernel && trace.nameText(launch.call).starts_with("hip"));
    case CapturedActivityKind::Memset:
      break;
  }
  return kind == SpanKind::Memset || (kind == SpanKind::Kernel && trace.nameText(launch.call).starts_with("hip"));
}

/// Triton's launches have an operator of the kernel's name.
std::string_view knownKernel(const Trace& trace, const CapturedLaunch& launch) {
  if (!launch.kernel.empty() || launch.kind != CapturedActivityKind::Kernel) {
    return launch.kernel;
  }
  const SpanId op = trace.opOf(launch.call);
  const std::string_view name = op == SpanId::none ? std::string_view{} : trace.nameText(op);
  return name.starts_with("triton_") ? name : std::string_view{};
}

/// Matches launches with runs by the names of their kernels: returns the work by launch, or nullopt.
class NamedMatch {
 public:
  NamedMatch(const Trace& trace, const Replay& replay) : m_trace(trace) {
    for (const SpanId activity : replay.works) {
      m_runs[trace.nameText(activity)].push_back(activity);
    }
  }

  [[nodiscard]] std::optional<std::vector<SpanId>> of(const CaptureAt& at) {
    std::map<std::string_view, std::size_t> used;
    std::vector<SpanId> activities;
    for (const CapturedLaunch& launch : at.capture->launches) {
      const auto runs = m_runs.find(knownKernel(*at.trace, launch));
      if (runs == m_runs.end() || used[runs->first] == runs->second.size()) {
        return std::nullopt;
      }
      activities.push_back(runs->second[used[runs->first]++]);
    }
    return activities;
  }
  [[nodiscard]] bool hasEachNameOnOneStream() const {
    return std::ranges::all_of(m_runs, [&](const auto& runs) {
      return std::ranges::all_of(runs.second, [&](SpanId activity) {
        return m_trace.trackOf(activity) == m_trace.trackOf(runs.second.front());
      });
    });
  }

 private:
  const Trace& m_trace;
  std::map<std::string_view, std::vector<SpanId>> m_runs;
};

class GraphJoiner {
 public:
  GraphJoiner(const Trace& trace, std::span<const Trace* const> others, const std::stop_token& stop)
      : m_trace(trace), m_sources{&trace}, m_stop(stop) {
    m_sources.insert(m_sources.end(), others.begin(), others.end());
  }

  void findReplays();
  void findCaptures();
  void decide();

  struct Found {
    ReplayedGraph graph;
    std::size_t content = 0;  ///< graphs of several processes (ranks) may have the same
    std::vector<Replay> replays;
    CaptureAt capture;
    std::vector<CaptureAt> others;  ///< other captures that fit, of the same operators
  };
  [[nodiscard]] const std::vector<Found>& found() const { return m_found; }
  [[nodiscard]] std::uint64_t captureCount() const {
    return std::accumulate(m_ofSource.begin(), m_ofSource.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& captures) { return sum + captures.size(); });
  }
  /// Returns the work of a replay by launch of the capture; nullopt if streams have other parts of it than in the
  /// first.
  [[nodiscard]] std::optional<std::vector<SpanId>> inOrder(const Found& of, const Replay& replay) const {
    if (replay.isOnOneStream) {
      return replay.works;
    }
    NamedMatch match(m_trace, replay);
    return match.hasEachNameOnOneStream() ? match.of(of.capture) : std::nullopt;
  }

 private:
  [[nodiscard]] Replay replayOf(std::span<const Launch> launches) const;
  [[nodiscard]] bool fits(const Found& found, const CaptureAt& at) const;
  [[nodiscard]] static bool haveSameOperators(const CaptureAt& a, const CaptureAt& b);
  void choose(Found& found) const;
  void openWhatSharesACapture();

  const Trace& m_trace;
  std::vector<const Trace*> m_sources;
  std::stop_token m_stop;
  std::vector<Found> m_found;
  std::vector<std::vector<GraphCapture>> m_ofSource;
  std::vector<CaptureAt> m_captures;  // captures whose launches are known
};

Replay GraphJoiner::replayOf(std::span<const Launch> launches) const {
  Replay replay{.call = launches.front().call, .works = {}};
  for (const Launch& launch : launches) {
    if (isDeviceActivity(m_trace.kind(launch.activity))) {
      replay.works.push_back(launch.activity);
    }
  }
  std::ranges::sort(replay.works, {}, [&](SpanId activity) { return std::tuple(m_trace.start(activity), activity); });
  replay.isOnOneStream = std::ranges::all_of(replay.works, [&](SpanId activity) {
    return m_trace.trackOf(activity) == m_trace.trackOf(replay.works.front());
  });
  return replay;
}

void GraphJoiner::findReplays() {
  std::map<std::pair<bool, std::vector<ActivitySign>>, std::size_t> contents;
  std::map<std::pair<ProcessId, std::size_t>, std::size_t> known;
  std::vector<Replay> replays;
  const std::span<const Launch> launches = m_trace.launches();
  for (std::size_t i = 0; i < launches.size() && !m_stop.stop_requested();) {
    std::size_t next = i + 1;
    while (next < launches.size() && launches[next].call == launches[i].call) {
      ++next;
    }
    if (has(m_trace.flags(launches[i].activity), SpanFlags::GraphReplay)) {
      replays.push_back(replayOf(launches.subspan(i, next - i)));
    }
    i = next;
  }
  std::ranges::sort(replays, {},
                    [&](const Replay& replay) { return std::tuple(m_trace.start(replay.call), replay.call); });
  for (Replay& replay : replays) {
    std::vector<ActivitySign> signs;
    std::ranges::transform(replay.works, std::back_inserter(signs), [&](SpanId w) { return signOf(m_trace, w); });
    if (!replay.isOnOneStream) {
      std::ranges::sort(signs);  // streams overtake each other
    }
    const std::size_t content =
        contents.try_emplace({replay.isOnOneStream, std::move(signs)}, contents.size()).first->second;
    const auto [place, isNew] = known.try_emplace({processOf(m_trace, replay.call), content}, m_found.size());
    if (isNew) {
      m_found.emplace_back();
      m_found.back().content = content;
      m_found.back().graph.works = static_cast<std::uint32_t>(replay.works.size());
    }
    Found& found = m_found[place->second];
    found.graph.launches.push_back(replay.call);
    for (const SpanId activity : replay.works) {
      found.graph.activityNs += m_trace.duration(activity).ns;
    }
    found.replays.push_back(std::move(replay));
  }
}

void GraphJoiner::findCaptures() {
  for (const Trace* source : m_sources) {
    m_ofSource.push_back(m_found.empty() ? std::vector<GraphCapture>{} : graphCaptures(*source, m_stop));
  }
  for (std::uint32_t source = 0; source < m_sources.size(); ++source) {
    for (const GraphCapture& capture : m_ofSource[source]) {
      if (!isUncertain(capture)) {
        m_captures.push_back({m_sources[source], source, &capture});
      }
    }
  }
}

bool GraphJoiner::fits(const Found& found, const CaptureAt& at) const {
  const Replay& replay = found.replays.front();
  const std::vector<CapturedLaunch>& launches = at.capture->launches;
  const bool isOfAnother = at.source == 0 && (m_trace.start(replay.call) < at.capture->end ||
                                              processOf(m_trace, replay.call) != processOf(m_trace, at.capture->begin));
  if (launches.size() != replay.works.size() || isOfAnother) {
    return false;
  }
  if (!replay.isOnOneStream) {
    NamedMatch match(m_trace, replay);
    return match.hasEachNameOnOneStream() && match.of(at).has_value();
  }
  for (std::size_t n = 0; n < launches.size(); ++n) {
    const std::string_view kernel = knownKernel(*at.trace, launches[n]);
    if (!canRunAs(*at.trace, launches[n], m_trace.kind(replay.works[n])) ||
        (!kernel.empty() && kernel != m_trace.nameText(replay.works[n]))) {
      return false;
    }
  }
  return true;
}

bool GraphJoiner::haveSameOperators(const CaptureAt& a, const CaptureAt& b) {
  const auto text = [](const CaptureAt& at, const CapturedLaunch& launch) {
    const SpanId op = at.trace->opOf(launch.call);
    return op == SpanId::none ? std::string_view{} : at.trace->nameText(op);
  };
  return std::ranges::equal(a.capture->launches, b.capture->launches,
                            [&](const CapturedLaunch& x, const CapturedLaunch& y) { return text(a, x) == text(b, y); });
}

void GraphJoiner::choose(Found& found) const {
  ReplayedGraph& graph = found.graph;
  if (m_captures.empty()) {
    graph.fit = GraphFit::NoCapture;
    return;
  }
  std::vector<CaptureAt> fitting;
  std::ranges::copy_if(m_captures, std::back_inserter(fitting), [&](const CaptureAt& at) { return fits(found, at); });
  graph.fitting = static_cast<std::uint32_t>(fitting.size());
  if (fitting.empty()) {
    graph.fit = found.replays.front().isOnOneStream ? GraphFit::Differs : GraphFit::Streams;
    return;
  }
  const CaptureAt chosen = fitting.back();
  if (!std::ranges::all_of(fitting, [&](const CaptureAt& at) { return haveSameOperators(chosen, at); })) {
    graph.fit = GraphFit::Ambiguous;
    return;
  }
  graph.fit = namesKernels(*chosen.capture) || !found.replays.front().isOnOneStream ? GraphFit::Names : GraphFit::Count;
  graph.source = chosen.source;
  found.capture = chosen;
  fitting.pop_back();
  found.others = std::move(fitting);
}

/// Marks graphs that share a capture as ambiguous: if only their numbers fit, at most one of them is it.
void GraphJoiner::openWhatSharesACapture() {
  std::map<const GraphCapture*, std::set<std::size_t>> uses;
  for (const Found& found : m_found) {
    if (found.graph.fit == GraphFit::Count) {
      uses[found.capture.capture].insert(found.content);
    }
  }
  for (Found& found : m_found) {
    if (found.graph.fit == GraphFit::Count && uses[found.capture.capture].size() > 1) {
      found.graph.fit = GraphFit::Ambiguous;
      found.graph.source = 0;
    }
  }
}

void GraphJoiner::decide() {
  for (Found& found : m_found) {
    choose(found);
  }
  openWhatSharesACapture();
}

}  // namespace

std::string_view toText(GraphFit fit) {
  constexpr std::array<std::string_view, 6> texts{"names", "count", "no_capture", "differs", "ambiguous", "streams"};
  return texts[static_cast<std::size_t>(fit)];
}

GraphJoin GraphJoin::of(const Trace& trace, std::span<const Trace* const> others, const std::stop_token& stop) {
  GraphJoin join;
  GraphJoiner joiner(trace, others, stop);
  joiner.findReplays();
  joiner.findCaptures();
  joiner.decide();
  if (stop.stop_requested()) {
    return join;
  }
  join.m_captures = joiner.captureCount();
  for (const GraphJoiner::Found& found : joiner.found()) {
    join.m_graphs.push_back(found.graph);
    const bool joined = isJoined(found.graph.fit);
    for (std::size_t n = 0; joined && !found.others.empty() && n < found.capture.capture->launches.size(); ++n) {
      std::vector<CapturedBy>& places =
          join.m_alternatives[{found.graph.source, found.capture.capture->launches[n].call}];
      for (const CaptureAt& other : found.others) {
        places.push_back({SpanId::none, other.capture->launches[n].call, other.capture->begin, other.source});
      }
    }
    for (const Replay& replay : found.replays) {
      const auto works = joined ? joiner.inOrder(found, replay) : std::nullopt;
      if (!works) {
        std::ranges::copy(replay.works, std::back_inserter(join.m_open));
        continue;
      }
      for (std::size_t n = 0; n < works->size(); ++n) {
        const GraphCapture& capture = *found.capture.capture;
        join.m_joined.push_back({(*works)[n], capture.launches[n].call, capture.begin, found.graph.source});
      }
    }
  }
  std::ranges::sort(join.m_joined, {}, &CapturedBy::activity);
  std::ranges::sort(join.m_open);
  return join;
}

CapturedBy GraphJoin::of(SpanId activity) const {
  const auto at = std::ranges::lower_bound(m_joined, activity, {}, &CapturedBy::activity);
  return at != m_joined.end() && at->activity == activity ? *at : CapturedBy{.activity = activity};
}

std::span<const CapturedBy> GraphJoin::alternatives(const CapturedBy& by) const {
  const auto places = m_alternatives.find({by.source, by.launch});
  return places == m_alternatives.end() ? std::span<const CapturedBy>{} : std::span<const CapturedBy>{places->second};
}

std::uint64_t GraphJoin::replayedActivities() const {
  return m_joined.size() + m_open.size();
}

}  // namespace kernline
