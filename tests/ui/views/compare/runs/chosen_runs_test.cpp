// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/chosen_runs.h"

#include "core/import/chrome_json/read_chrome.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::ui {
namespace {

/// Recordings of these names, each a trace of its own.
std::vector<OpenRun> opened(const std::vector<std::string>& names) {
  std::vector<OpenRun> runs;
  for (const std::string& name : names) {
    const QString title = QString::fromStdString(name);
    const auto trace = chrome::readChromeText(R"([{"ph":"X","name":"gemm","pid":1,"tid":1,"ts":0,"dur":1}])", {});
    EXPECT_TRUE(trace);
    runs.push_back(
        {.title = title, .path = QStringLiteral("/") + title, .trace = trace.value_or(nullptr), .index = nullptr});
  }
  return runs;
}

std::vector<std::string> namesOf(const ChosenRuns& chosen) {
  std::vector<std::string> names;
  for (const ChosenRun& run : chosen.runs()) {
    names.push_back(run.run.title.toStdString());
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(ChosenRuns, areTheFirstAndTheLastThatWereOpened) {
  ChosenRuns chosen;
  EXPECT_TRUE(chosen.setOpen(opened({"a", "b", "c"})));
  EXPECT_EQ(namesOf(chosen), (Names{"a", "c"}));
  EXPECT_FALSE(chosen.setOpen(chosen.open())) << "the same traces";
}

TEST(ChosenRuns, stayWhenAFileIsReadAgainAndGoWhenItIsClosed) {
  ChosenRuns chosen;
  chosen.setOpen(opened({"a", "b", "c"}));
  chosen.rename(1, QStringLiteral("tuned"));
  EXPECT_TRUE(chosen.setOpen(opened({"a", "b", "c"}))) << "other traces of the same paths";
  EXPECT_EQ(namesOf(chosen), (Names{"a", "c"}));
  EXPECT_EQ(chosen.runs()[1].name, QStringLiteral("tuned"));
  chosen.setOpen({chosen.open()[0], chosen.open()[1]});
  EXPECT_EQ(namesOf(chosen), (Names{"a", "b"}));
}

TEST(ChosenRuns, takeWhatIsExpectedOnceAllOfItIsThere) {
  ChosenRuns chosen;
  chosen.expect({QStringLiteral("/c"), QStringLiteral("/a")}, ChosenRuns::Base::Guessed);
  chosen.setOpen(opened({"a", "b"}));
  EXPECT_TRUE(chosen.isExpecting());
  std::vector<OpenRun> all = chosen.open();
  all.push_back(opened({"c"}).front());
  chosen.setOpen(all);
  EXPECT_FALSE(chosen.isExpecting());
  EXPECT_EQ(namesOf(chosen), (Names{"c", "a"})) << "in the order that was asked for";
  EXPECT_FALSE(chosen.cancelExpected({QStringLiteral("/c")})) << "it has come";
}

TEST(ChosenRuns, guessTheBaseUnlessSomebodyChoseIt) {
  ChosenRuns chosen;
  chosen.setOpen(opened({"new"}));
  std::vector<OpenRun> both = chosen.open();
  both.push_back(opened({"old"}).front());
  chosen.setOpen(both);
  EXPECT_EQ(namesOf(chosen), (Names{"old", "new"})) << "when the second one comes";
  chosen.swapWithOther();
  both.push_back(opened({"base"}).front());
  chosen.setOpen(both);
  chosen.add(2);
  EXPECT_EQ(namesOf(chosen), (Names{"new", "old", "base"}));
  chosen.expect({QStringLiteral("/new"), QStringLiteral("/old")}, ChosenRuns::Base::First);
  chosen.setOpen(both);
  EXPECT_EQ(namesOf(chosen), (Names{"new", "old"}));
  chosen.expect({QStringLiteral("/new"), QStringLiteral("/old")}, ChosenRuns::Base::Guessed);
  chosen.setOpen(both);
  EXPECT_EQ(namesOf(chosen), (Names{"old", "new"}));
}

TEST(ChosenRuns, takeAFileInThePlaceOfARun) {
  ChosenRuns chosen;
  chosen.setOpen(opened({"a", "b"}));
  chosen.expectInstead(0, QStringLiteral("/c"));
  std::vector<OpenRun> all = chosen.open();
  all.push_back(opened({"c"}).front());
  chosen.setOpen(all);
  EXPECT_EQ(namesOf(chosen), (Names{"c", "b"}));
  chosen.replace(0, 0);
  chosen.setOpen(all);
  EXPECT_EQ(namesOf(chosen), (Names{"a", "b"})) << "once";
}

TEST(ChosenRuns, waitForNobodyWhoWillNotCome) {
  ChosenRuns chosen;
  chosen.expect({QStringLiteral("/a"), QStringLiteral("/broken")}, ChosenRuns::Base::Guessed);
  EXPECT_TRUE(chosen.cancelExpected({QStringLiteral("/broken")}));
  EXPECT_FALSE(chosen.isExpecting()) << "one alone is no comparison";
}

TEST(ChosenRuns, keepTheLookOfARunWhileOthersComeAndGo) {
  ChosenRuns chosen;
  chosen.setOpen(opened({"a", "b", "c"}));
  chosen.add(1);
  EXPECT_EQ(namesOf(chosen), (Names{"a", "c", "b"}));
  EXPECT_EQ(chosen.other(), 2U) << "what was added is what one looks at";
  const std::size_t look = chosen.runs()[2].look;
  chosen.remove(1);
  EXPECT_EQ(chosen.other(), 1U);
  EXPECT_EQ(chosen.runs()[1].look, look);
  chosen.swapWithOther();
  EXPECT_EQ(namesOf(chosen), (Names{"b", "a"}));
  chosen.replace(0, 0);
  EXPECT_EQ(namesOf(chosen), (Names{"a", "b"})) << "one that is there changes places";
}

TEST(ChosenRuns, areNoMoreThanThereIsRoomFor) {
  ChosenRuns chosen;
  chosen.setOpen(opened({"a", "b", "c", "d", "e", "f", "g", "h"}));
  chosen.addAllOpen();
  EXPECT_EQ(chosen.runs().size(), ChosenRuns::max);
}

}  // namespace
}  // namespace kernline::ui
