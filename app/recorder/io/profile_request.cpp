// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/profile_request.h"

#include "app/recorder/io/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <regex>
#include <span>

namespace kernline::recorder {

namespace {

constexpr auto basicMetrics = std::to_array<std::string_view>({
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "gpc__cycles_elapsed.avg.per_second",
});

constexpr auto memoryMetrics = std::to_array<std::string_view>({
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "lts__t_bytes.sum",
    "l1tex__t_bytes.sum",
    "l1tex__t_sector_hit_rate.pct",
});

// Metrics of the card of a kernel beyond the basic ones.
constexpr auto furtherMetrics = std::to_array<std::string_view>({
    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed",
    "sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_elapsed",
    "lts__t_sector_hit_rate.pct",
    "l1tex__t_sector_hit_rate.pct",
    "sm__inst_executed_pipe_tensor.sum",
    "sm__ops_path_tensor_src_bf16_dst_fp32.sum",
    "sm__ops_path_tensor_src_fp16.sum",
    "sm__ops_path_tensor_src_tf32_dst_fp32.sum",
    "sm__ops_path_tensor_src_fp8.sum",
    "sm__ops_path_tensor_src_fp64.sum",
});

constexpr auto stallReasons = std::to_array<std::string_view>(
    {"barrier", "branch_resolving", "dispatch_stall", "drain", "gmma", "imc_miss", "lg_throttle", "long_scoreboard",
     "math_pipe_throttle", "membar", "mio_throttle", "misc", "no_instruction", "not_selected", "selected",
     "short_scoreboard", "sleeping", "tex_throttle", "wait"});

constexpr auto flopInstructions =
    std::to_array<std::string_view>({"fadd", "fmul", "ffma", "dadd", "dmul", "dfma", "hadd", "hmul", "hfma"});

struct MetricSet {
  std::string_view name;
  std::span<const std::string_view> metrics;
};

constexpr std::array metricSets{MetricSet{"basic", basicMetrics}, MetricSet{"memory", memoryMetrics}};

void addMetricOnce(std::vector<std::string>& chosen, std::string_view metric) {
  if (std::ranges::find(chosen, metric) == chosen.end()) {
    chosen.emplace_back(metric);
  }
}

}  // namespace

std::expected<std::vector<std::string>, std::string> readMetricSet(std::string_view text) {
  std::vector<std::string> chosen;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    begin = end + 1;
    if (const auto* set = std::ranges::find(metricSets, word, &MetricSet::name); set != metricSets.end()) {
      std::ranges::for_each(set->metrics, [&](std::string_view metric) { addMetricOnce(chosen, metric); });
    } else if (word.find("__") != std::string_view::npos) {
      addMetricOnce(chosen, word);
    } else {
      std::vector<std::string_view> names;
      std::ranges::transform(metricSets, std::back_inserter(names), &MetricSet::name);
      return std::unexpected(
          fmt::format("unknown set of metrics \"{}\"; did you mean {}? Metrics of CUPTI have __ in their names", word,
                      nearestName(word, names)));
    }
  }
  return chosen;
}

std::vector<std::vector<std::string>> cardMetrics() {
  std::vector<std::string> further(furtherMetrics.begin(), furtherMetrics.end());
  for (const std::string_view reason : stallReasons) {
    further.push_back(fmt::format("smsp__average_warps_issue_stalled_{}_per_issue_active.ratio", reason));
  }
  return {{basicMetrics.begin(), basicMetrics.end()}, std::move(further)};
}

std::vector<std::string> flopMetrics() {
  std::vector<std::string> metrics;
  for (const std::string_view instruction : flopInstructions) {
    metrics.push_back(fmt::format("smsp__sass_thread_inst_executed_op_{}_pred_on.sum", instruction));
  }
  return metrics;
}

std::string patternProblem(const std::string& pattern) {
  try {
    static_cast<void>(std::regex(pattern));
    return {};
  } catch (const std::regex_error&) {
    return fmt::format("\"{}\" is no regular expression; name a kernel or a part of its name, e.g. 'flash.*'", pattern);
  }
}

}  // namespace kernline::recorder
