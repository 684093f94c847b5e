// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/json_text.h"

#include <gtest/gtest.h>

namespace kernline::recorder {
namespace {

TEST(JsonText, QuotesWhatWouldEndAString) {
  EXPECT_EQ(jsonString("a\"b\\c\n"), R"("a\"b\\c\n")");
}

TEST(JsonText, ReplacesBytesThatAreNoText) {
  EXPECT_EQ(jsonString("gemm\xff"), "\"gemm\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace kernline::recorder
