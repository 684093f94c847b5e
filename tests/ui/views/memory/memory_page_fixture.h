// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/says.h"
#include "tests/ui/views/memory/sample_memory.h"
#include "tests/ui/views/panel_test.h"
#include "ui/views/memory/blocks_panel.h"
#include "ui/views/memory/memory_chart.h"
#include "ui/views/memory/memory_page.h"

#include <QStringList>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

#include <cstdint>

namespace kernline::ui {

constexpr Time pageUs(std::int64_t count) {
  return {count * 1000};
}

/// The page of the sample.
class MemoryPageTest : public test::PanelTest<MemoryPage> {
 protected:
  void SetUp() override {
    QObject::connect(&m_panel, &MemoryPage::rangeRequested, &m_panel, &MemoryPage::setRange);
    m_panel.setHistory(test::sampleMemory());
    show({1200, 800});
  }

  MemoryChart& chart() { return *m_panel.chart(); }
  QTableView& groups() { return child<QTableView>("memoryGroups"); }
  QTableView& blocks() { return child<QTableView>("memoryBlocks"); }

  QPoint at(Time time, int above = 20) {
    const QRectF plot = chart().plotRect();
    return QPointF(plot.left() + chart().axis().xOf(time), plot.bottom() - above).toPoint();
  }

  void click(Time time) {
    QTest::mouseClick(chart().viewport(), Qt::LeftButton, Qt::NoModifier, at(time));
    ASSERT_TRUE(settles());
  }

  static QStringList column(const QTableView& view, int column) {
    QStringList texts;
    for (int row = 0; row < view.model()->rowCount(); ++row) {
      texts << QString::fromStdString(test::cell(view, row, column));
    }
    return texts;
  }

  static QString older() { return QString::fromStdString(test::phrase("allocated-before-recording")); }

  void choose(BlockChoice choice) {
    m_panel.blocks()->setChoice(choice);
    ASSERT_TRUE(settles());
  }
};

}  // namespace kernline::ui
