// SPDX-License-Identifier: GPL-3.0-or-later
// Messages by phrase and values: what says() and mentions() take for right.
#include "tests/support/says.h"

#include "core/model/base/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::test {
namespace {

using ::testing::Not;

const std::string& limited() {
  static const std::string text = phrase("limited-by-unit", "DRAM", "80.0 %");
  return text;
}

TEST(Says, wantsThePhraseWithItsValuesAndNoMore) {
  EXPECT_THAT(limited(), says("limited-by-unit", "DRAM", "80.0 %"));
  EXPECT_THAT(Message::name(limited()), says("limited-by-unit", "DRAM", "80.0 %"));
  EXPECT_THAT(limited(), Not(says("limited-by-unit", "DRAM", "80.1 %")));
  EXPECT_THAT(limited(), Not(says("busiest-unit", "DRAM", "80.0 %")));
  EXPECT_THAT(limited() + ".", Not(says("limited-by-unit", "DRAM", "80.0 %")));
  EXPECT_THAT("! " + limited(), Not(says("limited-by-unit", "DRAM", "80.0 %")));
}

TEST(Says, mentionsWhatIsAPartOfTheText) {
  EXPECT_THAT("! " + limited() + ".", mentions("limited-by-unit", "DRAM", "80.0 %"));
  EXPECT_THAT("! " + limited(), Not(mentions("limited-by-unit", "DRAM", "80.1 %")));
}

TEST(Says, leavesOpenTheValuesThatMayBeAny) {
  EXPECT_THAT(limited(), says("limited-by-unit", anyValue, "80.0 %"));
  EXPECT_THAT(limited(), says("limited-by-unit", "DRAM", anyValue));
  EXPECT_THAT(limited(), Not(says("limited-by-unit", anyValue, "80.1 %")));
  EXPECT_THAT(limited(), Not(says("limited-by-unit", "SM", anyValue)));
  EXPECT_THAT("! " + limited(), mentions("limited-by-unit", anyValue, "80.0 %"));
  EXPECT_THAT("! " + limited(), Not(says("limited-by-unit", "DRAM", anyValue)));
}

TEST(Says, fillsGapsInTheOrderOfTheirNumbers) {
  EXPECT_NE(phrase("communication-not-overlapped", 1, 2), phrase("communication-not-overlapped", 2, 1));
  EXPECT_NE(phrase("long-step-left-out", "1 s"), phrase("long-step-left-out", "2 s")) << "its one gap is %2";
}

TEST(Says, failsForAnUnknownPhraseAndAnotherNumberOfValues) {
  EXPECT_NONFATAL_FAILURE(static_cast<void>(phrase("no such phrase")), "no phrase");
  EXPECT_NONFATAL_FAILURE(static_cast<void>(says("limited-by-unit", "DRAM")), "values of limited-by-unit");
  EXPECT_NONFATAL_FAILURE(static_cast<void>(says("limited-by-unit", 1, 2, 3)), "values of limited-by-unit");
  EXPECT_NONFATAL_FAILURE(static_cast<void>(phrase("limited-by-unit", "DRAM", anyValue)), "each gap needs a value");
}

}  // namespace
}  // namespace kernline::test
