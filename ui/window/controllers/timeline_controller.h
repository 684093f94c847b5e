// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/ids.h"
#include "ui/kit/jobs/job.h"
#include "ui/window/parts/commands.h"
#include "ui/window/parts/window_parts.h"

#include <QObject>

#include <functional>

namespace kernline::ui {

class TimelineScene;
class TraceTab;

/// Commands on the current trace: zoom, pages, rows, and ways from one span to another.
class TimelineController : public QObject {
  Q_OBJECT

 public:
  /// `keepsColors`: how device activity is colored, in the user's settings.
  TimelineController(const WindowParts& parts, bool keepsColors);

 private:
  void openSpanMenu(QPoint at);
  void connectZoom();
  void connectPages();
  void connectRows();
  void connectWays();
  void connectColors(bool keeps);
  void onTab(Command command, std::function<void(TraceTab&)> what);
  void onScene(Command command, std::function<void(TimelineScene&)> what);
  void goToOrigin();
  void addNote();
  void showPage();
  void showLive();
  void showArrangement();
  void showColors();

  WindowParts m_parts;
  Job<SpanId> m_origin;
};

}  // namespace kernline::ui
