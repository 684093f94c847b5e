// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quality/clock_moves.h"

#include "core/model/base/median.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

namespace kernline {

namespace {

constexpr Duration minGap{3'000};  // queued work begins within a microsecond or two of the end of what is before it
constexpr std::size_t maxParts = 32;
constexpr std::size_t minParts = 8;
constexpr std::size_t minLaunchesPerPart = 8;
constexpr std::size_t minPartsBesideJump = 3;  // parts
constexpr std::int64_t minDriftNs = 10'000;
constexpr std::int64_t minJumpNs = 20'000;
constexpr double steepest = 0.005;  // 5000 ppm: clocks differ by some 100, a filling queue by far more
constexpr double minSteadyShare = 0.9;
constexpr double driftOverNoise = 8;
constexpr std::int64_t jumpOverNoise = 4;

using Floors = std::vector<FreeLaunch>;

Floors floorsOf(std::span<const FreeLaunch> launches) {
  Floors floors;
  const std::size_t parts = std::min(maxParts, launches.size() / minLaunchesPerPart);
  for (std::size_t i = 0; i < parts && parts >= minParts; ++i) {
    const std::size_t first = launches.size() * i / parts;
    const auto part = launches.subspan(first, launches.size() * (i + 1) / parts - first);
    floors.push_back(*std::ranges::min_element(part, {}, &FreeLaunch::latencyNs));
  }
  return floors;
}

/// Whether a move of clocks is large enough: a call's time before the device starts varies in proportion to its length,
/// as a first run is slower than the hundredth.
bool exceedsNoise(const Floors& floors, std::int64_t moveNs) {
  const auto size = [](const FreeLaunch& floor) { return std::abs(floor.latencyNs); };
  return 2 * std::abs(moveNs) >= size(*std::ranges::min_element(floors, {}, size));
}

double between(const FreeLaunch& a, const FreeLaunch& b) {
  return static_cast<double>((b.start - a.start).ns);
}

/// Theil's line: the median of the slopes between any two floors, which a few odd ones do not move.
std::optional<ClockMove> driftOf(const Floors& floors) {
  std::vector<double> slopes;
  std::size_t rising = 0;
  for (std::size_t i = 0; i < floors.size(); ++i) {
    for (std::size_t j = i + 1; j < floors.size(); ++j) {
      const auto rise = static_cast<double>(floors[j].latencyNs - floors[i].latencyNs);
      slopes.push_back(rise / std::max(between(floors[i], floors[j]), 1.0));
      rising += rise > 0 ? 1 : 0;
    }
  }
  const double slope = medianOf(slopes);
  const double steady =
      static_cast<double>(slope > 0 ? rising : slopes.size() - rising) / static_cast<double>(slopes.size());
  std::vector<double> above;
  for (const FreeLaunch& floor : floors) {
    above.push_back(static_cast<double>(floor.latencyNs) - slope * between(floors.front(), floor));
  }
  const double base = medianOf(above);
  std::ranges::transform(above, above.begin(), [&](double value) { return std::abs(value - base); });
  const double move = slope * between(floors.front(), floors.back());
  if (std::abs(move) < minDriftNs || std::abs(move) < driftOverNoise * medianOf(above) || steady < minSteadyShare ||
      std::abs(slope) > steepest) {
    return std::nullopt;
  }
  ClockMove found{.kind = ClockMove::Kind::Drift,
                  .byNs = std::llround(move),
                  .range = {floors.front().start, floors.back().start},
                  .floors = {}};
  std::ranges::transform(floors, std::back_inserter(found.floors), &FreeLaunch::activity);
  return found;
}

struct Spread {
  std::int64_t min = INT64_MAX;
  std::int64_t max = INT64_MIN;
  [[nodiscard]] std::int64_t width() const { return max - min; }
};

Spread spreadOf(std::span<const FreeLaunch> floors) {
  const auto [min, max] = std::ranges::minmax(floors, {}, &FreeLaunch::latencyNs);
  return {min.latencyNs, max.latencyNs};
}

/// The two launches between which the clock jumped: from the one on, none is quicker than `level`, or up to the other.
std::pair<const FreeLaunch*, const FreeLaunch*> aroundJump(std::span<const FreeLaunch> launches, bool isUp,
                                                           std::int64_t level) {
  const auto isQuick = [&](const FreeLaunch& launch) { return launch.latencyNs < level; };
  const auto last = launches.rend() - std::find_if(launches.rbegin(), launches.rend(), isQuick);
  const auto first = std::ranges::find_if(launches, isQuick) - launches.begin();
  const auto after = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(isUp ? last : first, 1, static_cast<std::ptrdiff_t>(launches.size()) - 1));
  return {&launches[after - 1], &launches[after]};
}

std::optional<ClockMove> jumpOf(std::span<const FreeLaunch> launches, const Floors& floors) {
  std::optional<ClockMove> found;
  for (std::size_t at = minPartsBesideJump; at + minPartsBesideJump <= floors.size(); ++at) {
    const Spread before = spreadOf(std::span(floors).first(at));
    const Spread after = spreadOf(std::span(floors).subspan(at));
    const std::int64_t up = after.min - before.max;
    const std::int64_t down = before.min - after.max;
    const std::int64_t size = std::max(up, down);
    const std::int64_t noise = std::max(before.width(), after.width());
    if (size >= minJumpNs && size >= jumpOverNoise * noise && (!found || size > std::abs(found->byNs))) {
      const bool isUp = up > down;
      const std::int64_t level = isUp ? before.max + up / 2 : after.max + down / 2;
      const auto [last, first] = aroundJump(launches, isUp, level);
      found = {.kind = ClockMove::Kind::Jump,
               .byNs = isUp ? up : -down,
               .range = {last->start, first->start},
               .floors = {last->activity, first->activity}};
    }
  }
  return found;
}

/// Returns all of a few launches, else many runs of neighbors from all over them: a sample is enough.
std::vector<Launch> someOf(std::span<const Launch> launches) {
  constexpr std::size_t runs = 64;
  constexpr std::size_t runLength = 1024;
  if (launches.size() <= runs * runLength) {
    return {launches.begin(), launches.end()};
  }
  std::vector<Launch> some;
  some.reserve(runs * runLength);
  for (std::size_t i = 0; i < runs; ++i) {
    const auto run = launches.subspan(i * (launches.size() - runLength) / (runs - 1), runLength);
    some.insert(some.end(), run.begin(), run.end());
  }
  return some;
}

}  // namespace

std::vector<FreeLaunch> freeLaunches(const Trace& trace, std::span<const Launch> launches) {
  std::vector<Launch> byStart = someOf(launches);
  std::ranges::sort(byStart, {}, [&](const Launch& launch) { return trace.start(launch.activity); });
  std::vector<std::pair<FreeLaunch, StringId>> free;  // launch and the name of its call
  std::map<StringId, std::size_t> calls;
  Time busyUntil{INT64_MIN / 2};
  for (const Launch& launch : byStart) {
    const TimeRange work = trace.range(launch.activity);
    const Time call = trace.start(launch.call);
    const bool isPlain =
        trace.kind(launch.activity) == SpanKind::Kernel && !has(trace.flags(launch.activity), SpanFlags::GraphReplay);
    if (isPlain && busyUntil + minGap <= work.begin) {
      const StringId name = trace.name(launch.call);
      free.push_back({{.start = work.begin, .latencyNs = (work.begin - call).ns, .activity = launch.activity}, name});
      ++calls[name];
    }
    busyUntil = std::max(busyUntil, work.end);
  }
  std::vector<FreeLaunch> chosen;
  if (!calls.empty()) {
    const StringId usual = std::ranges::max_element(calls, {}, [](const auto& call) { return call.second; })->first;
    for (const auto& [launch, call] : free) {
      if (call == usual) {
        chosen.push_back(launch);
      }
    }
  }
  return chosen;
}

std::optional<ClockMove> clockMove(std::span<const FreeLaunch> launches) {
  const Floors floors = floorsOf(launches);
  if (floors.empty()) {
    return std::nullopt;
  }
  std::optional<ClockMove> move = jumpOf(launches, floors);
  if (!move) {
    move = driftOf(floors);
  }
  return move && exceedsNoise(floors, move->byNs) ? move : std::nullopt;
}

}  // namespace kernline
