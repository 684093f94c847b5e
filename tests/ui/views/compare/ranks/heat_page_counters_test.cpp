// SPDX-License-Identifier: GPL-3.0-or-later
// Counters in the heat map of the window: what is bad of them, and digests that have none.
#include "tests/ui/views/compare/ranks/heat_page_fixture.h"
#include "ui/views/compare/ranks/heat_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QTableView>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace kernline::ui {
namespace {

/// Changes a digest into the form of a former Kernline.
void takeCounters(const std::string& digest) {
  auto json = nlohmann::json::parse(test::readDecoded(digest));
  json["ranks"].erase("counters");
  json["ranks"].erase("counters_left_out");
  std::filesystem::remove(digest);
  std::ofstream(digest) << json.dump();
}

class HeatMapCounters : public HeatMapPage {
 protected:
  /// A counter of three ranks, low in the second step of rank 2.
  void addLoad() {
    for (int rank = 0; rank < 3; ++rank) {
      std::string samples;
      for (int i = 0; i <= 60; ++i) {
        samples += fmt::format(R"~(,{{"ph":"C","name":"Load (%)","pid":{},"ts":{},"args":{{"Load (%)":{}}}}})~", rank,
                               900 + 1000 * i, rank == 2 && i >= 20 && i < 40 ? 30.5 : 80.0 + rank);
      }
      const std::string name = fmt::format("train_rank{}.json", rank);
      std::string text = heatRank(rank);
      m_folder.add(name, text.insert(text.rfind("]}"), samples));
      ASSERT_TRUE(digestTrace(m_folder / name, m_digests.path(), true, {}));
    }
  }
};

TEST_F(HeatMapCounters, showsACounterOfTheTraces) {
  addLoad();
  openDigests();
  EXPECT_FALSE(page().choose("counter:Lode"));
  ASSERT_TRUE(page().choose("counter:Load") && settles());
  EXPECT_EQ(heat().textOf({2, 1}), QStringLiteral("Rank 2, ProfilerStep#1\nLoad (%): 30.5 %\n"
                                                  "Median of the ranks: 80 %\n49.5 % less than the median"));
  EXPECT_EQ(heat().textOf({3, 1}),
            QStringLiteral("Rank 3, ProfilerStep#1\nLoad (%): no data\nMedian of the ranks: 80 %"));
}

TEST_F(HeatMapCounters, saysThatFormerDigestsHaveNoCounters) {
  addLoad();
  for (int rank = 1; rank < heatRanks; ++rank) {
    takeCounters(m_digests / fmt::format("train_rank{}.json.digest.json.gz", rank));
  }
  openDigests();
  ASSERT_TRUE(page().choose("counter:Load") && settles());
  EXPECT_THAT(heat().textOf({2, 1}).toStdString(), ::testing::HasSubstr("Load (%): not in this digest"));
  takeCounters(m_digests / "train_rank0.json.digest.json.gz");
  tabs().closeTab(0);
  openDigests();
  EXPECT_FALSE(page().choose("counter:Load"));
  auto* metric = child<QComboBox>("heatMetric");
  const int last = metric->count() - 1;
  EXPECT_EQ(metric->itemText(last), QStringLiteral("No counters: digest again"));
  EXPECT_FALSE(metric->model()->flags(metric->model()->index(last, 0)).testFlag(Qt::ItemIsEnabled));
}

TEST_F(HeatMapCounters, aPersonSaysWhatIsBadOfACounter) {
  addLoad();
  openDigests();
  auto* low = child<QCheckBox>("heatLowBad");
  EXPECT_FALSE(low->isEnabled()) << "of compute everybody knows";
  EXPECT_FALSE(low->isChecked());
  ASSERT_TRUE(page().choose("counter:Load") && settles());
  choose("heatSort", QStringLiteral("Worst first"));
  EXPECT_TRUE(low->isEnabled());
  EXPECT_EQ(heat().heat().layout.places.front(), 1U);
  EXPECT_EQ(heat().heat().map->badness(30.5), 0);
  QTest::mouseClick(low, Qt::LeftButton, {}, {low->height() / 2, low->height() / 2});
  ASSERT_TRUE(settles());
  EXPECT_TRUE(low->isChecked());
  EXPECT_EQ(heat().heat().layout.places.front(), 2U);
  EXPECT_EQ(heat().heat().map->badness(30.5), 1);
  auto* outliers = child<QTableView>("heatOutliers");
  QTest::mouseClick(outliers->viewport(), Qt::LeftButton, {},
                    outliers->visualRect(outliers->model()->index(0, 0)).center());
  EXPECT_EQ(heat().current(), (HeatCell{2, 1})) << "the outlier's worst step is that of the low load";
  choose("heatMetric", titleOf(HeatMetric::Bandwidth));
  EXPECT_FALSE(low->isEnabled());
  EXPECT_TRUE(low->isChecked());
  ASSERT_TRUE(page().choose("counter:Load") && settles());
  EXPECT_TRUE(heat().heat().map->isLowBad()) << "as it was said before";
}

}  // namespace
}  // namespace kernline::ui
