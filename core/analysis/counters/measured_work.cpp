// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/measured_work.h"

#include <algorithm>

namespace kernline {

void MeasuredWork::Sum::add(const CounterMean& mean) {
  if (mean.mean) {
    weighted += *mean.mean * static_cast<double>(mean.sampled.ns);
    ns += mean.sampled.ns;
  }
}

std::optional<double> MeasuredWork::Sum::mean() const {
  return ns > 0 ? std::optional(weighted / static_cast<double>(ns)) : std::nullopt;
}

double MeasuredWork::sampledShare() const {
  return time.ns > 0 ? static_cast<double>(sampled.ns) / static_cast<double>(time.ns) : 0;
}

std::optional<double> MeasuredWork::dramBytesPerSecond() const {
  const std::optional<double> read = dramRead.mean();
  const std::optional<double> written = dramWrite.mean();
  return read && written ? std::optional(*read + *written) : std::nullopt;
}

std::optional<double> MeasuredWork::dramBytesPerPiece() const {
  const std::optional<double> rate = dramBytesPerSecond();
  constexpr double secondsOfNs = 1e-9;
  return rate && sampledCount > 0 ? std::optional(*rate * static_cast<double>(sampledTime.ns) * secondsOfNs /
                                                  static_cast<double>(sampledCount))
                                  : std::nullopt;
}

std::optional<double> MeasuredWork::tensorShare() const {
  constexpr double percent = 100;
  const std::optional<double> mean = tensorPipe.mean();
  return mean ? std::optional(*mean / percent) : std::nullopt;
}

WorkCounters::WorkCounters(const Trace& trace) : m_trace(trace), m_means(trace) {
  for (const Counter& counter : trace.counters()) {
    if (counter.process != ProcessId::none && !m_devices.contains(counter.process)) {
      if (const DeviceCounters found = deviceCounters(trace, counter.process);
          found.tensorPipe || (found.dramRead && found.dramWrite)) {
        m_devices.emplace(counter.process, found);
      }
    }
  }
}

void WorkCounters::add(SpanId activity, TimeRange part, MeasuredWork& sum) const {
  if (m_devices.empty()) {
    return;
  }
  const auto device = m_devices.find(m_trace.track(m_trace.trackOf(activity)).process);
  if (device == m_devices.end()) {
    return;
  }
  ++sum.count;
  sum.time += part.length();
  Duration sampled;
  const auto addMean = [&](std::optional<CounterId> counter, MeasuredWork::Sum& values) {
    if (counter) {
      const CounterMean mean = m_means.of(*counter, part);
      values.add(mean);
      sampled = std::max(sampled, mean.sampled);
    }
  };
  addMean(device->second.dramRead, sum.dramRead);
  addMean(device->second.dramWrite, sum.dramWrite);
  addMean(device->second.tensorPipe, sum.tensorPipe);
  if (sampled.ns > 0) {
    ++sum.sampledCount;
    sum.sampledTime += part.length();
    sum.sampled += sampled;
  }
}

}  // namespace kernline
