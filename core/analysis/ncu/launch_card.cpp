// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/launch_card.h"

#include "core/analysis/statistics/launch_fit.h"
#include "core/model/trace/arg_number.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace kernline {

std::string_view flopTypeOf(const NcuNumbers& numbers) {
  const auto instructions = [&](const char* letter) {
    const auto executed = [&](const char* operation) {
      const std::string name =
          std::string("smsp__sass_thread_inst_executed_op_").append(letter).append(operation).append("_pred_on.sum");
      const auto whole = numbers.count(name);
      return whole ? *whole : numbers.count(name + ".per_cycle_elapsed").value_or(0);
    };
    constexpr double ofMultiplyAdd = 2;
    return executed("add") + executed("mul") + ofMultiplyAdd * executed("fma");
  };
  const auto tensors = [&](const char* type) {
    return numbers.sum(std::string("sm__ops_path_tensor_src_").append(type), ".sum").value_or(0);
  };
  const std::pair<std::string_view, double> all[] = {{"bf16", tensors("bf16")},       {"fp16", tensors("fp16")},
                                                     {"tf32", tensors("tf32")},       {"fp8", tensors("fp8")},
                                                     {"fp64", tensors("fp64")},       {"vector32", instructions("f")},
                                                     {"vector64", instructions("d")}, {"vector16", instructions("h")}};
  const auto* const most = std::ranges::max_element(all, {}, &std::pair<std::string_view, double>::second);
  return most->second > 0 ? most->first : std::string_view();
}

void addLaunch(KernelCard& card, const ArgNode& launch, const Device* device) {
  const auto orOf = [](std::optional<double> measured, std::optional<double> other) {
    return measured ? measured : other;
  };
  card.registersPerThread = orOf(card.registersPerThread, numberOf(launch.find("registers per thread")));
  card.sharedBytesPerBlock = orOf(card.sharedBytesPerBlock, numberOf(launch.find("shared memory")));
  const auto fit = launchFit(launch, device);
  if (!fit || !card.limits.empty()) {
    return;
  }
  const auto limit = [](Phrase resource, std::int64_t blocks) {
    return OccupancyLimit{.resource = resource, .blocks = static_cast<double>(blocks)};
  };
  card.limits = {limit(Phrase::tr("registers"), fit->blocks.byRegisters),
                 limit(Phrase::tr("shared memory"), fit->blocks.bySharedMemory),
                 limit(Phrase::tr("warps"), fit->blocks.byWarps), limit(Phrase::tr("blocks"), fit->blocks.byBlocks)};
  std::ranges::stable_sort(card.limits, {}, &OccupancyLimit::blocks);
  card.theoreticalOccupancy = orOf(card.theoreticalOccupancy, fit->blocks.share());
  card.waves = orOf(card.waves, fit->waves);
  card.addGridLimit();
}

}  // namespace kernline
