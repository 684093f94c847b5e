// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <QObject>

#include <memory>
#include <vector>

class QDockWidget;
class QMainWindow;

namespace kernline::ui {

class DetailsPanel;
class DocumentTab;
class StatisticsPanel;

/// The docks around the timelines. Their frames are there at once, so that nothing jumps; their contents are made
/// when there is something to show.
class PanelDocks : public QObject {
  Q_OBJECT

 public:
  explicit PanelDocks(QMainWindow* window);

  /// Without a timeline (nothing is open, or the file was refused) the docks step aside.
  void showDocument(const DocumentTab* document);
  void showSelection(const DocumentTab* document, SpanId span);
  void showRange(TimeRange range);
  /// Whether the docks would show with a file open, as the settings keep it.
  void bringBack() { setAside(false); }

  [[nodiscard]] QDockWidget* details() const { return m_detailsDock; }
  [[nodiscard]] QDockWidget* statistics() const { return m_statisticsDock; }
  [[nodiscard]] bool isBusy() const;

 Q_SIGNALS:
  void spanRequested(kernline::SpanId span);
  void matchesFound(std::shared_ptr<const std::vector<kernline::SpanId>> matches);

 private:
  void createContents();
  void setAside(bool aside);

  QDockWidget* m_detailsDock;
  QDockWidget* m_statisticsDock;
  DetailsPanel* m_details = nullptr;
  StatisticsPanel* m_statistics = nullptr;
  bool m_isAside = false;
  bool m_detailsWanted = true;
  bool m_statisticsWanted = true;
};

}  // namespace kernline::ui
