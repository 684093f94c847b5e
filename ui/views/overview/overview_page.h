// SPDX-License-Identifier: GPL-3.0-or-later
// This folder shows the overview of a trace: figures, time by category, steps, kernels.
#pragma once

#include "core/analysis/quality/figure.h"
#include "ui/views/overview/overview_lines.h"
#include "ui/views/overview/place.h"

#include <QScrollArea>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QTableView;

namespace kernline::ui {

class Card;
class FigureTile;
class FlowingColumns;
class PartBar;
class PhaseTable;
class QuietLabel;
class StepChart;
class RowsModel;
struct StepsTable;
class TraceFigures;
class TraceQuality;

/// The breakdown of time, the causes of idle devices and the kernels with most to gain: the figures of a trace on one
/// page, each with a link to its place on the timeline. Computed only when it is shown.
class OverviewPage : public QScrollArea {
  Q_OBJECT

 public:
  /// Both must outlive the page.
  OverviewPage(TraceFigures& figures, const TraceQuality& quality, QWidget* parent = nullptr);

 Q_SIGNALS:
  void placeRequested(kernline::ui::Place place);
  void issuesRequested();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildHead(QWidget* body);
  void buildCards(QWidget* body);
  void markDoubts(Card* card, Figures figures);
  QWidget* buildStepTable();
  void refill();
  void fillTiles();
  void fillDevice();
  void fillSteps(const DeviceFigures* device);
  void fillStepRows(const std::vector<StepParts>& steps);
  void fillPhases();
  void fillIdle(const DeviceFigures* device);
  void sayIdle(const DeviceFigures& device);
  void fillCommunication(const DeviceFigures* device);
  void fillKernels(const DeviceFigures* device);
  void fillCounted(const DeviceFigures* device);
  void showReason(const QString& title, const QString& sentence);
  void addBar(Card* card, const std::vector<FigureLine>& lines) const;
  void addRows(Card* card, std::vector<FigureLine> lines);
  [[nodiscard]] const DeviceFigures* device() const;

  TraceFigures& m_figures;
  const TraceQuality& m_quality;
  const OverviewFigures* m_shown = nullptr;
  std::weak_ptr<const OverviewFigures> m_known;  // owner of m_shown, lest others at the same address are taken for it

  QLabel* m_title = nullptr;
  QuietLabel* m_subtitle = nullptr;
  QComboBox* m_devices = nullptr;
  FlowingColumns* m_tileRow = nullptr;
  std::vector<FigureTile*> m_tiles;
  FlowingColumns* m_timeRow = nullptr;
  Card* m_parts = nullptr;
  Card* m_idle = nullptr;
  Card* m_counted = nullptr;
  std::shared_ptr<const CountedLaunches> m_countedShown;
  Card* m_steps = nullptr;
  StepChart* m_stepChart = nullptr;
  RowsModel* m_stepModel = nullptr;
  QTableView* m_stepTable = nullptr;
  std::shared_ptr<const StepsTable> m_stepRows;
  PhaseTable* m_phaseTable = nullptr;
  FlowingColumns* m_kernelRow = nullptr;
  Card* m_kernels = nullptr;
  Card* m_families = nullptr;
  Card* m_communication = nullptr;
};

}  // namespace kernline::ui
