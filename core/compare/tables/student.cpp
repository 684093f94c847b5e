// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/student.h"

#include <cmath>
#include <numbers>

namespace kernline {

// The finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4.
double studentProbability(double t, std::size_t degrees) {
  const double theta = std::atan(t / std::sqrt(static_cast<double>(degrees)));
  const double cosine = std::cos(theta);
  const bool isOdd = degrees % 2 == 1;
  double term = isOdd ? cosine : 1;
  double sum = isOdd && degrees == 1 ? 0 : term;
  for (std::size_t k = isOdd ? 3 : 2; k + 1 < degrees; k += 2) {
    term *= cosine * cosine * static_cast<double>(k - 1) / static_cast<double>(k);
    sum += term;
  }
  if (isOdd) {
    return 2 / std::numbers::pi * (theta + std::sin(theta) * sum);
  }
  return std::sin(theta) * sum;
}

double studentQuantile(double confidence, std::size_t degrees) {
  double low = 0;
  double high = 1;
  while (studentProbability(high, degrees) < confidence && high < 1e12) {
    high *= 2;
  }
  constexpr int halvings = 200;
  for (int i = 0; i < halvings && high - low > 1e-10 * high; ++i) {
    const double middle = (low + high) / 2;
    (studentProbability(middle, degrees) < confidence ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace kernline
