// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the pages of core/compare/ranks.
#pragma once

#include "core/analysis/query/query_index.h"
#include "core/compare/ranks/rank_set.h"
#include "ui/kit/jobs/job.h"
#include "ui/kit/open/file_load.h"

#include <QObject>

#include <memory>
#include <vector>

namespace kernline::ui {

class TimelineView;

/// The ranks of one open trace, where it is that of several: their clocks, and what belongs together on its timeline.
class TraceRanks : public QObject {
  Q_OBJECT

 public:
  TraceRanks(TimelineView& view, QObject* parent);
  ~TraceRanks() override;

  /// nullptr for a trace of one rank.
  [[nodiscard]] const std::shared_ptr<const RankSet>& set() const { return m_set; }
  /// Sets the ranks of the trace that the timeline shows. Clocks that were set by hand are set again.
  void setRanks(std::shared_ptr<const RankSet> set);
  /// Merges the ranks again with other clocks; the visible range stays.
  void setClocks(RankCorrections corrections);
  [[nodiscard]] bool isSettingClocks() const { return m_settingClocks.isRunning(); }
  /// Shows spans that belong together, the first of them selected.
  void showSpans(const std::vector<SpanId>& spans, bool pinned);
  /// Shows a while of a rank, by its place in the set.
  void showStep(std::size_t place, TimeRange range);

 Q_SIGNALS:
  /// Passes the trace with the requested clocks.
  void traceChanged(const std::shared_ptr<const kernline::QueryIndex>& index);
  void stateChanged();       ///< clocks are being set, or no longer
  void timelineRequested();  ///< something is about to be shown on it

 private:
  void lightCompanions();

  TimelineView& m_view;
  std::shared_ptr<const RankSet> m_set;
  Job<OpenedFile> m_settingClocks;
};

}  // namespace kernline::ui
