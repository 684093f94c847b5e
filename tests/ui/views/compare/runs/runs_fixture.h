// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window/window_fixture.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/compare/runs/waterfall_view.h"
#include "ui/window/controllers/comparison_controller.h"
#include "ui/window/parts/commands.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <string>
#include <utility>

namespace kernline::ui {

/// A GPU that does `rounds` times a matrix product of so many microseconds and something of 20, 5 apart; before the
/// round `late` it waits longer by so many more.
inline std::string loopText(int rounds, int product, const char* second, int late = -1, int longer = 0) {
  std::string text = "[";
  double now = 100;
  for (int i = 0; i < rounds; ++i) {
    now += i == late ? longer : 0;
    for (const auto& [name, length] : {std::pair("gemm", product), std::pair(second, 20)}) {
      text += std::string(text.size() > 1 ? "," : "") + R"({"ph":"X","cat":"kernel","name":")" + name +
              R"(","pid":0,"tid":7,"ts":)" + std::to_string(now) + R"(,"dur":)" + std::to_string(length) +
              R"(,"args":{"device":0,"stream":7}})";
      now += length + 5;
    }
  }
  return text + "]";
}

/// The window that compares two open traces, of which the second has the shorter product.
class Runs : public Window {
 protected:
  void SetUp() override {
    Window::SetUp();
    m_window.openFiles({QString::fromStdString(m_before.path()), QString::fromStdString(m_after.path())});
    ASSERT_TRUE(settles());
    tabs().setCurrentIndex(0);
    ASSERT_TRUE(settles());  // the file in front is awaited, and the other one may have come first
    m_window.commands()[Command::CompareTraces]->trigger();
    m_runs = m_window.findChild<RunsWindow*>();
    ASSERT_NE(m_runs, nullptr);
    m_runs->resize(1280, 800);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_runs));
    ASSERT_TRUE(compares());
  }

  bool compares() {
    return test::waitUntil([&] { return !m_runs->isBusy() && m_runs->comparison() != nullptr; });
  }

  template <typename Widget>
  Widget* part(const char* name) {
    return m_runs->findChild<Widget*>(QString::fromUtf8(name));
  }

  /// By the menu of its chip, as people do.
  void replaceOther(int open) {
    QMenu* menu = part<QToolButton>("runsChip1")->menu();
    Q_EMIT menu->aboutToShow();
    constexpr int behind = 1;  // to open a file
    menu->actions().at(menu->actions().size() - behind - m_runs->openRuns() + open)->trigger();
  }

  /// The figure that rows show.
  void chooseFigure(const char* figure) {
    auto* box = part<QComboBox>("runsFigure");
    box->setCurrentIndex(box->findText(QString::fromUtf8(figure)));
    Q_EMIT box->activated(box->currentIndex());
  }

  /// The line of the picture that begins so.
  QPoint waterfallLine(const char* name) {
    auto* waterfall = part<WaterfallView>("runsWaterfall");
    const QStringList lines = waterfall->lines();
    const auto found = std::ranges::find_if(
        lines, [&](const QString& line) { return line.startsWith(QString::fromUtf8(name), Qt::CaseInsensitive); });
    EXPECT_NE(found, lines.end()) << lines.join(QLatin1Char('\n')).toStdString();
    const int height = waterfall->fontMetrics().height() + 5;
    return {100, 6 + height * static_cast<int>(found - lines.begin()) + height / 2};
  }

  QString cell(int row, int column) {
    const QAbstractItemModel* model = part<QTableView>("runsRows")->model();
    return model->data(model->index(row, column), Qt::DisplayRole).toString();
  }

  test::TemporaryFile m_before{loopText(6, 100, "relu")};
  test::TemporaryFile m_after{loopText(6, 70, "gelu")};
  RunsWindow* m_runs = nullptr;
};

}  // namespace kernline::ui
