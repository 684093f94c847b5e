// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"
#include "ui/jobs/job.h"

#include <QTimer>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

class QLineEdit;
class QToolButton;

namespace kernline::ui {

class QuietLabel;

/// Live search over the names of one trace. A worker looks; Enter and Shift+Enter walk through what it found in the
/// order of time.
class SearchBar : public QWidget {
  Q_OBJECT

 public:
  using Matches = std::shared_ptr<const std::vector<SpanId>>;

  explicit SearchBar(QWidget* parent = nullptr);

  /// Searches on in `trace` with the text at hand; nullptr: nothing is open.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// Where walking goes on from; none: the first match.
  void setSelection(SpanId span);
  /// Only spans that overlap `range` are found from now on, and the count says so.
  void setRange(std::optional<TimeRange> range);
  /// Puts the keyboard into the field with its text selected.
  void begin();
  /// Forgets text and matches.
  void end();
  /// Matches that something else found, e.g. a row of the statistics, to be walked through likewise until the text is
  /// edited or the trace changes.
  void showMatches(Matches matches, const QString& title);

  [[nodiscard]] bool isActive() const;  ///< there is text or there are matches
  [[nodiscard]] bool isBusy() const {
    return m_searching.isRunning() || m_typed.isActive() || m_rangeSettled.isActive();
  }

  void goToNext();
  void goToPrevious();

 Q_SIGNALS:
  void matchesChanged(kernline::ui::SearchBar::Matches matches);  ///< nullptr: no search
  void spanRequested(kernline::SpanId span);
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void restart();
  void limitMatches();
  void takeMatches(Expected<std::vector<SpanId>> found);
  void walk(bool forward);
  void tellPosition();
  void findPosition();
  [[nodiscard]] std::size_t neighbour(bool forward) const;

  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  std::shared_ptr<const Trace> m_trace;
  Job<std::vector<SpanId>> m_searching;
  QTimer m_typed;
  QTimer m_rangeSettled;
  Matches m_found;    // in the whole trace
  Matches m_matches;  // those of them in the range
  std::optional<TimeRange> m_range;
  std::size_t m_position = nowhere;
  SpanId m_selection = SpanId::none;
  bool m_walkWhenFound = false;
  bool m_isBorrowed = false;  ///< the text is a title, not what to look for

  QLineEdit* m_field = nullptr;
  QuietLabel* m_count = nullptr;
  QToolButton* m_previous = nullptr;
  QToolButton* m_next = nullptr;
};

}  // namespace kernline::ui
