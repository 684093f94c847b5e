// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ncu/measured_kernels.h"

#include "core/analysis/ncu/counted_launches.h"
#include "core/analysis/ncu/same_launches.h"
#include "core/model/base/text.h"
#include "core/model/names/kernel_name.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

/// A kernel's name without its template arguments, which profilers spell in different ways.
std::string_view withoutArguments(std::string_view shortName) {
  return shortName.substr(0, shortName.find('<'));
}

/// A launch on either side.
struct ListedLaunch {
  std::string name;  ///< `shortKernelName`
  std::string_view config;
  std::int32_t device = -1;
};

struct TraceLaunch {
  SpanId kernel = SpanId::none;
  Time launched;  ///< begin of its launch call; its own start if it has none
  StringId name = StringId::empty;
  std::uint32_t config = 0;
  std::pair<std::int32_t, std::int32_t> device{-1, -1};  ///< rank and number
};

/// Returns launches in their order, as ncu counts them, which may differ from that of their starts on several streams.
std::vector<TraceLaunch> traceLaunches(const Trace& trace, const LaunchConfigs& configs) {
  std::vector<TraceLaunch> launches;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId kernel{i};
    if (trace.kind(kernel) != SpanKind::Kernel || i >= configs.ofSpan.size()) {
      continue;
    }
    const SpanId call = trace.launchOf(kernel);
    const ProcessId process = trace.track(trace.trackOf(kernel)).process;
    TraceLaunch launch{.kernel = kernel,
                       .launched = trace.start(call == SpanId::none ? kernel : call),
                       .name = trace.name(kernel),
                       .config = configs.ofSpan[i]};
    if (process != ProcessId::none) {
      launch.device = {trace.process(process).rank, trace.process(process).device};
    }
    launches.push_back(launch);
  }
  std::ranges::sort(launches, {}, [&](const TraceLaunch& launch) {
    return std::tuple(launch.launched, trace.start(launch.kernel), launch.kernel);
  });
  return launches;
}

/// Numbers of devices on both sides, if they identify the devices.
class DeviceNumbers {
 public:
  static constexpr std::int32_t unknown = -1;

  explicit DeviceNumbers(const std::vector<TraceLaunch>& launches) {
    for (const TraceLaunch& launch : launches) {
      m_devices.insert(launch.device);
    }
    for (const auto& [rank, number] : m_devices) {
      ++m_times[number];
    }
  }
  /// Whether there are several, so that the device of a launch matters.
  [[nodiscard]] bool areTold() const { return m_devices.size() > 1; }
  [[nodiscard]] std::int32_t of(std::int32_t number) const {
    const auto found = m_times.find(number);
    return m_devices.size() == 1 ? 0 : found != m_times.end() && found->second == 1 ? number : unknown;
  }

 private:
  std::set<std::pair<std::int32_t, std::int32_t>> m_devices;
  std::map<std::int32_t, std::size_t> m_times;
};

/// Numbers kernels with their grids, blocks and devices, the same on both sides.
class KernelNumbers {
 public:
  KernelNumbers(const std::vector<ListedLaunch>& report, const std::vector<ListedLaunch>& trace) {
    std::set<std::string_view> known;
    for (const ListedLaunch& launch : trace) {
      known.insert(launch.name);
    }
    for (const ListedLaunch& launch : report) {
      if (!known.contains(launch.name)) {
        m_spelledOtherwise.insert(withoutArguments(launch.name));
      }
    }
  }

  std::vector<std::uint32_t> numbersOf(const std::vector<ListedLaunch>& launches) {
    std::vector<std::uint32_t> numbers;
    for (const ListedLaunch& launch : launches) {
      const std::string_view base = withoutArguments(launch.name);
      const std::string_view name = m_spelledOtherwise.contains(base) ? base : std::string_view(launch.name);
      const auto next = static_cast<std::uint32_t>(m_numbers.size());
      numbers.push_back(m_numbers.try_emplace({name, launch.config, launch.device}, next).first->second);
    }
    return numbers;
  }

 private:
  std::set<std::string_view> m_spelledOtherwise;
  std::map<std::tuple<std::string_view, std::string_view, std::int32_t>, std::uint32_t> m_numbers;
};

std::vector<ListedLaunch> listed(const std::vector<NcuLaunch>& launches, const DeviceNumbers& devices) {
  std::vector<ListedLaunch> list;
  for (const NcuLaunch& launch : launches) {
    list.push_back({shortKernelName(launch.kernel), launch.config, devices.of(launch.device)});
  }
  return list;
}

std::vector<ListedLaunch> listed(const Trace& trace, const LaunchConfigs& configs,
                                 const std::vector<TraceLaunch>& launches, const DeviceNumbers& devices) {
  std::unordered_map<StringId, std::string> names;
  std::vector<ListedLaunch> list;
  for (const TraceLaunch& launch : launches) {
    const auto [name, isNew] = names.try_emplace(launch.name);
    if (isNew) {
      name->second = shortKernelName(trace.text(launch.name));
    }
    const bool isKnown = launch.config != LaunchConfigs::unknown;
    list.push_back({name->second, isKnown ? std::string_view(configs.texts[launch.config]) : std::string_view{},
                    devices.of(launch.device.second)});
  }
  return list;
}

bool canBeJoined(const ListedLaunch& launch, bool areDevicesTold) {
  return !launch.config.empty() && (!areDevicesTold || launch.device != DeviceNumbers::unknown);
}

/// Numbers of joinable launches, and their positions in `numbers`.
struct JoinableLaunches {
  std::vector<std::uint32_t> numbers;
  std::vector<std::size_t> places;
};

JoinableLaunches joinable(const std::vector<ListedLaunch>& launches, const std::vector<std::uint32_t>& numbers,
                          bool areDevicesTold) {
  JoinableLaunches made;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    if (canBeJoined(launches[i], areDevicesTold)) {
      made.numbers.push_back(numbers[i]);
      made.places.push_back(i);
    }
  }
  return made;
}

}  // namespace

namespace {

Message launchesText(const JoinedReport& report) {
  if (report.isCounted) {
    return Phrase::tr("Counted by the recorder: %1 of %2 launches").with(report.joined, report.launches);
  }
  const std::string_view name = fileNameOf(report.path);
  Message joined =
      report.rounds > 1
          ? Phrase::tr("%1: %2 of %3 launches match %4 kernels of the trace, each up to %5 times")
                .with(name, report.joined, report.launches, report.kernels, report.rounds)
          : Phrase::tr("%1: %2 of %3 launches match kernels of the trace").with(name, report.joined, report.launches);
  if (report.ambiguous + report.absent == 0) {
    return joined;
  }
  return Phrase::tr("%1; %2 are ambiguous, %3 have no kernel with the same grid and block in the trace")
      .with(std::move(joined), report.ambiguous, report.absent);
}

}  // namespace

Message joinText(const JoinedReport& report) {
  Message text = launchesText(report);
  return report.missing.isEmpty() ? text : Phrase::tr("%1. %2").with(std::move(text), report.missing);
}

/// The trace's launches, which all reports are matched with.
struct MeasuredKernels::TraceSide {
  std::vector<TraceLaunch> launches;
  DeviceNumbers devices;
  std::vector<ListedLaunch> listed;
  std::size_t spans = 0;
};

MeasuredKernels::MeasuredKernels(const Trace& trace, const LaunchConfigs& configs, std::span<const NcuReport> reports) {
  addCounted(trace);
  if (reports.empty()) {
    return;
  }
  std::vector<TraceLaunch> launches = traceLaunches(trace, configs);
  const DeviceNumbers devices(launches);
  std::vector<ListedLaunch> names = listed(trace, configs, launches, devices);
  const TraceSide side{
      .launches = std::move(launches), .devices = devices, .listed = std::move(names), .spans = trace.spanCount()};
  for (const NcuReport& report : reports) {
    add(report, side);
  }
}

SpanId MeasuredKernels::nearestCounted(const Trace& trace, SpanId span) const {
  SpanId nearest = SpanId::none;
  const auto distance = [&](SpanId other) { return std::abs((trace.start(other) - trace.start(span)).ns); };
  for (const SpanId counted : m_counted) {
    if (trace.name(counted) == trace.name(span) && (nearest == SpanId::none || distance(counted) < distance(nearest))) {
      nearest = counted;
    }
  }
  return nearest;
}

void MeasuredKernels::addCounted(const Trace& trace) {
  CountedLaunches counted = countedLaunches(trace);
  if (counted.launches.size() + counted.lost == 0) {
    return;
  }
  JoinedReport outcome{.path = trace.sources().empty() ? std::string() : trace.sources().front().path,
                       .isCounted = true,
                       .launches = counted.launches.size() + counted.lost,
                       .joined = counted.launches.size(),
                       .absent = counted.lost,
                       .kernels = counted.launches.size()};
  m_launchOf.resize(counted.launches.empty() ? 0 : trace.spanCount(), none);
  for (CountedLaunch& launch : counted.launches) {
    m_launchOf[index(launch.kernel)] = static_cast<std::uint32_t>(m_launches.size());
    m_counted.push_back(launch.kernel);
    m_launches.push_back({.metrics = launch.card.metrics,
                          .report = m_reports.size(),
                          .number = m_launches.size(),
                          .card = std::make_shared<const KernelCard>(std::move(launch.card)),
                          .passes = launch.passes,
                          .work = launch.work});
  }
  m_reports.push_back(std::move(outcome));
}

void MeasuredKernels::add(const NcuReport& report, const TraceSide& trace) {
  const std::vector<NcuLaunch> measured = ncuLaunchesOf(*report.log);
  const std::vector<ListedLaunch> names = listed(measured, trace.devices);
  KernelNumbers numbers(names, trace.listed);
  const std::vector<std::uint32_t> traceNumbers = numbers.numbersOf(trace.listed);
  const std::vector<std::uint32_t> reportNumbers = numbers.numbersOf(names);
  const bool areDevicesTold = trace.devices.areTold();
  const JoinableLaunches first = joinable(names, reportNumbers, areDevicesTold);
  const JoinableLaunches second = joinable(trace.listed, traceNumbers, areDevicesTold);
  const SameLaunches same = sameLaunches(first.numbers, second.numbers);

  JoinedReport outcome{.path = report.path,
                       .launches = measured.size(),
                       .rounds = same.rounds,
                       .missing = report.log->report().missingPart()};
  std::vector<std::uint32_t> placeOf(measured.size(), none);
  m_launchOf.resize(same.pairs.empty() ? m_launchOf.size() : trace.spans, none);
  for (const auto& [one, other] : same.pairs) {
    const std::size_t number = first.places[one];
    if (placeOf[number] == none) {
      placeOf[number] = static_cast<std::uint32_t>(m_launches.size());
      m_launches.push_back({.metrics = measured[number].metrics,
                            .report = m_reports.size(),
                            .number = number,
                            .work = {.flopType = flopTypeOf(NcuNumbers(*report.log, *measured[number].table))}});
      ++outcome.joined;
    }
    std::uint32_t& place = m_launchOf[index(trace.launches[second.places[other]].kernel)];
    if (place == none) {
      place = placeOf[number];
      ++outcome.kernels;
    }
  }
  const std::set<std::uint32_t> inTrace(traceNumbers.begin(), traceNumbers.end());
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const bool isKnown = inTrace.contains(reportNumbers[i]) || !canBeJoined(names[i], areDevicesTold);
    outcome.ambiguous += placeOf[i] == none && isKnown ? 1 : 0;
    outcome.absent += placeOf[i] == none && !isKnown ? 1 : 0;
  }
  m_reports.push_back(std::move(outcome));
}

}  // namespace kernline
