// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/path_rows.h"
#include "core/model/base/median.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace kernline {

namespace {

std::int32_t rankOfTrack(const Trace& trace, TrackId track) {
  const ProcessId process = track == TrackId::none ? ProcessId::none : trace.track(track).process;
  return process == ProcessId::none ? -1 : trace.process(process).rank;
}

PathReasonKind reasonOf(PathKind kind) {
  switch (kind) {
    case PathKind::Kernel:
    case PathKind::Memcpy:
    case PathKind::Memset:
    case PathKind::Gap:
      return PathReasonKind::Device;
    case PathKind::Communication:
      return PathReasonKind::Communication;
    default:
      return PathReasonKind::Host;
  }
}

/// The part of a path that lies on one rank.
struct RankPart {
  std::map<PathReasonKind, Duration> times = {};
  std::map<std::pair<PathReasonKind, StringId>, Duration> byName = {};

  /// The name with most of the time of a kind.
  [[nodiscard]] StringId nameOf(PathReasonKind kind) const {
    StringId name = StringId::none;
    Duration longest;
    for (const auto& [key, time] : byName) {
      if (key.first == kind && time > longest) {
        longest = time;
        name = key.second;
      }
    }
    return name;
  }
};

std::map<std::int32_t, RankPart> partsOf(const Trace& trace, std::span<const PathPiece> path) {
  std::map<std::int32_t, RankPart> parts;
  for (const PathPiece& piece : path) {
    const PathReasonKind kind = reasonOf(piece.kind);
    RankPart& part = parts[rankOfTrack(trace, piece.track)];
    part.times[kind] += piece.range.length();
    if (piece.span != SpanId::none) {
      part.byName[{kind, trace.name(piece.span)}] += piece.range.length();
    }
  }
  return parts;
}

/// Device activity but communication in these steps, by rank.
std::map<std::int32_t, Duration> deviceTimes(const ReplayedRun& run, const RunReplay& replay,
                                             const IntervalUnion& steps) {
  const Trace& trace = run.graph().trace();
  const PathKinds kinds(trace);
  std::map<std::int32_t, Duration> times;
  for (std::size_t w = 0; w < replay.activities.size(); ++w) {
    const SpanId span = run.graph().activities()[w].span;
    if (kinds.of(span) != PathKind::Communication) {
      times[rankOfTrack(trace, trace.trackOf(span))] += steps.lengthWithin(replay.activities[w]);
    }
  }
  return times;
}

std::optional<Duration> medianOfOthers(const std::map<std::int32_t, Duration>& times, std::int32_t rank) {
  std::vector<std::int64_t> others;
  for (const auto& [other, time] : times) {
    if (other != rank) {
      others.push_back(time.ns);
    }
  }
  return others.empty() ? std::nullopt : std::optional(Duration{medianOf(others)});
}

}  // namespace

std::string_view toText(PathReasonKind kind) {
  constexpr std::array<std::string_view, 4> texts{"host", "longer_device", "device", "communication"};
  return texts[static_cast<std::size_t>(kind)];
}

Message sentenceOn(const PathReason& reason) {
  const std::string name = reason.name.empty() ? "–" : shortKernelName(reason.name);
  switch (reason.kind) {
    case PathReasonKind::Host:
      return Phrase::tr("host late: %1, mostly in %2").with(formatDuration(reason.onPath), name);
    case PathReasonKind::LongerDevice:
      return Phrase::tr("device longer: %1, others %2, mostly %3")
          .with(formatDuration(reason.device), formatDuration(reason.othersDevice.value_or(Duration{})), name);
    case PathReasonKind::Device:
      return Phrase::tr("device work: %1, mostly %2").with(formatDuration(reason.onPath), name);
    case PathReasonKind::Communication:
      break;
  }
  return Phrase::tr("communication: %1, mostly %2").with(formatDuration(reason.onPath), name);
}

void addReasons(std::vector<PathRow>& rows, const ReplayedRun& run, const RunReplay& replay, const IntervalUnion& steps,
                std::span<const PathPiece> path, std::uint64_t stepsOfRank) {
  constexpr double longer = 1.05;
  const Trace& trace = run.graph().trace();
  const auto perStep = [&](Duration sum) {
    return Duration{sum.ns / static_cast<std::int64_t>(std::max<std::uint64_t>(stepsOfRank, 1))};
  };
  const std::map<std::int32_t, Duration> devices = deviceTimes(run, replay, steps);
  for (const auto& [rank, part] : partsOf(trace, path)) {
    const auto row = std::ranges::find(rows, rank < 0 ? std::string() : fmt::format("rank {}", rank), &PathRow::name);
    if (row == rows.end()) {
      continue;
    }
    const auto most = std::ranges::max_element(part.times, {}, [](const auto& each) { return each.second; });
    const StringId name = part.nameOf(most->first);
    const auto device = devices.find(rank);
    PathReason reason{.kind = most->first,
                      .name = name == StringId::none ? std::string() : std::string(trace.text(name)),
                      .onPath = perStep(most->second),
                      .device = device == devices.end() ? Duration{} : perStep(device->second),
                      .othersDevice = medianOfOthers(devices, rank).transform(perStep)};
    if (reason.kind == PathReasonKind::Device && reason.othersDevice &&
        static_cast<double>(reason.device.ns) > longer * static_cast<double>(reason.othersDevice->ns)) {
      reason.kind = PathReasonKind::LongerDevice;
    }
    row->reason = std::move(reason);
  }
}

}  // namespace kernline
