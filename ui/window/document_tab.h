// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/compare/ranks/rank_set.h"
#include "core/model/trace/trace.h"
#include "ui/views/timeline/row_id.h"
#include "ui/window/file_tab.h"

#include <memory>
#include <optional>
#include <vector>

namespace kernline {
struct Note;
}

namespace kernline::ui {

struct Place;
class LiveRecording;
class OnlyStrip;
class OverviewPage;
class RangeStrip;
class TimelineView;
class TraceFigures;
class TraceNotes;
class TraceTrust;

/// One open trace: its timeline and its overview. Every file begins as one, since most are.
class DocumentTab : public FileTab {
  Q_OBJECT

 public:
  enum class Page { Timeline, Overview };

  explicit DocumentTab(std::unique_ptr<FileLoad> load, QWidget* parent = nullptr);
  ~DocumentTab() override;

  /// The whole trace, or a preview while loading; nullptr if there is neither.
  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  /// Of a trace that is that of several ranks; else nullptr.
  [[nodiscard]] const std::shared_ptr<const RankSet>& ranks() const { return m_ranks; }
  /// Puts the ranks together again with other clocks; what is in sight stays.
  void setClocks(RankCorrections corrections);
  [[nodiscard]] bool isSettingClocks() const { return m_settingClocks.isRunning(); }
  /// Shows spans of several ranks that belong together, the first of them selected.
  void showTogether(const std::vector<SpanId>& spans, bool pinned);
  [[nodiscard]] QString title() const override;
  [[nodiscard]] TimelineView* view() const { return m_view; }
  [[nodiscard]] TraceNotes* notes() const { return m_notes; }
  [[nodiscard]] TraceTrust* trust() const { return m_trust; }
  [[nodiscard]] RangeStrip* rangeStrip() const { return m_range; }
  /// Of a recording that was not finished when it was opened; else nullptr.
  [[nodiscard]] LiveRecording* live() const { return m_live; }
  /// Whoever wrote this recording is gone.
  void endWriting();
  [[nodiscard]] QString summary() const override;
  [[nodiscard]] bool isBusy() const override;
  void resume(const FileTab& before) override;

  /// What to show once there is a trace, instead of the whole; and what range to choose.
  void showFirst(std::optional<TimeRange> range, std::optional<TimeRange> chosen);
  /// Shows the place that a note is about.
  void goToNote(std::size_t at);

  [[nodiscard]] Page page() const { return m_page; }
  void showPage(Page page);
  /// Of the page that is shown.
  [[nodiscard]] QWidget* pageWidget() const override;
  [[nodiscard]] QWidget* pictureWidget() const override;
  /// Turns to the timeline and shows what explains a figure.
  void goTo(const Place& place);
  /// Rows of the timeline that say why devices are idle and how much is queued; worked out when first shown.
  void showDeviceNotes(bool idle, bool queues);
  [[nodiscard]] bool showsIdle() const { return m_showsIdle; }
  [[nodiscard]] bool showsQueues() const { return m_showsQueues; }

 Q_SIGNALS:
  void pageChanged();  ///< the page, or what the timeline shows of devices
  void findingsRequested();
  void grown();  ///< a recording has more now; `stateChanged` follows only from time to time
  void liveChanged();

 protected:
  [[nodiscard]] OpenedFile content() const override;
  [[nodiscard]] bool canShow(const OpenedFile& file) const override { return file.index != nullptr; }
  void takeFile(OpenedFile file) override;
  void takePreview(std::shared_ptr<const Trace> preview) override;
  void dropContent() override;
  void restoreContent() override { showPage(m_page); }

 private:
  void showTrace(std::shared_ptr<const Trace> trace);
  void showWhole(std::shared_ptr<const QueryIndex> index);
  void followRecording();
  void takeGrown(const std::shared_ptr<const QueryIndex>& index, bool forAll);
  void showNotes();
  void lightCollectives();
  void showPlaceOf(const Note& note, SpanId span);

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const RankSet> m_ranks;
  Job<OpenedFile> m_settingClocks;
  Job<SpanId> m_findingNote;
  std::optional<TimeRange> m_firstRange;  // until there is a trace to show it of
  std::optional<TimeRange> m_firstChosen;

  TraceFigures* m_figures = nullptr;
  TraceTrust* m_trust = nullptr;
  Page m_page = Page::Timeline;
  bool m_showsIdle = false;
  bool m_showsQueues = false;

  TraceNotes* m_notes = nullptr;
  TimelineView* m_view = nullptr;
  OnlyStrip* m_only = nullptr;
  RangeStrip* m_range = nullptr;
  LiveRecording* m_live = nullptr;
  std::shared_ptr<const PipedRecording> m_piped;
  bool m_isWritten = true;             // as far as is known, if it is a recording without an end
  OverviewPage* m_overview = nullptr;  // made when first shown
};

}  // namespace kernline::ui
