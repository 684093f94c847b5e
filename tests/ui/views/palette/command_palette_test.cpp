// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/palette/command_palette.h"

#include "ui/views/palette/fuzzy_match.h"

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(FuzzyMatch, lettersMustOccurInOrder) {
  EXPECT_GE(fuzzyScore("str7", "stream 7"), 0);
  EXPECT_LT(fuzzyScore("7str", "stream 7"), 0);
  EXPECT_GE(fuzzyScore("7 str", "stream 7"), 0);  // words may come in any order
  EXPECT_EQ(fuzzyScore("", "anything"), 0);
}

TEST(FuzzyMatch, aPartBeatsScatteredLettersAndAWordsBeginBeatsItsMiddle) {
  EXPECT_GT(fuzzyScore("zoom", "View: Zoom in"), fuzzyScore("zoom", "azure on oak mats"));
  EXPECT_GT(fuzzyScore("in", "View: Zoom in"), fuzzyScore("in", "File: Print"));
}

class Palette : public ::testing::Test {
 protected:
  Palette() {
    m_window.resize(800, 500);
    m_window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&m_window));
    m_window.activateWindow();
    const auto entry = [this](const char* title) {
      return PaletteEntry{QString::fromUtf8(title), QStringLiteral("X"), [this, title] { m_ran = title; }};
    };
    m_palette = new CommandPalette(QStringLiteral("Type"), {entry("Open a file"), entry("Zoom in"), entry("Zoom out")},
                                   &m_window);
    m_field = m_palette->findChild<QLineEdit*>();
    m_list = m_palette->findChild<QTableView*>();
  }

  QWidget m_window;
  QPointer<CommandPalette> m_palette;
  QLineEdit* m_field = nullptr;
  QTableView* m_list = nullptr;
  std::string m_ran;
};

TEST_F(Palette, enterRunsTheBestEntryAndCloses) {
  QTest::keyClicks(m_field, QStringLiteral("zout"));
  EXPECT_EQ(m_list->model()->rowCount(), 1);
  QTest::keyClick(m_field, Qt::Key_Return);
  EXPECT_EQ(m_ran, "Zoom out");
  EXPECT_FALSE(m_palette && m_palette->isVisible());
}

TEST_F(Palette, arrowsMoveAndEscapeLeaves) {
  QTest::keyClicks(m_field, QStringLiteral("zoom"));
  QTest::keyClick(m_field, Qt::Key_Down);
  EXPECT_EQ(m_list->currentIndex().row(), 1);
  QTest::keyClick(m_field, Qt::Key_Down);
  EXPECT_EQ(m_list->currentIndex().row(), 1);
  QTest::keyClick(m_field, Qt::Key_Escape);
  EXPECT_TRUE(m_ran.empty());
  EXPECT_FALSE(m_palette && m_palette->isVisible());
}

TEST_F(Palette, aClickRuns) {
  const QRect cell = m_list->visualRect(m_list->model()->index(0, 0));
  QTest::mouseClick(m_list->viewport(), Qt::LeftButton, {}, cell.center());
  EXPECT_EQ(m_ran, "Open a file");
}

TEST_F(Palette, nothingRunsWhereNothingAnswers) {
  QTest::keyClicks(m_field, QStringLiteral("qqq"));
  QTest::keyClick(m_field, Qt::Key_Return);
  EXPECT_TRUE(m_ran.empty());
  EXPECT_TRUE(m_palette->isVisible());
}

TEST_F(Palette, saysWhereNothingMatches) {
  const auto* nothing = m_palette->findChild<QLabel*>(QStringLiteral("paletteNothing"));
  ASSERT_NE(nothing, nullptr);
  EXPECT_FALSE(nothing->isVisible());
  QTest::keyClicks(m_field, QStringLiteral("qqq"));
  EXPECT_TRUE(nothing->isVisible());
  EXPECT_TRUE(m_palette->rect().contains(nothing->geometry()));
  m_field->clear();
  EXPECT_FALSE(nothing->isVisible());
  EXPECT_TRUE(m_list->isVisible());
}

}  // namespace
}  // namespace kernline::ui
