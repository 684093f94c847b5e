// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of one's own in the record panel.
#include "tests/ui/views/record/record_panel_fixture.h"
#include "tests/ui/window/wait.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeWidget>

#include <gtest/gtest.h>

namespace kernline::ui {
namespace {

using test::waitUntil;

TEST_F(RecordPanelTest, ShowsFieldsForWhatAnOwnKernelDeclaresAndReadsItAgainWhenItIsSaved) {
  open();
  const QString path = m_folder.path() + QStringLiteral("/mine.cu");
  const auto write = [&](const char* text) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
  };
  write("n 4096\n");
  m_panel->findChild<KernelPage*>()->openOwnFile(path);
  ASSERT_TRUE(waitUntil([&] { return child<QComboBox>("parameter_n") != nullptr; }));
  this->write("parameter_n", QStringLiteral("2000000"));
  EXPECT_EQ(child<QLabel>("kernelProblem")->text(), QStringLiteral("n: 2000000 is too large; the maximum is 1000000"));
  this->write("parameter_n", QStringLiteral("512"));
  EXPECT_TRUE(child<QLabel>("recordCommand")->text().contains(QStringLiteral("mine.cu --set n=512")));
  write("n 4096\nBLOCK 256\n");
  ASSERT_TRUE(waitUntil([&] { return child<QComboBox>("parameter_BLOCK") != nullptr; }));
  EXPECT_EQ(child<QComboBox>("parameter_n")->currentText(), QStringLiteral("512"));  // the typed value stays
  write("n 4096\nbroken\n");
  ASSERT_TRUE(
      waitUntil([&] { return child<QLabel>("kernelProblem")->text().contains(QStringLiteral("mine.cu:2: ")); }));
  EXPECT_FALSE(child<QPushButton>("runButton")->isEnabled());
}

TEST_F(RecordPanelTest, KeepsTheSourceOfEachRunAndShowsWhatChangedInIt) {
  open();
  const QString path = m_folder.path() + QStringLiteral("/mine.cu");
  for (const char* text : {"n 4096\nBLOCK 256\n", "n 4096\nBLOCK 512\n"}) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    child<QTabWidget>("recordPages")->setCurrentIndex(0);
    m_panel->findChild<KernelPage*>()->openOwnFile(path);
    ASSERT_TRUE(waitUntil([&] { return child<QPushButton>("runButton")->isEnabled(); }));
    click("runButton");
    ASSERT_TRUE(ends());
    EXPECT_EQ(child<QPlainTextEdit>("runSource")->toPlainText(), QString::fromUtf8(text));
  }
  ASSERT_TRUE(QFile::remove(path));
  child<QTabWidget>("recordPages")->setCurrentIndex(3);
  child<QTreeWidget>("runHistory")->selectAll();
  click("historyCompare");
  auto* source = child<QPlainTextEdit>("runSource");
  EXPECT_TRUE(child<QTabWidget>("resultTabs")->isTabVisible(3));
  ASSERT_TRUE(waitUntil([&] { return !source->toPlainText().isEmpty(); }));
  EXPECT_TRUE(source->toPlainText().contains(QStringLiteral(" n 4096\n-BLOCK 256\n+BLOCK 512")))
      << source->toPlainText().toStdString();
  choose("copy");
  click("runButton");
  ASSERT_TRUE(ends());
  EXPECT_FALSE(child<QTabWidget>("resultTabs")->isTabVisible(3));
  child<QTabWidget>("recordPages")->setCurrentIndex(3);
  child<QTreeWidget>("runHistory")->selectAll();
  click("historyRemove");
  EXPECT_TRUE(QDir(m_folder.path()).isEmpty())
      << QDir(m_folder.path()).entryList().join(QLatin1Char(' ')).toStdString();
}

}  // namespace
}  // namespace kernline::ui
