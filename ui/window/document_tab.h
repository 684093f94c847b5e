// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query_index.h"
#include "core/trace/trace.h"
#include "ui/jobs/file_load.h"
#include "ui/jobs/job.h"

#include <QString>
#include <QWidget>

#include <chrono>
#include <memory>
#include <optional>

namespace kernline {
struct Note;
}

namespace kernline::ui {

struct Place;
class LoadStrip;
class MessagePage;
class OnlyStrip;
class OverviewPage;
class RangeStrip;
class TimelineView;
class TraceFigures;
class TraceNotes;
class TraceTrust;

/// One open file: its loading, its timeline and its overview, or why there is none.
class DocumentTab : public QWidget {
  Q_OBJECT

 public:
  enum class State { Loading, Ready, Refused, Cancelled };
  enum class Page { Timeline, Overview };

  explicit DocumentTab(std::unique_ptr<FileLoad> load, QWidget* parent = nullptr);
  ~DocumentTab() override;

  [[nodiscard]] State state() const { return m_state; }
  [[nodiscard]] const QString& path() const { return m_path; }
  [[nodiscard]] QString title() const;
  /// The whole trace, or a preview while loading; nullptr if there is neither.
  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  [[nodiscard]] std::chrono::nanoseconds loadTime() const { return m_loadTime; }
  [[nodiscard]] TimelineView* view() const { return m_view; }
  [[nodiscard]] TraceNotes* notes() const { return m_notes; }
  [[nodiscard]] TraceTrust* trust() const { return m_trust; }
  [[nodiscard]] RangeStrip* rangeStrip() const { return m_range; }
  /// Why the file was refused; empty otherwise.
  [[nodiscard]] const QString& refusal() const { return m_refusal; }
  /// A load or the index of the timeline is under way.
  [[nodiscard]] bool isBusy() const;

  /// What to show once there is a trace, instead of the whole; and what range to choose.
  void showFirst(std::optional<TimeRange> range, std::optional<TimeRange> chosen);
  /// Reads the file again; the view stays where it is.
  void reload();
  void cancel();
  /// Shows the place that a note is about.
  void goToNote(std::size_t at);

  [[nodiscard]] Page page() const { return m_page; }
  void showPage(Page page);
  /// Of the page that is shown.
  [[nodiscard]] QWidget* pageWidget() const;
  /// Turns to the timeline and shows what explains a figure.
  void goTo(const Place& place);
  /// Rows of the timeline that say why devices are idle and how much is queued; worked out when first shown.
  void showDeviceNotes(bool idle, bool queues);
  [[nodiscard]] bool showsIdle() const { return m_showsIdle; }
  [[nodiscard]] bool showsQueues() const { return m_showsQueues; }

 Q_SIGNALS:
  void stateChanged();  ///< state or trace are others now
  void pageChanged();   ///< the page, or what the timeline shows of devices
  void openRequested();
  void findingsRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void placeStrip();
  void begin(std::unique_ptr<FileLoad> load);
  void takePreview(std::shared_ptr<const Trace> preview);
  void takeResult(Expected<std::shared_ptr<const QueryIndex>> result);
  void showTrace(std::shared_ptr<const Trace> trace);
  void showMessage(const Error& error);
  void showNotes();
  void showPlaceOf(const Note& note, SpanId span);

  QString m_path;
  State m_state = State::Loading;
  std::unique_ptr<FileLoad> m_load;
  std::shared_ptr<const Trace> m_trace;
  Job<SpanId> m_findingNote;
  std::chrono::nanoseconds m_loadTime{0};
  QString m_refusal;
  std::optional<TimeRange> m_firstRange;  // until there is a trace to show it of
  std::optional<TimeRange> m_firstChosen;

  TraceFigures* m_figures = nullptr;
  TraceTrust* m_trust = nullptr;
  Page m_page = Page::Timeline;
  bool m_showsIdle = false;
  bool m_showsQueues = false;

  TraceNotes* m_notes = nullptr;
  LoadStrip* m_strip = nullptr;
  TimelineView* m_view = nullptr;
  OnlyStrip* m_only = nullptr;
  RangeStrip* m_range = nullptr;
  OverviewPage* m_overview = nullptr;  // made when first shown
  MessagePage* m_message = nullptr;
};

}  // namespace kernline::ui
