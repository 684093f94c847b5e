// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kernline::recorder {

/// Begins and ends of what a thread records exactly (operators, ranges), so that frames of sampled stacks, whose begins
/// and ends are not known, nest with it. One thread writes; any may read. Times in ns.
class NestingTimes {
 public:
  void reset() {
    store(m_depth, 0);
    store(m_least, 0);
  }
  void begin(std::int64_t time) {
    const std::size_t depth = load(m_depth);
    if (depth < maxDepth) {
      store(m_begins[depth], time);
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
      store(m_ends[depth], time);
      if (depth < load(m_least)) {
        store(m_reached[depth], time);
        store(m_least, depth);
      }
    }
  }

  /// Begins to note the least depth.
  void beginSample() { store(m_least, std::min(load(m_depth), maxDepth - 1)); }
  /// The least depth since beginSample().
  [[nodiscard]] std::size_t least() const { return load(m_least); }
  /// When it was first this small, of depths from least() to below that at beginSample().
  [[nodiscard]] std::int64_t reached(std::size_t depth) const { return load(m_reached[depth]); }
  /// When the innermost began that is open since beginSample(); 0 if nothing is.
  [[nodiscard]] std::int64_t openSince() const {
    const std::size_t least = load(m_least);
    return least == 0 ? 0 : load(m_begins[least - 1]);
  }
  /// Where frames that are new in a sample begin, at depth least(). It is taken `now` and was asked for at `asked`; the
  /// one before it was taken at `before`. A thread that answers late was in a call of native code when it was asked, so
  /// that its frames are older.
  [[nodiscard]] std::int64_t beginOfNew(std::int64_t before, std::int64_t asked, std::int64_t now) const {
    constexpr std::int64_t late = 500'000;
    const std::size_t least = load(m_least);
    std::int64_t begin = now;
    if (load(m_depth) > least) {
      begin = load(m_begins[least]);
    } else if (now - asked > late) {
      const bool wasInIt = load(m_ends[least]) >= asked && load(m_begins[least]) >= before;
      begin = wasInIt ? load(m_begins[least]) : load(m_ends[least]);
    }
    return std::clamp(begin, before, now);
  }

 private:
  static constexpr std::size_t maxDepth = 256;

  template <typename Value>
  static Value load(const std::atomic<Value>& value) {
    return value.load(std::memory_order_relaxed);
  }
  template <typename Value>
  static void store(std::atomic<Value>& value, std::type_identity_t<Value> now) {
    value.store(now, std::memory_order_relaxed);
  }

  std::atomic<std::size_t> m_depth{0};
  std::atomic<std::size_t> m_least{0};
  std::array<std::atomic<std::int64_t>, maxDepth> m_begins{};  // the latest of each depth
  std::array<std::atomic<std::int64_t>, maxDepth> m_ends{};
  std::array<std::atomic<std::int64_t>, maxDepth> m_reached{};
};

}  // namespace kernline::recorder
