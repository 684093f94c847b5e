// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/memory/memory_history.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/shown_job.h"
#include "ui/views/memory/memory_source.h"

#include <QList>
#include <QMetaObject>
#include <QPointer>
#include <QStackedWidget>

#include <memory>
#include <utility>
#include <vector>

class QLabel;

namespace kernline::ui {

class LongWork;
class MemoryPage;
class ShownSteps;
struct JoinedMemory;
class TimelineView;
class TraceQuality;

/// The memory of the trace that is shown, below its timeline: one visible range, one pointer and one selection for
/// both. Added up by a worker once it is visible.
class MemoryPanel : public QStackedWidget {
  Q_OBJECT

 public:
  explicit MemoryPanel(QWidget* parent);
  ~MemoryPanel() override;

  /// A whole trace, its timeline and what is doubtful about it; nullptr if there is none.
  void setTrace(std::shared_ptr<const Trace> trace, TimelineView* view, const TraceQuality* quality);
  /// Returns true if the trace that is shown has memory data, or a snapshot may.
  [[nodiscard]] bool hasMemory() const { return m_hasMemory || (m_trace && !snapshots().empty()); }
  /// Returns a sentence that there is none, and the remedy.
  [[nodiscard]] static QString emptyText();
  /// nullptr until it was visible.
  [[nodiscard]] MemoryPage* page() const { return m_page; }
  [[nodiscard]] bool isBusy() const;
  /// Sets the open sources that this can be compared with.
  void setOthers(MemorySources others) { m_others = std::move(others); }
  /// Snapshots that may be of the trace's process. Those that are, by time and addresses, are drawn on its time axis.
  void setSnapshots(MemorySources snapshots);
  /// Asks for them again.
  void look();

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);
  void exportRequested(const QString& tabSeparated);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void createContents();
  void follow(TimelineView* view);
  void followQuality(const TraceQuality* quality);
  void updateWarnings();
  [[nodiscard]] std::vector<MemorySource> snapshots() const;
  void count(std::vector<MemorySource> snapshots);
  [[nodiscard]] std::shared_ptr<const ShownSteps> stepsOfView() const;
  void drop();
  void say(const QString& sentence);
  void placePlot();

  QPointer<TimelineView> m_view;
  QPointer<const TraceQuality> m_quality;
  QList<QMetaObject::Connection> m_links;
  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const Trace> m_counted;  // the trace whose memory is shown or being added up
  std::shared_ptr<const ShownSteps> m_markedSteps;
  bool m_hasMemory = false;
  QWidget* m_instead = nullptr;  // label with a sentence in place of the page
  LongWork* m_long = nullptr;
  QLabel* m_sentence = nullptr;
  MemoryPage* m_page = nullptr;
  MemorySources m_others;
  MemorySources m_snapshots;
  std::vector<MemorySource> m_countedSnapshots;
  ShownJob<std::shared_ptr<const JoinedMemory>> m_counting{[this](const QString& sentence) { say(sentence); }};
};

}  // namespace kernline::ui
