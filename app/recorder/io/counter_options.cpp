// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/counter_options.h"

#include "app/recorder/io/duration_text.h"

#include <fmt/format.h>

#include <utility>

namespace kernline::recorder {

std::string CounterOptions::readSet(std::string_view text) {
  auto read = readCounterSet(text);
  if (!read) {
    return read.error();
  }
  metrics = std::move(*read);
  return {};
}

std::string CounterOptions::readInterval(std::string_view text) {
  constexpr std::chrono::microseconds minInterval{10};
  const auto time = durationOf(text);
  if (!time) {
    return fmt::format("--every takes {}us or more, e.g. 100us or 1ms, not \"{}\"", minInterval.count(), text);
  }
  if (*time < minInterval) {
    return fmt::format("--every takes at least {} us; the hardware overflows below", minInterval.count());
  }
  interval = *time;
  m_isIntervalSet = true;
  return {};
}

std::string CounterOptions::problem() const {
  return m_isIntervalSet && metrics.empty() ? "--every needs --counters; it sets the time between samples"
                                            : std::string();
}

}  // namespace kernline::recorder
