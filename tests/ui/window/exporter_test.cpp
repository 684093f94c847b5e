// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controllers/exporter.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/file_dialog.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/parts/commands.h"
#include "ui/window/tabs/trace_tab.h"

#include <QAction>
#include <QApplication>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

/// Exports as a person does: the menu, a name, Return.
class Exporting : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    openSmallTrace();
  }

  QString exportAs(Command command, const char* name) {
    QString path = m_folder.filePath(QString::fromUtf8(name));
    const test::FileDialogAnswer answer(path);
    m_window.commands()[command]->trigger();
    EXPECT_TRUE(settles());
    return path;
  }

  QTemporaryDir m_folder;
};

TEST_F(Exporting, savesTheTimelineAsItLooks) {
  const QImage picture(exportAs(Command::ExportPicture, "picture.png"));
  EXPECT_EQ(picture.size(), m_window.currentTrace()->view()->size());
  const std::string drawing = test::readFile(exportAs(Command::ExportPicture, "picture.svg").toStdString());
  EXPECT_NE(drawing.find("<rect"), std::string::npos);
  EXPECT_EQ(drawing.find("<image"), std::string::npos) << "shapes, no pixels";
}

TEST_F(Exporting, savesTheChosenRangeAsATrace) {
  m_window.currentTrace()->view()->chooseRange(TimeRange{{35'000}, {60'000}});
  ASSERT_TRUE(settles());
  const auto part = load(exportAs(Command::ExportTrace, "part.json").toStdString());
  ASSERT_TRUE(part);
  EXPECT_EQ((*part)->spanCount(), 3U);  // the python frame, the operator, the second kernel
}

TEST_F(Exporting, savesEverythingAsADatabase) {
  const std::string database = test::readFile(exportAs(Command::ExportDatabase, "all.sqlite").toStdString());
  EXPECT_TRUE(database.starts_with("SQLite format 3"));
}

TEST_F(Exporting, savesTheStatisticsAsATable) {
  const std::string csv = test::readFile(exportAs(Command::ExportStatistics, "table.csv").toStdString());
  EXPECT_NE(csv.find("gemm_kernel"), std::string::npos);
  const std::string markdown = test::readFile(exportAs(Command::ExportStatistics, "table.md").toStdString());
  EXPECT_TRUE(markdown.starts_with("| ")) << markdown;
}

TEST_F(Exporting, canBeCanceledAndLeavesNothingBehind) {
  auto* cancel = m_window.findChild<QToolButton*>(QStringLiteral("statusCancel"));
  const auto* exporter = m_window.findChild<Exporter*>(QStringLiteral("exporter"));
  EXPECT_TRUE(cancel->isHidden());
  QString statusMessage;
  QObject::connect(exporter, &Exporter::started, cancel, [&] {
    EXPECT_FALSE(cancel->isHidden());
    QTest::mouseClick(cancel, Qt::LeftButton);
  });
  QObject::connect(exporter, &Exporter::statusMessage, cancel, [&](const QString& what) { statusMessage = what; });
  const QString path = exportAs(Command::ExportDatabase, "all.sqlite");
  EXPECT_TRUE(cancel->isHidden());
  const bool wasFaster = statusMessage.startsWith(QStringLiteral("Saved"));  // faster than the click: the file is small
  EXPECT_TRUE(wasFaster || statusMessage.startsWith(QStringLiteral("Canceled"))) << qPrintable(statusMessage);
  EXPECT_EQ(QFile::exists(path), wasFaster);
}

}  // namespace
}  // namespace kernline::ui
