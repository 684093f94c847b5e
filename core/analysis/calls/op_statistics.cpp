// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calls/op_statistics.h"

#include "core/analysis/calls/op_calls.h"
#include "core/model/base/parallel.h"
#include "core/model/names/tensor_core.h"

#include <algorithm>
#include <tuple>

namespace kernline {

namespace {

/// Work that a call launched.
struct DeviceFigures {
  std::int64_t ns = 0;
  std::int64_t tensorNs = 0;
  std::uint64_t kernels = 0;
  std::uint64_t launches = 0;
};

void addTo(DeviceFigures& sum, const DeviceFigures& part) {
  sum.ns += part.ns;
  sum.tensorNs += part.tensorNs;
  sum.kernels += part.kernels;
  sum.launches += part.launches;
}

/// Gives device activity to the calls that launched it.
class DeviceOfCalls {
 public:
  DeviceOfCalls(const Trace& trace, const OpCalls& calls, const std::optional<TimeRange>& range)
      : m_trace(trace), m_calls(calls), m_range(range), m_own(calls.calls().size()) {}

  [[nodiscard]] bool gather(unsigned threads, const std::stop_token& stop);
  void addTo(std::vector<OpStatisticsRow>& rows);
  [[nodiscard]] std::int64_t withoutOp() const { return m_withoutOp; }

 private:
  [[nodiscard]] std::vector<Launch> works() const;
  [[nodiscard]] std::uint32_t callOf(const Launch& launch) const;
  [[nodiscard]] bool usesTensorCores(SpanId activity);
  void add(const Launch& launch, std::uint32_t call, bool isFirstOfLaunch);

  const Trace& m_trace;
  const OpCalls& m_calls;
  const std::optional<TimeRange>& m_range;
  std::vector<DeviceFigures> m_own;     // indexed by call
  std::vector<std::int8_t> m_isTensor;  // indexed by name; -1 if not read yet
  std::int64_t m_withoutOp = 0;
};

/// All device activity, with its launch where there is one, by launch.
std::vector<Launch> DeviceOfCalls::works() const {
  std::vector<Launch> all(m_trace.launches().begin(), m_trace.launches().end());
  std::vector<std::uint8_t> isLaunched(m_trace.spanCount());
  for (const Launch& launch : all) {
    isLaunched[index(launch.activity)] = 1;
  }
  for (std::uint32_t span = 0; span < m_trace.spanCount(); ++span) {
    if (isDeviceActivity(m_trace.kinds()[span]) && isLaunched[span] == 0) {
      all.push_back({.call = SpanId::none, .activity = SpanId{span}});
    }
  }
  return all;
}

/// Returns the operator of a launch; without one, the annotation around it.
std::uint32_t DeviceOfCalls::callOf(const Launch& launch) const {
  SpanId around = m_trace.opOf(launch.activity);
  if (around == SpanId::none && launch.call != SpanId::none) {
    around = m_trace.parent(launch.call);
    while (around != SpanId::none && m_trace.kind(around) != SpanKind::Annotation) {
      around = m_trace.parent(around);
    }
  }
  return around == SpanId::none ? OpCall::none : m_calls.numberOf(around);
}

bool DeviceOfCalls::usesTensorCores(SpanId activity) {
  if (m_trace.kind(activity) != SpanKind::Kernel) {
    return false;
  }
  const StringId name = m_trace.name(activity);
  std::int8_t& known = m_isTensor[index(name)];
  if (known < 0) {
    known = namesTensorCores(m_trace.text(name)) ? 1 : 0;
  }
  return known == 1;
}

void DeviceOfCalls::add(const Launch& launch, std::uint32_t call, bool isFirstOfLaunch) {
  if (isInRange(m_trace, launch.activity, m_range)) {
    const std::int64_t ns = nsInRange(m_trace.range(launch.activity), m_range);
    if (call == OpCall::none) {
      m_withoutOp += ns;
      return;
    }
    m_own[call].ns += ns;
    m_own[call].tensorNs += usesTensorCores(launch.activity) ? ns : 0;
    ++m_own[call].kernels;
  }
  if (isFirstOfLaunch && call != OpCall::none && isInRange(m_trace, launch.call, m_range)) {
    ++m_own[call].launches;
  }
}

bool DeviceOfCalls::gather(unsigned threads, const std::stop_token& stop) {
  const std::vector<Launch> all = works();
  std::vector<std::uint32_t> callOfActivity(all.size(), OpCall::none);
  constexpr std::size_t chunk = 1U << 14;
  parallelFor(threads, (all.size() + chunk - 1) / chunk, [&](std::size_t c) {
    for (std::size_t i = c * chunk; i < std::min(all.size(), (c + 1) * chunk) && !stop.stop_requested(); ++i) {
      callOfActivity[i] = callOf(all[i]);
    }
  });
  if (stop.stop_requested()) {
    return false;
  }
  m_isTensor.assign(m_trace.strings().size(), -1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool isFirst = all[i].call != SpanId::none && (i == 0 || all[i - 1].call != all[i].call);
    add(all[i], callOfActivity[i], isFirst);
  }
  return true;
}

void DeviceOfCalls::addTo(std::vector<OpStatisticsRow>& rows) {
  std::vector<DeviceFigures> totals = m_own;
  const std::vector<OpCall>& calls = m_calls.calls();
  for (std::size_t n = calls.size(); n-- > 0;) {  // whoever is called comes after who calls
    const OpCall& call = calls[n];
    if (call.caller != OpCall::none) {
      kernline::addTo(totals[call.caller], totals[n]);
      if (call.isMerged) {
        kernline::addTo(m_own[call.caller], m_own[n]);
      }
    }
    if (call.row == OpCall::none || call.isMerged) {
      continue;
    }
    OpStatisticsRow& row = rows[call.row];
    row.deviceSelf += {m_own[n].ns};
    row.ownKernels += m_own[n].kernels;
    row.ownLaunches += m_own[n].launches;
    row.deviceSum += {totals[n].ns};
    if (call.isOutermost) {
      row.deviceTotal += {totals[n].ns};
      row.tensorCores += {totals[n].tensorNs};
      row.kernels += totals[n].kernels;
      row.launches += totals[n].launches;
    }
  }
}

void addHost(OpStatisticsRow& row, const HostFigures& host) {
  row.calls = host.calls;
  row.hostTotal = {host.total};
  row.hostSum = {host.sum};
  row.hostSelf = {host.self};
  row.hostMax = {std::max<std::int64_t>(host.max, 0)};
  row.longest = host.longest;
  const auto calls = static_cast<std::int64_t>(host.calls);
  row.hostMean = {calls == 0 ? 0 : host.sum / calls + (host.sum % calls * 2 >= calls ? 1 : 0)};
}

/// Whether all calls and work of the row are outside the range.
bool isEmpty(const OpStatisticsRow& row) {
  return row.calls == 0 && row.kernels == 0 && row.ownKernels == 0;
}

}  // namespace

OpStatistics opStatistics(const Trace& trace, const OpStatisticsOptions& options, unsigned threads,
                          const std::stop_token& stop) {
  OpCalls calls(trace, options);
  DeviceOfCalls device(trace, calls, options.range);
  if (!calls.walk(threads, stop) || !device.gather(threads, stop)) {
    return {};
  }
  OpStatistics result;
  result.rows = calls.rows();
  for (std::size_t row = 0; row < result.rows.size(); ++row) {
    addHost(result.rows[row], calls.host()[row]);
  }
  device.addTo(result.rows);
  std::erase_if(result.rows, isEmpty);
  for (const OpStatisticsRow& row : result.rows) {
    result.calls += row.calls;
    result.hostSelf += row.hostSelf;
    result.deviceSelf += row.deviceSelf;
  }
  result.deviceWithoutOp = {device.withoutOp()};
  std::ranges::sort(result.rows, [&](const OpStatisticsRow& a, const OpStatisticsRow& b) {
    const auto key = [&](const OpStatisticsRow& row) {
      return std::tuple(-row.hostTotal.ns, trace.text(row.name), row.shape, row.kind);
    };
    return key(a) < key(b);
  });
  return result;
}

std::vector<SpanId> callsOf(const Trace& trace, const OpStatisticsOptions& options, const OpStatisticsRow& row,
                            const std::stop_token& stop) {
  std::vector<SpanId> found;
  for (std::uint32_t s = 0; s < trace.spanCount() && !stop.stop_requested(); ++s) {
    if (trace.names()[s] == row.name && trace.kinds()[s] == row.kind && isInRange(trace, SpanId{s}, options.range) &&
        (options.shapes == nullptr || options.shapes->ofSpan[s] == row.shape)) {
      found.push_back(SpanId{s});
    }
  }
  std::ranges::sort(found, {}, [&](SpanId span) { return std::tuple(trace.start(span), span); });
  return stop.stop_requested() ? std::vector<SpanId>{} : found;
}

}  // namespace kernline
