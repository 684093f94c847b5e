// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/python/nesting_times.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kernline::recorder {

/// A frame over the samples in a row that have it.
struct FrameSpan {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint32_t thread = 0;
  std::uint32_t place = 0;
};

/// Makes spans of the sampled stacks of one thread, which nest with what it records exactly.
class StackSpans {
 public:
  explicit StackSpans(std::uint32_t thread) : m_thread(thread) {}

  /// A stack from the outermost frame, taken `now` and requested at `asked`; none ends all frames, there until `now` if
  /// it was requested then. Returns those that ended.
  std::span<const FrameSpan> sample(NestingTimes& nesting, std::int64_t asked, std::int64_t now,
                                    std::span<const std::uint32_t> places);

 private:
  struct Open {
    std::uint32_t place = 0;
    std::int64_t begin = 0;
    std::size_t depth = 0;  ///< depth of exact records where the frame begins: it ends before that does
  };
  template <typename TimesOf>
  void close(std::size_t from, TimesOf timesOf);

  std::uint32_t m_thread;
  std::int64_t m_sampled = 0;
  std::vector<Open> m_open;
  std::vector<FrameSpan> m_ended;
};

}  // namespace kernline::recorder
