// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rerun/rerun_calls.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/model/trace/name_cache.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

bool isPartOfName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool isOfAten(std::string_view name) {
  return name.starts_with("aten::");
}

/// An operator that ran, or that a graph replays.
struct RerunPlace {
  const Trace* trace = nullptr;
  SpanId op = SpanId::none;
  SpanId replay = SpanId::none;    // the launch of the graph
  std::optional<Time> since = {};  // the begin of the capture
  bool isCertain = true;
};

class RerunCallFinder {
 public:
  RerunCallFinder(const Trace& trace, const ReplayedOps* replayed, const RerunScope& scope)
      : m_trace(trace), m_replayed(replayed), m_scope(scope) {}

  std::vector<RerunCall> run(const std::stop_token& stop) {
    std::vector<std::pair<SpanId, RerunPlace>> places;
    for (const DeviceTracks& device : deviceTracks(m_trace)) {
      for (const SpanId activity : activitiesByStart(m_trace, device)) {
        if (stop.stop_requested()) {
          return {};
        }
        places.emplace_back(activity, innermost(activity));
        m_launching.emplace(places.back().second.trace, places.back().second.op);
      }
    }
    // Keyed by operator and launch of the graph.
    std::map<std::tuple<const Trace*, SpanId, SpanId>, std::size_t> callOf;
    std::vector<RerunCall> calls;
    for (auto& [work, place] : places) {
      if (stop.stop_requested()) {
        return {};
      }
      if (!choose(place)) {
        continue;
      }
      std::size_t number = calls.size();
      if (place.op != SpanId::none) {  // each activity without an operator is by itself
        number = callOf.try_emplace({place.trace, place.op, place.replay}, number).first->second;
      }
      if (number == calls.size()) {
        calls.push_back({.trace = place.trace, .op = place.op, .isCertain = place.isCertain, .activities = {}});
      }
      calls[number].activities.push_back(work);
    }
    return calls;
  }

 private:
  RerunPlace innermost(SpanId activity) const {
    const bool isReplayed = m_replayed != nullptr && has(m_trace.flags(activity), SpanFlags::GraphReplay);
    if (const auto number = isReplayed ? m_replayed->callOf(activity) : std::nullopt) {
      const std::span<const CapturedOp> captured = m_replayed->captured(*number);
      const auto isSame = [&](const CapturedOp& other) {
        return other.trace->nameText(other.op) == captured.front().trace->nameText(captured.front().op);
      };
      const CapturedOp& first = captured.front();
      if (first.trace->start(first.op) >= first.begin) {
        return {.trace = first.trace,
                .op = first.op,
                .replay = m_trace.launchOf(activity),
                .since = first.begin,
                .isCertain = captured.size() == 1 || std::ranges::all_of(captured, isSame)};
      }
    }
    return {.trace = &m_trace, .op = m_trace.opOf(activity)};
  }

  static SpanId callerOf(const RerunPlace& place, SpanId op) {
    SpanId caller = place.trace->parent(op);
    while (caller != SpanId::none && place.trace->kind(caller) != SpanKind::Op) {
      caller = place.trace->parent(caller);
    }
    const bool isBefore = caller != SpanId::none && place.since && place.trace->start(caller) < *place.since;
    return isBefore ? SpanId::none : caller;
  }

  /// Moves the place to the operator that is requested; false if there is none.
  bool choose(RerunPlace& place) {
    if (m_scope.op || m_scope.isNamed) {
      while (place.op != SpanId::none && !isRequested(place)) {
        place.op = callerOf(place, place.op);
      }
      return place.op != SpanId::none;
    }
    if (place.op == SpanId::none || !isOfAten(place.trace->nameText(place.op))) {
      return true;
    }
    for (SpanId op = callerOf(place, place.op); op != SpanId::none; op = callerOf(place, op)) {
      if (m_launching.contains({place.trace, op}) && isOfAten(place.trace->nameText(op))) {
        place.op = op;
      }
    }
    return true;
  }

  bool isRequested(const RerunPlace& place) {
    if (m_scope.op) {
      return place.trace == &m_trace && place.op == *m_scope.op;
    }
    const std::string_view name = place.trace->nameText(place.op);
    const auto [known, isNew] = m_isNamed.try_emplace(name);
    if (isNew) {
      known->second = m_scope.isNamed(name);
    }
    return known->second;
  }

  const Trace& m_trace;
  const ReplayedOps* m_replayed;
  const RerunScope& m_scope;
  std::set<std::pair<const Trace*, SpanId>> m_launching;
  std::unordered_map<std::string_view, bool> m_isNamed;
};

}  // namespace

bool isDispatchedOperator(std::string_view name) {
  const std::size_t colons = name.find("::");
  return colons != std::string_view::npos && isPartOfName(name.substr(0, colons)) &&
         isPartOfName(name.substr(colons + 2));
}

std::vector<RerunCall> rerunCalls(const Trace& trace, const ReplayedOps* replayed, const RerunScope& scope,
                                  const std::stop_token& stop) {
  return RerunCallFinder(trace, replayed, scope).run(stop);
}

SpanId operatorAt(const Trace& trace, const std::function<bool(std::string_view)>& isNamed, Time at) {
  NameCache<bool> names;
  SpanId containing = SpanId::none;
  SpanId next = SpanId::none;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    if (trace.kind(span) != SpanKind::Op ||
        !names.of(trace.name(span), [&] { return isNamed(trace.nameText(span)); })) {
      continue;
    }
    const TimeRange range = trace.range(span);
    if (range.contains(at) && (containing == SpanId::none || trace.start(containing) <= range.begin)) {
      containing = span;
    }
    if (range.begin >= at && (next == SpanId::none || range.begin < trace.start(next))) {
      next = span;
    }
  }
  return containing != SpanId::none ? containing : next;
}

}  // namespace kernline
