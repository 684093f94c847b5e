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

std::optional<HostWaitKind> kindOf(std::string_view name, SpanKind kind) {
  if (kind == SpanKind::Runtime) {
    return kindOfCall(name);
  }
  return isHostCommunication(name) ? std::optional{HostWaitKind::Communication} : std::nullopt;
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

std::span<const HostWait> HostWaits::of(TrackId thread) {
  const auto known = m_waits.find(thread);
  if (known != m_waits.end()) {
    return known->second;
  }
  std::vector<HostWait> waits;
  const Track& track = m_trace.track(thread);
  // Neighbours often share a name; asking once a run of them is enough.
  StringId asked = StringId::none;
  SpanKind askedKind = SpanKind::Other;
  std::optional<HostWaitKind> answer;
  for (std::uint32_t i = track.firstSpan; i < track.firstSpan + track.spanCount; ++i) {
    const SpanId span{i};
    const SpanKind kind = m_trace.kind(span);
    if (!canWait(kind) || m_trace.duration(span).ns == 0) {
      continue;
    }
    if (m_trace.name(span) != asked || kind != askedKind) {
      asked = m_trace.name(span);
      askedKind = kind;
      answer = kindOf(m_trace.text(asked), kind);
    }
    if (answer) {
      waits.push_back({.range = m_trace.range(span), .kind = *answer, .span = span});
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
