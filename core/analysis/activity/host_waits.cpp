// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activity/host_waits.h"

#include <algorithm>
#include <array>
#include <optional>

namespace kernline {

namespace {

std::optional<HostWaitKind> kindOfCall(std::string_view name) {
  if (name.contains("Synchronize")) {
    return HostWaitKind::Synchronization;
  }
  return name.contains("Memcpy") ? std::optional{HostWaitKind::Memcpy} : std::nullopt;
}

bool canWait(SpanKind kind) {
  return kind == SpanKind::Runtime || kind == SpanKind::Op || kind == SpanKind::Annotation;
}

/// Sorts by start and leaves out what begins before its predecessor has ended.
std::vector<HostWait> outermost(std::vector<HostWait> waits) {
  std::ranges::stable_sort(waits, [](const HostWait& a, const HostWait& b) {
    return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
  });
  std::size_t kept = 0;
  for (const HostWait& wait : waits) {
    if (kept == 0 || wait.range.begin >= waits[kept - 1].range.end) {
      waits[kept++] = wait;
    }
  }
  waits.resize(kept);
  return waits;
}

}  // namespace

bool isHostCommunication(std::string_view name) {
  constexpr std::array<std::string_view, 5> prefixes{"nccl:", "gloo:", "rccl:", "mpi:", "ucc:"};
  return std::ranges::any_of(prefixes, [name](std::string_view prefix) { return name.starts_with(prefix); });
}

bool isDistributedCall(std::string_view name) {
  return isHostCommunication(name) || name.starts_with("c10d:");
}

std::optional<HostWaitKind> HostWaits::kindOf(SpanId span) {
  const StringId name = m_trace.name(span);
  if (m_trace.kind(span) == SpanKind::Runtime) {
    return m_calls.of(name, [&] { return kindOfCall(m_trace.text(name)); });
  }
  const bool communicates = m_communication.of(name, [&] { return isHostCommunication(m_trace.text(name)); });
  return communicates ? std::optional{HostWaitKind::Communication} : std::nullopt;
}

std::span<const HostWait> HostWaits::of(TrackId thread) {
  const auto known = m_waits.find(thread);
  if (known != m_waits.end()) {
    return known->second;
  }
  std::vector<HostWait> waits;
  const Track& track = m_trace.track(thread);
  for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
    const SpanId span{i};
    if (!canWait(m_trace.kind(span)) || m_trace.duration(span).ns == 0) {
      continue;
    }
    if (const std::optional<HostWaitKind> kind = kindOf(span)) {
      waits.push_back({.range = m_trace.range(span), .kind = *kind, .span = span});
    }
  }
  return m_waits[thread] = outermost(std::move(waits));
}

std::span<const HostWait> waitsWithin(std::span<const HostWait> sorted, TimeRange range) {
  const auto first =
      std::ranges::partition_point(sorted, [&](const HostWait& w) { return w.range.end <= range.begin; });
  const auto last =
      std::partition_point(first, sorted.end(), [&](const HostWait& w) { return w.range.begin < range.end; });
  return {first, last};
}

}  // namespace kernline
