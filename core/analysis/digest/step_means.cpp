// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/digest/step_means.h"

#include "core/analysis/counters/counter_means.h"
#include "core/analysis/counters/counter_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <utility>

namespace kernline {

namespace {

/// Rounds to six digits: more would be noise, and make digests longer.
double sixDigits(double value) {
  return std::strtod(fmt::format("{:.6g}", value).c_str(), nullptr);
}

double meanOf(const CounterMeans& means, const std::vector<CounterId>& alike, TimeRange range) {
  double sum = 0;
  double weight = 0;
  for (const CounterId counter : alike) {
    if (const CounterMean one = means.of(counter, range); one.mean) {
      const auto sampled = static_cast<double>(one.sampled.ns);
      sum += *one.mean * sampled;
      weight += sampled;
    }
  }
  return weight > 0 ? sixDigits(sum / weight) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void addCounters(const Trace& trace, RankDigest& digest, const std::stop_token& stop) {
  std::map<std::pair<std::string, std::string>, std::vector<CounterId>> byName;  // keyed by name and unit
  for (std::uint32_t i = 0; i < trace.counters().size() && !digest.steps.empty(); ++i) {
    const Counter& counter = trace.counters()[i];
    const std::string unit = isInBytes(trace, counter) ? "bytes" : std::string(trace.text(counter.unit));
    byName[{counterName(trace, counter), unit}].push_back(CounterId{i});
  }
  const CounterMeans means(trace);
  digest.hasCounters = true;
  for (const auto& [key, alike] : byName) {
    if (stop.stop_requested()) {
      return;
    }
    DigestCounter counter{.name = key.first, .unit = key.second, .means = {}};
    for (const DigestStep& step : digest.steps) {
      counter.means.push_back(meanOf(means, alike, step.range));
    }
    if (std::ranges::all_of(counter.means, [](double mean) { return !std::isfinite(mean); })) {
      continue;
    }
    if (digest.counters.size() < maxDigestCounters) {
      digest.counters.push_back(std::move(counter));
    } else {
      ++digest.countersLeftOut;
    }
  }
}

}  // namespace kernline
