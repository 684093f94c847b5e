// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/model/trace/trace.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace kernline::ui {

class CallTreePanel;
class DetailsPanel;
class DocumentTab;
class MemoryDock;
class NotesPanel;
class MatchSet;
class QueryPanel;
class RanksPanel;
class SearchPanel;
class StatisticsPanel;
class TracksPanel;
class TrustPanel;

/// The docks around the timelines. Their frames are there at once, so that nothing jumps; their contents are made
/// when there is something to show.
class PanelDocks : public QObject {
  Q_OBJECT

 public:
  explicit PanelDocks(QMainWindow* window);

  /// Without a timeline (nothing is open, or the file was refused) the docks step aside.
  void showDocument(const DocumentTab* document);
  /// A recording has grown: what is counted is still of the trace before, what is pointed at there is found again.
  void showGrown(const DocumentTab* document);
  void showSelection(const DocumentTab* document, SpanId span);
  void showTrust(const DocumentTab* document);
  void showRange(TimeRange range);
  void showChosenRange(std::optional<TimeRange> range);
  void showMatches(const MatchSet& matches);
  /// Whether the docks would show with a file open, as the settings keep it.
  void bringBack() { setAside(false); }

  [[nodiscard]] QDockWidget* details() const { return m_detailsDock; }
  [[nodiscard]] QDockWidget* statistics() const { return m_statisticsDock; }
  [[nodiscard]] QDockWidget* notes() const { return m_notesDock; }
  [[nodiscard]] QDockWidget* tracks() const { return m_tracksDock; }
  /// Shows the list of rows with the cursor in its filter.
  void filterTracks();
  [[nodiscard]] QDockWidget* trust() const { return m_trustDock; }
  [[nodiscard]] QDockWidget* query() const { return m_queryDock; }
  [[nodiscard]] QDockWidget* callTree() const { return m_callTreeDock; }
  [[nodiscard]] MemoryDock* memory() const { return m_memoryDock; }
  [[nodiscard]] QDockWidget* ranks() const { return m_ranksDock; }
  [[nodiscard]] QDockWidget* search() const { return m_searchDock; }
  /// nullptr until there has been something to count.
  [[nodiscard]] StatisticsPanel* statisticsPanel() const { return m_statistics; }
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);
  void noteRequested(std::size_t at);
  void findingsRequested();
  void clocksRequested(const kernline::RankCorrections& corrections);
  /// Spans of several ranks that belong together, the first of them before the others; whether their rows should stay
  /// in sight.
  void companionsRequested(const std::vector<kernline::SpanId>& spans, bool pinned);
  void tableExportRequested(const QString& tabSeparated);
  void matchesFound(std::shared_ptr<const std::vector<kernline::SpanId>> matches);
  void namedMatchesFound(std::shared_ptr<const std::vector<kernline::SpanId>> matches, const QString& title);
  /// Of a place that was gone to for another reason.
  void matchesOffered(std::shared_ptr<const std::vector<kernline::SpanId>> matches, const QString& title);

 private:
  using Matches = std::shared_ptr<const std::vector<SpanId>>;

  void createContents();
  void showRanks(const DocumentTab* document);
  [[nodiscard]] SpanId spanNow(SpanId counted) const;
  [[nodiscard]] Matches matchesNow(const Matches& counted) const;
  void setAside(bool aside);
  [[nodiscard]] QDockWidget* memoryDock() const;
  [[nodiscard]] std::vector<QDockWidget*> docks() const {
    return {m_detailsDock, m_statisticsDock, m_notesDock,  m_tracksDock, m_trustDock,
            m_queryDock,   m_callTreeDock,   m_searchDock, m_ranksDock,  memoryDock()};
  }

  QDockWidget* m_detailsDock;
  QDockWidget* m_statisticsDock;
  QDockWidget* m_notesDock;
  QDockWidget* m_tracksDock;
  QDockWidget* m_trustDock;
  QDockWidget* m_queryDock;
  QDockWidget* m_callTreeDock;
  QDockWidget* m_searchDock;
  QDockWidget* m_ranksDock;
  MemoryDock* m_memoryDock;
  DetailsPanel* m_details = nullptr;
  StatisticsPanel* m_statistics = nullptr;
  NotesPanel* m_notes = nullptr;
  TracksPanel* m_tracks = nullptr;
  TrustPanel* m_trust = nullptr;
  QueryPanel* m_query = nullptr;
  CallTreePanel* m_callTree = nullptr;
  SearchPanel* m_search = nullptr;
  RanksPanel* m_ranks = nullptr;
  bool m_hasRanks = false;
  bool m_wantsRanks = true;                // whether their dock comes with them
  std::shared_ptr<const Trace> m_counted;  // what the panels' spans are of
  std::shared_ptr<const Trace> m_now;      // what the timeline's are of
  std::optional<TimeRange> m_chosen;
  bool m_isAside = false;
  std::vector<QDockWidget*> m_wanted;  // while aside: those that come back
};

}  // namespace kernline::ui
