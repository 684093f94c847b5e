// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/recording_cost.h"

#include "core/analysis/activity/profiler_cost.h"
#include "core/analysis/replay/run_graph.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace kernline {

namespace {

/// The value below which this share of them is; std::nullopt of few.
std::optional<double> quantileOf(std::vector<std::int64_t>& values, double share) {
  constexpr std::size_t minValues = 16;
  if (values.size() < minValues) {
    return std::nullopt;
  }
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size()));
  std::ranges::nth_element(values, at);
  return static_cast<double>(*at);
}

/// The metadata of this key; empty if there is none.
std::string_view metadataText(const Trace& trace, std::string_view key) {
  const auto found = std::ranges::find(trace.metadata(), key, &MetadataEntry::key);
  return found == trace.metadata().end() ? std::string_view() : found->value;
}

/// The time that recording an operator took, as `kernline record` measured it; std::nullopt if it did not.
std::optional<Duration> measuredOperatorCost(const Trace& trace) {
  const std::string_view text =
      chrome::findMember(metadataText(trace, "kernlineFooter"), "operatorCostNanoseconds").text;
  std::int64_t cost = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cost);
  return error == std::errc{} && end == text.data() + text.size() && cost >= 0 ? std::optional{Duration{cost}}
                                                                               : std::nullopt;
}

struct HostEvidence {
  std::vector<std::int64_t> nested;    // nanoseconds from the beginning of an operator to that of the one in it
  std::vector<std::int64_t> launches;  // durations of launch calls
};

HostEvidence evidenceOf(const RunGraph& graph) {
  const Trace& trace = graph.trace();
  HostEvidence found;
  for (const ReplayThread& thread : graph.threads()) {
    for (std::size_t m = 0; m + 1 < thread.moments.size(); ++m) {
      const ReplayMoment& moment = thread.moments[m];
      const ReplayMoment& next = thread.moments[m + 1];
      const SpanId span{moment.span};
      if (moment.isEnd) {
        continue;
      }
      if (moment.kind == SpanKind::Op && !next.isEnd && next.kind == SpanKind::Op) {
        found.nested.push_back((next.time - moment.time).ns);
      }
      if (moment.kind == SpanKind::Runtime && graph.launches(span) && trace.nameText(span).contains("LaunchKernel")) {
        found.launches.push_back(trace.duration(span).ns);
      }
    }
  }
  return found;
}

}  // namespace

RecordingCost RecordingCost::times(double factor) const {
  const auto scaled = [&](Duration cost) { return Duration{std::llround(static_cast<double>(cost.ns) * factor)}; };
  return {.ofOperator = scaled(ofOperator),
          .ofCall = scaled(ofCall),
          .ofFunction = scaled(ofFunction),
          .spread = spread,
          .slowness = slowness};
}

RecordingCost recordingCost(const RunGraph& graph) {
  if (isReplayed(graph.trace())) {
    return {};
  }
  constexpr double usualNested = 1200;
  constexpr double usualLaunch = 7000;
  constexpr double lowNested = 0.2;  // quantile of all: the others do more than begin
  constexpr double median = 0.5;
  constexpr double maxRatio = 2;
  constexpr double weight = 0.7;
  HostEvidence evidence = evidenceOf(graph);
  const auto ratio = [&](std::vector<std::int64_t>& values, double share, double usual) {
    return std::clamp(quantileOf(values, share).value_or(usual) / usual, 1 / maxRatio, maxRatio);
  };
  const double nested = ratio(evidence.nested, lowNested, usualNested);
  const double launch = ratio(evidence.launches, median, usualLaunch);
  const bool isOwn = !metadataText(graph.trace(), "kernlineRecording").empty();
  const Duration ofOperator{std::llround(2600 * std::pow(nested * launch, weight))};
  return {.ofOperator = measuredOperatorCost(graph.trace()).value_or(ofOperator),
          .ofCall = {std::llround((isOwn ? 9000 : 2600) * launch)},
          .ofFunction = {600},
          .spread = isOwn ? 0.7 : 0.4,
          .slowness = isOwn ? 1 : std::max(1.0, std::sqrt(nested * launch))};
}

}  // namespace kernline
