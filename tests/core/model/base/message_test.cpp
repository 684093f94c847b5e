// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/message.h"

#include "tests/support/says.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace kernline::test {
namespace {

TEST(Message, fillsTheGapsOfItsPhrase) {
  EXPECT_EQ(Phrase::tr("%1 of %2 ranks").with("run", 8).english(), "run of 8 ranks");
  EXPECT_EQ(Phrase::tr("%2, then %1").with(1, 2).english(), "2, then 1");
  EXPECT_EQ(Phrase::tr("cannot open %1: %2").with("a", Message::systemError(ENOENT)).english(),
            "cannot open a: " + test::phrase("no-such-file"));
}

TEST(Message, leavesPercentSignsAlone) {
  EXPECT_EQ(Phrase::tr("%1 % of %3").with("%1").english(), "%1 % of %3");
  EXPECT_EQ(Message::name("100 %1").english(), "100 %1");
}

TEST(Message, goesOnWithAnother) {
  EXPECT_EQ(Message(Phrase::tr("Hello.")).then(Phrase::tr("Bye.")).english(), "Hello. Bye.");
  EXPECT_EQ(Message().then(Phrase::tr("Bye.")), Message(Phrase::tr("Bye.")));
}

TEST(Message, translatesPhrasesAndWordsButNoNames) {
  const Message message = Phrase::tr("%1 is %2").with("kernel", Message::phrase("kernel"));
  EXPECT_EQ(message.in([](std::string_view phrase) { return phrase == "kernel" ? "K" : "<%2|%1>"; }), "<K|kernel>");
}

TEST(Message, knowsWhetherItBeginsWithAName) {
  EXPECT_TRUE(Message::name("node7").beginsWithName());
  EXPECT_TRUE(Phrase::tr("%1: %2").with("node7", Phrase::tr("Bye.")).beginsWithName());
  EXPECT_FALSE(Phrase::tr("%1: %2").with(Phrase::tr("Hello."), "node7").beginsWithName());
  EXPECT_FALSE(Message(Phrase::tr("cannot open %1")).beginsWithName());
  EXPECT_FALSE(Message(Phrase::tr("%1 is missing")).beginsWithName()) << "nothing fills the gap";
}

}  // namespace
}  // namespace kernline::test
