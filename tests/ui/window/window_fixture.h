// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/test_files.h"
#include "tests/ui/window/sample_trace.h"
#include "tests/ui/window/wait.h"
#include "ui/views/timeline/timeline_view.h"
#include "ui/window/main_window.h"
#include "ui/window/start/recent_files.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/trace_tab.h"

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QTest>

#include <gtest/gtest.h>

namespace kernline::ui {

/// A shown window on a trace of its own, driven as by a user.
class Window : public ::testing::Test {
 protected:
  void SetUp() override {
    RecentFiles::clear();
    m_window.resize(1280, 720);
    m_window.showStart();
    m_window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_window));
    m_window.activateWindow();
  }

  template <typename Widget>
  Widget* child(const char* name) {
    return m_window.findChild<Widget*>(QString::fromUtf8(name));
  }

  [[nodiscard]] bool settles() { return test::settles(m_window); }

  void openSmallTrace() {
    m_window.openFiles({QString::fromStdString(m_file.path())});
    ASSERT_TRUE(settles());
    ASSERT_EQ(m_window.currentFile()->state(), FileTab::State::Ready);
    m_window.currentFile()->setFocus();
  }

  void drop(const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) {
      urls << QUrl::fromLocalFile(path);
    }
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&m_window, &enter);
    ASSERT_TRUE(enter.isAccepted());
    EXPECT_TRUE(child<QWidget>("dropHint")->isVisible());
    QDropEvent event(QPointF(20, 20), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&m_window, &event);
    EXPECT_FALSE(child<QWidget>("dropHint")->isVisible());
  }

  const Trace& trace() { return *m_window.currentTrace()->trace(); }
  TimelineView& view() { return *m_window.currentTrace()->view(); }
  FileTabs& tabs() { return *child<FileTabs>("fileTabs"); }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWidget* focused = m_window.focusWidget();
    QTest::keyClick(focused != nullptr ? focused : &m_window, key, modifiers);
  }

  test::TemporaryFile m_file{test::smallTraceText()};
  MainWindow m_window;
};

}  // namespace kernline::ui
