// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/warp_tracks.h"

#include "core/model/json/members.h"
#include "core/model/trace/block_spans.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

namespace kernline::chrome {

namespace {

constexpr std::uint32_t maxWarps = 64;  // warps per block; CUDA has 32, warps of HIP are twice as wide
constexpr std::string_view beforeWarp = " warp ";

/// The tracks of warps, made when they are needed.
class WarpTracks {
 public:
  explicit WarpTracks(TraceBuilder& builder) : m_builder(builder) {}

  TrackId of(TrackId sm, std::uint32_t warp) {
    const auto [known, isNew] = m_tracks.try_emplace(std::pair(sm, warp), sm);
    if (isNew && !isOfWarp(sm)) {
      known->second = make(sm, warp);
    }
    return known->second;
  }

 private:
  /// An export of a trace has these tracks already.
  bool isOfWarp(TrackId track) const { return m_builder.strings()[m_builder.track(track).tid].contains(beforeWarp); }

  TrackId make(TrackId sm, std::uint32_t warp) {
    Track track = m_builder.track(sm);
    const std::string_view tid = m_builder.strings()[track.tid];
    const std::string_view name = m_builder.strings()[track.name];
    const std::string ownName = fmt::format("{}{}{}", name.empty() ? tid : name, beforeWarp, warp);
    // Padded so that tracks sort in this order.
    track.tid = m_builder.intern(fmt::format("{}{}{:02}", tid, beforeWarp, warp));
    track.name = m_builder.intern(ownName);
    return m_builder.addTrack(track);
  }

  TraceBuilder& m_builder;
  std::map<std::pair<TrackId, std::uint32_t>, TrackId> m_tracks;
};

}  // namespace

std::uint32_t warpHint(const Event& event) {
  const std::string_view text = findMember(event.args, "warp").text;
  std::uint32_t warp = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), warp);
  return error == std::errc{} && end == text.data() + text.size() && warp < maxWarps ? warp + 1 : 0;
}

void placePhasesByWarp(TraceBuilder& builder, std::span<WordedBatch> batches) {
  const StringId phase = builder.strings().find(phaseCategory);
  if (phase == StringId::none) {
    return;
  }
  const CategoryId category = builder.addCategory(phase);
  WarpTracks tracks(builder);
  for (WordedBatch& worded : batches) {
    for (SpanRecord& span : worded.batch.spans) {
      const bool isPhase = span.category == category && span.kind == SpanKind::Other && span.track != TrackId::none;
      if (isPhase && span.external != 0 && builder.track(span.track).kind == TrackKind::DeviceOther) {
        span.track = tracks.of(span.track, std::exchange(span.external, 0) - 1);
      }
    }
  }
}

}  // namespace kernline::chrome
