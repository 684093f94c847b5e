// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <string>

namespace kernline::ui {

class TimelineView;

/// Of a trace of which only a stretch of time was read: asks for what comes into sight, and some more around it.
class SightReading : public QObject {
  Q_OBJECT

 public:
  SightReading(TimelineView& view, QObject* parent);

  /// What a reload reads, as in `LoadOptions`; empty: all.
  [[nodiscard]] std::string range() const;
  /// From now on all is read.
  void wantAll();
  /// Another trace is shown, a whole one or a part.
  void traceArrived();
  /// What was wanted is not, until something else comes into sight.
  void readingCanceled() { m_wantsAll = false; }

 Q_SIGNALS:
  void moreWanted();  ///< `range` is not what was read

 private:
  [[nodiscard]] TimeRange inSight() const;
  void look();
  void ask();

  TimelineView& m_view;
  QTimer m_pause;                     // until a hand stops moving
  std::optional<TimeRange> m_wanted;  // none: what was read, or all
  bool m_wantsAll = false;
};

}  // namespace kernline::ui
