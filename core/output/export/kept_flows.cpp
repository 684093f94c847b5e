// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/export/kept_flows.h"

#include "core/model/trace/flow_binding.h"
#include "core/output/export/kept_events.h"

#include <algorithm>
#include <tuple>

namespace kernline {

KeptFlows::KeptFlows(const Trace& trace, TimeRange range) : m_trace(trace), m_range(range) {
  for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
    const Track& track = trace.tracks()[t];
    if (track.process != ProcessId::none && track.kind != TrackKind::Async) {
      m_tracks.try_emplace({trace.text(trace.process(track.process).pid), trace.text(track.tid)}, TrackId{t});
    }
  }
}

void KeptFlows::add(const FlowEnd& end, const chrome::Interner& words) {
  if (end.spanOffset != FlowEnd::noSpan) {
    return;  // it is a member of its span's own event
  }
  const chrome::ThreadKey& thread = words.threads[index(end.track)];
  const auto track = m_tracks.find({words.strings[thread.pid], words.strings[thread.tid]});
  FlowEnd& added = m_ends.emplace_back(end);
  added.track = track == m_tracks.end() ? TrackId::none : track->second;
}

bool KeptFlows::bindsToKept(const FlowEnd& end) const {
  if (end.track == TrackId::none) {
    return false;
  }
  const bool enclosing = end.role != FlowEnd::Role::End || end.bindsEnclosing;
  const SpanId span = enclosing ? spanAround(m_trace, end.track, end.time) : spanFrom(m_trace, end.track, end.time);
  return span != SpanId::none && isTouched(m_trace, span, m_range);
}

void KeptFlows::appendKept(std::vector<std::uint64_t>& offsets) {
  const auto order = [](const FlowEnd& end) { return std::tie(end.key, end.time, end.role); };
  std::ranges::stable_sort(m_ends, [&](const FlowEnd& a, const FlowEnd& b) { return order(a) < order(b); });
  std::vector<std::uint64_t> arrow;
  bool isWhole = false;  // every end of this arrow so far is written
  const auto finish = [&] {
    if (arrow.size() > 1) {
      offsets.insert(offsets.end(), arrow.begin(), arrow.end());
    }
    arrow.clear();
    isWhole = false;
  };
  const FlowEnd* before = nullptr;
  for (const FlowEnd& end : m_ends) {
    const bool begins = end.role == FlowEnd::Role::Start || before == nullptr || before->key != end.key;
    if (begins) {
      finish();
      isWhole = end.role == FlowEnd::Role::Start;
    }
    isWhole = isWhole && bindsToKept(end);
    if (isWhole) {
      arrow.push_back(end.offset);
    }
    if (end.role == FlowEnd::Role::End) {
      finish();
    }
    before = &end;
  }
  finish();
}

}  // namespace kernline
