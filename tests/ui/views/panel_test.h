// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/cell.h"
#include "tests/ui/window/wait.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QSize>
#include <QString>
#include <QTest>
#include <QWidget>

#include <memory>
#include <string>
#include <utility>

namespace kernline::test {

/// A panel on the screen, with a trace, as for a user.
template <typename Panel>
class PanelTest : public ::testing::Test {
 protected:
  static constexpr QSize usualSize{1200, 400};

  /// Waits until the panel has counted. Spans that it requests to show are in `m_asked` from then on.
  void show(std::shared_ptr<const Trace> trace, QSize size = usualSize) {
    m_trace = std::move(trace);
    m_panel.setTrace(m_trace);
    show(size);
  }
  /// With what the test has set.
  void show(QSize size = usualSize) {
    m_panel.resize(size);
    m_panel.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_panel));
    m_panel.activateWindow();
    ASSERT_TRUE(settles());
    if constexpr (requires { &Panel::spanRequested; }) {
      QObject::connect(&m_panel, &Panel::spanRequested, &m_panel, [this](SpanId span) { m_asked = span; });
    }
  }
  /// `file`: in tests/fixtures.
  void open(const char* file) { show(load(fixture(file)).value()); }

  /// False if the panel is still busy after a while.
  [[nodiscard]] bool settles() {
    if constexpr (requires { m_panel.isBusy(); }) {
      return test::settles(m_panel);
    }
    QCoreApplication::processEvents();
    return true;
  }

  template <typename Widget>
  [[nodiscard]] Widget& child(const char* name) {
    auto* found = m_panel.template findChild<Widget*>(QString::fromUtf8(name));
    EXPECT_NE(found, nullptr) << name;
    return *found;
  }
  /// The value beside that label; empty if there is none.
  [[nodiscard]] std::string fact(const char* label) {
    const QString begin = QString::fromUtf8(label) + QStringLiteral(": ");
    for (const auto* each : m_panel.template findChildren<QWidget*>()) {
      if (each->accessibleName().startsWith(begin)) {
        return each->accessibleName().mid(begin.size()).toStdString();
      }
    }
    return {};
  }
  /// The name of the span that the panel requested to show; empty if none.
  [[nodiscard]] std::string asked() const {
    return m_asked == SpanId::none ? std::string() : std::string(m_trace->nameText(m_asked));
  }

  /// Chooses an entry by keys.
  void choose(const char* combo, int index) {
    auto& box = child<QComboBox>(combo);
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_Home);
    for (int i = 0; i < index; ++i) {
      QTest::keyClick(&box, Qt::Key_Down);
    }
    ASSERT_EQ(box.currentIndex(), index);
    ASSERT_TRUE(settles());
  }
  /// Step by step: what is chosen on the way may change the entries.
  void choose(const char* combo, const QString& text) {
    auto& box = child<QComboBox>(combo);
    ASSERT_GE(box.findText(text), 0) << text.toStdString();
    box.setFocus();
    while (box.currentText() != text && box.findText(text) >= 0) {
      QTest::keyClick(&box, box.currentIndex() < box.findText(text) ? Qt::Key_Down : Qt::Key_Up);
    }
    ASSERT_TRUE(settles());
  }
  /// In place of what is in the field.
  void type(const char* field, const char* text) {
    auto& edited = child<QLineEdit>(field);
    edited.setFocus();
    edited.selectAll();
    QTest::keyClick(&edited, Qt::Key_Delete);
    QTest::keyClicks(&edited, QString::fromUtf8(text));
    ASSERT_TRUE(settles());
  }

  std::shared_ptr<const Trace> m_trace;
  Panel m_panel;
  SpanId m_asked = SpanId::none;
};

}  // namespace kernline::test
