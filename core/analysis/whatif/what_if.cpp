// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/what_if.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/causes/key_kinds.h"
#include "core/analysis/query/text_pattern.h"
#include "core/analysis/query/wanted_names.h"
#include "core/analysis/replay/run_changes.h"
#include "core/analysis/whatif/followed_advice.h"
#include "core/analysis/whatif/refused_change.h"
#include "core/model/base/text.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace kernline {

namespace {

Error usageError(Message message) {
  return {.kind = Error::Kind::Usage, .message = std::move(message)};
}

bool allocates(std::string_view name) {
  return (name.contains("Malloc") || name.contains("Free") || name.contains("HostAlloc")) && !name.contains("Async");
}

class ScenarioMaker {
 public:
  ScenarioMaker(TraceAnalysis& analysis, const ReplayedRun& run, const WorkMeter& meter, const Advice* known,
                std::stop_token stop)
      : m_causes(analysis),
        m_run(run),
        m_graph(run.graph()),
        m_trace(m_graph.trace()),
        m_meter(meter),
        m_known(known),
        m_stop(std::move(stop)),
        m_changes(m_graph) {}

  Expected<WhatIfMatch> add(const WhatIfChange& change) {
    if (Message why = whyRefused(change); !why.isEmpty()) {
      return std::unexpected(usageError(std::move(why)));
    }
    Expected<std::optional<TextPattern>> pattern = patternOf(change);
    if (!pattern) {
      return std::unexpected(pattern.error());
    }
    m_match = {};
    m_lacksRoofline = false;
    if (change.target == WhatIfTarget::Advice) {
      return followAdvice(m_causes, m_run, m_meter, change, m_changes, m_known, m_stop);
    }
    const std::optional<Error> failed =
        isOfHost(change.target) ? changeHost(change, *std::move(pattern)) : changeDevice(change, *std::move(pattern));
    if (failed) {
      return std::unexpected(*failed);
    }
    if (m_match.work + m_match.calls == 0) {
      return std::unexpected(usageError(
          m_lacksRoofline
              ? Phrase::tr("%1: no roofline for these activities; kernline work gives the reason").with(change.text())
              : whyNothingMatches(change)));
    }
    return m_match;
  }

  ReplayChanges take() { return std::move(m_changes.changes()); }

 private:
  static Expected<std::optional<TextPattern>> patternOf(const WhatIfChange& change) {
    const bool isWay = change.target == WhatIfTarget::Copy || change.target == WhatIfTarget::Rank ||
                       change.target == WhatIfTarget::Advice;
    if (change.pattern.empty() || isWay) {
      return std::optional<TextPattern>();
    }
    const bool matchesCase = change.target == WhatIfTarget::Op || change.target == WhatIfTarget::Module ||
                             change.target == WhatIfTarget::Host;
    Expected<TextPattern> pattern =
        TextPattern::compile({.text = change.pattern, .isRegex = true, .matchCase = matchesCase});
    if (!pattern) {
      return std::unexpected(pattern.error());
    }
    return std::optional(*std::move(pattern));
  }

  // Changes of the device

  std::optional<Error> changeDevice(const WhatIfChange& change, std::optional<TextPattern> pattern) {
    const Expected<std::vector<bool>> wanted = wantedActivities(change, std::move(pattern));
    if (!wanted) {
      return wanted.error();
    }
    if (change.kind == WhatIfChangeKind::Fused) {
      fuse(*wanted);
      return std::nullopt;
    }
    for (std::uint32_t w = 0; w < m_graph.activities().size(); ++w) {
      if ((*wanted)[w]) {
        changeActivity(change, w);
      }
    }
    return std::nullopt;
  }

  /// Keeps the longest of consecutive work on a stream.
  void fuse(const std::vector<bool>& wanted) {
    for (std::uint32_t first = 0; first < wanted.size();) {
      std::uint32_t end = first + 1;
      std::uint32_t longest = first;
      for (; wanted[first] && end < wanted.size() && wanted[end] && m_graph.activities()[end].before == end - 1;
           ++end) {
        longest = m_changes.time(end) > m_changes.time(longest) ? end : longest;
      }
      for (std::uint32_t w = first; end - first > 1 && w < end; ++w) {
        ++m_match.work;
        if (w != longest) {
          m_changes.setTime(w, {});
          m_changes.scaleCall(m_graph.activities()[w].call, 0);
        }
      }
      first = end;
    }
  }

  Expected<std::vector<bool>> wantedActivities(const WhatIfChange& change, std::optional<TextPattern> pattern) {
    std::vector<bool> wanted(m_graph.activities().size());
    const auto choose = [&](const auto& isWanted) {
      for (std::uint32_t w = 0; w < wanted.size(); ++w) {
        wanted[w] = isWanted(m_graph.activities()[w].span);
      }
      return wanted;
    };
    switch (change.target) {
      case WhatIfTarget::Kernel: {
        WantedNames names(m_trace, std::move(pattern));
        return choose([&](SpanId s) { return m_trace.kind(s) == SpanKind::Kernel && names.contains(m_trace.name(s)); });
      }
      case WhatIfTarget::Collective: {
        WantedNames names(m_trace, std::move(pattern), isCommunication);
        return choose([&](SpanId s) { return m_trace.kind(s) == SpanKind::Kernel && names.contains(m_trace.name(s)); });
      }
      case WhatIfTarget::Copy:
        return copies(change.pattern, choose);
      case WhatIfTarget::Rank:
        return choose([&](SpanId s) {
          const ProcessId process = m_trace.track(m_trace.trackOf(s)).process;
          const std::int32_t rank = process == ProcessId::none ? -1 : m_trace.process(process).rank;
          return fmt::format("{}", rank) == change.pattern;
        });
      default:
        break;
    }
    const KeyKind* kind = keyKind(toText(change.target));
    const SpanKeyPtr key = kind == nullptr ? nullptr : kind->make(m_causes, m_stop);
    if (key == nullptr) {
      return std::unexpected(Error{.kind = Error::Kind::Canceled, .message = {}});
    }
    return choose([&](SpanId s) {
      const std::uint32_t number = key->of(s);
      const std::string_view label = number < key->count ? key->label(number) : std::string_view();
      return !label.empty() && (!pattern || pattern->isIn(label));
    });
  }

  template <typename Choose>
  Expected<std::vector<bool>> copies(std::string_view way, const Choose& choose) const {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> ways{
        {{"", ""}, {"h2d", "HtoD"}, {"d2h", "DtoH"}, {"d2d", "DtoD"}, {"pageable", "Pageable"}}};
    const auto* named = std::ranges::find(ways, lowered(way), &std::pair<std::string_view, std::string_view>::first);
    if (named == ways.end()) {
      return std::unexpected(usageError(Phrase::tr("\"%1\" is no kind of copy: h2d, d2h, d2d or pageable").with(way)));
    }
    return choose(
        [&](SpanId s) { return m_trace.kind(s) == SpanKind::Memcpy && m_trace.nameText(s).contains(named->second); });
  }

  void changeActivity(const WhatIfChange& change, std::uint32_t w) {
    const ReplayActivity& activity = m_graph.activities()[w];
    const SpanId call = activity.call;
    if (change.target == WhatIfTarget::Collective && m_graph.hasMeetings() &&
        activity.meeting == ReplayActivity::none) {
      return;  // the part that waits for other ranks is unknown
    }
    if (change.kind == WhatIfChangeKind::Roofline) {
      const WorkFigures figures = m_meter.of(activity.span);
      if (figures.rooflineCount == 0) {
        m_lacksRoofline = true;
        return;  // it stays as it is
      }
      m_changes.setTime(w, std::min(m_changes.time(w), Duration{std::llround(figures.rooflineNs)}));
    } else {
      m_changes.setTime(w, change.applied(m_changes.time(w)));
    }
    ++m_match.work;
    if (change.kind == WhatIfChangeKind::Async) {
      m_changes.doAhead(w);
    } else if (change.kind == WhatIfChangeKind::None || change.kind == WhatIfChangeKind::Graph) {
      if (change.kind == WhatIfChangeKind::None) {
        m_changes.doAlone(w);
      }
      m_changes.scaleCall(call, 0);
      m_changes.dropWait(call);
    }
  }

  // Changes of the host

  std::optional<Error> changeHost(const WhatIfChange& change, std::optional<TextPattern> pattern) {
    if (change.kind == WhatIfChangeKind::Graph) {
      launchAsGraph(change, std::move(pattern));
      return std::nullopt;
    }
    WantedNames names(m_trace, std::move(pattern), change.target == WhatIfTarget::Allocator ? allocates : nullptr);
    for (const ReplayThread& thread : m_graph.threads()) {
      if (change.target == WhatIfTarget::Sync) {
        for (const ReplayWait& wait : thread.waits) {
          changeWait(change, thread, wait, names);
        }
      } else {
        changeCalls(change, thread, names);
      }
    }
    return std::nullopt;
  }

  void changeWait(const WhatIfChange& change, const ReplayThread& thread, const ReplayWait& wait, WantedNames& names) {
    const SpanId call{thread.moments[wait.end].span};
    if (isSynchronization(call) && isInWanted(thread, wait, names)) {
      ++m_match.calls;
      m_changes.dropWait(call);
      if (change.kind == WhatIfChangeKind::None) {
        m_changes.scaleCall(call, 0);
      }
    }
  }

  /// Reads of values on the host count, too: they copy a few bytes and wait for them.
  [[nodiscard]] bool isSynchronization(SpanId call) const { return m_trace.nameText(call).contains("Synchronize"); }

  /// The call that waits, or one around it.
  bool isInWanted(const ReplayThread& thread, const ReplayWait& wait, WantedNames& names) const {
    for (SpanId span{thread.moments[wait.end].span}; span != SpanId::none; span = m_trace.parent(span)) {
      if (names.contains(m_trace.name(span))) {
        return true;
      }
    }
    return false;
  }

  void changeCalls(const WhatIfChange& change, const ReplayThread& thread, WantedNames& names) {
    const bool isOfDevice = change.target == WhatIfTarget::Op && change.kind == WhatIfChangeKind::Duration;
    const std::map<SpanId, Duration> launched =
        isOfDevice ? launchedTimes(change, thread, names) : std::map<SpanId, Duration>();
    std::vector<SpanId> within;  // the wanted call that is open: of nested ones the outermost
    for (const ReplayMoment& moment : thread.moments) {
      const SpanId span{moment.span};
      if (moment.isEnd) {
        if (!within.empty() && within.back() == span) {
          within.pop_back();
        }
        continue;
      }
      const bool isLaunch = m_graph.launches(span);
      if (within.empty() && isWanted(change, span, isLaunch, names)) {
        within.push_back(span);
        ++m_match.calls;
        if (!launched.contains(span)) {
          m_changes.scaleCall(span, factorOf(change, span));
        }
        if (change.kind == WhatIfChangeKind::None || change.kind == WhatIfChangeKind::Async) {
          m_changes.dropWait(span);
        }
      }
      if (!within.empty() && change.target == WhatIfTarget::Op) {
        const auto device = launched.find(within.back());
        changeLaunched(change,
                       device == launched.end() ? factorOf(change, within.back()) : factorOf(change, device->second),
                       span);
      }
    }
  }

  /// Returns how long the activities take that each wanted call launches; without calls that launch none.
  [[nodiscard]] std::map<SpanId, Duration> launchedTimes(const WhatIfChange& change, const ReplayThread& thread,
                                                         WantedNames& names) const {
    std::map<SpanId, Duration> times;
    SpanId outermost = SpanId::none;
    for (const ReplayMoment& moment : thread.moments) {
      const SpanId span{moment.span};
      if (moment.isEnd) {
        outermost = outermost == span ? SpanId::none : outermost;
        continue;
      }
      if (outermost == SpanId::none && isWanted(change, span, m_graph.launches(span), names)) {
        outermost = span;
      }
      for (const std::uint32_t w :
           outermost == SpanId::none ? std::span<const std::uint32_t>() : m_graph.launchedBy(span)) {
        times[outermost] += m_changes.time(w);
      }
    }
    return times;
  }

  [[nodiscard]] bool isWanted(const WhatIfChange& change, SpanId span, bool isLaunch, WantedNames& names) const {
    const bool isCall = m_trace.kind(span) == SpanKind::Runtime;
    if ((change.target == WhatIfTarget::Launch && !isLaunch) || (change.target == WhatIfTarget::Allocator && !isCall)) {
      return false;
    }
    return names.contains(m_trace.name(span));
  }

  /// Scales the work that an operator launched by `factor`, like the operator itself.
  void changeLaunched(const WhatIfChange& change, float factor, SpanId call) {
    if (change.kind == WhatIfChangeKind::None || change.kind == WhatIfChangeKind::Async) {
      m_changes.dropWait(call);
    }
    if (!m_graph.launches(call)) {
      return;
    }
    for (const std::uint32_t w : m_graph.launchedBy(call)) {
      ++m_match.work;
      if (change.kind == WhatIfChangeKind::Async) {
        m_changes.doAhead(w);
      } else {
        m_changes.setTime(w, {std::llround(static_cast<double>(m_changes.time(w).ns) * factor)});
      }
    }
  }

  [[nodiscard]] float factorOf(const WhatIfChange& change, SpanId call) const {
    return factorOf(change, m_trace.duration(call));
  }

  static float factorOf(const WhatIfChange& change, Duration time) {
    const auto recorded = static_cast<double>(time.ns);
    const auto made = static_cast<double>(change.applied(time).ns);
    return recorded > 0 ? static_cast<float>(made / recorded) : 1;
  }

  /// Removes the host's calls that launch, except waits for the device. `pattern` selects the calls; if it is nullopt,
  /// all go, with the time between them.
  void launchAsGraph(const WhatIfChange& change, std::optional<TextPattern> pattern) {
    const bool isAll = !pattern;
    WantedNames names(m_trace, std::move(pattern));
    for (const ReplayThread& thread : m_graph.threads()) {
      for (const ReplayMoment& moment : thread.moments) {
        if (!moment.isEnd && names.contains(m_trace.name(SpanId{moment.span}))) {
          m_changes.scaleCall(SpanId{moment.span}, 0);
          m_match.calls += m_graph.launches(SpanId{moment.span}) || change.target == WhatIfTarget::Op ? 1 : 0;
        }
      }
    }
    if (isAll) {
      m_changes.launchAtOnce();
    } else {
      m_changes.closeGaps();
    }
  }

  TraceAnalysis& m_causes;
  const ReplayedRun& m_run;
  const RunGraph& m_graph;
  const Trace& m_trace;
  const WorkMeter& m_meter;
  const Advice* m_known;
  std::stop_token m_stop;
  RunChanges m_changes;
  WhatIfMatch m_match;
  bool m_lacksRoofline = false;  // something that the change is about
};

}  // namespace

Expected<Scenario> scenarioOf(TraceAnalysis& analysis, const ReplayedRun& run, const WorkMeter& meter,
                              std::span<const WhatIfChange> changes, const std::stop_token& stop, const Advice* known) {
  ScenarioMaker maker(analysis, run, meter, known, stop);
  Scenario scenario;
  for (const WhatIfChange& change : changes) {
    const Expected<WhatIfMatch> match = maker.add(change);
    if (!match) {
      return std::unexpected(match.error());
    }
    scenario.matches.push_back(*match);
  }
  scenario.changes = maker.take();
  return scenario;
}

}  // namespace kernline
