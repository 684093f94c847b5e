// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/parts/window_parts.h"

#include <QMetaObject>
#include <QObject>

class QStackedWidget;
class QWidget;

namespace kernline::ui {

class LogSearchBar;
class MatchSet;
class SearchBar;

/// Searches in the current file: in the names of a trace, or in the lines of a log. Each has a bar, in one place.
class SearchController : public QObject {
  Q_OBJECT

 public:
  explicit SearchController(const WindowParts& parts);

  [[nodiscard]] QWidget* bars() const;
  /// Whether there is something to search for, or matches.
  [[nodiscard]] bool hasMatches() const;
  /// Whether there is a text or matches in the bar of the current file, or the timeline shows matches only.
  [[nodiscard]] bool isActive() const;
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  void matchesChanged();
  void activeChanged();

 private:
  void connectCommands();
  void connectBars();
  void followCurrent();
  void showLog();
  void showMatches(const MatchSet& matches);
  void listMatches();
  void closeSearch();
  void closeSearchOrClearSelection();

  WindowParts m_parts;
  QStackedWidget* m_bars = nullptr;
  SearchBar* m_search = nullptr;
  LogSearchBar* m_logSearch = nullptr;
  QMetaObject::Connection m_ofLog;
};

}  // namespace kernline::ui
