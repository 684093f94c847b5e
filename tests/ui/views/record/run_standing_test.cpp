// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_standing.h"

#include "ui/views/record/run_figure_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

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

RunFigures counting(double medianNs, double dramBytes, const char* limit) {
  RunFigures run = taking(medianNs);
  run.counted.dramBytes = dramBytes;
  run.counted.limit = QString::fromUtf8(limit);
  return run;
}

TEST(RunStanding, SaysWhatChangedInTheCountersOfARunThatGotSlower) {
  const std::vector<KeptRun> earlier{keptAt(9, {counting(100'000, 1 << 20, "tensor pipe")})};
  EXPECT_EQ(standingText(counting(150'000, 2 << 20, "DRAM"), earlier).toStdString(),
            "50.00 % more time than the last run (DRAM traffic 1.000 MiB → 2.000 MiB, limit: DRAM (was tensor pipe))");
  EXPECT_EQ(standingText(counting(100'500, 2 << 20, "DRAM"), earlier),
            QStringLiteral("same time as the last run, within noise"));
  EXPECT_EQ(standingText(counting(50'000, 2 << 20, "DRAM"), earlier),
            QStringLiteral("50.00 % less time than the last run; the best so far"));
}

TEST(RunStanding, SaysWhatChangedInTheCountersOfTwoRuns) {
  const RunFigures base = counting(100'000, 2 << 20, "DRAM");
  EXPECT_EQ(changedCountersText(base, counting(50'000, 1 << 20, "DRAM")),
            QStringLiteral("DRAM traffic 2.000 MiB → 1.000 MiB"));
  EXPECT_EQ(changedCountersText(base, counting(50'000, 2 << 20, "DRAM")),
            QStringLiteral("no counter changed enough to explain it"));
  EXPECT_EQ(changedCountersText(base, taking(50'000)), QStringLiteral("only one of the two runs has counters"));
  EXPECT_EQ(changedCountersText(taking(100'000), taking(50'000)), QString());
  const std::vector<RunFigureRow> rows = runFigureRows({base, counting(50'000, 1 << 20, "DRAM")});
  const auto found =
      std::ranges::find(rows, QStringLiteral("Changed counters"), [](const RunFigureRow& row) { return row.name; });
  ASSERT_NE(found, rows.end());
  EXPECT_EQ(found->values, QStringList({QString(), QStringLiteral("DRAM traffic 2.000 MiB → 1.000 MiB")}));
}

}  // namespace
}  // namespace kernline::ui
