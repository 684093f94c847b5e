// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/time.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <string>

namespace kernline::ui {

class TimelineView;

/// Requests further parts of a partially loaded trace as they come into view, and some more around them.
class SightReading : public QObject {
  Q_OBJECT

 public:
  SightReading(TimelineView& view, QObject* parent);

  /// Returns the range that a reload reads, as in `LoadOptions`; empty for all.
  [[nodiscard]] std::string range() const;
  /// Reads everything from now on.
  void wantAll();
  /// Another trace is shown, a whole one or a part.
  void traceArrived();
  /// Drops the request until something else comes into view.
  void readingCanceled() { m_wantsAll = false; }

 Q_SIGNALS:
  void moreWanted();  ///< `range` is not what was read

 private:
  [[nodiscard]] TimeRange inSight() const;
  void look();
  void ask();

  TimelineView& m_view;
  QTimer m_pause;                     // waits until a hand stops moving
  std::optional<TimeRange> m_wanted;  // nullopt for the range that was read, or all
  bool m_wantsAll = false;
};

}  // namespace kernline::ui
