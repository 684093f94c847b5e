// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_panel.h"

#include "core/import/chrome_json/read_chrome.h"
#include "tests/support/trace_query.h"
#include "tests/ui/kit/panels/impatient.h"
#include "tests/ui/views/panel_test.h"
#include "tests/ui/window/sample_trace.h"
#include "ui/views/query/query_examples.h"
#include "ui/views/query/query_history.h"
#include "ui/views/query/sql_editor.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::cell;

class Query : public test::PanelTest<QueryPanel> {
 protected:
  void SetUp() override {
    QueryHistory::clear();
    show(test::smallTrace());
    editor()->setFocus();
  }

  SqlEditor* editor() { return m_panel.findChild<SqlEditor*>(); }
  QTableView& view() { return child<QTableView>("queryView"); }
  QLabel& error() { return child<QLabel>("queryError"); }
  QLabel& state() { return child<QLabel>("queryState"); }

  /// Pastes a query and runs it as a person would.
  void ask(const char* query) {
    editor()->replaceAll(QString::fromUtf8(query));
    QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(settles());
  }
};

TEST_F(Query, showsTheAnswerOfWhatIsRunWithCtrlReturn) {
  ask("SELECT name, count(*) AS n FROM kernels GROUP BY name");
  EXPECT_TRUE(view().isVisible());
  EXPECT_EQ(cell(view(), 0, 0), "void gemm_kernel<float>(float*)");
  EXPECT_EQ(cell(view(), 0, 1), "2");
  EXPECT_TRUE(state().text().startsWith(QStringLiteral("1 row in "))) << state().text().toStdString();
}

TEST_F(Query, runsOnlyWhatIsWritten) {
  const auto& run = child<QPushButton>("queryRun");
  editor()->replaceAll(QStringLiteral("  \n"));
  EXPECT_FALSE(run.isEnabled());
  editor()->replaceAll(QStringLiteral("SELECT 1"));
  EXPECT_TRUE(run.isEnabled());
}

TEST_F(Query, saysInPlaceWhatIsWrongAndMarksIt) {
  ask("SELECT\n nme FROM kernels");
  EXPECT_TRUE(error().isVisible());
  EXPECT_TRUE(error().text().contains(QStringLiteral("Line 2, column 2"))) << error().text().toStdString();
  ASSERT_EQ(editor()->extraSelections().size(), 1);
  EXPECT_EQ(editor()->extraSelections().first().cursor.selectedText(), QStringLiteral("nme"));
  ask("SELECT name FROM kernels");
  EXPECT_FALSE(error().isVisible());
  EXPECT_TRUE(editor()->extraSelections().isEmpty());
}

TEST_F(Query, runsWithCtrlReturnEvenWhileWordsAreOffered) {
  editor()->replaceAll(QStringLiteral("SELECT name FROM "));
  editor()->moveCursor(QTextCursor::End);
  QTest::keyClicks(editor(), QStringLiteral("kern"));
  const auto* completer = editor()->findChild<QCompleter*>();
  ASSERT_TRUE(completer->popup()->isVisible());
  QTest::keyClicks(editor(), QStringLiteral("els"));
  QTest::keyClick(completer->popup(), Qt::Key_Return, Qt::ControlModifier);
  ASSERT_TRUE(settles());
  EXPECT_FALSE(completer->popup()->isVisible());
  EXPECT_EQ(editor()->toPlainText(), QStringLiteral("SELECT name FROM kernels"));
  EXPECT_TRUE(view().isVisible());
}

TEST_F(Query, tellsAnAnswerFromThatOfTheQueryThatStandsThere) {
  ask("SELECT name FROM kernels");
  EXPECT_FALSE(state().text().contains(QStringLiteral("earlier query")));
  QTest::keyClicks(editor(), QStringLiteral(" WHERE 0"));
  EXPECT_TRUE(state().text().contains(QStringLiteral("of an earlier query"))) << state().text().toStdString();
  for (int i = 0; i < 8; ++i) {
    QTest::keyClick(editor(), Qt::Key_Backspace);
  }
  EXPECT_FALSE(state().text().contains(QStringLiteral("earlier query")));
  ask("SELECT nme FROM kernels");
  EXPECT_FALSE(view().isVisible()) << "the answer of another query beside an error";
}

TEST_F(Query, leadsFromARowToItsSpan) {
  QSignalSpy requested(&m_panel, &QueryPanel::spanRequested);
  ask("SELECT name, id FROM kernels ORDER BY duration_ns DESC");
  const QRect row = view().visualRect(view().model()->index(0, 0));
  QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, row.center());
  QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, row.center());
  ASSERT_EQ(requested.size(), 1);
  const auto span = requested.first().first().value<SpanId>();
  EXPECT_EQ(m_trace->nameText(span), "void gemm_kernel<float>(float*)");
  EXPECT_EQ(m_trace->duration(span).ns, 30'000);
  QTest::keyClick(&view(), Qt::Key_Return);
  EXPECT_EQ(requested.size(), 2);
}

TEST_F(Query, doesNotTakeTracksForSpans) {
  QSignalSpy requested(&m_panel, &QueryPanel::spanRequested);
  ask("SELECT id, title FROM tracks");
  view().selectRow(0);
  view().setFocus();
  QTest::keyClick(&view(), Qt::Key_Return);
  EXPECT_EQ(requested.size(), 0);
}

TEST_F(Query, sortsAndFiltersTheAnswer) {
  ask("SELECT name, duration_ns FROM spans ORDER BY name");
  const int all = view().model()->rowCount();
  const int x = view().horizontalHeader()->sectionViewportPosition(1) + 5;
  QTest::mouseClick(view().horizontalHeader()->viewport(), Qt::LeftButton, {}, {x, 5});
  ASSERT_TRUE(settles());
  for (int row = 1; row < all; ++row) {
    EXPECT_GE(std::stoll(cell(view(), row - 1, 1)), std::stoll(cell(view(), row, 1)));
  }
  type("queryFilter", "GEMM");
  EXPECT_EQ(view().model()->rowCount(), 2);
  EXPECT_TRUE(state().text().startsWith(QStringLiteral("2 of "))) << state().text().toStdString();
}

TEST_F(Query, cancelsWithEscape) {
  editor()->replaceAll(
      QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"));
  QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
  EXPECT_TRUE(m_panel.isBusy());
  EXPECT_EQ(state().text(), QStringLiteral("Running…"));
  QTest::keyClick(editor(), Qt::Key_Escape);
  ASSERT_TRUE(settles());
  EXPECT_EQ(state().text(), QStringLiteral("Canceled"));
  ask("SELECT 1 AS one");
  EXPECT_EQ(cell(view(), 0, 0), "1");
}

TEST_F(Query, completesTablesAndColumns) {
  QTest::keyClicks(editor(), QStringLiteral("SELECT dura"));
  auto* completer = editor()->findChild<QCompleter*>();
  ASSERT_TRUE(completer->popup()->isVisible());
  QTest::keyClick(completer->popup(), Qt::Key_Return);
  EXPECT_EQ(editor()->toPlainText(), QStringLiteral("SELECT duration_ns"));
}

TEST_F(Query, completesTitlesOfTracksInQuotes) {
  QTest::keyClicks(editor(), QStringLiteral("SELECT id FROM spans WHERE thread = 'stre"));
  auto* completer = editor()->findChild<QCompleter*>();
  ASSERT_TRUE(completer->popup()->isVisible());
  QTest::keyClick(completer->popup(), Qt::Key_Return);
  EXPECT_TRUE(editor()->toPlainText().endsWith(QStringLiteral("'stream 7"))) << editor()->toPlainText().toStdString();
}

TEST_F(Query, copiesRowsAsTabSeparatedValues) {
  ask("SELECT short_name, duration_ns FROM kernels ORDER BY duration_ns");
  QTest::mouseClick(&child<QToolButton>("queryCopy"), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text(),
            QStringLiteral("short_name\tduration_ns\ngemm_kernel<float>\t10000\ngemm_kernel<float>\t30000\n"));
}

TEST_F(Query, keepsWhatWasRunAndOffersItAgain) {
  ask("SELECT 1 AS first");
  ask("SELECT 2 AS second");
  ask("SELECT 1 AS first");
  EXPECT_EQ(QueryHistory::list(),
            QStringList({QStringLiteral("SELECT 1 AS first"), QStringLiteral("SELECT 2 AS second")}));
  QMenu* menu = child<QPushButton>("queryHistory").menu();
  Q_EMIT menu->aboutToShow();
  menu->actions().at(1)->trigger();
  EXPECT_EQ(editor()->toPlainText(), QStringLiteral("SELECT 2 AS second"));
}

TEST_F(Query, runsEveryExample) {
  QMenu* menu = child<QPushButton>("queryExamples").menu();
  ASSERT_GE(menu->actions().size(), 12);
  for (QAction* example : menu->actions()) {
    example->trigger();
    ASSERT_TRUE(settles());
    EXPECT_FALSE(error().isVisible()) << example->text().toStdString() << ": " << error().text().toStdString();
    EXPECT_GT(view().model()->columnCount(), 0) << example->text().toStdString();
  }
}

TEST_F(Query, endsOnCancelAndWithThePanel) {
  const test::Impatient impatient;
  editor()->replaceAll(
      QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"));
  QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
  QPushButton& cancel = test::buttonOf(m_panel, "query", "Cancel");
  ASSERT_TRUE(cancel.isVisible());
  QTest::mouseClick(&cancel, Qt::LeftButton);
  ASSERT_TRUE(settles());
  EXPECT_EQ(state().text(), QStringLiteral("Canceled"));
  EXPECT_FALSE(cancel.isVisible());
  QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
  ASSERT_TRUE(m_panel.isBusy());
  m_panel.hide();
  EXPECT_TRUE(settles()) << "nobody waits for the answer";
}

TEST_F(Query, forgetsTheAnswerWithItsTrace) {
  ask("SELECT id FROM spans");
  m_panel.setTrace(nullptr);
  EXPECT_EQ(view().model()->rowCount(), 0);
  EXPECT_FALSE(child<QPushButton>("queryRun").isEnabled());
  EXPECT_EQ(editor()->toPlainText(), QStringLiteral("SELECT id FROM spans"));
}

TEST_F(Query, keepsTheAnswerOfEachOpenTrace) {
  ask("SELECT name, count(*) AS n FROM kernels GROUP BY name");
  const auto other = chrome::readChromeText(test::smallTraceText(), {}).value();
  m_panel.setTrace(other);
  EXPECT_FALSE(view().isVisible()) << "the answer was another trace's";
  ask("SELECT 7");
  m_panel.setTrace(m_trace);
  ASSERT_TRUE(view().isVisible());
  EXPECT_EQ(cell(view(), 0, 1), "2");
  EXPECT_TRUE(state().text().startsWith(QStringLiteral("1 row in ")));
  m_panel.setTrace(other);
  EXPECT_EQ(cell(view(), 0, 0), "7");
}

}  // namespace
}  // namespace kernline::ui
