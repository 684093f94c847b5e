// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/charts/hover_card.h"

#include "tests/core/analysis/hand_made_trace.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kernline::ui {
namespace {

/// Returns the text of the card on the last value of the only counter.
std::string valueSaid(std::string_view name, double value) {
  test::HandMadeTrace made;
  made.counter(made.process("1"), name, {{5, value}});
  const auto trace = made.build();
  return describeCounter(*trace, CounterId{0}, {5}).facts.front().value.toStdString();
}

TEST(HoverCard, saysWhatTheBytesOfACounterComeToAndTheirNumber) {
  EXPECT_EQ(valueSaid("GPU memory", 1'610'612'736), "1.500 GiB (1\u202f610\u202f612\u202f736 B)");
  EXPECT_EQ(valueSaid("GPU memory", 24'000), "24\u202f000") << "these may be MB";
  EXPECT_EQ(valueSaid("instructions", 1'610'612'736), "1\u202f610\u202f612\u202f736");
}

TEST(HoverCard, saysThatACounterIsNotSampled) {
  EXPECT_EQ(valueSaid("SM active", std::nan("")), "Not sampled");
}

}  // namespace
}  // namespace kernline::ui
