// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// Numbers of the fields that are read, by the messages of ProfilerReport.proto, ProfilerSection.proto and
// RuleResults.proto of Nsight Compute.
namespace kernline::ncu {

/// Fields of BlockHeader.
namespace block_header {
inline constexpr std::uint32_t numSources = 1;
inline constexpr std::uint32_t numResults = 2;
inline constexpr std::uint32_t sessionDetails = 3;
inline constexpr std::uint32_t stringTable = 4;
inline constexpr std::uint32_t payloadSize = 5;
}  // namespace block_header

/// Fields of ProfileResult.
namespace profile_result {
inline constexpr std::uint32_t kernelMangledName = 5;
inline constexpr std::uint32_t kernelFunctionName = 6;
inline constexpr std::uint32_t kernelDemangledName = 7;
inline constexpr std::uint32_t globalWorkSize = 10;
inline constexpr std::uint32_t localWorkSize = 11;
inline constexpr std::uint32_t metricResults = 13;
inline constexpr std::uint32_t source = 15;
inline constexpr std::uint32_t sections = 17;
inline constexpr std::uint32_t ruleResults = 19;
inline constexpr std::uint32_t contextId = 22;
inline constexpr std::uint32_t streamId = 23;
}  // namespace profile_result

/// A field of SourceData.
namespace source_data {
inline constexpr std::uint32_t id = 1;
}  // namespace source_data

/// Fields of ProfileMetricResult.
namespace metric_result {
inline constexpr std::uint32_t nameId = 1;
inline constexpr std::uint32_t metricValue = 2;
inline constexpr std::uint32_t metricValueList = 3;
}  // namespace metric_result

/// Fields of ProfileMetricListElement.
namespace metric_list_element {
inline constexpr std::uint32_t correlationId = 1;
inline constexpr std::uint32_t elementValue = 2;
}  // namespace metric_list_element

/// Fields of ProfileMetricValue, of which one is set. Those between are numbers.
namespace metric_value {
inline constexpr std::uint32_t stringValue = 1;
inline constexpr std::uint32_t uint64Value = 5;
}  // namespace metric_value

/// Fields of ProfilerSection.
namespace profiler_section {
inline constexpr std::uint32_t identifier = 1;
inline constexpr std::uint32_t displayName = 2;
inline constexpr std::uint32_t order = 3;
inline constexpr std::uint32_t header = 4;
}  // namespace profiler_section

/// A field of ProfilerSectionHeader.
namespace section_header {
inline constexpr std::uint32_t metrics = 2;
}  // namespace section_header

/// Fields of ProfilerSectionMetric.
namespace section_metric {
inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t label = 2;
inline constexpr std::uint32_t options = 7;
}  // namespace section_metric

/// Fields of ProfilerSectionMetricOption.
namespace metric_option {
inline constexpr std::uint32_t name = 1;
inline constexpr std::uint32_t filter = 3;
}  // namespace metric_option

/// Fields of a filter of compute capabilities: one range, or several messages with such a range.
namespace chip_filter {
inline constexpr std::uint32_t min = 1;
inline constexpr std::uint32_t max = 2;
inline constexpr std::uint32_t ranges = 3;
}  // namespace chip_filter

/// Fields of RuleResult.
namespace rule_result {
inline constexpr std::uint32_t identifier = 1;
inline constexpr std::uint32_t body = 3;
inline constexpr std::uint32_t sectionIdentifier = 4;
}  // namespace rule_result

/// A field of RuleResultBody.
namespace rule_body {
inline constexpr std::uint32_t items = 1;
}  // namespace rule_body

/// Fields of RuleResultBodyItem.
namespace rule_item {
inline constexpr std::uint32_t message = 1;
inline constexpr std::uint32_t speedup = 10;
}  // namespace rule_item

/// Fields of RuleResultMessage.
namespace rule_message {
inline constexpr std::uint32_t message = 1;
inline constexpr std::uint32_t type = 2;
inline constexpr std::uint32_t title = 4;
}  // namespace rule_message

/// Fields of an estimated speed-up.
namespace rule_speedup {
inline constexpr std::uint32_t scope = 1;
inline constexpr std::uint32_t value = 2;
}  // namespace rule_speedup

}  // namespace kernline::ncu
