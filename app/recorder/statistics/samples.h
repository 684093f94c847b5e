// SPDX-License-Identifier: Apache-2.0
// This folder holds samples of times, their noise, and errors of results.
#pragma once

#include <cstddef>
#include <vector>

namespace kernline::recorder {

/// Times of one kernel in nanoseconds, and their statistics.
class Samples {
 public:
  void add(double nanoseconds);

  std::size_t size() const { return m_inOrder.size(); }
  /// Returns the samples in the order taken.
  const std::vector<double>& values() const { return m_inOrder; }

  /// All of these are 0 without samples.
  double median() const;
  double mean() const;
  double min() const;
  double max() const;

  /// Half the width of the median's 95 % interval (by ranks, so that no distribution is assumed), relative to the
  /// median. 1 where there are fewer than six samples: no pair of ranks covers 95 % then.
  double noise() const;

 private:
  std::vector<double> m_inOrder;
  std::vector<double> m_sorted;
};

/// The rule for when enough samples are taken.
struct StopRule {
  std::size_t minSamples = 30;
  std::size_t maxSamples = 10000;
  double noise = 0.005;
  double seconds = 10;
  double hopeless = 0;  // ns; a median clearly above it ends the sampling; 0 if none does
};

bool converged(const Samples& samples, const StopRule& rule);
/// Also where a limit of samples or seconds is reached, or the median is hopeless.
bool enough(const Samples& samples, const StopRule& rule, double secondsSpent);

}  // namespace kernline::recorder
