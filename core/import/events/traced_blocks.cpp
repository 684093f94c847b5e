// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/events/traced_blocks.h"

#include "core/model/trace/warp_track.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace kernline::chrome {

namespace {

/// An event of a warp, with its place.
struct WarpEvent {
  TimeRange range;
  std::uint64_t offset = 0;
  std::optional<std::uint32_t> sm;
  std::uint32_t block = 0;
};

/// A block, or a kernel, from its first event on.
struct TracedExtent {
  TimeRange range;
  std::uint64_t offset = 0;
  std::optional<std::uint32_t> sm;

  void add(const WarpEvent& event) { range = range.unitedWith(event.range); }
};

struct TracedLaunch {
  TracedExtent whole;
  std::map<std::uint32_t, TracedExtent> blocks;  // keyed by block number

  void add(const WarpEvent& event) {
    whole = blocks.empty() ? TracedExtent{event.range, event.offset, {}} : whole;
    whole.add(event);
    blocks.try_emplace(event.block, TracedExtent{event.range, event.offset, event.sm}).first->second.add(event);
  }
};

using RankAndKernel = std::pair<std::int32_t, std::string>;

/// Returns the launches by start.
std::vector<TracedLaunch> tracedLaunches(std::vector<WarpEvent>& events) {
  std::ranges::stable_sort(events, {}, [](const WarpEvent& event) { return event.range.begin; });
  std::vector<TracedLaunch> launches;
  TracedLaunch burst;  // warps without an idle moment in between
  const auto finishBurst = [&] {
    const bool isNext = launches.empty() || std::ranges::any_of(burst.blocks, [&](const auto& block) {
                          return launches.back().blocks.contains(block.first);
                        });
    if (isNext) {
      launches.push_back(std::move(burst));
    } else {
      launches.back().whole.range = launches.back().whole.range.unitedWith(burst.whole.range);
      launches.back().blocks.merge(burst.blocks);
    }
    burst = {};
  };
  for (const WarpEvent& event : events) {
    if (!burst.blocks.empty() && event.range.begin > burst.whole.range.end) {
      finishBurst();
    }
    burst.add(event);
  }
  if (!burst.blocks.empty()) {
    finishBurst();
  }
  return launches;
}

/// The GPU of a rank, and its SMs.
class TracedDevice {
 public:
  TracedDevice(TraceBuilder& builder, std::int32_t rank) : m_builder(builder) {
    m_blocks = addProcess("1000000000", "GPU 0 blocks", rank, -1);
    const ProcessId gpu = addProcess("GPU 0", "GPU 0", rank, -2);
    m_kernels = addNamedTrack(gpu, TrackKind::Stream, "kernels", 0);
  }

  void addLaunch(std::string_view kernel, const TracedLaunch& launch) {
    addSpan(m_kernels, SpanKind::Kernel, "kernel", kernel.empty() ? "kernel" : kernel, launch.whole);
    for (const auto& [number, block] : launch.blocks) {
      addSpan(trackOf(block, number), SpanKind::Other, "block", fmt::format("block {}", number), block);
    }
  }

 private:
  /// A block whose SM is unknown has a track of its own.
  TrackId trackOf(const TracedExtent& block, std::uint32_t number) {
    const std::uint32_t place = block.sm.value_or(number);
    const auto [found, isNew] = m_tracks.try_emplace(std::pair(block.sm.has_value(), place), TrackId::none);
    if (isNew) {
      const std::string name = block.sm ? fmt::format("SM {}", place) : fmt::format("block {} (SM unknown)", place);
      found->second = addNamedTrack(m_blocks, TrackKind::DeviceOther, name, place);
    }
    return found->second;
  }

  ProcessId addProcess(std::string_view pid, std::string_view name, std::int32_t rank, std::int64_t place) {
    return m_builder.addProcess({.pid = m_builder.intern(pid),
                                 .name = m_builder.intern(name),
                                 .labels = m_builder.intern("GPU 0"),
                                 .title = {},
                                 .sortIndex = place,
                                 .device = 0,
                                 .rank = rank,
                                 .isSummary = false});
  }

  TrackId addNamedTrack(ProcessId process, TrackKind kind, std::string_view name, std::uint32_t number) {
    Track track;
    track.process = process;
    track.kind = kind;
    track.tid = m_builder.intern(std::to_string(number));
    track.name = m_builder.intern(name);
    track.sortIndex = number;
    return m_builder.addTrack(track);
  }

  void addSpan(TrackId track, SpanKind kind, std::string_view category, std::string_view name,
               const TracedExtent& traced) {
    SpanRecord span;
    span.start = traced.range.begin;
    span.duration = traced.range.length();
    span.offset = traced.offset;
    span.name = m_builder.intern(name);
    span.track = track;
    span.category = m_builder.addCategory(m_builder.intern(category));
    span.kind = kind;
    m_builder.addSpan(span);
  }

  TraceBuilder& m_builder;
  ProcessId m_blocks = ProcessId::none;
  TrackId m_kernels = TrackId::none;
  std::map<std::pair<bool, std::uint32_t>, TrackId>
      m_tracks;  // keyed by whether the SM is known, and its number or the block's
};

/// The tracks of warps, by track.
std::map<TrackId, std::pair<RankAndKernel, WarpTrack>> warpTracks(TraceBuilder& builder,
                                                                  std::span<const TrackId> tracks) {
  std::map<TrackId, std::pair<RankAndKernel, WarpTrack>> warpsByTrack;
  const StringPool& strings = builder.strings();
  for (const TrackId id : tracks) {
    if (id == TrackId::none || builder.track(id).process == ProcessId::none) {
      continue;
    }
    const Track& track = builder.track(id);
    const Process& process = builder.process(track.process);
    if (strings[process.name] == "GPU 0 blocks") {
      return {};  // an export of such a trace, which has them
    }
    if (const auto found = warpTrackOf(strings[process.name == StringId::empty ? process.pid : process.name],
                                       strings[track.name == StringId::empty ? track.tid : track.name])) {
      warpsByTrack.emplace(id, std::pair(RankAndKernel(process.rank, found->kernel), *found));
    }
  }
  return warpsByTrack;
}

}  // namespace

void addTracedBlocks(TraceBuilder& builder, std::span<const TrackId> tracks, std::span<const WordedBatch> batches) {
  const auto warpsByTrack = warpTracks(builder, tracks);
  if (warpsByTrack.empty()) {
    return;
  }
  std::map<RankAndKernel, std::vector<WarpEvent>> events;
  for (const WordedBatch& worded : batches) {
    for (const SpanRecord& span : worded.batch.spans) {
      if (const auto found = warpsByTrack.find(span.track); found != warpsByTrack.end()) {
        const auto& [kernel, place] = found->second;
        events[kernel].push_back({{span.start, span.start + span.duration}, span.offset, place.sm, place.block});
      }
    }
  }
  std::map<std::int32_t, TracedDevice> devices;  // keyed by rank
  for (auto& [kernel, own] : events) {
    const auto [device, isNew] = devices.try_emplace(kernel.first, builder, kernel.first);
    if (isNew) {
      builder.report().add(IssueKind::GuessedDevice, own.front().offset, kernel.second);
    }
    for (const TracedLaunch& launch : tracedLaunches(own)) {
      device->second.addLaunch(kernel.second, launch);
    }
  }
}

}  // namespace kernline::chrome
