// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/kernel_metrics.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace kernline::recorder {

namespace {

/// Weight of a counted event, by the beginning of its name; later entries override earlier ones.
struct Share {
  std::string_view begin;
  double each = 0;
};

constexpr auto flopShares = std::to_array<Share>({{"sm__ops_path_tensor_src_", 1},
                                                  {"sm__ops_path_tensor_src_int", 0},
                                                  {"smsp__sass_thread_inst_executed_op_f", 1},
                                                  {"smsp__sass_thread_inst_executed_op_ffma", 2},
                                                  {"smsp__sass_thread_inst_executed_op_d", 1},
                                                  {"smsp__sass_thread_inst_executed_op_dfma", 2},
                                                  {"smsp__sass_thread_inst_executed_op_h", 2},
                                                  {"smsp__sass_thread_inst_executed_op_hfma", 4}});
constexpr auto dramShares = std::to_array<Share>({{"dram__bytes_read.sum", 1}, {"dram__bytes_write.sum", 1}});

std::optional<double> sumOf(const CountedLaunch& launch, std::span<const Share> shares) {
  std::optional<double> sum;
  for (const CountedRange& range : launch.ranges) {
    for (const MetricValue& metric : range.values) {
      const Share* last = nullptr;
      for (const Share& share : shares) {
        last = metric.name.starts_with(share.begin) && metric.name.ends_with(".sum") ? &share : last;
      }
      sum = last == nullptr ? sum : std::optional(sum.value_or(0) + last->each * metric.value);
    }
  }
  return sum;
}

}  // namespace

std::optional<double> countedFlops(const CountedLaunch& launch) {
  return sumOf(launch, flopShares);
}

std::optional<double> countedDramBytes(const CountedLaunch& launch) {
  return sumOf(launch, dramShares);
}

std::vector<MetricValue> metricsOfKernel(const CountedLaunch& launch, double kernelNanoseconds) {
  std::vector<MetricValue> metrics{{"gpu__time_duration.sum", kernelNanoseconds}};
  for (const CountedRange& range : launch.ranges) {
    const bool isLonger = range.nanoseconds > kernelNanoseconds && kernelNanoseconds > 0;
    for (const MetricValue& metric : range.values) {
      const bool isOfElapsed =
          std::string_view(metric.name).find("_elapsed", metric.name.find('.')) != std::string::npos;
      metrics.push_back(
          {metric.name, isLonger && isOfElapsed ? metric.value * range.nanoseconds / kernelNanoseconds : metric.value});
    }
  }
  return metrics;
}

}  // namespace kernline::recorder
