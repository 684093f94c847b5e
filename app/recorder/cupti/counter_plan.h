// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/profiler_host.h"
#include "app/recorder/io/counter_set.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace kernline::recorder {

/// The plan by which a kind of chip counts some metrics while programs run, all at once. Needs libcupti and
/// libnvperf_host, but no GPU.
class CounterPlan {
 public:
  /// `chip` as CUPTI calls it ("GH100"); `availability` as the device gives it, empty for all that a chip of that kind
  /// can have. Metrics that it lacks are left out (leftOut()). The error is a sentence: none is left, or they
  /// need more than one pass.
  static std::expected<CounterPlan, std::string> make(const std::string& chip,
                                                      std::span<const std::uint8_t> availability,
                                                      std::vector<CounterMetric> metrics);

  [[nodiscard]] const std::vector<CounterMetric>& metrics() const { return m_metrics; }
  [[nodiscard]] const std::vector<CounterMetric>& leftOut() const { return m_leftOut; }
  /// Returns the configuration with which the hardware counts them.
  [[nodiscard]] std::span<const std::uint8_t> configuration() const { return m_host.configuration(); }
  [[nodiscard]] std::span<const char*> metricNames() { return m_names; }

  /// The metrics of a sample in what the hardware counted; as many `values`. False if CUPTI reports an error.
  bool evaluate(std::span<const std::uint8_t> counterData, std::size_t sample, std::span<double> values) {
    return m_host.evaluate(counterData, sample, m_names, values);
  }

 private:
  CounterPlan(ProfilerHost host, std::vector<CounterMetric> metrics, std::vector<CounterMetric> leftOut);

  ProfilerHost m_host;
  std::vector<CounterMetric> m_metrics;
  std::vector<CounterMetric> m_leftOut;
  std::vector<const char*> m_names;
};

}  // namespace kernline::recorder
#endif
