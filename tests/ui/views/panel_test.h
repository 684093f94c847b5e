// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/ui/window/wait.h"

#include <gtest/gtest.h>

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>
#include <QSize>
#include <QString>
#include <QTest>

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
    m_panel.resize(size);
    m_panel.setTrace(m_trace);
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

  /// False if the panel is still busy after a while. Charts lay themselves out a turn later.
  [[nodiscard]] bool settles() {
    const bool isStill = waitUntil([&] { return !m_panel.isBusy(); });
    QCoreApplication::processEvents();
    return isStill;
  }

  template <typename Widget>
  [[nodiscard]] Widget& child(const char* name) {
    auto* found = m_panel.template findChild<Widget*>(QString::fromUtf8(name));
    EXPECT_NE(found, nullptr) << name;
    return *found;
  }
  [[nodiscard]] static std::string cell(const QModelIndex& row, int column = 0, int role = Qt::DisplayRole) {
    return row.siblingAtColumn(column).data(role).toString().toStdString();
  }
  [[nodiscard]] static std::string cell(const QAbstractItemView& view, int row, int column,
                                        int role = Qt::DisplayRole) {
    return cell(view.model()->index(row, 0), column, role);
  }
  /// The name of the span that the panel requested to show; empty if none.
  [[nodiscard]] std::string asked() const {
    return m_asked == SpanId::none ? std::string() : std::string(m_trace->nameText(m_asked));
  }

  /// By keys.
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
