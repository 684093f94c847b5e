// SPDX-License-Identifier: GPL-3.0-or-later
// What the window keeps from one start to the next.
#include "tests/support/test_files.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/kit/language/language.h"
#include "ui/window/main_window.h"
#include "ui/window/parts/window_settings.h"
#include "ui/window/start/recent_files.h"
#include "ui/window/start/recent_row.h"
#include "ui/window/start/start_page.h"

#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QTest>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

TEST(WindowMemory, hiddenPanelsAndSizeComeBackWithTheNextStart) {
  QSettings().clear();
  const test::TemporaryFile file(test::smallTraceText());
  {
    MainWindow window;
    window.resize(1111, 666);
    window.openFiles({QString::fromStdString(file.path())});
    window.show();
    ASSERT_TRUE(test::settles(window));
    QTest::keyClick(&window, Qt::Key_F9);
    window.close();
  }
  MainWindow window;
  EXPECT_EQ(window.size(), QSize(1111, 666));
  EXPECT_TRUE(window.findChild<QWidget*>(QStringLiteral("detailsDock"))->isHidden());
  EXPECT_FALSE(window.findChild<QWidget*>(QStringLiteral("statisticsDock"))->isHidden());
}

TEST(WindowMemory, aWindowForAPictureKeepsNothing) {
  QSettings().clear();
  {
    MainWindow window(MainWindow::Settings::Ephemeral);
    window.showStart();
    window.show();
    window.close();
  }
  EXPECT_TRUE(QSettings().allKeys().isEmpty());
}

TEST(WindowMemory, theThemeIsKept) {
  QSettings().clear();
  EXPECT_EQ(storedTheme(), ThemeChoice::System);
  storeTheme(ThemeChoice::Dark);
  EXPECT_EQ(storedTheme(), ThemeChoice::Dark);
}

TEST(RecentFiles, theNewestComesFirstOnceAndTheListIsShort) {
  RecentFiles::clear();
  for (int i = 0; i < 20; ++i) {
    RecentFiles::add(QStringLiteral("/traces/%1.json").arg(i));
  }
  RecentFiles::add(QStringLiteral("/traces/15.json"));
  const QStringList files = RecentFiles::list();
  ASSERT_EQ(files.size(), RecentFiles::limit);
  EXPECT_EQ(files[0], QStringLiteral("/traces/15.json"));
  EXPECT_EQ(files[1], QStringLiteral("/traces/19.json"));
  EXPECT_EQ(files.count(QStringLiteral("/traces/15.json")), 1);
}

TEST(RecentFiles, aMissingOneIsShownButCannotBeOpened) {
  RecentFiles::clear();
  const test::TemporaryFile file(test::smallTraceText());
  RecentFiles::add(QStringLiteral("/nowhere/gone.json"));
  RecentFiles::add(QString::fromStdString(file.path()));
  StartPage page;
  const QList<RecentRow*> rows = page.findChildren<RecentRow*>();
  ASSERT_EQ(rows.size(), 2);
  EXPECT_TRUE(rows[0]->isEnabled());
  EXPECT_FALSE(rows[1]->isEnabled());
  QString asked;
  QObject::connect(&page, &StartPage::fileRequested, [&](const QString& path) { asked = path; });
  QTest::mouseClick(rows[1], Qt::LeftButton);
  EXPECT_TRUE(asked.isEmpty());
  QTest::mouseClick(rows[0], Qt::LeftButton);
  EXPECT_EQ(asked, QString::fromStdString(file.path()));
  RecentFiles::clear();
}

class Menus : public ::testing::TestWithParam<LanguageChoice> {
 protected:
  void SetUp() override { applyLanguage(GetParam()); }
  void TearDown() override { applyLanguage(LanguageChoice::English); }
};

INSTANTIATE_TEST_SUITE_P(Languages, Menus,
                         ::testing::Values(LanguageChoice::English, LanguageChoice::SimplifiedChinese),
                         [](const auto& language) { return toText(language.param).toStdString(); });

TEST_P(Menus, noTwoEntriesOfAMenuShareAMnemonic) {
  MainWindow window(MainWindow::Settings::Ephemeral);
  for (const QAction* entry : window.menuBar()->actions()) {
    QString seen;
    for (const QAction* action : entry->menu()->actions()) {
      const qsizetype at = action->text().indexOf(QLatin1Char('&'));
      if (action->isSeparator() || action->text().isEmpty()) {
        continue;
      }
      ASSERT_GE(at, 0) << action->text().toStdString();
      const QChar key = action->text().at(at + 1).toLower();
      EXPECT_FALSE(seen.contains(key)) << entry->text().toStdString() << ": " << action->text().toStdString();
      seen += key;
    }
  }
}

}  // namespace
}  // namespace kernline::ui
