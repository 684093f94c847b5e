// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace/trace.h"

#include "core/model/names/distinct_names.h"

#include <algorithm>
#include <mutex>

namespace kernline {

namespace {

/// The element of `items`, sorted by firstSpan, whose spans include `s`. Items without spans are passed over.
template <typename Item>
std::size_t ownerOf(std::span<const Item> items, SpanId s) {
  const auto after = std::ranges::upper_bound(items, index(s), {}, [](const Item& item) { return item.firstSpan; });
  return static_cast<std::size_t>(after - items.begin()) - 1;
}

template <typename Value>
const Value* findFirst(const std::vector<std::pair<SpanId, Value>>& sorted, SpanId s) {
  const auto at = std::ranges::lower_bound(sorted, s, {}, &std::pair<SpanId, Value>::first);
  return at != sorted.end() && at->first == s ? &at->second : nullptr;
}

/// Puts the members of `later` over those of `earlier`: the last value of a key wins, at the first one's place.
void mergeMembers(ArgNode& earlier, ArgNode&& later) {
  if (earlier.kind != ArgNode::Kind::Object || later.kind != ArgNode::Kind::Object) {
    if (later.kind != ArgNode::Kind::Null) {
      earlier = std::move(later);
    }
    return;
  }
  for (ArgNode& member : later.children) {
    const auto same = std::ranges::find(earlier.children, member.key, &ArgNode::key);
    if (same != earlier.children.end()) {
      *same = std::move(member);
    } else {
      earlier.children.push_back(std::move(member));
    }
  }
}

/// Returns the names of all kernels of a trace, each once, in the order in which they come.
std::vector<std::string_view> namesOfKernels(const Trace& trace) {
  std::vector<std::string_view> names;
  std::vector<bool> isKnown(trace.strings().size());
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const std::size_t name = index(trace.name(SpanId{i}));
    if (trace.kind(SpanId{i}) == SpanKind::Kernel && name < isKnown.size() && !isKnown[name]) {
      isKnown[name] = true;
      names.push_back(trace.nameText(SpanId{i}));
    }
  }
  return names;
}

}  // namespace

struct Trace::LazyKernelNames {
  std::once_flag isMade;
  KernelNames names;
};

Trace::Trace() : m_kernelNames(std::make_shared<LazyKernelNames>()) {}

const KernelNames& Trace::kernelNames() const {
  std::call_once(m_kernelNames->isMade, [this] { m_kernelNames->names = KernelNames(namesOfKernels(*this)); });
  return m_kernelNames->names;
}

LaneId Trace::laneOf(SpanId s) const {
  return LaneId{static_cast<std::uint32_t>(ownerOf(lanes(), s))};
}

TrackId Trace::trackOf(SpanId s) const {
  return lane(laneOf(s)).track;
}

SpanId Trace::parent(SpanId s) const {
  const LaneId own = laneOf(s);
  const std::uint32_t topLane = track(lane(own).track).firstLane;
  const TimeRange wanted = range(s);
  for (auto at = static_cast<std::uint32_t>(index(own)); at > topLane; --at) {
    const Lane& above = m_lanes[at - 1];
    const auto first = m_start.begin() + above.firstSpan;
    const auto after = std::upper_bound(first, first + above.spanCount, wanted.begin);
    if (after == first) {
      continue;
    }
    const auto candidate = static_cast<SpanId>(after - m_start.begin() - 1);
    if (end(candidate) >= wanted.end && end(candidate) > wanted.begin) {
      return candidate;
    }
  }
  return SpanId::none;
}

SpanId Trace::launchOf(SpanId activity) const {
  if (m_launchesByActivity.empty() || activity < m_launchesByActivity.front().activity) {
    return SpanId::none;
  }
  // Work lies together and nearly all of it is launched, so that most searches are over before they begin.
  const std::size_t farthest = index(activity) - index(m_launchesByActivity.front().activity);
  auto at =
      m_launchesByActivity.begin() + static_cast<std::ptrdiff_t>(std::min(farthest, m_launchesByActivity.size() - 1));
  if (activity < at->activity) {
    at = std::lower_bound(m_launchesByActivity.begin(), at, activity,
                          [](const Launch& a, SpanId b) { return a.activity < b; });
  }
  return at->activity == activity ? at->call : SpanId::none;
}

std::span<const Launch> Trace::launchedBy(SpanId call) const {
  const auto found = std::ranges::equal_range(m_launches, call, {}, &Launch::call);
  return {found.begin(), found.end()};
}

SpanId Trace::opOf(SpanId s) const {
  if (has(flags(s), SpanFlags::GraphReplay)) {
    return SpanId::none;
  }
  if (const SpanId* op = findFirst(m_opOfCall, s)) {
    return *op;
  }
  const SpanId launch = launchOf(s);
  const SpanId call = launch == SpanId::none ? s : launch;
  if (const SpanId* op = launch == SpanId::none ? nullptr : findFirst(m_opOfCall, call)) {
    return *op;
  }
  if (kind(call) != SpanKind::Runtime) {
    return SpanId::none;
  }
  SpanId around = parent(call);
  while (around != SpanId::none && kind(around) != SpanKind::Op) {
    around = parent(around);
  }
  return around;
}

std::vector<Flow> Trace::flowsOf(SpanId s) const {
  const auto leaving = std::ranges::equal_range(m_flows, s, {}, &Flow::from);
  const auto arriving = std::ranges::equal_range(m_flowsByTo, s, {}, &Flow::to);
  std::vector<Flow> found(leaving.begin(), leaving.end());
  found.insert(found.end(), arriving.begin(), arriving.end());
  return found;
}

std::optional<std::uint64_t> Trace::endOffset(SpanId s) const {
  const std::uint64_t* end = findFirst(m_endOffset, s);
  return end == nullptr ? std::nullopt : std::optional{*end};
}

EventDetails Trace::details(SpanId s) const {
  EventDetails found = detailsAt(offset(s));
  if (const std::uint64_t* end = findFirst(m_endOffset, s)) {
    mergeMembers(found.args, detailsAt(*end).args);
  }
  return found;
}

ArgNode Trace::args(SpanId s, std::span<const std::string_view> keys) const {
  if (m_events == nullptr) {
    return {};
  }
  ArgNode found = m_events->args(offset(s), keys);
  if (const std::uint64_t* end = findFirst(m_endOffset, s)) {
    mergeMembers(found, m_events->args(*end, keys));
  }
  return found;
}

std::string Trace::argsText(SpanId s, std::span<const std::string_view> keys) const {
  if (m_events == nullptr) {
    return {};
  }
  std::string found = m_events->argsText(offset(s), keys);
  if (const std::uint64_t* end = findFirst(m_endOffset, s)) {
    found.append(1, '\0').append(m_events->argsText(*end, keys));
  }
  return found;
}

EventDetails Trace::detailsAt(std::uint64_t offset) const {
  return m_events == nullptr ? EventDetails{} : m_events->details(offset);
}

Message packedFormat(Message format, const std::string& container) {
  return container.empty() ? std::move(format) : Phrase::tr("%1, %2").with(std::move(format), container);
}

Message Trace::placeText(std::uint64_t offset) const {
  return m_events == nullptr ? Message() : m_events->place(offset);
}

std::size_t Trace::columnBytes() const {
  const auto bytes = [](const auto&... columns) { return ((columns.capacity() * sizeof(columns[0])) + ...); };
  return bytes(m_start, m_duration, m_offset, m_name, m_category, m_kind, m_flags, m_categories, m_processes, m_tracks,
               m_lanes, m_launches, m_launchesByActivity, m_opOfCall, m_endOffset, m_flows, m_flowsByTo, m_instants,
               m_counters, m_sampleTime, m_sampleValue, m_memory, m_steps);
}

}  // namespace kernline
