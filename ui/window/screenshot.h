// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_range.h"
#include "core/model/trace/trace.h"

#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <string>

namespace kernline::ui {

class FileTab;
class LogTab;
class MainWindow;
class MemoryTab;

/// Subject of a picture.
enum class PictureOf : std::uint8_t { Window, Timeline, Overview };

struct ScreenshotOptions {
  QString output;  ///< SVG if its name ends so, else PNG
  RangeChoice range;
  std::string select;  ///< the longest span of this name, or whose name contains it; of a log, the first part
                       ///< of the outline whose path contains it; empty if none
  PictureOf subject = PictureOf::Window;
  QSize size = {};             ///< size of a page alone; invalid: as large as the window, an overview as high as it is
  bool showsOverview = false;  ///< the window with the overview instead of the timeline
  bool notes = false;          ///< idle causes and queue depth on the timeline
};

/// Renders the real window into a file once everything in it has arrived, then ends the application: 0 written,
/// 1 the file cannot be shown or written (one sentence on stderr).
class Screenshot : public QObject {
  Q_OBJECT

 public:
  Screenshot(MainWindow& window, ScreenshotOptions options);

 private:
  enum class Step { Loading, Arranged, Settled };

  void proceed();
  bool arrange();
  bool arrangeLog(LogTab& log);
  bool arrangeMemory(const MemoryTab& memory);
  bool arrangeRange(const Trace& trace);
  void setApart(QWidget& page);
  void fitHeight() const;
  [[nodiscard]] QWidget& subject() const;
  void write();
  void failRange(const FileTab& file, const Error& why);
  void fail(const std::string& sentence);

  MainWindow& m_window;
  ScreenshotOptions m_options;
  Step m_step = Step::Loading;
  QTimer m_timer;
};

/// The longest of the spans named `name`, else of those whose name contains it; none if there are none.
[[nodiscard]] SpanId longestNamed(const Trace& trace, const std::string& name);

}  // namespace kernline::ui
