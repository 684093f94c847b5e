// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/cupti/range_plan.h"

#ifdef KERNLINE_HAVE_PM_SAMPLING

#include "app/recorder/cupti/cupti_library.h"
#include "app/recorder/io/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace kernline::recorder {

namespace {

constexpr const char* rangeTime = "gpu__time_duration.sum";

std::string unknownMetric(ProfilerHost& host, const std::string& chip, const std::string& metric) {
  const std::size_t dot = metric.find('.');
  const std::string base = metric.substr(0, dot);
  const std::vector<std::string> bases = host.baseMetrics();
  if (std::ranges::find(bases, base) != bases.end()) {
    return fmt::format("{} needs an ending such as .sum, .avg or .avg.pct_of_peak_sustained_elapsed, not \"{}\"", base,
                       dot == std::string::npos ? "" : metric.substr(dot));
  }
  const std::vector<std::string_view> names(bases.begin(), bases.end());
  return fmt::format("a {} has no metric {}; did you mean {}{}?", chip, metric, nearestName(base, names),
                     dot == std::string::npos ? ".sum" : metric.substr(dot));
}

}  // namespace

RangePlan::RangePlan(ProfilerHost host, std::vector<std::string> metrics)
    : m_host(std::move(host)), m_metrics(std::move(metrics)) {
  for (const std::string& metric : m_metrics) {
    m_names.push_back(metric.c_str());
  }
  m_names.push_back(rangeTime);
}

std::expected<RangePlan, std::string> RangePlan::make(const std::string& chip, std::vector<std::string> metrics,
                                                      Unknown unknown) {
  if (!profilerLibrary().hasRanges()) {
    return std::unexpected(
        cuptiLibrary().isAvailable()
            ? "counters of kernels need the CUPTI of CUDA 12.6 or newer; set KERNLINE_CUPTI to its path"
            : cuptiLibrary().problem);
  }
  ProfilerHost host(CUPTI_PROFILER_TYPE_RANGE_PROFILER, chip, {});
  if (!host.isUsable()) {
    return std::unexpected(fmt::format("this CUPTI cannot count the kernels of a {}", chip));
  }
  // One that the chip has not spoils a whole configuration, so each is tried by itself first.
  const auto isMissing = [&](const std::string& metric) {
    ProfilerHost tried(CUPTI_PROFILER_TYPE_RANGE_PROFILER, chip, {});
    const char* name = metric.c_str();
    return !tried.isUsable() || !tried.add({&name, 1});
  };
  std::erase(metrics, rangeTime);
  if (unknown == Unknown::LeftOut) {
    std::erase_if(metrics, isMissing);
  } else if (const auto missing = std::ranges::find_if(metrics, isMissing); missing != metrics.end()) {
    return std::unexpected(unknownMetric(host, chip, *missing));
  }
  RangePlan plan(std::move(host), std::move(metrics));
  plan.m_passes = plan.m_host.add(plan.m_names) ? plan.m_host.configure() : 0;
  if (plan.m_passes == 0) {
    return std::unexpected(fmt::format("CUPTI cannot plan these metrics on a {}", chip));
  }
  return plan;
}

std::expected<RangePlan, std::string> RangePlan::makeForOnePass(const std::string& chip,
                                                                std::vector<std::string> metrics) {
  auto plan = make(chip, std::move(metrics));
  if (plan && plan->passes() > 1) {
    return std::unexpected(
        fmt::format("these metrics need {} passes on a {}, and a program's launch runs once; the sets basic and memory "
                    "fit one pass",
                    plan->passes(), chip));
  }
  return plan;
}

std::vector<double> RangePlan::evaluate(std::span<const std::uint8_t> counterData, std::size_t range) {
  std::vector<double> values(m_names.size());
  return m_host.evaluate(counterData, range, m_names, values) ? values : std::vector<double>();
}

std::expected<std::string, std::string> chipOf(std::uint32_t device) {
  const ProfilerLibrary& profiler = profilerLibrary();
  CUpti_Profiler_Initialize_Params initialized{};
  initialized.structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE;
  CUpti_Device_GetChipName_Params chip{};
  chip.structSize = CUpti_Device_GetChipName_Params_STRUCT_SIZE;
  chip.deviceIndex = device;
  if (!profiler.hasRanges()) {
    return std::string();  // RangePlan says what is missing
  }
  CUptiResult result = profiler.initialize(&initialized);
  result = result == CUPTI_SUCCESS ? profiler.chipName(&chip) : result;
  if (result != CUPTI_SUCCESS) {
    return std::unexpected(fmt::format("CUPTI cannot count on GPU {}: {}", device, cuptiLibrary().errorText(result)));
  }
  return std::string(chip.pChipName);
}

}  // namespace kernline::recorder

#endif
