// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <QList>
#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <QString>

#include <memory>
#include <optional>

namespace kernline::ui {

class FileTabs;
class TimelineView;
class TraceSteps;
class TraceTab;

/// The current trace, whichever tab it is in: followers need not know of tabs coming and going.
class CurrentTrace : public QObject {
  Q_OBJECT

 public:
  explicit CurrentTrace(const FileTabs& tabs, QObject* parent);

  /// nullptr if the current file is no trace.
  [[nodiscard]] TraceTab* tab() const;
  /// Returns the view of that tab; nullptr without one.
  [[nodiscard]] TimelineView* view() const;
  /// Returns the steps of that tab; nullptr without one.
  [[nodiscard]] TraceSteps* steps() const;
  /// The whole or a preview; nullptr if there is none.
  [[nodiscard]] std::shared_ptr<const Trace> trace() const;
  /// The whole; nullptr until it is there.
  [[nodiscard]] std::shared_ptr<const Trace> whole() const;
  [[nodiscard]] SpanId selection() const;
  [[nodiscard]] std::optional<TimeRange> chosenRange() const;

  /// Emits all signals again, for the current trace.
  void refresh();
  /// Shows a span on the timeline; for SpanId::none it reports that there is none.
  void goTo(SpanId span);

 Q_SIGNALS:
  void changed();      ///< it is another one, or its state is; all that follows may be different too
  void pageChanged();  ///< timeline or overview, or what the timeline shows of devices
  void grown();        ///< a recording has more; `changed` follows only from time to time
  void liveChanged();
  void selectionChanged(kernline::SpanId span);
  void visibleRangeChanged(kernline::TimeRange range);
  void chosenRangeChanged();
  void stepsChanged();   ///< emitted when the timeline shows other steps
  void causesChanged();  ///< emitted when other steps were chosen, or captures joined
  void selectedStepChanged();
  void stepCandidatesChanged();
  void stepsMenuRequested(QPoint at);
  void spanMenuRequested(QPoint at);  ///< asks for the menu of the selected span
  void arrangementChanged();
  void historyChanged();  ///< whether it has views to go back or forward to
  void onlyMatchesChanged();
  void issuesChanged();
  void issuesRequested();
  void noteRequested();  ///< one on the chosen range
  void notesChanged();
  void notesFailed(const QString& why);
  void capturesRead(const QString& outcome);
  void reportsRead(const QString& outcome);
  void snapshotsRead(const QString& outcome);
  void snapshotsJoined();
  void nothingLinked();  ///< emitted if there was no span to go to

 private:
  void follow(TraceTab* tab);

  const FileTabs& m_tabs;
  QPointer<TraceTab> m_followed;
  QList<QMetaObject::Connection> m_connections;
};

}  // namespace kernline::ui
