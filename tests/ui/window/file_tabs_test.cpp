// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of open files, as a person meets them.
#include "tests/ui/window/window_fixture.h"
#include "ui/views/notes/trace_notes.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/window_settings.h"
#include "ui/window/tabs/file_tab_bar.h"

#include <QAction>
#include <QDockWidget>
#include <QSettings>
#include <QTemporaryDir>
#include <QToolBar>

#include <algorithm>
#include <vector>

namespace kernline::ui {
namespace {

class FileTabsInWindow : public Window {
 protected:
  /// That many copies of a small trace, all ready.
  void openFiles(int count) {
    QStringList paths;
    for (int i = 0; i < count; ++i) {
      paths << m_folder.filePath(QStringLiteral("training_of_a_transformer_run_%1.json").arg(i));
      ASSERT_TRUE(QFile::copy(QString::fromStdString(m_file.path()), paths.back()));
    }
    m_window.openFiles(paths);
    ASSERT_TRUE(test::waitUntil([&] {
      for (int i = 0; i < tabs().count(); ++i) {
        if (tabs().at(i)->state() != FileTab::State::Ready) {
          return false;
        }
      }
      return tabs().count() == count;
    }));
  }
  FileTabBar& bar() { return *tabs().bar(); }

  QTemporaryDir m_folder;
};

TEST_F(FileTabsInWindow, areAsWideAsTheirNamesHoweverManyThereAre) {
  openFiles(12);
  for (int i = 0; i < bar().count(); ++i) {
    EXPECT_GE(bar().tabRect(i).width(), bar().fontMetrics().horizontalAdvance(bar().tabText(i))) << i;
  }
  EXPECT_NE(bar().tabText(3), bar().tabText(4));
}

TEST_F(FileTabsInWindow, stayUnderThePointerWhenPanelsComeAndGo) {
  openFiles(5);
  ASSERT_TRUE(settles());
  const auto places = [this] {
    std::vector<QRect> rects;
    for (int i = 0; i < bar().count(); ++i) {
      const QRect rect = bar().tabRect(i);
      rects.emplace_back(bar().mapTo(&m_window, rect.topLeft()), rect.size());
    }
    return rects;
  };
  const std::vector<QRect> before = places();
  const int width = bar().width();
  for (const char* name : {"detailsDock", "tracksDock"}) {
    auto* dock = child<QDockWidget>(name);
    dock->setVisible(!dock->isVisible());
    QCoreApplication::processEvents();
    EXPECT_EQ(places(), before) << name;
    EXPECT_EQ(bar().width(), width) << name;
  }
}

TEST_F(FileTabsInWindow, chooseTheFileThatIsShown) {
  openFiles(3);
  QTest::mouseClick(&bar(), Qt::LeftButton, {}, bar().tabRect(0).center());
  EXPECT_EQ(tabs().currentIndex(), 0);
  bar().moveTab(0, 2);
  EXPECT_EQ(tabs().currentIndex(), 2);
  EXPECT_EQ(bar().currentIndex(), 2);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(bar().tabToolTip(i), tabs().at(i)->path()) << i;
  }
  EXPECT_TRUE(tabs().at(2)->path().endsWith(QStringLiteral("run_0.json")));
}

TEST_F(FileTabsInWindow, closedByAKeyComeBackByAnother) {
  openFiles(3);
  const QAction* reopen = m_window.commands()[Command::ReopenTab];
  EXPECT_FALSE(reopen->isEnabled()) << "nothing was closed";
  tabs().setCurrentIndex(1);
  const QString path = m_window.currentFile()->path();
  view().setVisibleRange({{20'000}, {50'000}});
  m_window.currentFile()->setFocus();
  press(Qt::Key_W, Qt::ControlModifier);
  ASSERT_EQ(tabs().count(), 2);
  EXPECT_TRUE(reopen->isEnabled());
  m_window.currentFile()->setFocus();
  press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(tabs().count(), 3);
  ASSERT_TRUE(settles());
  EXPECT_EQ(m_window.currentFile()->path(), path);
  EXPECT_EQ(tabs().currentIndex(), 1) << "where it was";
  EXPECT_EQ(view().visibleRange(), (TimeRange{{20'000}, {50'000}})) << "as it was looked at";
  EXPECT_FALSE(reopen->isEnabled());
}

TEST_F(FileTabsInWindow, theLastOneClosedComesBackToo) {
  openFiles(1);
  press(Qt::Key_W, Qt::ControlModifier);
  EXPECT_FALSE(bar().isVisible());
  m_window.commands()[Command::ReopenTab]->trigger();
  ASSERT_TRUE(settles());
  EXPECT_EQ(tabs().count(), 1);
  EXPECT_TRUE(bar().isVisible());
}

TEST_F(FileTabsInWindow, haveARowOfTheirOwnAfterALayoutThatKnewNone) {
  QMainWindow old;
  old.addToolBar(QStringLiteral("Tools"))->setObjectName(QStringLiteral("toolBar"));
  old.resize(1280, 720);
  storeWindow(old);
  MainWindow next;
  next.openFiles({QString::fromStdString(m_file.path())});
  next.show();
  ASSERT_TRUE(test::settles(next));
  const FileTabBar* row = next.findChild<FileTabs*>(QStringLiteral("fileTabs"))->bar();
  const QWidget* tools = next.findChild<QToolBar*>(QStringLiteral("toolBar"));
  EXPECT_TRUE(row->isVisible());
  EXPECT_GT(row->width(), next.width() / 2);
  EXPECT_GE(row->mapTo(&next, QPoint()).y(), tools->mapTo(&next, QPoint(0, tools->height())).y());
  QSettings().remove(QStringLiteral("window"));
}

TEST_F(FileTabsInWindow, commandsAreOfferedOnlyWhereTheyDoSomething) {
  const Commands& commands = m_window.commands();
  for (const Command command : {Command::CancelLoad, Command::RunRecording, Command::StopRecording, Command::Undo,
                                Command::Redo, Command::ReopenTab}) {
    EXPECT_FALSE(commands[command]->isEnabled()) << commands[command]->text().toStdString();
  }
  m_window.openFiles({QString::fromStdString(m_file.path())});
  ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Loading);
  EXPECT_TRUE(commands[Command::CancelLoad]->isEnabled());
  ASSERT_TRUE(settles());
  EXPECT_FALSE(commands[Command::CancelLoad]->isEnabled());
}

TEST_F(FileTabsInWindow, changesOfNotesAreUndoneAndMadeAgain) {
  openSmallTrace();
  TraceNotes& notes = *m_window.currentTrace()->notes();
  ASSERT_TRUE(settles());
  const Commands& commands = m_window.commands();
  notes.add({.text = "first", .range = {{20'000}, {30'000}}, .eventOffset = {}, .spanName = {}});
  notes.rename(0, QStringLiteral("second"));
  press(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_EQ(notes.notes().size(), 1U);
  EXPECT_EQ(notes.notes().front().text, "first");
  EXPECT_TRUE(commands[Command::Redo]->isEnabled());
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(notes.notes().empty());
  EXPECT_FALSE(commands[Command::Undo]->isEnabled());
  press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  press(Qt::Key_Y, Qt::ControlModifier);
  ASSERT_EQ(notes.notes().size(), 1U);
  EXPECT_EQ(notes.notes().front().text, "second");
  EXPECT_FALSE(commands[Command::Redo]->isEnabled());
  notes.remove(0);
  EXPECT_TRUE(test::settles(notes));
}

}  // namespace
}  // namespace kernline::ui
