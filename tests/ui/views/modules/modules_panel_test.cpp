// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules/modules_panel.h"

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/modules/modules_model.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::cell;

class ModulesPanelTest : public test::PanelTest<ModulesPanel> {
 protected:
  QTreeView& tree() { return child<QTreeView>("modulesView"); }
  const ModulesTable& table() { return *qobject_cast<ModulesModel*>(tree().model())->table(); }
  QModelIndex top(int row) { return tree().model()->index(row, 0); }
};

TEST_F(ModulesPanelTest, showsModulesAsTheyNestAndWhatNoModuleCausedLast) {
  open("h200-profiler-steps.json.gz");
  EXPECT_FALSE(tree().isHidden());
  EXPECT_TRUE(tree().isExpanded(top(0)));
  EXPECT_EQ(cell(top(0)), "Sequential_0");
  EXPECT_TRUE(cell(tree().model()->index(0, 0, top(0))).starts_with("Linear_"));
  EXPECT_EQ(cell(top(tree().model()->rowCount() - 1)), "(no module)");
  std::int64_t sum = 0;
  for (const ModuleRow& module : table().times().rows) {
    sum += module.self.total();
  }
  EXPECT_EQ(sum, table().times().given.total());
}

TEST_F(ModulesPanelTest, enterGoesToTheLongestCall) {
  open("h200-profiler-steps.json.gz");
  tree().setFocus();
  tree().setCurrentIndex(top(0));
  QTest::keyClick(&tree(), Qt::Key_Return);
  ASSERT_NE(m_asked, SpanId::none);
  EXPECT_EQ(m_trace->nameText(m_asked), "nn.Module: Sequential_0");
  tree().setCurrentIndex(top(tree().model()->rowCount() - 1));
  EXPECT_FALSE(m_panel.findChild<QToolButton*>(QStringLiteral("modulesGo"))->isEnabled());
}

TEST_F(ModulesPanelTest, aRangeCountsItsPartAndKeepsWhatIsOpen) {
  open("h200-profiler-steps.json.gz");
  const std::int64_t all = table().times().given.total();
  tree().collapse(top(0));
  const TimeRange whole = m_trace->bounds();
  m_panel.setChosenRange(TimeRange{whole.begin, whole.begin + Duration{whole.length().ns / 2}});
  ASSERT_TRUE(settles());
  EXPECT_LT(table().times().given.total(), all);
  EXPECT_FALSE(tree().isExpanded(top(0)));
}

TEST_F(ModulesPanelTest, saysWhatToRecordWhereThereIsNothing) {
  open("h200-cuda-graph.json.gz");
  EXPECT_TRUE(tree().isHidden());
  const auto* note = m_panel.findChild<QLabel*>(QStringLiteral("modulesEmpty"));
  EXPECT_TRUE(note->text().contains(QStringLiteral("with_stack=True"))) << note->text().toStdString();
  m_panel.setTrace(nullptr);
  EXPECT_FALSE(note->text().contains(QStringLiteral("with_stack=True")));
}

}  // namespace
}  // namespace kernline::ui
