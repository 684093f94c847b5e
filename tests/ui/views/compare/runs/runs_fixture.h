// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window/cell.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/compare/runs/waterfall_view.h"
#include "ui/window/controllers/comparison_controller.h"
#include "ui/window/parts/commands.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

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

/// A window that compares open traces.
class RunsWindowTest : public Window {
 protected:
  void compare(const std::vector<std::string>& files, QSize size = {1280, 800}) {
    QStringList paths;
    for (const std::string& file : files) {
      paths << QString::fromStdString(file);
    }
    m_window.openFiles(paths);
    ASSERT_TRUE(settles());
    tabs().setCurrentIndex(0);
    ASSERT_TRUE(settles());  // the file in front is awaited, and the other one may have come first
    m_window.commands()[Command::CompareTraces]->trigger();
    m_runs = m_window.findChild<RunsWindow*>();
    ASSERT_NE(m_runs, nullptr);
    m_runs->resize(size);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_runs));
    ASSERT_TRUE(compares());
  }

  /// Waits until so many runs are compared.
  [[nodiscard]] bool compares(std::size_t count = 2) {
    return test::waitUntil([&] { return hasCompared(count); });
  }
  [[nodiscard]] bool hasCompared(std::size_t count = 2) const {
    return !m_runs->isBusy() && m_runs->comparison() != nullptr && m_runs->comparison()->runs.size() == count;
  }

  template <typename Widget>
  Widget* part(const char* name) {
    return m_runs->findChild<Widget*>(QString::fromUtf8(name));
  }

  QTableView& rows() { return *part<QTableView>("runsRows"); }

  RunsWindow* m_runs = nullptr;
};

/// Two open traces, of which the second has the shorter product.
class Runs : public RunsWindowTest {
 protected:
  void SetUp() override {
    Window::SetUp();
    compare({m_before.path(), m_after.path()});
  }

  /// By the menu of its chip, as people do.
  void replaceOther(int open) {
    QMenu* menu = part<QToolButton>("runsChip1")->menu();
    Q_EMIT menu->aboutToShow();
    constexpr int behind = 1;  // entries after the runs, to open a file
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

  test::TemporaryFile m_before{loopText(6, 100, "relu")};
  test::TemporaryFile m_after{loopText(6, 70, "gelu")};
};

}  // namespace kernline::ui
