// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a comparison in a picture.
#include "ui/views/compare/runs/differences_page.h"
#include "ui/views/compare/runs/matrix_page.h"
#include "ui/views/compare/runs/run_strip.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/compare/runs/series_page.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <QStackedWidget>
#include <QToolButton>

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
  // Pages out of sight would not let the picture be as small as it may be.
  m_places->removeWidget(m_matrix);
  m_places->removeWidget(m_series);
  m_differences->hideControls();
  for (auto* stack : findChildren<QStackedWidget*>()) {
    stack->layout()->invalidate();  // Qt forgets it for pages that were hidden
    stack->updateGeometry();
  }
}

std::size_t RunsWindow::layOutForPicture(QSize size) {
  constexpr QSize usual(1600, 900);
  constexpr int maxHeight = 16384;
  hideControls();
  layOutNow();
  resize(size.isValid() ? size : usual);
  layOutNow();
  const int around = height() - m_differences->height();
  const DifferencesPage::Fitted fitted = m_differences->fitInto((size.isValid() ? height() : maxHeight) - around);
  if (!size.isValid()) {
    resize(width(), around + fitted.height);
  }
  layOutNow();
  const int upper = m_differences->height() - m_differences->handleWidth() - fitted.lower;
  m_differences->setSizes({upper, fitted.lower});
  m_differences->fitColumns();
  return fitted.timelines;
}

}  // namespace kernline::ui
