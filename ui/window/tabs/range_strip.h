// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/activity/device_activity.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QToolButton;

namespace kernline::ui {

class TimelineView;

/// The chosen range in figures: how long it is, how busy each device is meanwhile, and what was measured; with what
/// can be done with it. Hidden while no range is chosen.
class RangeStrip : public QWidget {
  Q_OBJECT

 public:
  explicit RangeStrip(TimelineView& view, QWidget* parent = nullptr);

  [[nodiscard]] bool isBusy() const { return m_counting.isRunning() || m_settled.isActive(); }

 Q_SIGNALS:
  void keepRequested();  ///< the range is to be named and stored

 private:
  void addButton(const char* iconName, const QString& text, const QString& tip, void (RangeStrip::*slot)());
  void follow();
  void count();
  void fit();
  void clear();

  TimelineView& m_view;
  Job<std::vector<DeviceActivity>> m_counting;
  QTimer m_settled;
  QLabel* m_length = nullptr;
  QLabel* m_activity = nullptr;
};

/// "GPU 0 busy 4.1 ms (82 %), idle 0.9 ms". Busy and idle are shares of `length`, so they add up to it.
[[nodiscard]] QString activityText(const std::vector<DeviceActivity>& devices, Duration length);

}  // namespace kernline::ui
