// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window/wait.h"
#include "ui/views/record/kernel_page.h"
#include "ui/views/record/record_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

namespace kernline::ui {

/// A panel with a recorder that only speaks like one.
class RecordPanelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    qputenv("KERNLINE_RECORDER", KERNLINE_SOURCE_DIR "/tests/support/fake_recorder.py");
    qputenv("FAKE_RECORDER_STATE", "usable");
  }
  void TearDown() override {
    m_panel.reset();
    qunsetenv("KERNLINE_RECORDER");
    qunsetenv("FAKE_RECORDER_STATE");
  }

  void open() {
    m_panel = std::make_unique<RecordPanel>(m_folder.path());
    m_began = std::make_unique<QSignalSpy>(m_panel.get(), &RecordPanel::recordingStarted);
    m_ended = std::make_unique<QSignalSpy>(m_panel.get(), &RecordPanel::recordingFinished);
    m_panel->resize(460, 860);
    m_panel->show();
    m_panel->ask();
    ASSERT_TRUE(test::waitUntil([&] { return !m_panel->isAsking(); }, std::chrono::seconds(30)));
  }
  template <typename Widget>
  Widget* child(const char* name) {
    return m_panel->findChild<Widget*>(QString::fromUtf8(name));
  }
  void choose(const char* kernel) {
    child<QTabWidget>("recordPages")->setCurrentIndex(0);
    m_panel->findChild<KernelPage*>()->selectKernel(QString::fromUtf8(kernel));
  }
  void click(const char* name) { QTest::mouseClick(child<QPushButton>(name), Qt::LeftButton); }
  [[nodiscard]] bool ends() {
    return test::waitUntil([&] { return !m_panel->isRunning(); });
  }
  QString word() { return child<QLabel>("runWord")->text(); }
  QString trouble() { return child<QPlainTextEdit>("runTrouble")->toPlainText(); }
  void write(const char* field, const QString& text) {
    auto* box = child<QComboBox>(field);
    ASSERT_NE(box, nullptr);
    box->setFocus();
    box->lineEdit()->selectAll();
    QTest::keyClicks(box->lineEdit(), text);
  }

  QTemporaryDir m_folder;
  std::unique_ptr<RecordPanel> m_panel;
  std::unique_ptr<QSignalSpy> m_began;
  std::unique_ptr<QSignalSpy> m_ended;
};

}  // namespace kernline::ui
