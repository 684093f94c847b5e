// SPDX-License-Identifier: GPL-3.0-or-later
// What people want compared is found in files as they have them.
#include "core/compare/tables/comparison_views.h"
#include "core/compare/tables/measurements.h"
#include "core/compare/tables/pivot.h"
#include "core/import/log/read_log.h"
#include "core/import/records/read_records.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

/// Values of a dimension, in their order.
std::vector<std::string> valuesOf(const Measurements& made, const std::string& key) {
  const auto dimension = made.dimension(key);
  std::vector<std::string> values;
  for (std::size_t i = 0; dimension && i < made.dimensions[*dimension].values.size(); ++i) {
    values.push_back(made.dimensions[*dimension].values[i].text);
  }
  return values;
}

Pivot firstView(const Measurements& made) {
  const std::vector<PivotRequest> views = suggestedViews(made);
  return views.empty() ? Pivot{} : pivot(made, views.front());
}

std::string dimensionOf(const Measurements& made, std::optional<std::size_t> number) {
  return number ? made.dimensions[*number].key : std::string{};
}

Measurements ofText(const std::string& text) {
  return measurementsOf(std::vector{logs::readLogText(text)});
}

/// Measurements of two files in one folder.
Measurements ofFiles(const std::string& one, const std::string& other) {
  const TemporaryFolder folder;
  folder.add("before.log", one);
  folder.add("after.log", other);
  std::vector<std::shared_ptr<const Log>> logs;
  for (const char* name : {"before.log", "after.log"}) {
    auto document = openDocument(folder / name);
    if (document) {
      logs.push_back(std::get<std::shared_ptr<const Log>>(*document));
    }
  }
  return measurementsOf(logs);
}

TEST(FoundComparisons, areOfTwoFilesWithOneValueEach) {
  const Measurements made = ofFiles("Throughput: 100 tok/s\n", "Throughput: 150 tok/s\n");
  const Pivot view = firstView(made);
  EXPECT_EQ(dimensionOf(made, view.request.columns), "file");
  ASSERT_THAT(view.cells, SizeIs(2));
  EXPECT_FALSE(view.cells[0].isBest);
  EXPECT_TRUE(view.cells[1].isBest);
}

TEST(FoundComparisons, showBothOfTwoFilesWithTheSameGrid) {
  const std::string one = "model,batch,time_ms\na,1,2\na,2,4\nb,1,3\nb,2,5\n";
  const std::string other = "model,batch,time_ms\na,1,1\na,2,2\nb,1,6\nb,2,7\n";
  const Measurements made = ofFiles(one, other);
  const std::vector<PivotRequest> views = suggestedViews(made);
  ASSERT_THAT(views, SizeIs(2)) << "one for each model";
  EXPECT_EQ(dimensionOf(made, views[0].rows), "file");
  EXPECT_EQ(dimensionOf(made, views[0].columns), "batch_size");
}

TEST(FoundComparisons, areOfBlocksBelowHeadings) {
  const Measurements made = ofText("# eager\n\nLatency: 12 ms\n\n# compiled\n\nLatency: 8 ms\n");
  const Pivot view = firstView(made);
  EXPECT_EQ(dimensionOf(made, view.request.columns), "section");
  ASSERT_THAT(view.cells, SizeIs(2));
  EXPECT_TRUE(view.cells[1].isBest);
}

TEST(FoundComparisons, areAlongOptionsOfCommandsAboveResults) {
  const Measurements made = ofText(
      "$ python serve.py --num-prompts 200 --output a.json\nLatency: 5 ms\n"
      "$ python serve.py --num-prompts 400 --output b.json\nLatency: 7 ms\n");
  EXPECT_THAT(valuesOf(made, "num-prompts"), ElementsAre("200", "400"));
  EXPECT_FALSE(made.dimension("output")) << "a file is no axis";
}

TEST(FoundComparisons, takeSizesInHeadsForADimension) {
  const Measurements made = ofText("model,64,128\na,1.5,2.5\nb,2.5,4.5\n");
  ASSERT_THAT(made.metrics, SizeIs(1));
  EXPECT_THAT(valuesOf(made, "size"), ElementsAre("64", "128"));
  const Measurements named = ofText("model,batch=2,batch=4\na,1.5,2.5\nb,2.5,4.5\n");
  EXPECT_THAT(valuesOf(named, "batch_size"), ElementsAre("2", "4"));
}

TEST(FoundComparisons, leaveOutWhatOnlyIdentifiesRuns) {
  const Measurements made = ofText(
      "timestamp,run_id,git_hash,model,batch,tok_s\n"
      "2024-05-01 10:00:00,a1b2c3d4,9f8e7d6c,a,1,50\n2024-05-01 10:01:00,a1b2c3d5,9f8e7d6d,a,2,90\n"
      "2024-05-01 10:02:00,b1b2c3d6,8f8e7d6c,b,1,60\n2024-05-01 10:03:00,b1b2c3d7,8f8e7d6d,b,2,99\n");
  EXPECT_FALSE(made.dimension("timestamp"));
  EXPECT_FALSE(made.dimension("run_id"));
  EXPECT_FALSE(made.dimension("git_hash"));
  EXPECT_THAT(valuesOf(made, "subject"), ElementsAre("a", "b"));
}

TEST(FoundComparisons, haveOneAxisOfColumnsThatSayTheSame) {
  const Measurements made = ofText("M,N,K,triton_ms,torch_ms\n1,1,1,2,3\n2,2,2,4,5\n4,4,4,8,9\n");
  EXPECT_TRUE(made.dimension("M"));
  EXPECT_FALSE(made.dimension("N"));
  EXPECT_FALSE(made.dimension("K"));
}

TEST(FoundComparisons, takeRunsInFrontOfMetricsApart) {
  const Measurements made =
      ofText("Step,fast - loss,fast - loss__MIN,slow - loss\n0,2.5,2.5,2.75\n10,1.5,1.5,1.75\n20,1.25,1.25,1.5\n");
  ASSERT_THAT(made.metrics, SizeIs(1));
  EXPECT_THAT(valuesOf(made, "implementation"), ElementsAre("fast", "slow"));
}

TEST(FoundComparisons, putFailedRunsAtTheirPlace) {
  const Measurements made = ofText("model,batch,time_ms\na,1,2\na,2,OOM\nb,1,3\nb,2,5\n");
  const Pivot view = firstView(made);
  ASSERT_THAT(view.cells, SizeIs(4));
  EXPECT_EQ(view.cell(0, 1).status, CellStatus::Failed);
}

TEST(FoundComparisons, neverPreferACommandThatFailedInEveryRun) {
  const auto log = records::readRecordsText(R"({"results": [
    {"command": "good", "mean": 2.0, "stddev": 0.1, "exit_codes": [0, 0]},
    {"command": "broken", "mean": 0.01, "stddev": 0.001, "exit_codes": [2, 2]}]})");
  ASSERT_TRUE(log);
  const Measurements made = measurementsOf(std::vector{log});
  const Pivot view = firstView(made);
  ASSERT_THAT(view.cells, SizeIs(2));
  EXPECT_TRUE(view.cells[0].isBest);
  EXPECT_EQ(view.cells[1].status, CellStatus::Failed);
  ASSERT_THAT(made.failures, SizeIs(1));
  EXPECT_EQ(made.failures[0].text, "2 of 2 runs failed: exit code 2");
}

TEST(FoundComparisons, callAWinnerWithinTheNoiseATie) {
  const Measurements made = ofText("name,time_mean,time_std\na,10,0.5\nb,10.25,0.5\nc,20,0.5\n");
  const Pivot view = firstView(made);
  ASSERT_THAT(view.cells, SizeIs(3));
  EXPECT_TRUE(view.cells[0].isBest);
  EXPECT_FALSE(view.cells[0].isWinner());
  EXPECT_TRUE(view.cells[1].isTied);
  EXPECT_FALSE(view.cells[2].isTied);
}

TEST(FoundComparisons, doNotFillADiagonal) {
  const Measurements made = ofText(
      "$ python serve.py --num-prompts 200 --rate 2\nLatency: 5 ms\n"
      "$ python serve.py --num-prompts 400 --rate 4\nLatency: 7 ms\n");
  EXPECT_THAT(firstView(made).rows, SizeIs(1));
}

}  // namespace
}  // namespace kernline::test
