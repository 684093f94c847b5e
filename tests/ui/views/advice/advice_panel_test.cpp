// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/advice/advice_panel.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/model/format/quantity.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/advice/advice_model.h"
#include "ui/views/work/work_device.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

using test::cell;

class AdvicePanelTest : public test::PanelTest<AdvicePanel> {
 protected:
  QTreeView& tree() { return child<QTreeView>("adviceView"); }
  const AdviceTable& table() { return *qobject_cast<AdviceModel*>(tree().model())->table(); }
  QModelIndex top(int row) { return tree().model()->index(row, 0); }
};

TEST_F(AdvicePanelTest, showsEachRowWithItsEvidenceAndItsPlaces) {
  open("h200-profiler-steps.json.gz");
  ASSERT_FALSE(table().advice().rows.empty());
  EXPECT_GT(table().advice().steps, 0U);
  const AdviceRow& first = table().advice().rows.front();
  EXPECT_EQ(cell(top(0), AdviceModel::Name), first.title.english());
  EXPECT_FALSE(cell(top(0), AdviceModel::Bound).empty());
  EXPECT_FALSE(tree().isExpanded(top(0))) << "the ranking comes first";
  EXPECT_EQ(tree().model()->rowCount(top(0)),
            static_cast<int>(first.evidence.size() + first.causes.size() + first.places.size()));
  EXPECT_EQ(cell(tree().model()->index(0, 0, top(0)), AdviceModel::Name), first.evidence.front().english());
}

TEST_F(AdvicePanelTest, asksWhatSelectedRowsSaveTogether) {
  open("h200-profiler-steps.json.gz");
  ASSERT_GT(tree().model()->rowCount(), 2);
  QString asked;
  QObject::connect(&m_panel, &AdvicePanel::whatIfRequested, &m_panel, [&](const QString& change) { asked = change; });
  auto* button = m_panel.findChild<QToolButton*>(QStringLiteral("adviceWhatIf"));
  tree().clearSelection();
  EXPECT_FALSE(button->isEnabled());
  QTest::mouseClick(tree().viewport(), Qt::LeftButton, Qt::NoModifier, tree().visualRect(top(0)).center());
  QTest::mouseClick(tree().viewport(), Qt::LeftButton, Qt::ControlModifier, tree().visualRect(top(2)).center());
  ASSERT_TRUE(button->isEnabled());
  QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_EQ(asked, QStringLiteral("advice:1,3=follow"));
}

TEST_F(AdvicePanelTest, showsTheCausesOfHostBoundTimeBelowIt) {
  open("h200-profiler-steps.json.gz");
  const std::vector<AdviceRow>& rows = table().advice().rows;
  const auto host = std::ranges::find(rows, AdviceKind::HostBound, &AdviceRow::kind);
  ASSERT_NE(host, rows.end());
  ASSERT_GT(host->causes.size(), 1U);
  const QModelIndex row = top(static_cast<int>(host - rows.begin()));
  const QModelIndex cause = tree().model()->index(static_cast<int>(host->evidence.size()), 0, row);
  EXPECT_EQ(cell(cause, AdviceModel::Name), host->causes.front().title.english());
  EXPECT_FALSE(cell(cause, AdviceModel::Bound).empty());
  tree().setFocus();
  tree().setCurrentIndex(cause);
  QTest::keyClick(&tree(), Qt::Key_Return);
  EXPECT_EQ(m_asked, host->causes.front().places.front().span);
}

TEST_F(AdvicePanelTest, saysWhatIsLeftWithoutTheProfilerAndOrdersRowsByIt) {
  open("h200-profiler-steps.json.gz");
  const Advice& advice = table().advice();
  ASSERT_TRUE(advice.shorterStep());
  const std::string counts = m_panel.findChild<QLabel*>(QStringLiteral("adviceCounts"))->toolTip().toStdString();
  EXPECT_NE(counts.find("about " + formatDuration(advice.shorterStep()->time.likely) + " without the profiler"),
            std::string::npos)
      << counts;
  bool isLess = false;
  Duration before{INT64_MAX};
  for (std::size_t row = 0; row < advice.rows.size(); ++row) {
    const AdviceRow& shown = advice.rows[row];
    EXPECT_EQ(cell(top(static_cast<int>(row)), AdviceModel::Likely), formatDuration(advice.mean(shown.likely)));
    if (!shown.isOfThroughput()) {  // these are sorted by their bounds
      EXPECT_LE(shown.likely, before);
      before = shown.likely;
    }
    isLess = isLess || shown.likely < shown.bound;
  }
  EXPECT_TRUE(isLess);
}

TEST_F(AdvicePanelTest, enterGoesToThePlace) {
  open("h200-profiler-steps.json.gz");
  const AdviceRow& first = table().advice().rows.front();
  tree().setFocus();
  tree().setCurrentIndex(top(0));
  QTest::keyClick(&tree(), Qt::Key_Return);
  EXPECT_EQ(m_asked, first.places.front().span);
  tree().setCurrentIndex(tree().model()->index(tree().model()->rowCount(top(0)) - 1, 0, top(0)));
  QTest::keyClick(&tree(), Qt::Key_Return);
  EXPECT_EQ(m_asked, first.places.back().span);
}

TEST_F(AdvicePanelTest, aRangeIsLookedAtInsteadOfSteps) {
  open("h200-profiler-steps.json.gz");
  const TimeRange whole = m_trace->bounds();
  const std::shared_ptr<const WorkModel> model = causesOf(m_trace)->work();
  m_panel.setChosenRange(TimeRange{whole.begin, whole.begin + Duration{whole.length().ns / 2}});
  ASSERT_TRUE(settles());
  EXPECT_EQ(table().advice().steps, 0U);
  EXPECT_GT(table().advice().elapsed.ns, 0);
  EXPECT_LE(table().advice().elapsed.ns, whole.length().ns / 2) << "from the first work on";
  EXPECT_EQ(causesOf(m_trace)->work(), model) << "the work is modeled once";
}

TEST_F(AdvicePanelTest, aRangeThatIsAStepHasTheWorkLaunchedInIt) {
  open("h200-profiler-steps.json.gz");
  const std::vector<Step>& steps = table().found().steps;
  ASSERT_GT(steps.size(), 1U);
  m_panel.setChosenRange(steps[1].range);
  ASSERT_TRUE(settles());
  EXPECT_EQ(table().advice().steps, 1U);
  AdviceQuery query{.steps = table().found().steps, .asked = StepNumbers{.first = 1, .last = 1}};
  const std::shared_ptr<const WorkModel> model = causesOf(m_trace)->work();
  const ReferenceDevice held = deviceCeilings(*m_trace, {});
  const Advice asked = advise(*causesOf(m_trace), *model, WorkMeter(*m_trace, *model, held.ceilings), query);
  EXPECT_EQ(table().advice().elapsed, asked.elapsed);
  EXPECT_EQ(table().advice().rows.size(), asked.rows.size());
  m_panel.setChosenRange(TimeRange{steps[1].range.begin, steps[1].range.end - Duration{1}});
  ASSERT_TRUE(settles());
  EXPECT_EQ(table().advice().steps, 0U) << "any other range goes by time";
}

TEST_F(AdvicePanelTest, saysWhatIsLeftOut) {
  open("h200-profiler-steps.json.gz");
  ASSERT_FALSE(table().advice().rows.empty());
  QLabel& leftOut = *m_panel.findChild<QLabel*>(QStringLiteral("adviceLeftOut"));
  EXPECT_TRUE(leftOut.isVisible());
  EXPECT_THAT(leftOut.text(), test::mentions("first-step-before-recorded-work", test::anyValue));
  m_panel.setChosenRange(m_trace->bounds());
  ASSERT_TRUE(settles());
  EXPECT_TRUE(leftOut.isHidden()) << "a range has no steps";
}

TEST_F(AdvicePanelTest, saysWhereItCannotJudge) {
  open("h200-cuda-graph.json.gz");
  EXPECT_FALSE(tree().isVisible());
  const QStringList lines = m_panel.findChild<QLabel*>(QStringLiteral("adviceEmpty"))->text().split(u'\n');
  EXPECT_THAT(lines.value(0), test::says("cannot-judge-by-roofline", "4.3 %"));
  EXPECT_TRUE(lines.value(1).contains(QStringLiteral("Add graph capture"))) << lines.value(1).toStdString();
}

TEST_F(AdvicePanelTest, saysWhyThereIsNothing) {
  open("chrome-trivial.json");
  EXPECT_FALSE(tree().isVisible());
  EXPECT_FALSE(m_panel.findChild<QToolButton*>(QStringLiteral("adviceGo"))->isEnabled());
  EXPECT_TRUE(
      m_panel.findChild<QLabel*>(QStringLiteral("adviceEmpty"))->text().startsWith(QStringLiteral("No savings")));
}

}  // namespace
}  // namespace kernline::ui
