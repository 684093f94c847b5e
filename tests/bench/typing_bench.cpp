// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window takes for each key typed into each of its filters, with a trace open: typing_bench TRACE. A key's
// time is that of the key event; a stall is the longest that the window did nothing else until all was shown.
#include "ui/kit/jobs/gui_queue.h"
#include "ui/kit/style/kernline_style.h"
#include "ui/window/main_window.h"
#include "ui/window/tabs/trace_tab.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using kernline::ui::MainWindow;

double millisecondsOf(const auto& act) {
  QElapsedTimer timer;
  timer.start();
  act();
  return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

struct Cost {
  std::vector<double> keys;
  double stall = 0;
  double settled = 0;  ///< time from the last key until everything is shown
};

/// Lets the window work until it is done; returns the longest single turn.
double settle(MainWindow& window) {
  double maxMs = 0;
  int quiet = 0;
  while (quiet < 50) {
    maxMs = std::max(maxMs, millisecondsOf([] { QApplication::processEvents(); }));
    quiet = window.isBusy() ? 0 : quiet + 1;
    QThread::usleep(500);
  }
  return maxMs;
}

Cost typeInto(MainWindow& window, QLineEdit& field, const QString& text) {
  Cost cost;
  field.setFocus();
  field.clear();
  settle(window);
  for (const QChar letter : text) {
    cost.keys.push_back(millisecondsOf([&] { QTest::keyClick(&field, letter.toLatin1()); }));
    for (int turn = 0; turn < 60; ++turn) {  // somebody who types fast: a key each 60 ms or so
      cost.stall = std::max(cost.stall, millisecondsOf([] { QApplication::processEvents(); }));
      QThread::usleep(1000);
    }
  }
  cost.settled = millisecondsOf([&] { cost.stall = std::max(cost.stall, settle(window)); });
  field.clear();
  cost.stall = std::max(cost.stall, settle(window));
  return cost;
}

void measure(MainWindow& window, const char* dock, const char* field, const char* text) {
  if (auto* panel = window.findChild<QDockWidget*>(QString::fromUtf8(dock))) {
    panel->show();
    panel->raise();
    settle(window);
  }
  auto* line = window.findChild<QLineEdit*>(QString::fromUtf8(field));
  if (line == nullptr) {
    std::printf("%-22s is not there\n", field);
    return;
  }
  const Cost cost = typeInto(window, *line, QString::fromUtf8(text));
  std::printf("%-22s key at most %6.2f ms   longest stall %6.2f ms   shown %7.1f ms after the last key\n", field,
              *std::ranges::max_element(cost.keys), cost.stall, cost.settled);
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QApplication::setStyle(new kernline::ui::KernlineStyle);
  kernline::ui::GuiQueue::open();
  MainWindow window(MainWindow::Settings::Ephemeral);
  window.resize(1920, 1080);
  window.show();
  if (argc != 2) {
    std::fprintf(stderr, "usage: kernline_typing_bench TRACE\n");
    return 2;
  }
  window.openFiles({QString::fromUtf8(argv[1])});
  settle(window);
  measure(window, "", "searchField", "gemm_kernel");
  if (auto* kinds = window.findChild<QComboBox*>(QStringLiteral("statisticsKinds"))) {
    kinds->setCurrentIndex(kinds->count() - 1);  // everything
  }
  settle(window);
  measure(window, "statisticsDock", "statisticsFilter", "gemm_kernel");
  measure(window, "callTreeDock", "callTreeFilter", "gemm_kernel");
  measure(window, "tracksDock", "trackFilter", "stream");
  kernline::ui::GuiQueue::close();
  return 0;
}
