// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/whatif_panel.h"

#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/whatif/advice_ticks.h"
#include "ui/views/whatif/advice_ticks_model.h"
#include "ui/views/whatif/whatif_model.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QStyleOptionViewItem>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {
namespace {

using test::cell;
using testing::HasSubstr;

class WhatIfPanelTest : public test::PanelTest<WhatIfPanel> {
 protected:
  QTreeView& tree() { return child<QTreeView>("whatIfView"); }
  QLineEdit& typed() { return child<QLineEdit>("whatIfTyped"); }
  QToolButton& button(const char* name) { return child<QToolButton>(name); }
  const WhatIfTable& table() { return *qobject_cast<WhatIfModel*>(tree().model())->table(); }
  AdviceTicks& ticks() { return child<AdviceTicks>("whatIfTicks"); }
  /// By the mouse, on its box.
  void tick(int row) {
    const QRect cell = ticks().visualRect(ticks().model()->index(row, AdviceTicksModel::Title));
    QStyleOptionViewItem option;
    option.initFrom(&ticks());
    option.rect = cell;
    option.features = QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::HasDisplay;
    const QRect box = ticks().style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, &ticks());
    QTest::mouseClick(ticks().viewport(), Qt::LeftButton, {}, box.center());
    ASSERT_TRUE(settles());
  }
  QModelIndex top(int row) { return tree().model()->index(row, 0); }
  void enter(const char* changes) {
    type("whatIfTyped", changes);
    QTest::keyClick(&typed(), Qt::Key_Return);
    ASSERT_TRUE(settles());
  }
};

TEST_F(WhatIfPanelTest, showsTheStepAsRecordedAndWithoutTheProfiler) {
  open("h200-profiler-steps.json.gz");
  ASSERT_EQ(tree().model()->rowCount(), 2);
  EXPECT_EQ(cell(top(0), WhatIfModel::Name), "As recorded");
  EXPECT_EQ(cell(top(1), WhatIfModel::Name), "Without the profiler");
  EXPECT_THAT(cell(top(1), WhatIfModel::Range), HasSubstr(" to "));
  EXPECT_TRUE(cell(top(1), WhatIfModel::Saved).empty());
  EXPECT_GT(tree().model()->rowCount(top(1)), 5);
  EXPECT_THAT(cell(tree().model()->index(0, 0, top(1)), WhatIfModel::Name), HasSubstr("Recording of "));
  EXPECT_FALSE(button("whatIfAdd").isEnabled());
  EXPECT_FALSE(button("whatIfRemove").isEnabled());
}

TEST_F(WhatIfPanelTest, marksARangeWiderThanTheStep) {
  open("../data/traces/torch/hta_backward_thread.json");
  EXPECT_THAT(cell(top(1), WhatIfModel::Range), HasSubstr(", doubtful"));
}

TEST_F(WhatIfPanelTest, standsScenariosSideBySideAndRemovesThem) {
  open("h200-profiler-steps.json.gz");
  enter("launch=graph");
  enter("kernel=x0.5; launch=graph");
  ASSERT_EQ(tree().model()->rowCount(), 4);
  EXPECT_EQ(cell(top(2), WhatIfModel::Name), "launch=graph");
  EXPECT_FALSE(cell(top(2), WhatIfModel::Saved).empty());
  EXPECT_TRUE(tree().isExpanded(top(3))) << "what decides it now";
  tree().setFocus();
  tree().setCurrentIndex(top(2));
  EXPECT_TRUE(button("whatIfRemove").isEnabled());
  QTest::keyClick(&tree(), Qt::Key_Delete);
  ASSERT_TRUE(settles());
  ASSERT_EQ(tree().model()->rowCount(), 3);
  EXPECT_EQ(cell(top(2), WhatIfModel::Name), "kernel=x0.5; launch=graph");
}

TEST_F(WhatIfPanelTest, sumsTheCriticalPathByWhatOneChooses) {
  open("h200-profiler-steps.json.gz");
  QComboBox& by = *m_panel.findChild<QComboBox*>(QStringLiteral("whatIfBy"));
  by.setFocus();
  QTest::keyClicks(&by, QStringLiteral("by k"));
  EXPECT_EQ(by.currentText(), QStringLiteral("By kind"));
  ASSERT_TRUE(settles());
  std::vector<std::string> kinds;
  for (int row = 0; row < tree().model()->rowCount(top(1)); ++row) {
    kinds.push_back(cell(tree().model()->index(row, 0, top(1)), WhatIfModel::Name));
  }
  EXPECT_THAT(kinds, testing::Contains("host"));
  EXPECT_THAT(kinds, testing::Not(testing::Contains("Host, outside of all calls")));
  EXPECT_LT(kinds.size(), 14U);
}

TEST_F(WhatIfPanelTest, showsTheSlackOfWorkOffThePath) {
  open("h200-profiler-steps.json.gz");
  const int last = tree().model()->rowCount(top(1)) - 1;
  const QModelIndex head = tree().model()->index(last, 0, top(1));
  ASSERT_EQ(cell(head, WhatIfModel::Name), "Off the critical path");
  ASSERT_GT(tree().model()->rowCount(head), 0);
  const QModelIndex hidden = tree().model()->index(0, 0, head);
  EXPECT_THAT(cell(hidden, WhatIfModel::Range), HasSubstr("slack "));
  EXPECT_FALSE(cell(hidden, WhatIfModel::PerStep).empty());
  EXPECT_TRUE(cell(hidden, WhatIfModel::Share).empty());
}

TEST_F(WhatIfPanelTest, goesToTheLongestPieceOfARow) {
  open("h200-profiler-steps.json.gz");
  const QModelIndex without = top(1);
  tree().setFocus();
  for (int child = 0; child < tree().model()->rowCount(without); ++child) {
    const QModelIndex index = tree().model()->index(child, 0, without);
    tree().setCurrentIndex(index);
    if (button("whatIfGo").isEnabled()) {
      QTest::keyClick(&tree(), Qt::Key_Return);
      EXPECT_EQ(m_asked, table().target(qobject_cast<WhatIfModel*>(tree().model())->rowOf(index)));
      return;
    }
  }
  FAIL() << "no row leads anywhere";
}

TEST_F(WhatIfPanelTest, saysWhatIsWrongWithAScenario) {
  open("h200-profiler-steps.json.gz");
  enter("kernel:zzz=none");
  EXPECT_THAT(cell(top(2), WhatIfModel::Name), test::says("selector-matches-nothing", "kernel:zzz=none"));
  EXPECT_TRUE(cell(top(2), WhatIfModel::PerStep).empty());
  enter("gemm");
  EXPECT_THAT(cell(top(3), WhatIfModel::Name), test::mentions("no-change-for-selector", test::anyValue));
}

TEST_F(WhatIfPanelTest, followsTickedRowsTogether) {
  open("h200-profiler-steps.json.gz");
  ASSERT_GE(ticks().model()->rowCount(), 2);
  tick(0);
  ASSERT_EQ(tree().model()->rowCount(), 3);
  const std::string first = cell(ticks(), 0, AdviceTicksModel::Title);
  EXPECT_EQ(cell(top(2), WhatIfModel::Name), first);
  EXPECT_TRUE(tree().isExpanded(top(2)));
  ticks().setFocus();
  ticks().setCurrentIndex(ticks().model()->index(1, 0));
  QTest::keyClick(&ticks(), Qt::Key_Space);
  ASSERT_TRUE(settles());
  ASSERT_EQ(tree().model()->rowCount(), 3) << "one scenario of both";
  EXPECT_EQ(cell(top(2), WhatIfModel::Name), first + " + " + cell(ticks(), 1, AdviceTicksModel::Title));
  EXPECT_EQ(cell(top(2), WhatIfModel::Name, Qt::ToolTipRole), cell(top(2), WhatIfModel::Name) + "\nadvice:1,2=follow");
  tick(0);
  tick(1);
  EXPECT_EQ(tree().model()->rowCount(), 2);
}

TEST_F(WhatIfPanelTest, keepsTheScenarioOfTickedRows) {
  open("h200-profiler-steps.json.gz");
  EXPECT_FALSE(button("whatIfAdd").isEnabled());
  tick(0);
  EXPECT_TRUE(button("whatIfAdd").isEnabled());
  QTest::mouseClick(&button("whatIfAdd"), Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(ticks().model()->index(0, 0).data(Qt::CheckStateRole).toInt(), Qt::Unchecked);
  ASSERT_EQ(tree().model()->rowCount(), 3);
  const std::string saved = cell(top(2), WhatIfModel::Saved);
  tick(1);
  ASSERT_EQ(tree().model()->rowCount(), 4) << "side by side";
  EXPECT_EQ(cell(top(2), WhatIfModel::Saved), saved);
  tree().setFocus();
  QTest::keyClick(&tree(), Qt::Key_Delete);  // the last row is the current one
  ASSERT_TRUE(settles());
  EXPECT_EQ(tree().model()->rowCount(), 3);
  EXPECT_EQ(ticks().model()->index(1, 0).data(Qt::CheckStateRole).toInt(), Qt::Unchecked);
}

TEST_F(WhatIfPanelTest, goesToTheExampleOfAdvice) {
  open("h200-profiler-steps.json.gz");
  for (int row = 0; row < ticks().model()->rowCount() && m_asked == SpanId::none; ++row) {
    ticks().setFocus();
    ticks().setCurrentIndex(ticks().model()->index(row, 0));
    QTest::keyClick(&ticks(), Qt::Key_Return);
  }
  EXPECT_NE(m_asked, SpanId::none);
}

TEST_F(WhatIfPanelTest, namesAdviceOfATypedChange) {
  open("h200-profiler-steps.json.gz");
  enter("advice:1=follow; launch=graph");
  EXPECT_EQ(cell(top(2), WhatIfModel::Name), cell(ticks(), 0, AdviceTicksModel::Title) + "; launch=graph");
}

TEST_F(WhatIfPanelTest, offersItsButtonsInAMenu) {
  open("h200-profiler-steps.json.gz");
  enter("launch=graph");
  std::vector<std::string> saved;
  QObject::connect(&m_panel, &WhatIfPanel::exportRequested, &m_panel,
                   [&](const WhatIfScenario& scenario) { saved.push_back(scenario.changes.toStdString()); });
  QTest::mouseClick(&button("whatIfExport"), Qt::LeftButton);
  const QPoint at = tree().visualRect(top(1)).center();
  QTest::mouseClick(tree().viewport(), Qt::LeftButton, {}, at);
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, tree().viewport()->mapToGlobal(at));
  QApplication::sendEvent(tree().viewport(), &event);
  auto& menu = child<QMenu>("whatIfMenu");
  const QList<QAction*> actions = menu.actions();
  ASSERT_EQ(actions.size(), 6);
  EXPECT_FALSE(actions.last()->isEnabled()) << "the run without the profiler is no scenario";
  for (int i = 0; i < 5; ++i) {
    QTest::keyClick(&menu, Qt::Key_Down);
    if (menu.activeAction() == actions[4]) {
      break;
    }
  }
  QTest::keyClick(&menu, Qt::Key_Return);
  EXPECT_EQ(saved, (std::vector<std::string>{"launch=graph", ""}));
}

TEST_F(WhatIfPanelTest, saysWhyATraceCannotBeReplayed) {
  open("chrome-trivial.json");
  EXPECT_FALSE(tree().isVisible());
  EXPECT_FALSE(ticks().isVisible());
  EXPECT_EQ(tree().model()->rowCount(), 0);
}

}  // namespace
}  // namespace kernline::ui
