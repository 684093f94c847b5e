// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/packed/packed_spans.h"

#include "core/output/packed/name_predictor.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace kernline::packed {

namespace {

struct Trait {
  std::uint16_t category = 0;
  std::uint8_t kind = 0;
  std::uint8_t flags = 0;

  auto operator<=>(const Trait&) const = default;
};

void addLanes(PackedWriter& writer, const Trace& trace) {
  Numbers lanes;
  Numbers sizes;
  for (const Track& track : trace.tracks()) {
    lanes.push_back(track.laneCount);
  }
  for (const Lane& lane : trace.lanes()) {
    sizes.push_back(lane.spanCount);
  }
  writer.addColumn(lanes);
  writer.addColumn(sizes);
}

void addNames(PackedWriter& writer, const Trace& trace) {
  Numbers codes;
  codes.reserve(trace.spanCount());
  NamePredictor guesses;
  for (const Lane& lane : trace.lanes()) {
    guesses.restart();
    for (const StringId name : trace.names().subspan(lane.firstSpan, lane.spanCount)) {
      codes.push_back(guesses.codeOf(static_cast<std::uint32_t>(name)));
    }
  }
  writer.addColumn(codes);
}

void addTraits(PackedWriter& writer, const Trace& trace) {
  std::map<Trait, std::uint64_t> known;
  Numbers traits;
  std::vector<std::uint64_t> lastOfName(trace.strings().size());
  Numbers codes;
  codes.reserve(trace.spanCount());
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId s{i};
    const Trait trait{.category = static_cast<std::uint16_t>(trace.category(s)),
                      .kind = static_cast<std::uint8_t>(trace.kind(s)),
                      .flags = static_cast<std::uint8_t>(trace.flags(s))};
    const auto [at, isNew] = known.emplace(trait, known.size() + 1);
    if (isNew) {
      traits.insert(traits.end(), {trait.category, trait.kind, trait.flags});
    }
    std::uint64_t& last = lastOfName[index(trace.name(s))];
    codes.push_back(std::exchange(last, at->second) == at->second ? 0 : at->second);
  }
  writer.addColumn(traits);
  writer.addColumn(codes);
}

/// Returns the unit of all times from the first start on: a thousand if the file has whole microseconds.
std::int64_t unitOf(const Trace& trace, std::int64_t origin) {
  std::int64_t unit = 0;
  for (std::uint32_t i = 0; i < trace.spanCount() && unit != 1; ++i) {
    unit = std::gcd(unit, std::gcd(trace.start(SpanId{i}).ns - origin, trace.duration(SpanId{i}).ns));
  }
  return std::max<std::int64_t>(unit, 1);
}

void addTimes(PackedWriter& writer, const Trace& trace) {
  const std::int64_t origin = trace.spanCount() == 0 ? 0 : trace.start(SpanId{0}).ns;
  const std::int64_t unit = unitOf(trace, origin);
  writer.addSigned(origin);
  writer.add(static_cast<std::uint64_t>(unit));
  Numbers whole;
  Numbers differences;
  whole.reserve(trace.spanCount());
  differences.reserve(trace.spanCount());
  std::int64_t before = 0;
  for (const std::uint32_t i :
       byName(trace.spanCount(), trace.strings().size(), [&](std::size_t at) { return index(trace.names()[at]); })) {
    const std::int64_t length = trace.duration(SpanId{i}).ns / unit;
    whole.push_back(zigzag(length));
    differences.push_back(stepTo(std::exchange(before, length), length));
  }
  writer.addEither(whole, differences);

  Numbers around;
  Numbers gaps;
  around.reserve(trace.spanCount());
  gaps.reserve(trace.spanCount());
  StartGuess guess;
  const auto startOf = [&](std::size_t at) { return (trace.starts()[at].ns - origin) / unit; };
  for (std::uint32_t l = 0; l < trace.lanes().size(); ++l) {
    const Lane& lane = trace.lanes()[l];
    guess.beginLane(lane.firstSpan, l == trace.track(lane.track).firstLane);
    for (std::size_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
      around.push_back(guess.stepsTo(startOf(i), startOf));
      gaps.push_back(stepTo(guess.after(around.back(), startOf), startOf(i)));
      guess.endAt(startOf(i) + trace.durations()[i].ns / unit);
    }
  }
  writer.addColumn(around);
  writer.addColumn(gaps);
}

/// Writes 0 without a link, else the distance of the call, or the operator, from that of the span before.
void addLinks(PackedWriter& writer, const Trace& trace) {
  const auto kindOf = [&](std::size_t at) { return trace.kinds()[at]; };
  const Ranked calls(trace.spanCount(), SpanKind::Runtime, kindOf);
  const Ranked operators(trace.spanCount(), SpanKind::Op, kindOf);
  auto links = TraceBuilder::operatorIdsOf(trace);
  Numbers launches;
  Numbers made;
  std::int64_t call = 0;
  std::int64_t by = 0;
  const auto step = [](std::int64_t& before, std::int64_t rank) {
    return stepTo(std::exchange(before, rank) + 1, rank) + 1;
  };
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId s{i};
    if (isDeviceActivity(trace.kind(s))) {
      const SpanId launch = trace.launchOf(s);
      launches.push_back(launch == SpanId::none ? 0 : step(call, calls.rankOf(launch)));
    } else if (trace.kind(s) != SpanKind::Runtime) {
      continue;
    }
    const bool isMade = !links.empty() && links.front().first == s;
    made.push_back(isMade ? step(by, operators.rankOf(links.front().second)) : 0);
    links = links.subspan(isMade ? 1 : 0);
  }
  writer.addColumn(launches);
  writer.addColumn(made);
}

}  // namespace

void addSpans(PackedWriter& writer, const Trace& trace) {
  addLanes(writer, trace);
  addNames(writer, trace);
  addTraits(writer, trace);
  addTimes(writer, trace);
  addLinks(writer, trace);
}

void addFlows(PackedWriter& writer, const Trace& trace) {
  Numbers from;
  Numbers to;
  Numbers categories;
  std::int64_t before = 0;
  std::int64_t step = 0;
  for (const Flow& flow : trace.flows()) {
    const auto start = static_cast<std::int64_t>(index(flow.from));
    const std::int64_t length = static_cast<std::int64_t>(index(flow.to)) - start;
    from.push_back(stepTo(std::exchange(before, start), start));
    to.push_back(stepTo(std::exchange(step, length), length));
    categories.push_back(index(flow.category));
  }
  writer.addColumn(from);
  writer.addColumn(to);
  writer.addColumn(categories);
}

}  // namespace kernline::packed
