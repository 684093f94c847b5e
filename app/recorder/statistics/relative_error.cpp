// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/statistics/relative_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kernline::recorder {

void RelativeError::add(double result, double reference) {
  m_pairs.push_back({result, reference});
}

double RelativeError::maximum() const {
  double squares = 0;
  for (const Pair& pair : m_pairs) {
    squares += pair.reference * pair.reference;
  }
  const double typical = m_pairs.empty() ? 0 : std::sqrt(squares / static_cast<double>(m_pairs.size()));
  double maxError = 0;
  for (const Pair& pair : m_pairs) {
    const double difference = std::abs(pair.result - pair.reference);
    if (!std::isfinite(difference)) {
      return std::numeric_limits<double>::infinity();
    }
    if (difference > 0) {
      maxError = std::max(maxError, difference / std::max(typical, std::abs(pair.reference)));
    }
  }
  return maxError;
}

}  // namespace kernline::recorder
