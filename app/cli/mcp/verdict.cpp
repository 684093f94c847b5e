// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/verdict.h"

#include "core/analysis/activity/idle_causes.h"
#include "core/model/base/median.h"
#include "core/model/format/quantity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli::mcp {

namespace {

constexpr std::int64_t percent = 100;

/// Whether both are the same within the error of an estimate.
bool isAbout(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t error = 3;
  return std::abs(a - b) * percent <= error * std::max(a, b);
}

const Json& listOf(const Json& answer, std::string_view name) {
  static const Json none = Json::array();
  const auto found = answer.is_object() ? answer.find(name) : answer.end();
  return answer.is_object() && found != answer.end() && found->is_array() ? *found : none;
}

std::int64_t numberOf(const Json& object, std::string_view name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? found->get<std::int64_t>() : 0;
}

std::string textOf(const Json& object, std::string_view name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double shareOf(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// "62 steps, median 84.17 ms; without the profiler about 59.18 ms instead of 75.40 ms".
std::string stepSentence(const Json& summary, const Json& advice) {
  std::vector<std::int64_t> lengths;
  for (const Json& step : listOf(summary, "steps")) {
    lengths.push_back(numberOf(step, "duration_ns"));
  }
  if (lengths.empty()) {
    return "No steps found.";
  }
  std::string text = lengths.size() == 1
                         ? fmt::format("1 step of {}", formatDuration({lengths.front()}))
                         : fmt::format("{} steps, median {}", lengths.size(), formatDuration({medianOf(lengths)}));
  const std::int64_t recorded = advice.is_object() && numberOf(advice, "steps") > 0 ? numberOf(advice, "step_ns") : 0;
  const std::int64_t bare = recorded > 0 ? numberOf(advice, "without_profiler_ns") : 0;
  if (bare > 0 && !isAbout(recorded, bare) && isAbout(recorded, medianOf(lengths))) {
    text += fmt::format("; about {} without the profiler", formatDuration({bare}));
  } else if (bare > 0 && !isAbout(recorded, bare)) {
    text += fmt::format("; a mean step recorded in {} takes about {} without the profiler", formatDuration({recorded}),
                        formatDuration({bare}));
  }
  return text + ".";
}

struct DeviceShare {
  std::string name;
  std::int64_t busy = 0;
  std::int64_t window = 0;

  [[nodiscard]] double share() const { return shareOf(busy, window); }
};

std::vector<DeviceShare> deviceShares(const Json& summary) {
  std::vector<DeviceShare> devices;
  for (const Json& device : listOf(summary, "devices")) {
    devices.push_back({.name = textOf(device, "device_title"),
                       .busy = numberOf(device, "busy_ns"),
                       .window = numberOf(device, "end_ns") - numberOf(device, "start_ns")});
  }
  return devices;
}

/// "GPU 0 · NVIDIA H200 is busy 0.7 % of 5.502 s".
std::string busySentence(const std::vector<DeviceShare>& devices) {
  const DeviceShare& first = devices.front();
  if (devices.size() == 1) {
    return fmt::format("{} is busy {} of {}.", first.name, formatShare(first.share()), formatDuration({first.window}));
  }
  const auto [least, most] = std::ranges::minmax_element(devices, {}, &DeviceShare::share);
  std::int64_t busy = 0;
  std::int64_t window = 0;
  for (const DeviceShare& device : devices) {
    busy += device.busy;
    window += device.window;
  }
  return fmt::format("{} devices are busy {} of their time: from {} ({}) to {} ({}).", devices.size(),
                     formatShare(shareOf(busy, window)), formatShare(least->share()), least->name,
                     formatShare(most->share()), most->name);
}

/// Idle times by cause, summed over devices.
struct IdleTimes {
  std::array<std::int64_t, idleCauseCount> causes{};

  [[nodiscard]] std::int64_t all() const { return std::accumulate(causes.begin(), causes.end(), std::int64_t{0}); }
  /// Names all causes of a hundredth of the time or more: "host-bound 95.9 %, launch latency 4.0 %".
  [[nodiscard]] std::string text() const;
};

std::string IdleTimes::text() const {
  std::vector<std::pair<std::int64_t, std::string_view>> named;
  for (std::size_t i = 0; i < idleCauseCount; ++i) {
    named.emplace_back(causes[i], shownName(static_cast<IdleCause>(i)));
  }
  std::ranges::stable_sort(named, std::ranges::greater{}, [](const auto& cause) { return cause.first; });
  std::vector<std::string> texts;
  for (const auto& [time, name] : named) {
    if (time > 0 && time * percent >= all()) {
      texts.push_back(fmt::format("{} {}", name, formatShare(shareOf(time, all()))));
    }
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Returns idle times as recorded, and without the profiler, where that is known to differ.
std::pair<IdleTimes, std::optional<IdleTimes>> idleTimes(const Json& summary) {
  IdleTimes recorded;
  IdleTimes without;
  bool differs = false;
  for (const Json& idle : listOf(summary, "idle_causes")) {
    const Json causes = idle.value("causes", Json::object());
    const auto other = idle.find("without_profiler");
    const bool isOther = other != idle.end() && other->is_object();
    const Json others = isOther ? other->value("idle_causes_ns", Json::object()) : Json::object();
    differs = differs || isOther;
    for (std::size_t i = 0; i < idleCauseCount; ++i) {
      const std::string_view name = toText(static_cast<IdleCause>(i));
      const auto cause = causes.find(name);
      const std::int64_t time = cause == causes.end() ? 0 : numberOf(*cause, "total_ns");
      recorded.causes[i] += time;
      without.causes[i] += isOther ? numberOf(others, name) : time;
    }
  }
  return {recorded, differs ? std::optional(without) : std::nullopt};
}

/// "Idle 5.465 s: host-bound 95.9 %, launch latency 4.0 %; about 2.1 s without the profiler: host-bound 91.2 %, …"
std::string idleSentence(const Json& summary) {
  const auto [recorded, without] = idleTimes(summary);
  if (recorded.all() == 0) {
    return {};
  }
  std::string text = fmt::format("Idle {}: {}", formatDuration({recorded.all()}), recorded.text());
  if (without) {
    text += fmt::format("; about {} without the profiler", formatDuration({without->all()}));
    text += without->all() > 0 ? ": " + without->text() : std::string();
  }
  return text + ".";
}

/// "Let the host run ahead of the device: likely 914.6 µs per step, at most 2.374 ms".
std::string rowText(const Json& row, bool perStep) {
  return fmt::format("{}: likely {}{}, at most {} ({})", textOf(row, "title"),
                     formatDuration({numberOf(row, "likely_ns")}), perStep ? " per step" : "",
                     formatDuration({numberOf(row, "upper_bound_ns")}),
                     formatShare(row.value("upper_bound_share", 0.)));
}

}  // namespace

Json summaryVerdict(const Json& summary, const Json& advice) {
  const std::vector<DeviceShare> devices = deviceShares(summary);
  if (devices.empty()) {
    return nullptr;
  }
  Json reasons = Json::array({busySentence(devices)});
  if (std::string idle = idleSentence(summary); !idle.empty()) {
    reasons.push_back(std::move(idle));
  }
  if (const Json& rows = listOf(advice, "rows"); !rows.empty()) {
    reasons.push_back(fmt::format("First advice: {}.", rowText(rows.front(), numberOf(advice, "steps") > 0)));
  }
  return {{"sentence", stepSentence(summary, advice)}, {"reasons", std::move(reasons)}};
}

Json compareVerdict(const Json& verdict) {
  const auto without = verdict.find("without_profiler");
  if (without == verdict.end() || !without->is_object()) {
    return nullptr;
  }
  Json made = *without;
  made["recorded"] = {{"faster", verdict["faster"]},
                      {"ratio", verdict["ratio"]},
                      {"confidence", verdict["confidence"]},
                      {"noise", verdict["noise"]}};
  for (const char* key : {"sentence", "reasons", "doubts"}) {
    made[key] = verdict[key];
  }
  return made;
}

Json timesOfIdleCauses(const Json& causes) {
  Json devices = Json::array();
  for (const Json& device : causes) {
    Json times = Json::object();
    const Json all = device.value("causes", Json::object());
    for (const auto& [name, cause] : all.items()) {
      if (const std::int64_t time = numberOf(cause, "total_ns"); time > 0) {
        times[name] = {{"total_ns", time}};
      }
    }
    devices.push_back({{"device_title", textOf(device, "device_title")},
                       {"idle_ns", numberOf(device, "idle_ns")},
                       {"causes", std::move(times)}});
  }
  return devices;
}

Json adviceVerdict(const Json& advice) {
  const Json& rows = listOf(advice, "rows");
  if (rows.empty()) {
    return nullptr;
  }
  const bool perStep = numberOf(advice, "steps") > 0;
  Json reasons = Json::array();
  const std::int64_t recorded = numberOf(advice, "step_ns");
  const std::int64_t bare = numberOf(advice, "without_profiler_ns");
  reasons.push_back(
      perStep ? fmt::format("{} steps of {}.", formatCount(numberOf(advice, "steps")), formatDuration({recorded}))
              : fmt::format("Range of {}.", formatDuration({recorded})));
  if (bare > 0 && !isAbout(recorded, bare)) {
    reasons.push_back(fmt::format("About {} without the profiler.", formatDuration({bare})));
  }
  if (rows.size() > 1) {
    reasons.push_back(fmt::format("Next: {}.", rowText(rows[1], perStep)));
  }
  return {{"sentence", rowText(rows.front(), perStep) + "."}, {"reasons", std::move(reasons)}};
}

}  // namespace kernline::cli::mcp
