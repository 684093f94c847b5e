// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>

namespace kernline::recorder {

/// Begins and ends of what a thread records exactly (operators, ranges), so that frames of sampled stacks, whose begins
/// and ends are not known, nest with it. One thread writes; any may read. Times in ns.
class NestingTimes {
 public:
  void reset() {
    store(m_depth, 0);
    store(m_min, 0);
  }
  void begin(std::int64_t time) {
    const std::size_t depth = load(m_depth);
    if (depth < maxDepth) {
      store(m_begins[depth][place(depth)], time);
    }
    store(m_depth, depth + 1);
  }
  void end(std::int64_t time) {
    if (load(m_depth) == 0) {
      return;  // it began before the recording
    }
    const std::size_t depth = load(m_depth) - 1;
    store(m_depth, depth);
    if (depth < maxDepth) {
      store(m_ends[depth][place(depth)], time);
      store(m_count[depth], load(m_count[depth]) + 1);
      if (depth < load(m_min)) {
        store(m_reached[depth], time);
        store(m_min, depth);
      }
    }
  }

  /// Begins to note the least depth.
  void beginSample() { store(m_min, std::min(load(m_depth), maxDepth - 1)); }
  /// The least depth since beginSample().
  [[nodiscard]] std::size_t least() const { return load(m_min); }
  /// Returns the time at which nesting first fell to `depth` since beginSample().
  [[nodiscard]] std::int64_t reached(std::size_t depth) const { return load(m_reached[depth]); }
  /// Returns the start of the innermost span that has been open since beginSample(); 0 if none.
  [[nodiscard]] std::int64_t openSince() const {
    const std::size_t least = load(m_min);
    return least == 0 ? 0 : load(m_begins[least - 1][place(least - 1)]);
  }
  /// Returns the end of frames that were on the stack until `now`: the start of the next open span, or `now`.
  [[nodiscard]] std::int64_t endOfAll(std::int64_t before, std::int64_t now) const {
    const std::size_t least = load(m_min);
    return load(m_depth) > least ? std::clamp(load(m_begins[least][place(least)]), before, now) : now;
  }
  /// Returns where frames that are new in a sample begin, at depth least(). It is taken `now` and was requested at
  /// `asked`; the one before it was taken at `before`. A thread that answers late was in a call of native code when it
  /// was asked, so that its frames are older; one that answers at once may have begun them at any time since `before`.
  [[nodiscard]] std::int64_t beginOfNew(std::int64_t before, std::int64_t asked, std::int64_t now) const {
    constexpr std::int64_t late = 500'000;
    const std::size_t least = load(m_min);
    if (load(m_depth) > least) {
      return endOfAll(before, now);
    }
    return now - asked > late ? std::clamp(beginOfCallAt(least, before, asked), before, now)
                              : std::clamp(outside(least, before, std::midpoint(before, now)), before, now);
  }

 private:
  static constexpr std::size_t maxDepth = 256;
  static constexpr std::size_t kept = 16;
  template <typename Value>
  using OfDepths = std::array<std::array<std::atomic<Value>, kept>, maxDepth>;

  template <typename Value>
  static Value load(const std::atomic<Value>& value) {
    return value.load(std::memory_order_relaxed);
  }
  template <typename Value>
  static void store(std::atomic<Value>& value, std::type_identity_t<Value> now) {
    value.store(now, std::memory_order_relaxed);
  }

  /// Returns the slot of the open or next span of this depth.
  [[nodiscard]] std::size_t place(std::size_t depth) const { return load(m_count[depth]) % kept; }

  struct Times {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  /// Returns the last span of this depth that began by `time`, or the first that is still known; none if there was
  /// none.
  [[nodiscard]] Times spanAt(std::size_t depth, std::int64_t time) const {
    const std::uint32_t count = load(m_count[depth]);
    Times span;
    for (std::uint32_t back = 1; back <= std::min<std::uint32_t>(count, kept); ++back) {
      span = {load(m_begins[depth][(count - back) % kept]), load(m_ends[depth][(count - back) % kept])};
      if (span.begin <= time) {
        break;
      }
    }
    return span;
  }
  /// Returns where the call of native code began that ran at `time`: with the span that ran then, or after it.
  [[nodiscard]] std::int64_t beginOfCallAt(std::size_t depth, std::int64_t before, std::int64_t time) const {
    const Times span = spanAt(depth, time);
    return span.end >= time && span.begin >= before ? span.begin : span.end;
  }
  /// Moves `time` out of the span that ran then, to its nearer end.
  [[nodiscard]] std::int64_t outside(std::size_t depth, std::int64_t before, std::int64_t time) const {
    const Times span = spanAt(depth, time);
    if (span.end <= time) {
      return time;
    }
    return span.begin >= before && time - span.begin < span.end - time ? span.begin : span.end;
  }

  std::atomic<std::size_t> m_depth{0};
  std::atomic<std::size_t> m_min{0};
  std::array<std::atomic<std::uint32_t>, maxDepth> m_count{};  // number that ended, by depth
  OfDepths<std::int64_t> m_begins{};                           // begins by depth: the last ones and the open one
  OfDepths<std::int64_t> m_ends{};
  std::array<std::atomic<std::int64_t>, maxDepth> m_reached{};
};

}  // namespace kernline::recorder
