// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start/startup_clock.h"

#include <QEvent>
#include <QTimer>
#include <QWidget>

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace kernline::ui {
namespace {

bool isTracing() {
  static const bool tracing = std::getenv("KERNLINE_STARTUP_TRACE") != nullptr;
  return tracing;
}

/// Seconds since boot at which this process began, to a clock tick (10 ms): field 22 of proc(5)'s stat.
double processStart() {
  std::ifstream file("/proc/self/stat");
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string field;
  constexpr int fieldsBehindName = 20;
  for (int i = 0; i < fieldsBehindName; ++i) {
    fields >> field;
  }
  return std::strtod(field.c_str(), nullptr) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double sinceBoot() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Waits for the first paint below a widget, then goes.
class PaintWitness : public QObject {
 public:
  PaintWitness(QWidget* widget, const char* milestone) : QObject(widget), m_milestone(milestone) {
    widget->installEventFilter(this);
    for (QWidget* child : widget->findChildren<QWidget*>()) {
      child->installEventFilter(this);
    }
  }

  bool eventFilter(QObject* /*watched*/, QEvent* event) override {
    if (event->type() == QEvent::Paint && !m_seen) {
      m_seen = true;
      // The window is on its way to the screen once this turn of the event loop is over.
      QTimer::singleShot(0, this, [this] {
        markStartup(m_milestone);
        deleteLater();
      });
    }
    return false;
  }

 private:
  const char* m_milestone;
  bool m_seen = false;
};

}  // namespace

void markStartup(const char* milestone) {
  if (isTracing()) {
    static const double start = processStart();
    constexpr double msPerSecond = 1000;
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    const double cpu = static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
    std::fprintf(stderr, "startup %7.1f ms (cpu %6.1f)  %s\n", (sinceBoot() - start) * msPerSecond, cpu * msPerSecond,
                 milestone);
  }
}

void markNextPaint(QWidget* widget, const char* milestone) {
  if (isTracing()) {
    new PaintWitness(widget, milestone);
  }
}

}  // namespace kernline::ui
