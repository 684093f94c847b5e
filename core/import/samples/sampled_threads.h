// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/samples/stack_row.h"
#include "core/model/trace/trace_builder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace kernline::samples {

/// Samples of threads as a profiler takes them, with times and without lengths. One lasts until the next one of its
/// thread or its processor, unless that is more than twice the usual distance of samples of their kind: then it lasts
/// for that distance, for a thread that sleeps has none.
class SampledThreads {
 public:
  /// The number of a thread whose spans go there.
  std::size_t addThread(TrackId track);
  /// Source of a sample.
  struct Source {
    static constexpr std::uint32_t unknown = UINT32_MAX;
    std::uint32_t event = 0;
    std::uint32_t processor = unknown;
  };
  void add(std::size_t thread, Time time, std::span<const std::uint32_t> stack, std::uint64_t byte, Source source);
  void add(std::size_t thread, Time time, std::span<const std::uint32_t> stack, std::uint64_t byte) {
    add(thread, time, stack, byte, Source());
  }
  [[nodiscard]] bool isEmpty() const { return m_threads.empty(); }

  void draw(TraceBuilder& builder, std::span<const Frame> frames);

 private:
  struct Sample {
    Time time;
    std::uint64_t byte = 0;
    std::size_t firstFrame = 0;
    std::size_t frameCount = 0;
    Source source;
    std::int64_t next = 0;  // ns until the next one of its thread or its processor; 0 if there is none
  };
  struct Thread {
    TrackId track = TrackId::none;
    std::vector<Sample> samples;
  };

  void findNext();
  /// Returns the usual distance by event; by all samples if there are no events.
  [[nodiscard]] std::map<std::uint32_t, std::int64_t> usualDistances() const;

  std::vector<Thread> m_threads;
  std::vector<std::uint32_t> m_frames;  // frames of all stacks
};

}  // namespace kernline::samples
