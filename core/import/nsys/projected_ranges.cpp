// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/projected_ranges.h"

#include "core/model/trace/titles.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace kernline::nsys {

namespace {

/// Ranges nested deeper than this are not projected: real ones are not, and a crafted file must not cost its square.
constexpr std::size_t maxNesting = 64;

template <typename Item, typename Key>
void sortUnlessSorted(std::vector<Item>& items, const Key& key) {
  if (!std::ranges::is_sorted(items, {}, key)) {
    std::ranges::stable_sort(items, {}, key);
  }
}

}  // namespace

void ProjectedRanges::addCalls(std::span<const SpanRecord> calls) {
  for (const SpanRecord& call : calls) {
    if (call.correlation != 0) {
      m_calls.push_back({call.track, call.start, call.correlation});
    }
  }
}

void ProjectedRanges::addActivities(std::span<const SpanRecord> activities) {
  for (const SpanRecord& one : activities) {
    if (one.correlation != 0) {
      m_activities.push_back({one.correlation, one.track, {one.start, one.start + one.duration}});
    }
  }
}

void ProjectedRanges::addTo(TraceBuilder& builder) {
  if (m_ranges.empty() || m_activities.empty()) {
    return;
  }
  sortUnlessSorted(m_activities, &Activity::correlation);
  sortUnlessSorted(m_calls, [](const Call& call) { return std::pair{call.thread, call.start}; });
  // An outer range comes before what begins with it.
  sortUnlessSorted(m_ranges, [](const SpanRecord& r) { return std::tuple{r.track, r.start, -r.duration.ns}; });
  for (std::size_t i = 0; i < m_ranges.size();) {
    const TrackId thread = m_ranges[i].track;
    std::size_t next = i;
    while (next < m_ranges.size() && m_ranges[next].track == thread) {
      ++next;
    }
    const auto calls = std::ranges::equal_range(m_calls, thread, {}, &Call::thread);
    sweepThread(std::span{m_ranges}.subspan(i, next - i), {calls.begin(), calls.end()}, builder);
    i = next;
  }
  builder.addSpans(std::move(m_made));
}

void ProjectedRanges::sweepThread(std::span<const SpanRecord> ranges, std::span<const Call> calls,
                                  TraceBuilder& builder) {
  std::vector<Open> open;
  std::size_t next = 0;
  const auto close = [&](Time time) {
    std::erase_if(open, [&](const Open& one) {
      const bool hasEnded = one.range->start + one.range->duration <= time;
      if (hasEnded) {
        emit(one, builder);
      }
      return hasEnded;
    });
  };
  for (const Call& call : calls) {
    for (; next < ranges.size() && ranges[next].start <= call.start; ++next) {
      if (open.size() == maxNesting) {
        close(ranges[next].start);
      }
      if (open.size() < maxNesting) {
        open.push_back({&ranges[next], {}});
      }
    }
    close(call.start);
    see(open, call.correlation, builder);
  }
  for (const Open& one : open) {
    emit(one, builder);
  }
}

/// Stretches what is open by the work of a call.
void ProjectedRanges::see(std::vector<Open>& open, std::uint32_t correlation, TraceBuilder& builder) const {
  if (open.empty()) {
    return;
  }
  for (auto work = std::ranges::lower_bound(m_activities, correlation, {}, &Activity::correlation);
       work != m_activities.end() && work->correlation == correlation; ++work) {
    const ProcessId device = builder.track(work->stream).process;
    for (Open& one : open) {
      const auto known = std::ranges::find(one.extents, device, &Extent::device);
      if (known == one.extents.end()) {
        one.extents.push_back({device, work->range});
      } else {
        known->range = known->range.unitedWith(work->range);
      }
    }
  }
}

void ProjectedRanges::emit(const Open& open, TraceBuilder& builder) {
  for (const Extent& extent : open.extents) {
    SpanRecord span = *open.range;
    span.start = extent.range.begin;
    span.duration = extent.range.length();
    span.kind = SpanKind::DeviceAnnotation;
    span.track = trackFor(extent.device, open.range->track, builder);
    m_made.push_back(span);
  }
}

TrackId ProjectedRanges::trackFor(ProcessId device, TrackId thread, TraceBuilder& builder) {
  const auto [at, isNew] = m_tracks.try_emplace({device, thread}, TrackId::none);
  if (isNew) {
    Track track;
    track.process = device;
    track.kind = TrackKind::DeviceOther;
    track.name = builder.intern(fmt::format("NVTX of {}", trackTitle(builder.track(thread), builder.strings())));
    at->second = builder.addTrack(track);
  }
  return at->second;
}

}  // namespace kernline::nsys
