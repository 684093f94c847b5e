// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/io/counter_set.h"
#include "app/recorder/io/event_lines.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// Makes the lines of one GPU's counters of its samples: a value holds until the next one, and one that did not change
/// is not written again. If samples are missing, and where sampling ends, a `CounterGap` marks that there is no value.
class CounterLines {
 public:
  /// `metrics` must outlive it.
  CounterLines(std::uint32_t device, std::span<const CounterMetric> metrics, std::chrono::nanoseconds interval);

  /// A sample from `start` to `end`, in the order of time, with a value for each metric. The first one is left out, for
  /// it holds what was counted before.
  void add(std::int64_t start, std::int64_t end, std::span<const double> values);
  /// Sampling ended with the last sample.
  void end();
  /// Marks that sampling ended with the last sample, though it should have gone on until `time`.
  void breakOff(std::int64_t time);

  /// Whether there was a sample, be it the first one.
  [[nodiscard]] bool hasBegun() const { return m_lastEnd > 0; }
  [[nodiscard]] std::uint64_t samples() const { return m_samples; }
  /// Samples that should have been between those that were added.
  [[nodiscard]] std::uint64_t missing() const { return m_missing; }
  [[nodiscard]] const EventLines& lines() const { return m_lines; }
  /// Forgets the lines.
  void clear() { m_lines.clear(); }

 private:
  /// The counters of one chart, which one event has.
  struct Chart {
    std::string_view name;
    std::vector<std::string_view> series;
    std::vector<std::size_t> metrics;  // their places
    std::vector<double> values;        // values written last
    bool isWritten = false;
  };

  /// Marks that there is no value from `start` to `end`, and counts the samples that are missing.
  void addGap(std::int64_t start, std::int64_t end);
  void addValues(std::int64_t time, std::span<const double> values);

  std::uint32_t m_device;
  std::int64_t m_interval;
  std::vector<Chart> m_charts;
  EventLines m_lines;
  std::int64_t m_lastEnd = 0;  // end of the last sample; 0 before the first
  std::uint64_t m_samples = 0;
  std::uint64_t m_missing = 0;
};

}  // namespace kernline::recorder
