// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a comparison in a picture.
#include "ui/views/compare/runs/matrix_page.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/compare/runs/series_page.h"
#include "ui/views/compare/runs/waterfall_view.h"

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace kernline::ui {

namespace {

/// Layouts in each other wait for one another's turn otherwise.
void layOutNow() {
  QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
}

}  // namespace

void RunsWindow::hideControls() {
  for (QToolButton* mode : m_modes) {
    mode->hide();
  }
  m_strip->hide();
  m_filter->parentWidget()->hide();
  m_steps->parentWidget()->hide();
  m_tabs->tabBar()->hide();
  // Pages out of sight would not let the picture be as small as it may be.
  m_places->removeWidget(m_matrix);
  m_places->removeWidget(m_series);
  while (m_tabs->count() > 1) {
    m_tabs->removeTab(1);
  }
  for (auto* stack : findChildren<QStackedWidget*>()) {
    stack->layout()->invalidate();  // which Qt forgets for pages that were out of sight
    stack->updateGeometry();
  }
  m_timelines->turnHeadsIntoTitles();
  for (auto* area : m_body->findChildren<QAbstractScrollArea*>()) {
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumHeight(0);
  }
}

/// Timelines come first: where room is short, the waterfall, which would not add up in part, and then the rows do
/// without.
std::size_t RunsWindow::becomePicture(QSize size) {
  constexpr QSize usual(1600, 900);
  constexpr int most = 16384;
  hideControls();
  layOutNow();
  resize(size.isValid() ? size : usual);
  layOutNow();
  auto* splitter = qobject_cast<QSplitter*>(m_body);
  const int around = height() - m_body->height() + splitter->handleWidth();
  const int room = (size.isValid() ? height() : most) - around;
  constexpr int leastOfRows = 120;
  const int title = m_fall->sizeHint().height() - m_waterfall->parentWidget()->parentWidget()->sizeHint().height();
  const int wanted = std::max(leastOfRows, title + m_waterfall->sizeHint().height());
  const int upper = std::min(wanted, room - m_timelines->modestHeight());
  const bool hasRows = upper >= leastOfRows;
  splitter->widget(0)->setVisible(hasRows);
  m_fall->setVisible(upper == wanted);
  const auto [shown, lower] = m_timelines->fitInto(hasRows ? room - upper : room);
  if (!size.isValid()) {
    resize(width(), around + upper + lower);
  }
  layOutNow();
  splitter->setSizes({splitter->height() - splitter->handleWidth() - lower, lower});
  fitColumns();
  return shown;
}

}  // namespace kernline::ui
