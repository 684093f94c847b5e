// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics/input_shapes.h"

#include <gtest/gtest.h>

namespace kernline::test {
namespace {

TEST(InputShapesTexts, leaveOutWhatIsNoTensor) {
  EXPECT_EQ(tensorDims("[[8, 8], [], [4], [], []]"), "[[8, 8], [], [4]]");
  EXPECT_EQ(tensorDims("[]"), "[]");
  EXPECT_EQ(tensorDims(""), "");
  EXPECT_EQ(tensorTypes("[c10::BFloat16, long int, float, Scalar, , ScalarList, c10::BFloat16]"),
            "BFloat16, long int, float");
  EXPECT_EQ(tensorTypes(""), "");
}

}  // namespace
}  // namespace kernline::test
