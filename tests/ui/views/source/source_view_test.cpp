// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/source/source_view.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/source/code_pane.h"
#include "ui/views/source/state_legend.h"
#include "ui/views/source/state_marks.h"
#include "ui/views/source/trace_sources.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace kernline::ui {
namespace {

using test::cell;

std::shared_ptr<const KernelSources> madeSources() {
  const auto trace = chrome::readChromeText(R"([
{"ph":"i","s":"p","cat":"kernel_source","name":"[kernel source]","pid":5,"tid":5,"ts":900,"args":{"kernel":"_Z4coolv",
"reasons":["smsp__pcsamp_warps_issue_stalled_wait"],"files":[],"instructions":[[0,0,0,"EXIT",0,2]]}},
{"ph":"i","s":"p","cat":"kernel_source","name":"[kernel source]","pid":5,"tid":5,"ts":900,"args":{"kernel":"_Z3hotv",
"reasons":["smsp__pcsamp_warps_issue_stalled_wait","smsp__pcsamp_warps_issue_stalled_long_scoreboard"],
"files":["/a/k.cu","/a/part.cuh"],"instructions":[[0,0,1,"S2R R0, SR_TID.X"],[16,0,2,"LDG R2, [R4]",0,1,1,3],
[32,0,2,"FADD R1, R2, R3",1,4],[48,1,7,"FMUL R1, R1, R1",0,1],[64,0,3,"EXIT",0,1]]}},
{"ph":"i","s":"p","cat":"kernel_source","name":"[source file]","pid":5,"tid":5,"ts":900,"args":{"path":"/a/k.cu",
"text":"one\n\ttwo\nthree"}}
])",
                                            {});
  EXPECT_TRUE(trace);
  return std::make_shared<const KernelSources>(kernelSourcesOf(**trace));
}

class SourcePage : public test::PanelTest<SourceView> {
 protected:
  void SetUp() override {
    show({1000, 300});
    m_panel.setSources(summedSources(madeSources()));
  }

  CodePane& source() { return child<CodePane>("sourceLines"); }
  CodePane& instructions() { return child<CodePane>("sourceInstructions"); }
  QTableView& hot() { return child<QTableView>("sourceHot"); }
  QComboBox& combo(const char* name) { return child<QComboBox>(name); }
  static void click(CodePane& where, int row) {
    QTest::mouseClick(where.viewport(), Qt::LeftButton, {}, where.rowRect(row).center());
  }
  static void doubleClick(CodePane& where, int row) {
    click(where, row);
    QTest::mouseDClick(where.viewport(), Qt::LeftButton, {}, where.rowRect(row).center());
  }
  static std::set<int> marked(const CodePane& where) {
    std::set<int> rows;
    for (int row = 0; row < static_cast<int>(where.rows().rows.size()); ++row) {
      if (where.isMarked(row)) {
        rows.insert(row);
      }
    }
    return rows;
  }
  void openHottest() {
    hot().setFocus();
    QTest::keyClick(&hot(), Qt::Key_Return);
  }
};

TEST_F(SourcePage, beginsWithTheHottestLinesOfAllKernels) {
  EXPECT_FALSE(m_panel.kernel());
  EXPECT_TRUE(hot().isVisible());
  ASSERT_EQ(hot().model()->rowCount(), 4);
  EXPECT_EQ(cell(hot(), 0, 0), "66.7 %");
  EXPECT_EQ(cell(hot(), 0, 1), "8");
  EXPECT_EQ(cell(hot(), 0, 3), "k.cu:2");
  EXPECT_EQ(cell(hot(), 0, 4), "two");
  EXPECT_EQ(cell(hot(), 0, 5), "hot");
  EXPECT_EQ(cell(hot(), 1, 3), "unknown line");
  EXPECT_EQ(hot().model()->index(0, 0).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight, Qt::AlignRight);
  EXPECT_TRUE(m_panel.findChild<StateLegend*>()->accessibleName().startsWith(QStringLiteral("Long scoreboard 58.3 %")));
}

TEST_F(SourcePage, opensALineOfTheListAndMarksItsInstructions) {
  openHottest();
  EXPECT_EQ(m_panel.kernel(), 0U);
  EXPECT_EQ(source().current(), 1);
  EXPECT_EQ(marked(instructions()), (std::set{1, 2}));
  EXPECT_EQ(source().rows().rows[1].text, QStringLiteral("    two")) << "tabs are blanks";
  EXPECT_EQ(instructions().rows().rows[0].number, QStringLiteral("0x0000"));
  EXPECT_EQ(instructions().rows().rows[3].place, QStringLiteral("part.cuh:7"));
}

TEST_F(SourcePage, marksTheLineOfAnInstructionAndTheInstructionsOfALine) {
  openHottest();
  click(instructions(), 4);
  EXPECT_EQ(marked(source()), (std::set{2}));
  EXPECT_TRUE(marked(instructions()).empty());
  EXPECT_EQ(source().current(), -1);
  click(source(), 0);
  EXPECT_EQ(marked(instructions()), (std::set{0}));
  EXPECT_TRUE(marked(source()).empty());
}

TEST_F(SourcePage, turnsToTheFileOfAnInstruction) {
  openHottest();
  EXPECT_TRUE(combo("sourceFile").isVisible());
  click(instructions(), 3);
  EXPECT_EQ(combo("sourceFile").currentText(), QStringLiteral("part.cuh"));
  ASSERT_EQ(source().rows().rows.size(), 1U) << "of a file without text, the lines that have instructions";
  EXPECT_EQ(source().rows().rows[0].number, QStringLiteral("7"));
  EXPECT_EQ(marked(source()), (std::set{0}));
}

TEST_F(SourcePage, goesFromALineToItsHottestInstructionAndBack) {
  openHottest();
  source().setFocus();
  QTest::keyClick(&source(), Qt::Key_Return);
  EXPECT_TRUE(instructions().hasFocus());
  EXPECT_EQ(instructions().current(), 1) << "the first of two that are equally hot";
  QTest::keyClick(&instructions(), Qt::Key_Down);
  QTest::keyClick(&instructions(), Qt::Key_Down);
  QTest::keyClick(&instructions(), Qt::Key_Down);
  EXPECT_EQ(instructions().current(), 4);
  QTest::keyClick(&instructions(), Qt::Key_Enter);
  EXPECT_TRUE(source().hasFocus());
  EXPECT_EQ(source().current(), 2);
  doubleClick(source(), 0);
  EXPECT_TRUE(instructions().hasFocus());
  EXPECT_EQ(instructions().current(), 0);
  QTest::keyClick(&instructions(), Qt::Key_Backspace);
  EXPECT_FALSE(m_panel.kernel());
  EXPECT_TRUE(hot().hasFocus());
}

TEST_F(SourcePage, isUsedWithTheKeyboard) {
  openHottest();
  source().setFocus();
  QTest::keyClick(&source(), Qt::Key_Down);
  EXPECT_EQ(source().current(), 2);
  EXPECT_EQ(marked(instructions()), (std::set{4}));
  QTest::keyClick(&source(), Qt::Key_Home);
  EXPECT_EQ(source().current(), 0);
  QTest::keyClick(&source(), Qt::Key_Up);
  EXPECT_EQ(source().current(), 0) << "there is nothing above";
  QTest::keyClick(&source(), Qt::Key_End);
  QTest::keyClick(&source(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("three"));
}

TEST_F(SourcePage, choosesAKernelWhoseLinesAreNotKnown) {
  QComboBox& kernels = combo("sourceKernel");
  ASSERT_EQ(kernels.count(), 3);
  EXPECT_EQ(kernels.itemText(1), QStringLiteral("83.3 % · hot"));
  kernels.setFocus();
  QTest::keyClick(&kernels, Qt::Key_End);
  EXPECT_EQ(m_panel.kernel(), 1U);
  EXPECT_FALSE(source().isVisible());
  EXPECT_TRUE(instructions().isVisible());
  EXPECT_FALSE(combo("sourceFile").isVisible());
  EXPECT_EQ(instructions().current(), 0);
  QTest::keyClick(&kernels, Qt::Key_Home);
  EXPECT_TRUE(hot().isVisible());
}

TEST_F(SourcePage, beginsWithTheOnlyKernelAndForgetsIt) {
  auto one = std::make_shared<KernelSources>(*madeSources());
  one->kernels.pop_back();
  m_panel.setSources(summedSources(std::move(one)));
  EXPECT_EQ(m_panel.kernel(), 0U);
  m_panel.setSources(nullptr);
  EXPECT_FALSE(m_panel.kernel());
  EXPECT_EQ(hot().model()->rowCount(), 0);
}

TEST(StatesOfWarps, areToldApartByColorAndLetter) {
  EXPECT_NE(markOfState("long_scoreboard").color, markOfState("wait").color);
  EXPECT_NE(markOfState("long_scoreboard").letter, markOfState("wait").letter);
  EXPECT_EQ(markOfState("never heard of").letter, QLatin1Char('?'));
}

}  // namespace
}  // namespace kernline::ui
