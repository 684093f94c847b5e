// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/recorder/cupti/profiler_host.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace kernline::recorder {

/// The plan by which a kind of chip counts some metrics of kernels: in some passes, each of which runs the kernel once.
/// Needs libcupti and libnvperf_host, but no GPU.
class RangePlan {
 public:
  /// Treatment of metrics that the chip lacks.
  enum class Unknown : std::uint8_t { Refused, LeftOut };

  /// `chip` as CUPTI calls it ("GH100"). The error is a sentence: a metric that it has not, with the nearest that it
  /// has.
  static std::expected<RangePlan, std::string> make(const std::string& chip, std::vector<std::string> metrics,
                                                    Unknown unknown = Unknown::Refused);
  /// Makes a plan for a launch that runs once; error also if one pass is not enough.
  static std::expected<RangePlan, std::string> makeForOnePass(const std::string& chip,
                                                              std::vector<std::string> metrics);

  [[nodiscard]] std::size_t passes() const { return m_passes; }
  [[nodiscard]] const std::vector<std::string>& metrics() const { return m_metrics; }
  [[nodiscard]] std::span<const std::uint8_t> configuration() const { return m_host.configuration(); }
  /// Returns the names of the metrics, then of the time.
  [[nodiscard]] std::span<const char*> metricNames() { return m_names; }
  /// The metrics of a range, and after them how long it took, in ns. Empty if CUPTI reports an error.
  std::vector<double> evaluate(std::span<const std::uint8_t> counterData, std::size_t range);

 private:
  RangePlan(ProfilerHost host, std::vector<std::string> metrics);

  ProfilerHost m_host;
  std::vector<std::string> m_metrics;
  std::vector<const char*> m_names;
  std::size_t m_passes = 0;
};

/// CUPTI's name of a GPU's chip, by CUDA's ordinal. The error is a sentence.
std::expected<std::string, std::string> chipOf(std::uint32_t device);

}  // namespace kernline::recorder
#endif
