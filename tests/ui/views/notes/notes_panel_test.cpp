// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notes/notes_panel.h"

#include "tests/ui/views/panel_test.h"
#include "tests/ui/window/wait.h"
#include "ui/views/notes/notes_model.h"
#include "ui/views/notes/trace_notes.h"

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

namespace kernline::ui {
namespace {

using test::cell;

/// The list of two notes of a trace from standard input, which are kept nowhere.
class NotesList : public test::PanelTest<NotesPanel> {
 protected:
  void SetUp() override {
    m_notes.add({.text = "idle here", .range = {{1'000}, {3'000}}, .eventOffset = 5, .spanName = "gemm"});
    m_notes.add({.text = "later", .range = {{9'000}, {9'000}}, .eventOffset = {}, .spanName = {}});
    m_panel.setNotes(&m_notes, {500});
    show();
    QObject::connect(&m_panel, &NotesPanel::noteRequested, &m_panel, [this](std::size_t at) { m_goesTo = at; });
  }

  QTableView& list() { return child<QTableView>("notesView"); }
  void choose(int row) {
    list().setFocus();
    list().setCurrentIndex(list().model()->index(row, NotesModel::Text));
  }

  TraceNotes m_notes{QStringLiteral("-")};
  std::optional<std::size_t> m_goesTo;
};

TEST_F(NotesList, showsTimesFromTheBeginOfTheTraceAndLengthsOfRanges) {
  EXPECT_EQ(cell(list(), 0, NotesModel::Text), "idle here");
  EXPECT_EQ(cell(list(), 0, NotesModel::At), "500 ns");
  EXPECT_EQ(cell(list(), 0, NotesModel::Length), "2.000 µs");
  EXPECT_EQ(cell(list(), 0, NotesModel::About), "gemm");
  EXPECT_EQ(cell(list(), 1, NotesModel::Length), "") << "a moment";
  EXPECT_EQ(cell(list(), 1, NotesModel::About), "");
}

TEST_F(NotesList, allowsEditingTextsAlone) {
  QAbstractItemModel& model = *list().model();
  EXPECT_TRUE(model.setData(model.index(1, NotesModel::Text), QStringLiteral("much later")));
  EXPECT_EQ(m_notes.notes()[1].text, "much later");
  for (const int column : {NotesModel::At, NotesModel::Length, NotesModel::About}) {
    EXPECT_FALSE(model.setData(model.index(1, column), QStringLiteral("1 s"))) << column;
    EXPECT_FALSE(model.flags(model.index(1, column)).testFlag(Qt::ItemIsEditable)) << column;
  }
}

TEST_F(NotesList, staysAtANoteThatIsEdited) {
  choose(1);
  QTest::keyClick(&list(), Qt::Key_F2);
  auto* editor = list().findChild<QLineEdit*>();
  ASSERT_NE(editor, nullptr);
  QTest::keyClicks(editor, QStringLiteral("slow"));
  QTest::keyClick(editor, Qt::Key_Return);
  EXPECT_TRUE(test::waitUntil([&] { return cell(list(), 1, NotesModel::Text) == "slow"; }));
  EXPECT_EQ(list().currentIndex().row(), 1);
}

TEST_F(NotesList, enterGoesToANote) {
  choose(1);
  QTest::keyClick(&list(), Qt::Key_Return);
  EXPECT_EQ(m_goesTo, 1U);
}

TEST_F(NotesList, withoutNotesSaysHowToAddOne) {
  choose(0);
  QTest::keyClick(&list(), Qt::Key_Delete);
  EXPECT_EQ(cell(list(), 0, NotesModel::Text), "later");
  choose(0);
  QTest::mouseClick(m_panel.findChild<QToolButton*>(), Qt::LeftButton);
  EXPECT_TRUE(m_notes.notes().empty());
  EXPECT_TRUE(list().isHidden());
  const auto labels = m_panel.findChildren<QLabel*>();
  const bool isRecorded = std::ranges::any_of(labels, [](const QLabel* label) {
    return label->isVisible() && label->text().contains(QStringLiteral("Press M"));
  });
  EXPECT_TRUE(isRecorded);
}

}  // namespace
}  // namespace kernline::ui
