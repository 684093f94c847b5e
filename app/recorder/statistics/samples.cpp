// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/statistics/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kernline::recorder {

void Samples::add(double nanoseconds) {
  m_inOrder.push_back(nanoseconds);
  m_sorted.insert(std::ranges::upper_bound(m_sorted, nanoseconds), nanoseconds);
}

double Samples::median() const {
  if (m_sorted.empty()) {
    return 0;
  }
  const std::size_t middle = m_sorted.size() / 2;
  return m_sorted.size() % 2 == 1 ? m_sorted[middle] : (m_sorted[middle - 1] + m_sorted[middle]) / 2;
}

double Samples::mean() const {
  return m_sorted.empty() ? 0 : std::reduce(m_sorted.begin(), m_sorted.end()) / static_cast<double>(m_sorted.size());
}

double Samples::min() const {
  return m_sorted.empty() ? 0 : m_sorted.front();
}

double Samples::max() const {
  return m_sorted.empty() ? 0 : m_sorted.back();
}

double Samples::noise() const {
  constexpr std::size_t minSamplesForInterval = 6;  // 1 - 2 * 0.5^6 = 0.969; with five it is 0.938
  if (m_sorted.size() < minSamplesForInterval || median() <= 0) {
    return 1;
  }
  // Ranks of the binomial's normal approximation: n/2 -+ 1.96 sqrt(n)/2.
  const auto count = static_cast<double>(m_sorted.size());
  const double reach = 1.96 * std::sqrt(count) / 2;
  const double low = std::max(0.0, std::floor(count / 2 - reach) - 1);
  const double high = std::min(count - 1, std::ceil(count / 2 + reach));
  return (m_sorted[static_cast<std::size_t>(high)] - m_sorted[static_cast<std::size_t>(low)]) / 2 / median();
}

bool converged(const Samples& samples, const StopRule& rule) {
  return samples.size() >= rule.minSamples && samples.noise() <= rule.noise;
}

bool enough(const Samples& samples, const StopRule& rule, double secondsSpent) {
  if (rule.hopeless > 0 && samples.median() * (1 - samples.noise()) > rule.hopeless) {
    return true;
  }
  return converged(samples, rule) || samples.size() >= rule.maxSamples || secondsSpent >= rule.seconds;
}

}  // namespace kernline::recorder
