// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_dock.h"

#include "ui/views/dock/dock_panel.h"
#include "ui/views/statistics/statistics_panel.h"

#include <QCoreApplication>

namespace kernline::ui {
namespace {

class StatisticsDock : public DockPanel {
 public:
  explicit StatisticsDock(QWidget* parent) : DockPanel(parent), m_panel(new StatisticsPanel(parent)) {
    connect(m_panel, &StatisticsPanel::spanRequested, this, &DockPanel::spanRequested);
    connect(m_panel, &StatisticsPanel::issuesRequested, this, &DockPanel::issuesRequested);
    connect(m_panel, &StatisticsPanel::matchesFound, this,
            [this](const Matches& matches) { Q_EMIT matchesOffered(matches, {}); });
  }

  [[nodiscard]] QWidget* widget() const override { return m_panel; }
  void showTrace(const ShownTrace& shown) override {
    m_panel->setTrace(shown.trace);
    m_panel->followQuality(shown.quality);
  }
  void showVisibleRange(TimeRange range) override { m_panel->setVisibleRange(range); }
  void showChosenRange(std::optional<TimeRange> range) override { m_panel->setChosenRange(range); }
  void showCauses() override { m_panel->showCauses(); }
  [[nodiscard]] bool isBusy() const override { return m_panel->isBusy(); }

 private:
  StatisticsPanel* m_panel;
};

}  // namespace

constinit const DockKind statisticsDock{
    .name = "statistics",
    .title = QT_TRANSLATE_NOOP("Words", "Statistics"),
    .text = QT_TRANSLATE_NOOP("Words", "&Statistics"),
    .shortcut = "F8",
    .icon = "statistics",
    .tip = QT_TRANSLATE_NOOP("Words", "Show or hide the statistics"),
    .isOpenAtFirst = true,
    .firstExtent = 14,
    .takesFocus = true,
    .make = [](QWidget* parent) -> DockPanel* { return new StatisticsDock(parent); },
};

}  // namespace kernline::ui
