// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/query/search.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/search/arranged_hits.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace kernline::ui {

struct SearchTerms {
  SearchQuery query;
  bool inArgs = false;  ///< not in names only

  bool operator==(const SearchTerms& other) const {
    return query.text == other.query.text && query.isRegex == other.query.isRegex &&
           query.matchCase == other.query.matchCase && inArgs == other.inArgs;
  }
};

/// A search through one trace, all of it on workers. Hits of names come at once; those of args while the file is read,
/// and can be walked through and counted meanwhile.
class TraceSearch : public QObject {
  Q_OBJECT

 public:
  using Spans = std::shared_ptr<const std::vector<SpanId>>;

  explicit TraceSearch(QObject* parent = nullptr);
  ~TraceSearch() override;

  /// Forgets the hits, whose ids are those of the trace before.
  void setTrace(std::shared_ptr<const Trace> trace);
  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  /// Only spans that reach into `range` count from now on.
  void setRange(std::optional<TimeRange> range);
  [[nodiscard]] const std::optional<TimeRange>& range() const { return m_range; }

  /// Starts a search. Earlier results stay until there are new ones, or if the expression is invalid.
  void look(SearchTerms terms);
  /// Takes hits that something else found, sorted by start, then by id.
  void take(Spans found);
  void clear();

  [[nodiscard]] const MatchSet& matches() const { return m_matches; }
  /// Matches in the whole trace; nullptr without a search.
  [[nodiscard]] const Spans& found() const { return m_found; }
  /// Returns the problem of the expression or the file; empty if there is none.
  [[nodiscard]] const QString& problem() const { return m_problem; }
  /// The share of the args that has been read, 0 to 1; nullopt while none are read.
  [[nodiscard]] std::optional<double> progress() const;
  [[nodiscard]] bool isBusy() const {
    return m_looking.isRunning() || m_scanning.isRunning() || m_arranging.isRunning() || m_rangeSettled.isActive();
  }
  /// The current search has no results yet.
  [[nodiscard]] bool isWaiting() const { return isBusy() && !m_isCurrent; }

 Q_SIGNALS:
  void changed();  ///< matches, problem or progress

 private:
  struct Scan;

  void arrange();
  void takeHits(Expected<ArrangedHits> hits);
  void scanArgs(const SearchTerms& terms, const std::vector<SpanId>& ofNames);
  void followScan();
  void fail(const Error& error);

  std::shared_ptr<const Trace> m_trace;
  std::optional<TimeRange> m_range;
  Spans m_found;  // matches in the whole trace
  MatchSet m_matches;
  QString m_problem;
  bool m_isCurrent = true;  // the matches are those of the terms given last
  Job<ArrangedHits> m_looking;
  Job<ArrangedHits> m_arranging;
  Job<void> m_scanning;
  std::shared_ptr<Scan> m_scan;  // nullptr for names only
  std::size_t m_arrangedOfScan = 0;
  QTimer m_rangeSettled;
  QTimer m_scanTimer;
  std::chrono::steady_clock::time_point m_arrangingSince;
};

}  // namespace kernline::ui
