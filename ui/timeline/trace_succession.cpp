// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/trace_succession.h"

#include <map>
#include <string>
#include <tuple>

namespace kernline::ui {

namespace {

using ProcessKey = std::string;
using TrackKey = std::tuple<ProcessKey, TrackKind, std::string, std::string>;

ProcessKey keyOf(const Trace& trace, ProcessId process) {
  return process == ProcessId::none ? ProcessKey{} : ProcessKey(trace.text(trace.process(process).pid));
}

TrackKey keyOf(const Trace& trace, TrackId id) {
  const Track& track = trace.track(id);
  return {keyOf(trace, track.process), track.kind, std::string(trace.text(track.tid)),
          std::string(trace.text(track.name))};
}

}  // namespace

SpanId sameSpan(const Trace& earlier, SpanId span, const Trace& later) {
  if (span == SpanId::none) {
    return SpanId::none;
  }
  for (std::uint32_t i = 0; i < later.spanCount(); ++i) {
    if (later.offset(SpanId{i}) == earlier.offset(span) && later.nameText(SpanId{i}) == earlier.nameText(span)) {
      return SpanId{i};
    }
  }
  return SpanId::none;
}

FoldState sameFolds(const Trace& earlier, const FoldState& folds, const Trace& later) {
  std::map<ProcessKey, bool> processes;
  for (std::uint32_t i = 0; i < folds.processes.size(); ++i) {
    processes[keyOf(earlier, ProcessId{i})] = folds.processes[i];
  }
  std::map<TrackKey, bool> tracks;
  for (std::uint32_t i = 0; i < folds.tracks.size(); ++i) {
    tracks[keyOf(earlier, TrackId{i})] = folds.tracks[i];
  }
  FoldState found(later);
  for (std::uint32_t i = 0; i < found.processes.size(); ++i) {
    if (const auto known = processes.find(keyOf(later, ProcessId{i})); known != processes.end()) {
      found.processes[i] = known->second;
    }
  }
  for (std::uint32_t i = 0; i < found.tracks.size(); ++i) {
    if (const auto known = tracks.find(keyOf(later, TrackId{i})); known != tracks.end()) {
      found.tracks[i] = known->second;
    }
  }
  return found;
}

int sameScroll(const Trace& earlier, const TimelineLayout& earlierLayout, int scroll, const Trace& later,
               const TimelineLayout& laterLayout) {
  const TimelineRow* top = earlierLayout.rowAt(scroll);
  if (scroll == 0 || !top) {
    return 0;
  }
  for (const TimelineRow& row : laterLayout.rows()) {
    const bool isSame = row.kind == top->kind &&
                        (row.kind == RowKind::Track ? keyOf(later, row.track) == keyOf(earlier, top->track)
                                                    : keyOf(later, row.process) == keyOf(earlier, top->process));
    if (isSame) {
      return row.top + scroll - top->top;
    }
  }
  return scroll;
}

}  // namespace kernline::ui
