// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/samples/stack_row.h"
#include "core/model/trace/trace_builder.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kernline::samples {

/// Samples of threads as a profiler takes them, with times and without lengths. One stands until the next one of its
/// thread, unless that is more than twice as far as samples of a thread usually lie apart: then it stands as
/// long as these do, for a thread that sleeps has none.
class SampledThreads {
 public:
  /// The number of a thread whose spans go there.
  std::size_t addThread(TrackId track);
  void add(std::size_t thread, Time time, std::span<const std::uint32_t> stack, std::uint64_t byte);
  [[nodiscard]] bool isEmpty() const { return m_threads.empty(); }

  void draw(TraceBuilder& builder, std::span<const Frame> frames);

 private:
  struct Sample {
    Time time;
    std::uint64_t byte = 0;
    std::size_t firstFrame = 0;
    std::size_t frameCount = 0;
  };
  struct Thread {
    TrackId track = TrackId::none;
    std::vector<Sample> samples;
  };

  [[nodiscard]] std::int64_t usualDistanceNs() const;

  std::vector<Thread> m_threads;
  std::vector<std::uint32_t> m_frames;  // of all stacks
};

}  // namespace kernline::samples
