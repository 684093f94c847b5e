// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/counter_lines.h"

#include <algorithm>
#include <utility>

namespace kernline::recorder {

CounterLines::CounterLines(std::uint32_t device, std::span<const CounterMetric> metrics,
                           std::chrono::nanoseconds interval)
    : m_device(device), m_interval(interval.count()), m_lines(ProcessIdentity{}) {
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    auto chart = std::ranges::find(m_charts, std::string_view(metrics[i].chart), &Chart::name);
    if (chart == m_charts.end()) {
      chart =
          m_charts.insert(m_charts.end(), Chart{.name = metrics[i].chart, .series = {}, .metrics = {}, .values = {}});
    }
    chart->series.emplace_back(metrics[i].series);
    chart->metrics.push_back(i);
    chart->values.push_back(0);
  }
}

void CounterLines::add(std::int64_t start, std::int64_t end, std::span<const double> values) {
  const std::int64_t previousEnd = std::exchange(m_lastEnd, end);
  if (previousEnd == 0) {
    return;
  }
  ++m_samples;
  if (start - previousEnd >= (m_interval + 1) / 2) {
    addGap(previousEnd, start);
  }
  addValues(start, values);
}

void CounterLines::end() {
  if (m_samples > 0) {
    addGap(m_lastEnd, m_lastEnd);
  }
}

void CounterLines::breakOff(std::int64_t time) {
  if (hasBegun()) {
    addGap(m_lastEnd, std::max(time, m_lastEnd));
  }
}

void CounterLines::addGap(std::int64_t start, std::int64_t end) {
  m_missing += static_cast<std::uint64_t>((end - start + m_interval / 2) / m_interval);
  std::ranges::for_each(m_charts, [](Chart& chart) { chart.isWritten = false; });
  m_lines.add(CounterGap{.device = m_device, .start = start, .end = end});
}

void CounterLines::addValues(std::int64_t time, std::span<const double> values) {
  for (Chart& chart : m_charts) {
    bool isNew = !chart.isWritten;
    for (std::size_t i = 0; i < chart.metrics.size(); ++i) {
      const double value = values[chart.metrics[i]];
      isNew = isNew || value != chart.values[i];
      chart.values[i] = value;
    }
    if (isNew) {
      chart.isWritten = true;
      m_lines.add(
          {.chart = chart.name, .device = m_device, .time = time, .series = chart.series, .values = chart.values});
    }
  }
}

}  // namespace kernline::recorder
