// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/dock/whatif_scenario.h"
#include "ui/window/tabs/file_tab.h"

#include <memory>
#include <optional>
#include <string>

namespace kernline::ui {

struct Place;
class LiveRecording;
class NoteMarks;
class OnlyStrip;
class OverviewPage;
class RangeStrip;
class ReplayedStrip;
class SightReading;
class TimelineView;
class TraceNotes;
class TraceRanks;
class TraceStudy;

/// One open trace: its timeline and its overview. Its other data are in parts of their own.
class TraceTab : public FileTab {
  Q_OBJECT

 public:
  enum class Page { Timeline, Overview };

  explicit TraceTab(const QString& path, QWidget* parent = nullptr);
  ~TraceTab() override;

  /// The whole trace, or a preview while loading; nullptr if there is neither.
  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  [[nodiscard]] TimelineView* view() const { return m_view; }
  [[nodiscard]] TraceNotes* notes() const { return m_notes; }
  [[nodiscard]] NoteMarks* noteMarks() const { return m_noteMarks; }
  [[nodiscard]] TraceRanks* ranks() const { return m_ranks; }
  [[nodiscard]] TraceStudy* study() const { return m_study; }
  [[nodiscard]] RangeStrip* rangeStrip() const { return m_range; }
  /// Returns the recording that was not finished when it was opened; else nullptr.
  [[nodiscard]] LiveRecording* live() const { return m_live; }
  void endWriting() override;
  /// Stores the arrangement of its rows and its steps in the user's settings, and reads them from there.
  void keepChoices();

  [[nodiscard]] QString title() const override;
  [[nodiscard]] QString summary() const override;
  [[nodiscard]] bool isBusy() const override;
  [[nodiscard]] Sight sight() const override;
  void setSight(const Sight& sight) override { m_first = sight; }
  [[nodiscard]] bool wantsDocks() const override;
  void resume(const FileTab& before) override;
  /// Returns the widget of the page that is shown.
  [[nodiscard]] QWidget* pageWidget() const override;
  [[nodiscard]] QWidget* pictureWidget() const override;

  [[nodiscard]] Page page() const { return m_page; }
  void showPage(Page page);
  /// Turns to the timeline and shows what explains a figure.
  void goTo(const Place& place);
  /// Shows the notes in the scene of the timeline; works them out when first shown.
  void showNotes(NoteRows rows);
  /// Shows the times of a replay without the profiler, with changes or without; `pageChanged` follows.
  void showReplayed(const WhatIfScenario& scenario = {});
  void showRecorded();
  [[nodiscard]] bool isReplayed() const;
  /// Returns `trace()`; if that is a replay, the trace that was replayed.
  [[nodiscard]] std::shared_ptr<const Trace> recorded() const;

 Q_SIGNALS:
  void pageChanged();  ///< the page, or what the timeline shows of devices
  void issuesRequested();
  void grown();  ///< a recording has more now; `stateChanged` follows only from time to time
  void liveChanged();

 protected:
  [[nodiscard]] OpenedFile content() const override;
  [[nodiscard]] std::function<bool()> changeCheck() const override;
  [[nodiscard]] std::string rangeToRead() const override;
  [[nodiscard]] bool canShow(const OpenedFile& file) const override { return file.index != nullptr; }
  void takeFile(OpenedFile file) override;
  void takePreview(std::shared_ptr<const Trace> preview) override;
  [[nodiscard]] std::shared_ptr<const Trace> preview() const override { return m_trace; }
  [[nodiscard]] bool takeCancel() override;
  void dropContent() override;
  void restoreContent() override { showPage(m_page); }

 private:
  /// Requests notes for the visible rows.
  void requestNotes();
  void showTrace(std::shared_ptr<const Trace> trace);
  void showFirstSight(bool keepView);
  void showWhole(std::shared_ptr<const QueryIndex> index);
  void showOtherTimes(std::shared_ptr<const QueryIndex> index);
  void followRecording();
  void takeLiveState();

  std::shared_ptr<const Trace> m_trace;
  Sight m_first;          // kept until there is a trace to show it of
  Job<SpanId> m_finding;  // search for the earlier selection

  TimelineView* m_view = nullptr;
  OnlyStrip* m_only = nullptr;
  RangeStrip* m_range = nullptr;
  ReplayedStrip* m_replayed = nullptr;
  OverviewPage* m_overview = nullptr;  // made when first shown
  Page m_page = Page::Timeline;
  SightReading* m_reading = nullptr;

  TraceStudy* m_study = nullptr;
  TraceNotes* m_notes = nullptr;
  NoteMarks* m_noteMarks = nullptr;
  TraceRanks* m_ranks = nullptr;
  LiveRecording* m_live = nullptr;
  std::shared_ptr<const PipedRecording> m_piped;
};

}  // namespace kernline::ui
