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

TEST(JsonText, TellsEventsFromWhatWouldBreakTheFile) {
  EXPECT_TRUE(areEventLines(""));
  EXPECT_TRUE(areEventLines(",\n{\"name\":\"a]}\\\"\u00fc\",\"args\":{\"grid\":[1,2]}},\n{}"));
  for (const char* broken : {",\n{\"a\":1", ",\n{\"a\":1}}", ",\n{\"a\":[1}]", ",\n{\"a\":\"}", "],\"x\":[",
                             ",\n{\"a\":\"\x01\"}", ",\n{\"a\":\"\xff\"}", "\"text\"", "null"}) {
    EXPECT_FALSE(areEventLines(broken)) << broken;
  }
}

TEST(JsonText, LeavesNothingThatATerminalObeys) {
  EXPECT_EQ(withoutControlCharacters("a \x1b[31m\u202e\u009b gr\u00fc\u00dfe"), "a ?[31m????? gr\u00fc\u00dfe");
}

}  // namespace
}  // namespace kernline::recorder
