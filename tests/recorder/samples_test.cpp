// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/statistics/samples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "app/recorder/statistics/relative_error.h"

namespace kernline::recorder {
namespace {

Samples madeSamples(std::initializer_list<double> values) {
  Samples samples;
  for (const double value : values) {
    samples.add(value);
  }
  return samples;
}

TEST(Samples, KeepTheOrderTheyWereTakenIn) {
  const Samples samples = madeSamples({5, 1, 3});
  EXPECT_EQ(samples.values(), (std::vector<double>{5, 1, 3}));
  EXPECT_EQ(samples.median(), 3);
  EXPECT_EQ(samples.mean(), 3);
  EXPECT_EQ(samples.min(), 1);
  EXPECT_EQ(samples.max(), 5);
}

TEST(Samples, AnEvenCountHasItsMedianBetweenTheMiddleTwo) {
  EXPECT_EQ(madeSamples({1, 10, 2, 4}).median(), 3);
}

TEST(Samples, WithoutAnyNothingIsKnown) {
  const Samples samples;
  EXPECT_EQ(samples.median(), 0);
  EXPECT_EQ(samples.noise(), 1);
}

TEST(Samples, FewerThanSixSayNothingAboutNoise) {
  EXPECT_EQ(madeSamples({1, 1, 1, 1, 1}).noise(), 1);
  EXPECT_EQ(madeSamples({1, 1, 1, 1, 1, 1}).noise(), 0);
}

TEST(Samples, OneOutlierDoesNotMoveMedianOrNoise) {
  Samples samples;
  for (int i = 0; i < 100; ++i) {
    samples.add(1000);
  }
  samples.add(1e9);
  EXPECT_EQ(samples.median(), 1000);
  EXPECT_EQ(samples.noise(), 0);
}

// 1,000 times 400 draws of a normal distribution: the interval must hold the true median about 95 times in 100.
TEST(Samples, TheIntervalHoldsTheTrueMedianNineteenTimesInTwenty) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal(1000, 10);
  int held = 0;
  for (int round = 0; round < 1000; ++round) {
    Samples samples;
    for (int i = 0; i < 400; ++i) {
      samples.add(normal(random));
    }
    held += std::abs(samples.median() - 1000) <= samples.noise() * samples.median() * 1.1 ? 1 : 0;
  }
  EXPECT_GE(held, 930);
  EXPECT_LE(held, 990);
}

TEST(StopRule, SamplesEndOnceTheyAreClearlyTooSlow) {
  const StopRule rule{.minSamples = 100, .maxSamples = 1000, .noise = 0, .seconds = 60, .hopeless = 95};
  Samples samples = madeSamples({100, 100, 100, 100, 100});
  EXPECT_FALSE(enough(samples, rule, 1));  // nobody knows how sure that is
  samples.add(100);
  EXPECT_TRUE(enough(samples, rule, 1));
  EXPECT_FALSE(converged(samples, rule));
  EXPECT_FALSE(enough(madeSamples({90, 92, 94, 100, 102, 104, 106}), rule, 1));  // maybe it is not
}

TEST(StopRule, SamplesGoOnUntilTheNoiseIsLowOrALimitIsReached) {
  const StopRule rule{.minSamples = 10, .maxSamples = 20, .noise = 0.005, .seconds = 5, .hopeless = 0};
  Samples quiet;
  for (int i = 0; i < 9; ++i) {
    quiet.add(100);
  }
  EXPECT_FALSE(enough(quiet, rule, 1));
  EXPECT_TRUE(enough(quiet, rule, 5));
  quiet.add(100);
  EXPECT_TRUE(converged(quiet, rule));
  Samples noisy;
  for (int i = 0; i < 19; ++i) {
    noisy.add(100 + i * 10);
  }
  EXPECT_FALSE(enough(noisy, rule, 1));
  noisy.add(1);
  EXPECT_TRUE(enough(noisy, rule, 1));
  EXPECT_FALSE(converged(noisy, rule));
}

TEST(RelativeError, SmallReferencesCountAgainstTheTypicalSize) {
  RelativeError error;
  error.add(1.0, 1.0);
  error.add(-1.0, -1.0);
  error.add(0.01, 0.0);
  EXPECT_NEAR(error.maximum(), 0.01 / std::sqrt(2.0 / 3), 1e-12);
}

TEST(RelativeError, LargeReferencesCountAgainstThemselves) {
  RelativeError error;
  for (int i = 0; i < 99; ++i) {
    error.add(1, 1);
  }
  error.add(1010, 1000);
  EXPECT_NEAR(error.maximum(), 0.01, 1e-12);
}

TEST(RelativeError, WhatIsNoNumberNeverPasses) {
  RelativeError error;
  error.add(std::numeric_limits<double>::quiet_NaN(), 1);
  EXPECT_TRUE(std::isinf(error.maximum()));
}

TEST(RelativeError, ResultsOfNothingButZerosAreExact) {
  RelativeError error;
  error.add(0, 0);
  EXPECT_EQ(error.maximum(), 0);
  error.add(1e-30, 0);
  EXPECT_TRUE(std::isinf(error.maximum()));
}

}  // namespace
}  // namespace kernline::recorder
