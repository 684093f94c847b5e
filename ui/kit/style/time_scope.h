// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"
#include "core/model/trace/trace.h"

#include <QComboBox>
#include <QTimer>

#include <optional>

namespace kernline::ui {

/// Selects the time that a panel counts: all, the visible range, or the chosen range, to which it switches when one is
/// chosen.
class TimeScope : public QComboBox {
  Q_OBJECT

 public:
  explicit TimeScope(QWidget* parent);

  /// Sets the trace. If only a range of time was loaded, that is its whole.
  void setTrace(const Trace* trace);
  void setVisibleRange(std::optional<TimeRange> range);
  void setChosenRange(std::optional<TimeRange> range);
  /// nullopt for the whole trace.
  [[nodiscard]] std::optional<TimeRange> range() const;
  [[nodiscard]] bool isSettling() const { return m_settled.isActive(); }

 Q_SIGNALS:
  /// Another range, once it moves no more.
  void changed();

 private:
  enum Scope { Everything, InSight, Chosen };

  std::optional<TimeRange> m_read;  // nullopt for all
  std::optional<TimeRange> m_visible;
  std::optional<TimeRange> m_chosen;
  QTimer m_settled;
};

}  // namespace kernline::ui
