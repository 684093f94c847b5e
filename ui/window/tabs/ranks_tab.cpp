// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/ranks_tab.h"

#include "core/model/base/parallel.h"
#include "ui/kit/charts/time_axis.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/open/remote_file.h"
#include "ui/views/compare/ranks/heat_page.h"
#include "ui/views/compare/ranks/heat_view.h"
#include "ui/views/compare/ranks/ranks_panel.h"

#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {

RanksTab::RanksTab(const QString& path, QWidget* parent) : FileTab(path, parent) {
  m_panel = new RanksPanel(this);
  m_panel->showHeatMap();
  static_cast<QVBoxLayout*>(layout())->addWidget(m_panel, 1);
  setFocusProxy(m_panel);
  connect(m_panel, &RanksPanel::clocksRequested, this, &RanksTab::setClocks);
  connect(m_panel, &RanksPanel::cellRequested, this, &RanksTab::openCell);
}

RanksTab::~RanksTab() {
  m_settingClocks = {};
  m_panel->setRanks(nullptr, false);
  disposeInBackground(std::move(m_set));
}

QString RanksTab::title() const {
  return m_set ? counted(m_set->files.size(), tr("%2 · %1 rank"), tr("%2 · %1 ranks")).arg(FileTab::title())
               : FileTab::title();
}

QString RanksTab::summary() const {
  return counted(m_set->files.size(), tr("%1 rank"), tr("%1 ranks")) + QStringLiteral(" · ") +
         counted(m_set->collectives.size(), tr("%1 collective"), tr("%1 collectives"));
}

bool RanksTab::isBusy() const {
  return FileTab::isBusy() || m_settingClocks.isRunning() || m_panel->isBusy();
}

QWidget* RanksTab::pageWidget() const {
  return m_panel;
}

QWidget* RanksTab::pictureWidget() const {
  return m_panel;
}

OpenedFile RanksTab::content() const {
  return {.index = nullptr, .ranks = m_set};
}

bool RanksTab::canShow(const OpenedFile& file) const {
  return file.ranks != nullptr && file.index == nullptr;
}

void RanksTab::takeFile(OpenedFile file) {
  m_settingClocks = {};
  m_panel->setRanks(file.ranks, false);
  disposeInBackground(std::exchange(m_set, std::move(file.ranks)));
}

void RanksTab::dropContent() {
  m_settingClocks = {};
  m_panel->setRanks(nullptr, false);
  disposeInBackground(std::exchange(m_set, nullptr));
  m_panel->hide();
}

void RanksTab::restoreContent() {
  m_panel->show();
}

void RanksTab::setClocks(const RankCorrections& corrections) {
  using Set = std::shared_ptr<const RankSet>;
  m_settingClocks = Job<Set>(
      [set = m_set, corrections](const std::stop_token& stop, Progress&) -> Expected<Set> {
        return withClocks(*set, corrections, defaultThreads(), stop);
      },
      [this](Expected<Set> set) {
        if (set && *set != nullptr) {
          m_set = std::move(*set);
        }
        m_panel->setRanks(m_set, false);
        Q_EMIT stateChanged();
      });
  m_panel->setRanks(m_set, true);
}

/// Opens the trace of that rank at that step, next to that of a rank which is close to the median there.
void RanksTab::openCell(HeatCell cell) {
  HeatPage* page = m_panel->heatPage();
  const std::optional<HeatTime> time = timeOf(*m_set, cell);
  if (!time) {
    page->setNote(tr("Rank %1 has no such step.").arg(m_set->files[cell.place].rank));
    return;
  }
  const QString path = qt(m_set->files[cell.place].path);
  if (!mayExist(path)) {
    page->setNote(tr("The trace of rank %1 is not at %2, where it was digested. Copy it there to open it.")
                      .arg(QString::number(m_set->files[cell.place].rank), path));
    return;
  }
  page->setNote({});
  const auto typical = page->view()->heat().map->typicalPlace(cell);
  const QString other = typical ? qt(m_set->files[*typical].path) : QString();
  const std::optional<HeatTime> otherTime =
      typical ? timeOf(*m_set, {.place = *typical, .step = cell.step}) : std::nullopt;
  const bool hasOther = otherTime && mayExist(other);
  if (typical && !hasOther) {
    page->setNote(tr("The trace of rank %1, which is typical in this step, is not at %2.")
                      .arg(QString::number(m_set->files[*typical].rank), other));
  }
  constexpr double aroundIt = 0.05;
  if (hasOther) {
    Q_EMIT traceRequested(other, withMargin(otherTime->own, aroundIt));
  }
  Q_EMIT traceRequested(path, withMargin(time->own, aroundIt));
  if (hasOther) {
    Q_EMIT ranksRequested(other, path, withMargin(otherTime->own, aroundIt));
  }
}

}  // namespace kernline::ui
