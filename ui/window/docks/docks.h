// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the list of panels, and the docks that contain them.
#pragma once

#include "core/model/trace/trace.h"
#include "ui/views/dock/dock_panel.h"

#include <QObject>

#include <memory>
#include <span>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace kernline::ui {

class Commands;
class CurrentTrace;
struct DockKind;
class FileTabs;
class MatchSet;

/// Every panel that the window has a dock for, in the order of the menu. A new one is a line here.
[[nodiscard]] std::span<const DockKind* const> dockKinds();

/// The docks around the timelines. Their frames are there at once, so that the layout does not jump; their panels are
/// made when there is something to show, and get the current trace.
class Docks : public QObject {
  Q_OBJECT

 public:
  using Matches = DockPanel::Matches;

  Docks(QMainWindow& window, const Commands& commands, const FileTabs& tabs, CurrentTrace& current);

  /// Opens the docks that would be open with a file, as the settings keep it.
  void bringBack() { setAside(false); }
  /// Opens a dock, in front of those that share its place.
  void show(const DockKind& kind);
  void showMatches(const MatchSet& matches);
  [[nodiscard]] bool isBusy() const;
  /// A panel by its type; nullptr until there has been something to show.
  template <typename Panel>
  [[nodiscard]] Panel* find() const {
    for (const Dock& dock : m_docks) {
      if (auto* panel = dock.panel != nullptr ? qobject_cast<Panel*>(dock.panel->widget()) : nullptr) {
        return panel;
      }
    }
    return nullptr;
  }

 Q_SIGNALS:
  void panelsMade();
  void matchesRequested(kernline::ui::DockPanel::Matches matches, const QString& title);
  void matchesOffered(kernline::ui::DockPanel::Matches matches, const QString& title);
  void tableExportRequested(const QString& tabSeparated);
  void replayExportRequested(const kernline::ui::WhatIfScenario& scenario);
  void refused(const QString& why);  ///< a dock has nothing to show

 private:
  struct Dock {
    const DockKind* kind = nullptr;
    QDockWidget* frame = nullptr;
    DockPanel* panel = nullptr;
    bool hadContent = false;
    bool isWanted = true;  ///< whether to show a dock that comes and goes
  };

  void makeFrames();
  void makePanels();
  void connectPanel(const DockPanel& panel);
  void openByCommand(const Dock& dock);
  void enlarge(const Dock& dock);
  void showIssues();
  void showSource(const HotLine& line);
  void askWhatIf(const QString& change);
  void askAboutSelection();
  void showTrace();
  void showSelection();
  void showGrown();
  void showChosenRange();
  void showCauses();
  void openWithContent(Dock& dock);
  [[nodiscard]] SpanId spanNow(const DockPanel& panel, SpanId span) const;
  [[nodiscard]] Matches matchesNow(const DockPanel& panel, const Matches& matches) const;
  void setAside(bool aside);

  QMainWindow& m_window;
  const FileTabs& m_tabs;
  CurrentTrace& m_current;
  std::vector<Dock> m_docks;
  bool m_hasPanels = false;
  std::shared_ptr<const Trace> m_counted;  // trace of the panels' spans
  std::shared_ptr<const Trace> m_now;      // trace of the timeline's spans
  bool m_isAside = false;
  std::vector<QDockWidget*> m_open;   // docks that come back, while aside
  std::vector<QDockWidget*> m_front;  // docks of these in front of others
};

}  // namespace kernline::ui
