// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"
#include "core/model/trace/kinds.h"
#include "core/output/packed/packed_bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace kernline::packed {

/// Predicts the next of a series of numbers from the two before it: the number that followed them the last time. Writer
/// and reader guess alike; a number is written as 0 if the guess is right, else as itself plus one.
class NamePredictor {
 public:
  /// Returns the code of a known number.
  [[nodiscard]] std::uint64_t codeOf(std::uint32_t number) {
    const std::uint64_t code = m_seen[place()] == number ? 0 : std::uint64_t{number} + 1;
    follow(number);
    return code;
  }
  [[nodiscard]] std::uint64_t numberOf(std::uint64_t code) {
    const std::uint64_t number = code == 0 ? m_seen[place()] : code - 1;
    follow(static_cast<std::uint32_t>(number));
    return number;
  }
  /// Another row begins.
  void restart() { m_last = m_before = none; }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr unsigned placeBits = 18;

  [[nodiscard]] std::size_t place() const {
    constexpr std::uint64_t mix = 0x9E37'79B9'7F4A'7C15;
    return ((std::uint64_t{m_before} << 32U | m_last) * mix) >> (64U - placeBits);
  }
  void follow(std::uint32_t number) {
    m_seen[place()] = number;
    m_before = m_last;
    m_last = number;
  }

  std::vector<std::uint32_t> m_seen = std::vector<std::uint32_t>(std::size_t{1} << placeBits);
  std::uint32_t m_last = none;
  std::uint32_t m_before = none;
};

/// Guesses the start of a span from what is known before it: at the end of the one before it on its lane, or with the
/// span around it, the last one to start on the lane above.
class StartGuess {
 public:
  /// The lane of spans [first, last) below the one that ended last, or the top lane of a track.
  void beginLane(std::size_t first, bool isTop) {
    m_above = isTop ? std::pair{first, first} : std::pair{m_first, first};
    m_first = first;
    m_around = m_above.first;
    m_end = 0;
  }
  /// Returns how many spans of the lane above further the one around `start` is. For a known start.
  template <typename StartOf>
  [[nodiscard]] std::uint64_t stepsTo(std::int64_t start, const StartOf& startOf) const {
    std::size_t around = m_around;
    while (around < m_above.second && startOf(around) <= start) {
      ++around;
    }
    return around - m_around;
  }
  template <typename StartOf>
  [[nodiscard]] std::int64_t after(std::uint64_t steps, const StartOf& startOf) {
    if (steps > m_above.second - m_around) {
      throw BrokenBytes{};
    }
    m_around += steps;
    const bool isInside = m_around > m_above.first;
    return isInside ? std::max(m_end, startOf(m_around - 1)) : m_end;
  }
  void endAt(std::int64_t end) { m_end = end; }

 private:
  std::pair<std::size_t, std::size_t> m_above;
  std::size_t m_first = 0;
  std::size_t m_around = 0;  // bytes after it
  std::int64_t m_end = 0;
};

/// Spans by name, those of one name in their order.
template <typename NameOf>
std::vector<std::uint32_t> byName(std::size_t spans, std::size_t names, const NameOf& nameOf) {
  std::vector<std::uint32_t> next(names + 1);
  for (std::size_t i = 0; i < spans; ++i) {
    ++next[nameOf(i) + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> order(spans);
  for (std::uint32_t i = 0; i < spans; ++i) {
    order[next[nameOf(i)]++] = i;
  }
  return order;
}

/// Spans of a kind by their number among them.
class Ranked {
 public:
  template <typename KindOf>
  Ranked(std::size_t spans, SpanKind kind, const KindOf& kindOf) {
    for (std::uint32_t i = 0; i < spans; ++i) {
      if (kindOf(i) == kind) {
        m_spans.push_back(i);
      }
    }
  }
  [[nodiscard]] std::int64_t rankOf(SpanId span) const {
    return std::ranges::lower_bound(m_spans, static_cast<std::uint32_t>(span)) - m_spans.begin();
  }
  [[nodiscard]] std::uint32_t span(std::int64_t rank) const {
    if (rank < 0 || std::cmp_greater_equal(rank, m_spans.size())) {
      throw BrokenBytes{};
    }
    return m_spans[static_cast<std::size_t>(rank)];
  }

 private:
  std::vector<std::uint32_t> m_spans;
};

}  // namespace kernline::packed
