// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/call_chain.h"

#include "core/model/memory/call_meaning.h"

namespace kernline {

namespace {

/// "/usr/lib/python3.11/site-packages/torch/nn/modules/module.py(1501): _call_impl", "<built-in method …>".
bool isUsersLine(std::string_view name) {
  return name.contains(".py(") && !name.contains("site-packages") && !name.contains("dist-packages") &&
         !name.starts_with("torch/") && !name.contains("/lib/python") && !name.starts_with("<frozen");
}

}  // namespace

CallChain::CallChain(const Trace& trace, TrackId track, MemoryHistory& history) : m_trace(trace), m_history(history) {
  const Track& row = trace.track(track);
  const auto lanes = trace.lanes().subspan(row.firstLane, row.laneCount);
  m_lanes.assign(lanes.begin(), lanes.end());
  for (const Lane& lane : m_lanes) {
    m_next.push_back(lane.firstSpan);
  }
}

SpanId CallChain::spanAt(std::size_t lane, Time time) {
  std::uint32_t& next = m_next[lane];
  const std::uint32_t last = m_lanes[lane].firstSpan + m_lanes[lane].spanCount;
  while (next < last && m_trace.end(static_cast<SpanId>(next)) <= time) {
    ++next;
  }
  const bool isInside = next < last && m_trace.start(static_cast<SpanId>(next)) <= time;
  return isInside ? static_cast<SpanId>(next) : SpanId::none;
}

const CallChain::Name& CallChain::meaningOf(StringId theirs) {
  const auto [at, isNew] = m_names.try_emplace(theirs);
  if (isNew) {
    const std::string_view text = m_trace.text(theirs);
    at->second = {.ours = m_history.strings.intern(text),
                  .isAllocator = isAllocator(text),
                  .isUsersLine = isUsersLine(text),
                  .phase = phaseOf(text)};
  }
  return at->second;
}

CallChain::Call CallChain::inside(const Call* outer, SpanId span) {
  Call call = outer == nullptr ? Call{} : *outer;
  const Name& name = meaningOf(m_trace.name(span));
  call.span = span;
  call.stack = m_history.stacks.add(call.stack, name.ours);
  if (m_trace.kind(span) == SpanKind::Op && (call.op == StringId::empty || !name.isAllocator)) {
    call.op = name.ours;
  }
  if (name.isUsersLine) {
    call.place = name.ours;
  }
  call.phase = std::max(call.phase, name.phase);
  return call;
}

void CallChain::describe(Time time, MemoryBlock& block) {
  std::size_t depth = 0;
  for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
    const SpanId span = spanAt(lane, time);
    if (span == SpanId::none) {
      continue;
    }
    if (depth >= m_calls.size() || m_calls[depth].span != span) {
      m_calls.resize(depth);
      m_calls.push_back(inside(depth == 0 ? nullptr : &m_calls[depth - 1], span));
    }
    ++depth;
  }
  m_calls.resize(depth);
  if (depth > 0) {
    const Call& innermost = m_calls.back();
    block.span = innermost.span;
    block.stack = innermost.stack;
    block.op = innermost.op;
    block.place = innermost.place;
    block.phase = innermost.phase;
  }
}

}  // namespace kernline
