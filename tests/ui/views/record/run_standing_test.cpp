// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_standing.h"

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

RunFigures taking(double medianNs) {
  RunFigures run;
  run.kernel = QStringLiteral("copy");
  run.parameters = {{QStringLiteral("bytes"), QStringLiteral("4096")}};
  run.medianNs = medianNs;
  run.noise = 0.004;
  return run;
}

KeptRun keptAt(int hour, std::vector<RunFigures> figures) {
  KeptRun run;
  run.when = QDateTime(QDate(2026, 11, 26), QTime(hour, 30));
  run.figures = std::move(figures);
  return run;
}

TEST(RunStanding, TellsTheLastRunAndTheBestOne) {
  const std::vector<KeptRun> earlier{keptAt(9, {taking(90'000)}), keptAt(11, {taking(120'000)}),
                                     keptAt(10, {taking(100'000)})};
  EXPECT_EQ(
      standingText(taking(108'000), earlier),
      QStringLiteral("10.00 % less time than the last run; 20.00 % more than the best run (90.00 µs, 11-26 09:30)"));
  EXPECT_EQ(standingText(taking(60'000), earlier),
            QStringLiteral("50.00 % less time than the last run; the best so far"));
  EXPECT_EQ(standingText(taking(90'500), earlier),
            QStringLiteral("24.58 % less time than the last run; same as the best run, within noise"));
  EXPECT_EQ(standingText(taking(120'500), earlier),
            QStringLiteral(
                "same time as the last run, within noise; 33.89 % more than the best run (90.00 µs, 11-26 09:30)"));
}

TEST(RunStanding, SaysOneThingWhereTheLastRunIsTheBest) {
  const std::vector<KeptRun> earlier{keptAt(9, {taking(100'000)})};
  EXPECT_EQ(standingText(taking(150'000), earlier), QStringLiteral("50.00 % more time than the last run"));
  EXPECT_EQ(standingText(taking(100'500), earlier), QStringLiteral("same time as the last run, within noise"));
  EXPECT_EQ(standingText(taking(50'000), earlier),
            QStringLiteral("50.00 % less time than the last run; the best so far"));
}

TEST(RunStanding, ComparesOnlyWhatMeasuredTheSame) {
  const RunFigures run = taking(100'000);
  EXPECT_EQ(standingText(run, {}), QString());
  RunFigures other = run;
  other.parameters.front().second = QStringLiteral("8192");
  RunFigures warm = run;
  warm.l2 = QStringLiteral("warm");
  RunFigures elsewhere = run;
  elsewhere.device = QStringLiteral("NVIDIA H200");
  EXPECT_EQ(standingText(run, {keptAt(9, {other, warm, elsewhere})}), QString());
  EXPECT_EQ(standingText(run, {keptAt(9, {other, run})}), QStringLiteral("same time as the last run, within noise"));
}

}  // namespace
}  // namespace kernline::ui
