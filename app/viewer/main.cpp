// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/viewer/viewer_options.h"
#include "core/analysis/advice/advice_rules.h"
#include "core/analysis/work/user_work.h"
#include "core/model/base/unfinished_file.h"
#include "core/model/names/user_families.h"
#include "ui/kit/jobs/gui_queue.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/language.h"
#include "ui/kit/open/file_load.h"
#include "ui/kit/open/memory_limit.h"
#include "ui/kit/output/print_error.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/theme.h"
#include "ui/views/compare/ranks/heat_map_picture.h"
#include "ui/views/compare/runs/comparison_picture.h"
#include "ui/views/memory/memory_picture.h"
#include "ui/views/work/roofline_picture.h"
#include "ui/window/main_window.h"
#include "ui/window/parts/window_settings.h"
#include "ui/window/screenshot.h"
#include "ui/window/start/startup_clock.h"
#include "ui/window/windows.h"

#include <QApplication>
#include <QTimer>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace kernline;
using Loads = std::vector<std::unique_ptr<ui::FileLoad>>;

/// Reading begins before Qt does: for a large file the two take about as long as each other.
Loads startLoading(const viewer::ViewerOptions& options) {
  Loads loads;
  for (const std::string& file : options.files) {
    loads.push_back(std::make_unique<ui::FileLoad>(file, options.range.rangeToRead()));
  }
  return loads;
}

void nameApplication() {
  QCoreApplication::setOrganizationName(QStringLiteral("Kernline"));
  QCoreApplication::setApplicationName(QStringLiteral("kernline"));
  QCoreApplication::setApplicationVersion(QStringLiteral(KERNLINE_VERSION));
  QGuiApplication::setApplicationDisplayName(QStringLiteral("Kernline"));
  QGuiApplication::setDesktopFileName(QStringLiteral("io.github.kernline.Kernline"));
}

int compare(QApplication& application, const viewer::ViewerOptions& options) {
  ui::applyTheme(options.theme.value_or(ui::ThemeChoice::Light));
  ui::applyLanguage(options.language.value_or(ui::LanguageChoice::English));
  const ui::ComparisonPicture picture(options.files, *options.comparison, QString::fromStdString(options.screenshot),
                                      options.size);
  ui::GuiQueue::open();
  return application.exec();
}

int drawMemory(QApplication& application, const viewer::ViewerOptions& options) {
  constexpr QSize usual(1600, 900);
  ui::applyTheme(options.theme.value_or(ui::ThemeChoice::Light));
  ui::applyLanguage(options.language.value_or(ui::LanguageChoice::English));
  ui::MemoryPicture picture(options.files.front(), QString::fromStdString(options.screenshot),
                            options.size.isValid() ? options.size : usual, options.range);
  picture.setStacked(options.stacksBlocks);
  ui::GuiQueue::open();
  return application.exec();
}

int drawRoofline(QApplication& application, const viewer::ViewerOptions& options) {
  constexpr QSize usual(1280, 720);
  ui::applyTheme(options.theme.value_or(ui::ThemeChoice::Light));
  ui::applyLanguage(options.language.value_or(ui::LanguageChoice::English));
  const ui::RooflinePicture picture(
      options.files.front(), QString::fromStdString(options.screenshot), options.size.isValid() ? options.size : usual,
      {.by = options.workBy, .range = options.range, .device = QString::fromStdString(options.device)});
  ui::GuiQueue::open();
  return application.exec();
}

int drawHeatMap(QApplication& application, const viewer::ViewerOptions& options) {
  constexpr QSize usual(1600, 900);
  ui::applyTheme(options.theme.value_or(ui::ThemeChoice::Light));
  ui::applyLanguage(options.language.value_or(ui::LanguageChoice::English));
  const ui::HeatMapPicture picture(options.files, QString::fromStdString(options.screenshot),
                                   options.size.isValid() ? options.size : usual, options.metric);
  ui::GuiQueue::open();
  return application.exec();
}

int run(QApplication& application, const viewer::ViewerOptions& options, Loads loads) {
  const bool isPicture = !options.screenshot.empty();
  const auto settings = isPicture ? ui::MainWindow::Settings::Ephemeral : ui::MainWindow::Settings::Kept;
  const ui::ThemeChoice theme = options.theme.value_or(isPicture ? ui::ThemeChoice::Light : ui::storedTheme());
  // A picture is the same wherever it is made.
  const ui::LanguageChoice language =
      options.language.value_or(isPicture ? ui::LanguageChoice::English : ui::storedLanguage());
  ui::applyTheme(theme);  // precedes the first widget, so that none has to change its style
  ui::markStartup("theme applied");
  ui::Windows windows(settings, theme, language);
  ui::MainWindow& window = windows.current();  // first window; another language makes another
  if (options.size.isValid()) {
    window.resize(options.size);
  }
  for (std::unique_ptr<ui::FileLoad>& load : loads) {
    window.adopt(std::move(load),
                 {.visible = {}, .chosen = {}, .range = isPicture ? std::string() : options.range.range});
  }
  if (options.files.empty() && !window.restoreSession()) {
    window.showStart();
  }
  ui::markStartup("window made");
  window.show();
  ui::markStartup("window shown");
  ui::markNextPaint(&window, "window painted");
  if (isPicture) {
    new ui::Screenshot(window, {QString::fromStdString(options.screenshot), options.range, options.select,
                                options.subject, options.size, options.showsOverview, options.notes});
  }
  QTimer::singleShot(0, &window, [&window] { window.setWindowIcon(ui::icon(QStringLiteral("kernline"))); });
  ui::GuiQueue::open();
  return application.exec();
}

constexpr const char* withoutWindow = "kernline summary and kernline render work without one";

bool isUnset(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr || *value == '\0';
}

/// Returns advice for Qt's last message before it aborts, a page about its plugins.
std::string startProblem(const QString& message) {
  if (!message.contains(QLatin1String("no Qt platform plugin"))) {
    return message.section(QLatin1Char('\n'), 0, 0).toStdString();
  }
  const std::string name = qEnvironmentVariable("QT_QPA_PLATFORM").toStdString();
  return (name.empty() ? "no platform plugin of Qt starts" : "Qt's platform plugin \"" + name + "\" does not start") +
         "; install Qt's plugins (qt6-qpa-plugins, libqt6gui6, qt6-wayland), or Kernline again";
}

/// Ends the program if no window can open, as Qt would abort.
void endWithoutDisplay(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
  static QString reason;
  if (message.contains(QLatin1String("could not connect to display"))) {
    const char* const named = isUnset("DISPLAY") ? "WAYLAND_DISPLAY" : "DISPLAY";
    reason = QStringLiteral("cannot connect to the display %1").arg(qEnvironmentVariable(named));
  } else if (type == QtFatalMsg) {
    ui::printError("cannot open a window: " + (reason.isEmpty() ? startProblem(message) : reason.toStdString()) + ". " +
                   withoutWindow);
    std::_Exit(1);
  }
}

bool hasDisplay() {
  return !isUnset("DISPLAY") || !isUnset("WAYLAND_DISPLAY") || !isUnset("QT_QPA_PLATFORM");
}

/// Drops Qt's messages on limits of the platform without a display; the one line on stderr is ours.
void dropQtMessages(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
  if (type == QtFatalMsg) {
    ui::printError("cannot draw: " + startProblem(message));
    std::_Exit(1);
  }
  if (type == QtCriticalMsg) {
    ui::printError(message.toStdString());
  }
}

}  // namespace

int main(int argc, char** argv) {
  ui::markStartup("main entered");
  const auto parsed = viewer::parseViewerOptions(argc, argv);
  if (const int* code = std::get_if<int>(&parsed)) {
    return *code;
  }
  const auto& options = std::get<viewer::ViewerOptions>(parsed);
  for (const std::string& complaint : useOwnFamilies()) {
    ui::printError(complaint);
  }
  for (const std::string& complaint : useOwnAdvice()) {
    ui::printError(complaint);
  }
  for (const std::string& complaint : useOwnWork()) {
    ui::printError(complaint);
  }
  if (options.screenshot.empty() && !hasDisplay()) {
    ui::printError(std::string("cannot open a window: no display (neither DISPLAY nor WAYLAND_DISPLAY is set). ") +
                   withoutWindow);
    return 1;
  }
  removeUnfinishedAtSignals();
  nameApplication();  // the settings go by it
  ui::setMemoryLimit(options.maxMemory > 0 || !options.screenshot.empty() ? options.maxMemory
                                                                          : ui::storedMemoryLimit());
  const bool isWindow = !options.comparison && !options.drawsMemory && !options.drawsRoofline && !options.drawsHeatMap;
  Loads loads = isWindow ? startLoading(options) : Loads();
  if (!options.screenshot.empty()) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(dropQtMessages);
  } else {
    qInstallMessageHandler(endWithoutDisplay);
  }
  int code = 0;
  {
    QApplication application(argc, argv);
    if (options.screenshot.empty()) {
      qInstallMessageHandler(nullptr);
    }
    ui::markStartup("QApplication made");
    code = options.comparison      ? compare(application, options)
           : options.drawsMemory   ? drawMemory(application, options)
           : options.drawsRoofline ? drawRoofline(application, options)
           : options.drawsHeatMap  ? drawHeatMap(application, options)
                                   : run(application, options, std::move(loads));
    ui::GuiQueue::close();
  }
  constexpr std::chrono::seconds timeout{3};
  if (!ui::waitForWorkers(timeout)) {
    std::_Exit(code);  // a worker is stuck in the system, e.g. on a dead network share
  }
  return code;
}
