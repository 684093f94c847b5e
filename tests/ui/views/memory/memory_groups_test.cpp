// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_page.h"

#include "tests/ui/views/memory/memory_page_fixture.h"
#include "tests/ui/views/memory/sample_memory.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/memory/blocks_panel.h"
#include "ui/views/memory/blocks_table.h"
#include "ui/views/memory/memory_chart.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::heading;

TEST_F(MemoryPageTest, listsTheBlocksOfAGroupAndTheStackOfOne) {
  groups().setCurrentIndex(groups().model()->index(1, 0));  // aten::mm
  ASSERT_TRUE(settles());
  EXPECT_EQ(column(blocks(), BlocksTable::Bytes), QStringList{"8.000 MiB"});
  EXPECT_EQ(column(blocks(), BlocksTable::Made), QStringList{"100.0 µs"});
  EXPECT_EQ(column(blocks(), BlocksTable::Freed), QStringList{"600.0 µs"});
  EXPECT_EQ(column(blocks(), BlocksTable::Lived), QStringList{"500.0 µs"});
  const auto& stack = child<QListWidget>("memoryStack");
  ASSERT_EQ(stack.count(), 2);
  EXPECT_EQ(stack.item(0)->text(), QStringLiteral("model.py:54 forward"));
  EXPECT_EQ(stack.item(1)->text(), QStringLiteral("train.py:9 main"));
}

TEST_F(MemoryPageTest, beginsAStackWithItsInnermostLineOfPython) {
  const auto history = std::const_pointer_cast<MemoryHistory>(test::sampleMemory());
  StackId stack = history->devices[0].blocks[1].stack;
  for (int i = 0; i < 40; ++i) {
    stack = history->stacks.add(stack, history->strings.intern("c10::inner" + std::to_string(i)));
  }
  history->devices[0].blocks[1].stack = stack;
  m_panel.setHistory(history);
  ASSERT_TRUE(settles());
  groups().setCurrentIndex(groups().model()->index(1, 0));  // aten::mm
  ASSERT_TRUE(settles());
  const auto& calls = child<QListWidget>("memoryStack");
  ASSERT_EQ(calls.count(), 42);
  EXPECT_EQ(calls.item(0)->text(), QStringLiteral("c10::inner39")) << "all of it can be scrolled to";
  const QRect python = calls.visualItemRect(calls.item(40));
  EXPECT_TRUE(calls.viewport()->rect().contains(python));
  EXPECT_FALSE(calls.viewport()->rect().contains(calls.visualItemRect(calls.item(0))));
}

TEST_F(MemoryPageTest, listsWhatIsNeverFreedAndWhatAStepLeavesBehind) {
  choose(BlockChoice::NeverFreed);
  EXPECT_EQ(column(groups(), 0), QStringList{"aten::mm"});
  EXPECT_EQ(child<QLabel>("memorySum").text(), QStringLiteral("16.00 MiB · 1 block"));

  choose(BlockChoice::KeptAfterMark);
  auto& mark = child<QComboBox>("memoryMark");
  ASSERT_TRUE(mark.isVisible());
  EXPECT_EQ(mark.count(), 2);
  EXPECT_EQ(child<QLabel>("memorySum").text(), QStringLiteral("8.000 MiB · 1 block"));
  mark.setFocus();
  QTest::keyClick(&mark, Qt::Key_Down);
  ASSERT_TRUE(settles());
  EXPECT_EQ(child<QLabel>("memorySum").text(), QStringLiteral("16.00 MiB · 1 block"));
  EXPECT_EQ(column(groups(), 0), QStringList{"aten::mm"});
}

TEST_F(MemoryPageTest, groupsByWhatIsChosenAndAddsUpToTheSame) {
  auto& grouping = child<QComboBox>("memoryGrouping");
  grouping.setFocus();
  QTest::keyClick(&grouping, Qt::Key_Down);  // by source line
  ASSERT_TRUE(settles());
  EXPECT_EQ(heading(*groups().model(), 0), "Source line");
  EXPECT_TRUE(column(groups(), 0).contains(QStringLiteral("model.py:54 forward")));
  EXPECT_EQ(child<QLabel>("memorySum").text().left(9), QStringLiteral("44.00 MiB"));
}

TEST_F(MemoryPageTest, filtersSortsCopiesAndSaves) {
  QTest::keyClicks(&child<QLineEdit>("memoryFilter"), QStringLiteral("ATEN"));
  EXPECT_EQ(column(groups(), 0), (QStringList{"aten::softmax", "aten::mm"}));
  groups().sortByColumn(1, Qt::AscendingOrder);
  EXPECT_EQ(column(groups(), 0), (QStringList{"aten::mm", "aten::softmax"}));
  const QString table = QStringLiteral(
      "Operator\tBytes\tShare\tBlocks\naten::mm\t8.000 MiB\t18.2 %\t1\naten::softmax\t32.00 MiB\t72.7 %\t1\n");
  QTest::mouseClick(&child<QToolButton>("memoryCopy"), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(), table);
  const QSignalSpy saved(&m_panel, &MemoryPage::exportRequested);
  QTest::mouseClick(&child<QToolButton>("memorySave"), Qt::LeftButton);
  ASSERT_EQ(saved.count(), 1);
  EXPECT_EQ(saved.first().first().toString(), table);
}

TEST_F(MemoryPageTest, goesFromABlockToTheMomentItWasMade) {
  groups().setCurrentIndex(groups().model()->index(1, 0));
  ASSERT_TRUE(settles());
  blocks().setFocus();
  QTest::keyClick(&blocks(), Qt::Key_Return);
  ASSERT_TRUE(settles());
  EXPECT_EQ(chart().moment(), pageUs(100));
}

TEST_F(MemoryPageTest, givesNamesOfOperatorsTheRoomTheyNeed) {
  auto named = test::changeableMemory();
  const QString name = QStringLiteral("aten::_scaled_dot_product_attention");
  const StringId op = named->strings.intern(name.toStdString());
  for (MemoryBlock& block : named->devices.front().blocks) {
    block.op = op;
  }
  m_panel.setHistory(named);
  ASSERT_TRUE(settles());
  for (int figure = 1; figure < groups().model()->columnCount(); ++figure) {
    for (const QString& text : column(groups(), figure)) {
      EXPECT_LE(groups().fontMetrics().horizontalAdvance(text) + 8, groups().columnWidth(figure)) << text.toStdString();
    }
  }
  ASSERT_EQ(column(blocks(), BlocksTable::Op).front(), name);
  EXPECT_GT(blocks().columnWidth(BlocksTable::Op), blocks().fontMetrics().horizontalAdvance(name));
}

TEST_F(MemoryPageTest, showsNoShareOfAGroupThatIsMoreThanAll) {
  auto doubtful = test::changeableMemory();
  doubtful->devices.front().blocks.front().bytes = std::int64_t{400} << 20;  // of 44 MiB
  m_panel.setHistory(doubtful);
  ASSERT_TRUE(settles());
  const QStringList names = column(groups(), 0);
  const qsizetype row = names.indexOf(QStringLiteral("allocated before the recording"));
  ASSERT_GE(row, 0) << names.join(QLatin1Char('|')).toStdString();
  EXPECT_EQ(column(groups(), 1)[row], QStringLiteral("400.0 MiB"));
  EXPECT_EQ(column(groups(), 2)[row], QString());
  EXPECT_EQ(column(groups(), 2)[names.indexOf(QStringLiteral("aten::softmax"))], QStringLiteral("72.7 %"));
}

TEST_F(MemoryPageTest, stacksCategoriesAndKeepsToThemWhereThereAreNoBlocks) {
  m_panel.setHistory(test::categoryMemory());
  ASSERT_TRUE(settles());
  EXPECT_EQ(column(groups(), 0), (QStringList{"activations", "parameters", "gradients"}));
  EXPECT_EQ(heading(*groups().model(), 0), "Category");
  EXPECT_FALSE(child<QComboBox>("memoryGrouping").isVisible());
  EXPECT_EQ(chart().curves()->parts.size(), 3U);
  EXPECT_TRUE(chart().cardAt(pageUs(30)).text().contains(QStringLiteral("activations: 30.00 MiB")));
}

}  // namespace
}  // namespace kernline::ui
