// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/search/trace_search.h"

#include <QTimer>
#include <QWidget>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

class QAction;
class QLineEdit;
class QToolButton;

namespace kernline::ui {

class QuietLabel;

/// The switches next to the field of a search, which are commands of the window too.
struct SearchActions {
  QAction* regex = nullptr;      ///< the text is a regular expression
  QAction* matchCase = nullptr;  ///< upper and lower case differ
  QAction* args = nullptr;       ///< look in args too
  QAction* list = nullptr;       ///< hits as a table
  QAction* only = nullptr;       ///< hide the rest
};

/// Live search through one trace. Workers look; Enter and Shift+Enter walk through what they found in the order of
/// time.
class SearchBar : public QWidget {
  Q_OBJECT

 public:
  using Matches = std::shared_ptr<const std::vector<SpanId>>;

  explicit SearchBar(const SearchActions& actions, QWidget* parent = nullptr);

  /// Searches on in `trace` with the text at hand; nullptr if nothing is open. Until that is done its timeline keeps
  /// the matches that it had. Without a text the earlier matches from elsewhere in this trace come back.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// Sets the span from which walking goes on; none for the first match.
  void setSelection(SpanId span);
  /// Only spans that overlap `range` are found from now on, and the count shows that.
  void setRange(std::optional<TimeRange> range);
  /// Puts the keyboard into the field with its text selected.
  void begin();
  /// Forgets text and matches.
  void end();
  /// Matches that something else found, e.g. a part of a chart, to be walked through likewise until the text is edited
  /// or the trace changes.
  void showMatches(Matches matches, const QString& title);
  /// Offers matches, unless the user has typed a search: that stays, with its matches.
  void offerMatches(Matches matches, const QString& title);

  [[nodiscard]] bool isActive() const;  ///< whether there is text or there are matches
  [[nodiscard]] bool isBusy() const { return m_search.isBusy() || m_typed.isActive(); }
  [[nodiscard]] const MatchSet& matches() const { return m_search.matches(); }

  void goToNext();
  void goToPrevious();

 Q_SIGNALS:
  void matchesChanged(const kernline::ui::MatchSet& matches);  ///< inactive: no search
  void textChanged();
  void spanRequested(kernline::SpanId span);
  void listRequested();
  void closeRequested();  ///< Esc

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Matches that something else found, for when their trace comes back.
  struct Borrowed {
    std::weak_ptr<const Trace> trace;
    Matches matches;
    QString title;
  };

  void keepBorrowed();
  [[nodiscard]] std::optional<Borrowed> takeBorrowed();
  void buildField();
  void layOut(const SearchActions& actions);
  void restart();
  void follow();
  void walk(bool forward);
  void updatePosition();
  void findPosition();
  [[nodiscard]] QString countText() const;
  [[nodiscard]] std::size_t neighbor(bool forward) const;

  static constexpr std::size_t noPosition = static_cast<std::size_t>(-1);

  SearchActions m_actions;
  TraceSearch m_search;
  QTimer m_typed;
  Matches m_lastMatches;  // the matches that others know
  std::size_t m_position = noPosition;
  SpanId m_selection = SpanId::none;
  bool m_walkWhenFound = false;
  bool m_isBorrowed = false;  ///< the text is a title, not what to look for
  std::vector<Borrowed> m_borrowed;

  QLineEdit* m_field = nullptr;
  QuietLabel* m_count = nullptr;
  QToolButton* m_previous = nullptr;
  QToolButton* m_next = nullptr;
};

}  // namespace kernline::ui
