// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source/kernel_sources.h"
#include "core/model/trace/trace.h"
#include "ui/views/dock/whatif_scenario.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QWidget;

namespace kernline::ui {

struct Fact;
class MatchSet;
class NoteMarks;
class TimelineView;
class TraceNotes;
class TraceOrigins;
class TraceRanks;
class TraceQuality;

/// The current trace, for panels.
struct ShownTrace {
  TimelineView* view = nullptr;             ///< view, also while a file is being read; nullptr if there is no timeline
  std::shared_ptr<const Trace> trace = {};  ///< the whole; nullptr until it is there, and all that follows with it
  std::shared_ptr<const Trace> recorded = {};  ///< `trace`; if that is a replay, the trace that was replayed
  TraceNotes* notes = nullptr;
  NoteMarks* noteMarks = nullptr;
  TraceQuality* quality = nullptr;
  TraceRanks* ranks = nullptr;
  const TraceOrigins* origins = nullptr;
  std::function<std::vector<Fact>(SpanId)> factsOfRanks = {};  ///< none for a trace of one rank
};

/// A panel of the window about the current trace. One line in ui/window/docks/docks.cpp gives it a dock, a
/// command and an entry in a menu; see DockKind.
class DockPanel : public QObject {
  Q_OBJECT

 public:
  using Matches = std::shared_ptr<const std::vector<SpanId>>;

  using QObject::QObject;
  ~DockPanel() override;

  [[nodiscard]] virtual QWidget* widget() const = 0;
  /// Another trace, another state of it, or none.
  virtual void showTrace(const ShownTrace& shown) = 0;
  /// SpanId::none if nothing is selected. `trace` may be a preview, or one that has grown since `showTrace`.
  virtual void showSelection(const std::shared_ptr<const Trace>& trace, SpanId span);
  virtual void showVisibleRange(TimeRange range);
  virtual void showChosenRange(std::optional<TimeRange> range);
  /// Other steps were chosen, or captures or reports joined: who caused what is different from now on
  /// (`TraceAnalysis`).
  virtual void showCauses();
  /// Shows the results of a search.
  virtual void showMatches(const MatchSet& matches);
  /// Shows a change, as for kernline whatif, that the user requests.
  virtual void askWhatIf(const QString& change);
  /// A source line of the trace's kernels that the user requests, of `kernelSourcesOf` it.
  virtual void showSource(const HotLine& line);
  [[nodiscard]] virtual bool isBusy() const { return false; }
  /// Whether a panel that comes and goes is to be there.
  [[nodiscard]] virtual bool hasContent() const { return true; }
  /// The reason if there is nothing to show of this trace; empty if there is.
  [[nodiscard]] virtual QString whyEmpty() const { return {}; }
  /// Its spans are those of the trace that the timeline shows, even while that grows; else those of `showTrace`.
  [[nodiscard]] virtual bool followsGrowth() const { return false; }

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);
  /// Spans to be walked through in place of what was searched for.
  void matchesRequested(kernline::ui::DockPanel::Matches matches, const QString& title);
  /// Offers matches, unless the user has typed a search. Without a title that of the selection is taken.
  void matchesOffered(kernline::ui::DockPanel::Matches matches, const QString& title);
  void tableExportRequested(const QString& tabSeparated);
  void sourceRequested(const kernline::HotLine& line);
  /// Requests a replay with a change. See `askWhatIf`.
  void whatIfRequested(const QString& change);
  /// The timeline is to show this replay.
  void replayRequested(const kernline::ui::WhatIfScenario& scenario);
  /// This replay is to be saved as a trace.
  void replayExportRequested(const kernline::ui::WhatIfScenario& scenario);
  void issuesRequested();  ///< requests to show the trace's data issues
};

}  // namespace kernline::ui
