// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/pane_heights.h"

#include <QSplitter>

namespace kernline::ui {
namespace {

QList<int> firstHeights(bool isKernel) {
  return isKernel ? QList<int>{1000, 3000} : QList<int>{3000, 2000};
}

}  // namespace

PaneHeights::PaneHeights(QSplitter& panes) : m_panes(panes), m_others(firstHeights(true)) {
  m_panes.setSizes(firstHeights(false));
}

void PaneHeights::arrange(bool isKernel) {
  if (isKernel == m_isKernel) {
    return;
  }
  const QList<int> heights = m_panes.sizes();
  const bool areReal = m_panes.isVisible() && !heights.contains(0);
  m_panes.setSizes(m_others);
  m_others = areReal ? heights : firstHeights(m_isKernel);
  m_isKernel = isKernel;
}

}  // namespace kernline::ui
