// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ncu/metric_unit.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ncu {

namespace {

/// "SM_B.TriageCompute.l1tex__t_sectors.sum.per_second" in its parts.
struct MetricName {
  std::string_view module;   ///< "l1tex", without the group before it
  std::string_view counter;  ///< "t_sectors"
  std::string_view last;     ///< "per_second"; empty without one
};

MetricName partsOfName(std::string_view name) {
  MetricName parts;
  const std::size_t bar = name.find("__");
  if (bar != std::string_view::npos) {
    const std::string_view before = name.substr(0, bar);
    const std::size_t group = before.rfind('.');
    parts.module = group == std::string_view::npos ? before : before.substr(group + 1);
    name.remove_prefix(bar + 2);
  }
  const std::size_t dot = name.find('.');
  parts.counter = name.substr(0, dot);
  if (dot != std::string_view::npos) {
    parts.last = name.substr(name.rfind('.') + 1);
  }
  return parts;
}

struct NamedUnit {
  std::string_view module;  ///< any module if empty
  std::string_view begins;  ///< the beginning of the counter
  std::string_view unit;
};

/// The first that fits decides. Compared with what ncu 2025.3 prints of 2,227 metrics of an H200.
constexpr NamedUnit namedUnits[] = {
    // Metrics of the device and its links have no unit, though some words look like one.
    {"device", "", ""},
    {"nvlink", "", ""},
    {"numa", "", ""},
    {"c2clink", "", ""},
    {"launch", "registers_per_thread", "register/thread"},
    {"launch", "shared_mem_per_block", "byte/block"},
    {"launch", "shared_mem_config_size", "byte"},
    {"launch", "persisting_l2_cache_size", "byte"},
    {"launch", "occupancy_limit_", "block"},
    {"launch", "occupancy_cluster_", "%"},
    {"launch", "block_dim_", "block"},
    {"launch", "cluster_max_potential_size", "block"},
    {"launch", "cluster_max_active", "cluster"},
    {"launch", "thread_count", "thread"},
    {"launch", "sm_count", "SM"},
    {"launch", "", ""},
    {"derived", "pct_occupancy_per_register_count", "%/register"},
    {"derived", "pct_occupancy_per_shared_mem_size", "%/byte"},
    {"derived", "pct_occupancy_per_block_size", "%"},
    {"derived", "memory_l2_theoretical_sectors", "sector"},
    {"derived", "lts__lts2xbar_bytes", "byte"},
    {"derived", "avg_thread_", "thread"},
    {"derived", "derivative_avg_thread_", "thread"},
    {"derived", "sm__sass_thread_inst_", "thread"},
    {"derived", "smsp__sass_thread_inst_", "thread"},
    {"derived", "", ""},
    {"gpu", "time_duration", "ns"},
    {"profiler", "pmsampler_interval_time", "ns"},
    {"profiler", "pmsampler_merged_samples", "sample"},
    {"profiler", "replayer_passes", "pass"},
    {"smsp", "pcsamp_aggregated_passes", "pass"},
    {"smsp", "pcsamp_warps_issue_stalled_branch_resolving", "branches"},
    {"smsp", "pcsamp_warps_issue_stalled_no_instructions", "inst"},
    {"smsp", "average_warps_issue_stalled_", "inst"},
    {"smsp", "average_warp_latency_", "cycle"},
    {"smsp", "average_warps_active_per_inst_", "cycle"},
    {"smsp", "sass_average_data_bytes_per_sector_", "byte/sector"},
    {"smsp", "branch_targets_threads_", "branches"},
    {"smsp", "sass_branch_targets_threads_", "branches"},
    {"smsp", "sass_inst_executed_memdesc_explicit_evict_type", ""},
    {"smsp", "thread_inst_executed_per_inst_", ""},
    {"smsp", "thread_inst_executed_pred_on_per_inst_", ""},
    {"sass", "inst_executed_per_opcode", ""},
    {"sass", "thread_inst_executed_", ""},
    {"sm", "icc_requests", "cycle"},
    {"smsp", "imc_requests", "cycle"},
    {"gcc", "xbar2gcc_sectors", ""},
    {"gr", "ctas_launched", "block"},
    {"lrc", "average_", ""},
    {"l1tex", "lsu_writeback_active", "cycle"},
    {"l1tex", "tex_writeback_active", "cycle"},
    {"l1tex", "average_t_sectors_per_request", "sector/request"},
    {"", "memory_l1_", "sectors"},
    {"", "memory_l2_theoretical_sectors_", "sectors"},
};

bool hasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || text[at - 1] == '_';
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || text[end] == '_')) {
      return true;
    }
  }
  return false;
}

std::string_view countedUnit(const MetricName& name) {
  const auto* const named = std::ranges::find_if(namedUnits, [&](const NamedUnit& unit) {
    return unit.module == name.module && name.counter.starts_with(unit.begins);
  });
  if (named != std::end(namedUnits)) {
    return named->unit;
  }
  if (hasWord(name.counter, "requests")) {  // caches count requests
    return name.module == "lts" || name.module == "gcc" ? "request" : "";
  }
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"bytes", "byte"}, {"sectors", "sector"}, {"cycles", "cycle"}, {"warps", "warp"}, {"inst", "inst"}};
  for (const auto& [word, unit] : words) {
    if (hasWord(name.counter, word)) {
      return unit;
    }
  }
  return {};
}

bool isShare(const MetricName& name) {
  return name.last.contains("pct") || (name.counter.ends_with("_pct") && name.module != "device");
}

}  // namespace

std::string metricUnit(std::string_view name) {
  const MetricName parts = partsOfName(name);
  if (isShare(parts)) {
    return "%";
  }
  std::string counted{countedUnit(parts)};
  if (counted.empty() || parts.module == "derived") {
    return counted;
  }
  if (parts.last == "per_second") {
    return counted == "cycle" ? "hz" : counted + "/s";
  }
  if (parts.last.starts_with("per_cycle") || parts.last.starts_with("peak_sustained")) {
    if (counted == "cycle") {
      return {};
    }
    return counted == "warp" ? counted : counted + "/cycle";  // number of warps at a time
  }
  return counted;
}

}  // namespace kernline::ncu
