// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/kept_place.h"

#include "tests/support/trace_query.h"
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace kernline::ui {
namespace {

constexpr std::int64_t us = 1000;

TEST(KeptPlace, isBesideTheSameSpan) {
  const auto before = test::sketch("cpu 1: first 0+10\ncpu 1: second 100+10\ngpu 0/7: work 200+50 <- launch 50+5");
  const auto after = test::sketch("cpu 1: first 0+5\ncpu 1: second 40+6\ngpu 0/7: work 90+50 <- launch 20+5");
  ASSERT_EQ(before->spanCount(), after->spanCount());
  EXPECT_EQ(sameTime(*before, *after, Time{100 * us}), Time{40 * us});
  EXPECT_EQ(sameTime(*before, *after, Time{103 * us}), Time{43 * us});
  EXPECT_EQ(sameTime(*before, *after, Time{190 * us}), Time{80 * us}) << "shortly before the work";
  EXPECT_EQ(sameTime(*before, *after, Time{1000 * us}), Time{890 * us}) << "behind all";
  EXPECT_EQ(sameTime(*before, *after, Time{-10 * us}), Time{-10 * us});
}

TEST(KeptPlace, isTheTimeItselfWithoutSpans) {
  const auto empty = test::sketch("");
  EXPECT_EQ(sameTime(*empty, *empty, Time{7}), Time{7});
}

}  // namespace
}  // namespace kernline::ui
