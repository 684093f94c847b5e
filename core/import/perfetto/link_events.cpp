// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/perfetto/link_events.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace kernline::perfetto {

namespace {

Time earlier(Time time, std::int64_t by) {
  return {static_cast<std::int64_t>(static_cast<std::uint64_t>(time.ns) - static_cast<std::uint64_t>(by))};
}

template <typename Records>
void shiftAll(Records& records, std::int64_t by) {
  for (auto& record : records) {
    record.time = earlier(record.time, by);
  }
}

bool lacksIds(std::span<const DecodedPiece> pieces) {
  return std::ranges::any_of(pieces, [](const DecodedPiece& piece) {
    const auto lacksId = [&](const StageLink& link) { return piece.events.spans[link.span].correlation == 0; };
    return std::ranges::any_of(piece.launches, lacksId) || std::ranges::any_of(piece.stages, lacksId);
  });
}

}  // namespace

void linkStages(std::span<DecodedPiece> pieces) {
  if (!lacksIds(pieces)) {
    return;
  }
  std::uint32_t unused = 0;
  std::unordered_map<std::uint64_t, SpanRecord*> stages;
  for (DecodedPiece& piece : pieces) {
    for (const SpanRecord& span : piece.events.spans) {
      unused = std::max(unused, span.correlation);
    }
    for (const StageLink& link : piece.stages) {
      stages.try_emplace(link.stage, &piece.events.spans[link.span]);
    }
  }
  for (DecodedPiece& piece : pieces) {
    for (const StageLink& link : piece.launches) {
      const auto known = stages.find(link.stage);
      if (known == stages.end()) {
        continue;
      }
      SpanRecord& call = piece.events.spans[link.span];
      SpanRecord& stage = *known->second;
      if (call.correlation == 0) {
        call.correlation = stage.correlation != 0 ? stage.correlation : unused == UINT32_MAX ? 0 : ++unused;
      }
      stage.correlation = stage.correlation != 0 ? stage.correlation : call.correlation;
    }
  }
}

void beginFlows(std::span<DecodedPiece> pieces) {
  std::vector<FlowEnd*> ends;
  for (DecodedPiece& piece : pieces) {
    for (FlowEnd& end : piece.events.flows) {
      ends.push_back(&end);
    }
  }
  const auto order = [](const FlowEnd* end) { return std::tuple(end->key, end->time, end->offset); };
  std::ranges::sort(ends, {}, order);
  std::uint64_t id = 0;      // id of the previous flow
  std::uint64_t closed = 0;  // number of ended flows of this id
  bool isFirst = true;
  for (FlowEnd* const end : ends) {
    if (end == ends.front() || end->key != id) {
      id = end->key;
      closed = 0;
      isFirst = true;
    }
    if (closed > 0) {
      end->key = chrome::combine(id, closed);  // another flow after an end, despite the same id
    }
    if (isFirst && end->role == FlowEnd::Role::Step) {
      end->role = FlowEnd::Role::Start;
    }
    isFirst = end->role == FlowEnd::Role::End;
    closed += isFirst ? 1 : 0;
  }
}

void shiftTimes(std::span<DecodedPiece> pieces, std::int64_t by) {
  if (by == 0) {
    return;
  }
  for (DecodedPiece& piece : pieces) {
    for (SpanRecord& span : piece.events.spans) {
      span.start = earlier(span.start, by);
    }
    shiftAll(piece.ends, by);
    shiftAll(piece.events.asyncs, by);
    shiftAll(piece.events.flows, by);
    shiftAll(piece.events.instants, by);
    shiftAll(piece.events.counterSamples, by);
  }
}

}  // namespace kernline::perfetto
