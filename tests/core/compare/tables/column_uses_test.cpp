// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/column_uses.h"

#include "core/compare/tables/column_split.h"
#include "core/compare/tables/comparison_views.h"
#include "core/compare/tables/found_columns.h"
#include "core/compare/tables/measurements.h"
#include "core/import/log/read_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using Use = ColumnUse;

std::vector<ColumnUse> usesOf(const std::string& csv) {
  const auto log = logs::readLogText(csv);
  EXPECT_EQ(log->tables().size(), 1U) << csv;
  return columnUses(*log, log->tables()[0]);
}

TEST(ColumnUses, takeNumbersThatFormAGridForParameters) {
  EXPECT_THAT(usesOf("q,p,r\n1,10,0.5\n1,20,0.7\n2,10,0.9\n2,20,1.1\n"),
              ElementsAre(Use::Parameter, Use::Parameter, Use::Measurement));
}

TEST(ColumnUses, takeUnitsAndMeasuringWordsForMeasurements) {
  EXPECT_THAT(usesOf("q,x (ms),mem_gb,loss,mean\n1,1,1,1,3\n1,1,1,1,3\n2,1,1,1,4\n2,1,1,1,4\n"),
              ElementsAre(Use::Parameter, Use::Measurement, Use::Measurement, Use::Measurement, Use::Measurement));
}

TEST(ColumnUses, takeTextsAndConstantsForParametersAndOneForTheSubject) {
  EXPECT_THAT(usesOf("causal,backend,note,q,time\ntrue,a,x,7,1.5\nfalse,b,x,7,2.5\n"),
              ElementsAre(Use::Parameter, Use::Subject, Use::Parameter, Use::Parameter, Use::Measurement));
  EXPECT_THAT(usesOf("kind,note,time\nu,x,1.5\nv,x,2.5\n"),
              ElementsAre(Use::Subject, Use::Parameter, Use::Measurement));
}

TEST(ColumnUses, takeTheFirstWholeNumbersForTheSizeWhereNothingElseVaries) {
  EXPECT_THAT(usesOf("q,value,other\n1,0.5,0.1\n2,0.7,0.2\n4,0.9,0.3\n"),
              ElementsAre(Use::Parameter, Use::Measurement, Use::Measurement));
}

TEST(ColumnUses, takeWhatAnotherParameterTellsForAResultOfIt) {
  EXPECT_THAT(usesOf("kind,size,things,t_ms\na,1,10,1\na,2,20,2\nb,1,10,3\nb,2,20,4\n"),
              ElementsAre(Use::Subject, Use::Parameter, Use::Measurement, Use::Measurement));
}

TEST(ColumnUses, passOverTheIndexOfADataFrame) {
  EXPECT_THAT(usesOf(",N,Triton,Torch\n0,256.0,100.5,90.1\n1,512.0,200.25,180.5\n2,1024.0,400.0,300.0\n"),
              ElementsAre(Use::Ignored, Use::Parameter, Use::Measurement, Use::Measurement));
}

TEST(ColumnUses, measureSomethingWhereTheyCan) {
  EXPECT_THAT(usesOf("kind,p,q\na,1,3\na,2,3\nb,1,4\nb,2,4\n"),
              ElementsAre(Use::Subject, Use::Parameter, Use::Measurement));
}

std::vector<SplitName> split(const std::vector<std::string>& names) {
  std::vector<MeasuredColumn> columns;
  for (const std::string& name : names) {
    columns.push_back({name, Quantity::Time, "ns"});
  }
  return splitNames(columns);
}

TEST(SplitNames, takeImplementationsInFrontOrBehind) {
  const auto front = split({"triton_fwd_ms", "my_kernel_fwd_ms"});
  EXPECT_EQ(front[0].metric, "fwd_ms");
  EXPECT_EQ(front[0].implementation, "triton");
  EXPECT_EQ(front[1].implementation, "my_kernel");
  const auto behind = split({"time_torch", "time_naive"});
  EXPECT_EQ(behind[0].metric, "time");
  EXPECT_EQ(behind[1].implementation, "naive");
  const auto units = split({"Triton (ms)", "Torch (ms)"});
  EXPECT_EQ(units[0].metric, "time");
  EXPECT_EQ(units[0].implementation, "Triton");
}

TEST(SplitNames, takeRemarksInParenthesesForPartsOfImplementations) {
  const auto names = split({"triton", "torch (native)", "torch (compiled)"});
  EXPECT_EQ(names[0].metric, names[1].metric);
  EXPECT_EQ(names[1].metric, names[2].metric);
  EXPECT_EQ(names[1].implementation, "torch native");
  EXPECT_EQ(names[2].implementation, "torch compiled");
}

TEST(SplitNames, takePassesWithAndWithoutImplementations) {
  const auto names = split({"triton_fwd_ms", "triton_bwd_ms", "torch_fwd_ms", "torch_bwd_ms"});
  EXPECT_EQ(names[1].metric, "time");
  EXPECT_EQ(names[1].implementation, "triton");
  EXPECT_EQ(names[1].pass, "backward");
  EXPECT_EQ(names[1].withPass, "bwd_ms");
  const auto alone = split({"forward_ms", "backward_ms", "total_ms"});
  EXPECT_EQ(alone[0].metric, "time");
  EXPECT_EQ(alone[0].pass, "forward");
  EXPECT_FALSE(alone[2].isSplit());
}

TEST(SplitNames, leaveWhatAreTwoFiguresOfOneThing) {
  for (const auto& names : std::vector<std::vector<std::string>>{{"min_ms", "max_ms"},
                                                                 {"real_time", "cpu_time"},
                                                                 {"attn_ms", "mlp_ms"},
                                                                 {"triton_p50_ms", "triton_p99_ms"},
                                                                 {"train_loss", "val_loss"},
                                                                 {"Fwd (ms)", "Total (ms)"}}) {
    for (const SplitName& name : split(names)) {
      EXPECT_FALSE(name.isSplit()) << name.metric;
    }
  }
}

TEST(ColumnUses, followAPersonInThatColumnAlone) {
  const auto log =
      logs::readLogText("dtype,d_model,seq_len,fwd_ms\nfp16,64,1,2\nfp16,64,2,4\nfp32,128,1,3\nfp32,128,2,6\n");
  const LogTable& table = log->tables().front();
  const std::vector<ColumnUse> found = columnUses(*log, table);
  std::vector<ColumnUse> wanted = found;
  wanted[1] = ColumnUse::Measurement;
  EXPECT_EQ(columnUses(*log, table, {{"d_model", ColumnUse::Measurement}, {"another", ColumnUse::Ignored}}), wanted);
  EXPECT_EQ(columnUses(*log, table, {{"dtype", ColumnUse::Measurement}}), found) << "no text can be measured";
  const Measurements made = measurementsOf(std::vector{log}, {{"d_model", ColumnUse::Measurement}});
  EXPECT_TRUE(made.metric("d_model"));
  EXPECT_FALSE(made.dimension("d_model"));
}

TEST(FoundColumns, sayWhatEachIsAndWhereItWent) {
  const auto log = logs::readLogText("seq_len,note,triton_ms,torch_ms\n1,a,4,2\n2,a,4,3\n4,a,4,8\n");
  const ColumnWishes wishes{{"note", ColumnUse::Ignored}};
  const Measurements made = measurementsOf(std::vector{log}, wishes);
  const std::vector<FoundColumn> columns = foundColumns(std::vector{log}, wishes, made);
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns[0].dimension, made.dimension("seq_len"));
  EXPECT_EQ(columns[0].values, 3U);
  EXPECT_EQ(columns[0].firstValues, (std::vector<std::string>{"1", "2", "4"}));
  EXPECT_FALSE(columns[0].isChanged());
  EXPECT_TRUE(columns[1].isText);
  EXPECT_TRUE(columns[1].isChanged());
  ASSERT_NE(columns[2].split, nullptr);
  EXPECT_EQ(columns[2].split->at.front().second, "triton");
  EXPECT_EQ(columns[2].metric, std::optional<std::size_t>(columns[2].split->metric));
}

TEST(Measurements, neverPutTwoRowsIntoOneCell) {
  const auto log = logs::readLogText("model,n,time_ms\na,1,2\na,1,4\na,2,5\nb,1,3\nb,2,6\n");
  const Measurements made = measurementsOf(std::vector{log});
  ASSERT_TRUE(made.dimension("repeat"));
  EXPECT_EQ(made.dimensions[*made.dimension("repeat")].values.size(), 2U);
  for (const PivotRequest& request : suggestedViews(made)) {
    EXPECT_EQ(pivot(made, request).repeated(), 0U);
  }
}

TEST(Measurements, ofRunsThatAreNumberedAreRepetitions) {
  const auto log = logs::readLogText(
      "provider,seq,run,time_ms\na,1,1,2.0\na,1,2,2.2\nb,1,1,2.1\nb,1,2,2.3\na,2,1,3\na,2,2,3\nb,2,1,5\nb,2,2,5\n");
  const Measurements made = measurementsOf(std::vector{log});
  const std::vector<PivotRequest> views = suggestedViews(made);
  ASSERT_EQ(views.size(), 1U) << "runs are no axis";
  const Pivot shown = pivot(made, views.front());
  ASSERT_EQ(shown.cells.size(), 4U);
  EXPECT_EQ(shown.repeated(), 4U);
  EXPECT_DOUBLE_EQ(shown.cell(0, 0).value, 2.1e6);
  EXPECT_TRUE(shown.cell(0, 0).isTied) << "2.0 to 2.2 ms against 2.1 to 2.3 ms";
  EXPECT_TRUE(shown.cell(0, 1).isWinner());
}

TEST(Measurements, ofRunsAloneAreShownByRun) {
  const Measurements made = measurementsOf(std::vector{logs::readLogText("run,time_ms\n1,2\n2,3\n3,4\n")});
  const std::vector<PivotRequest> views = suggestedViews(made);
  ASSERT_EQ(views.size(), 1U);
  EXPECT_EQ(pivot(made, views.front()).columns.size(), 3U);
}

TEST(Measurements, ofEqualRowsAreRepetitionsIfTheyAgree) {
  const auto isRepetition = [](const std::string& text) {
    const Measurements made = measurementsOf(std::vector{logs::readLogText(text)});
    return made.dimensions[made.dimension("repeat").value()].isRepetition;
  };
  EXPECT_TRUE(isRepetition("model,n,time_ms\na,1,2\na,1,2.5\nb,1,3\nb,1,3.5\n"));
  EXPECT_FALSE(isRepetition("model,n,time_ms\na,1,2\na,1,9\nb,1,3\nb,1,12\n")) << "something else tells them apart";
}

TEST(Measurements, ofRowsThatDisagreeOneIsShown) {
  const Measurements made = measurementsOf(
      std::vector{logs::readLogText("model,n,time_ms\na,1,2\na,1,9\nb,1,3\nb,1,12\na,2,2\na,2,9\nb,2,3\nb,2,12\n")});
  const std::vector<PivotRequest> views = suggestedViews(made);
  ASSERT_EQ(views.size(), 1U) << "the number of a row is no axis";
  EXPECT_EQ(made.dimensions[*views.front().columns].key, "n");
  EXPECT_EQ(pivot(made, views.front()).repeated(), 0U);
}

TEST(Measurements, ofSectionsImplementationsCompete) {
  const auto log = logs::readLogText(
      "=== bench causal ===\nrun 1: flash 1.01 ms, eager 2.30 ms\nrun 2: flash 1.05 ms, eager 2.25 ms\n"
      "=== bench full ===\nrun 1: flash 4.01 ms, eager 3.30 ms\nrun 2: flash 4.05 ms, eager 3.25 ms\n");
  const Measurements made = measurementsOf(std::vector{log});
  const std::vector<PivotRequest> views = suggestedViews(made);
  ASSERT_FALSE(views.empty());
  const Pivot shown = pivot(made, views.front());
  ASSERT_EQ(shown.cells.size(), 4U);
  EXPECT_TRUE(shown.cell(0, 0).isWinner());
  EXPECT_FALSE(shown.cell(0, 1).isWinner());
  EXPECT_TRUE(shown.cell(1, 1).isWinner()) << "in each section one";
}

}  // namespace
}  // namespace kernline::test
