// SPDX-License-Identifier: GPL-3.0-or-later
// Stacked timelines in a picture.
#include "ui/views/compare/runs/ribbon_view.h"
#include "ui/views/compare/runs/stacked_timelines.h"
#include "ui/views/timeline/timeline_view.h"

#include <QDoubleSpinBox>
#include <QLabel>

#include <algorithm>
#include <numeric>

namespace kernline::ui {

namespace {

constexpr int minViewHeight = 80;  // the ruler, a header and most of two lanes
constexpr int modestView = 110;

/// Returns the height limit with which all fit into `room`, and no space is wasted while one needs more.
int fairHeight(std::vector<int> wanted, int room) {
  std::ranges::sort(wanted);
  auto left = static_cast<int>(wanted.size());
  for (const int height : wanted) {
    if (height * left > room) {
      return room / left;
    }
    room -= height;
    --left;
  }
  return wanted.back();
}

}  // namespace

std::vector<QWidget*> StackedTimelines::partsOf(std::size_t row) const {
  std::vector<QWidget*> parts{m_rows[row].head, m_rows[row].view};
  if (m_rows[row].ribbon != nullptr) {
    parts.push_back(m_rows[row].ribbon);
  }
  return parts;
}

void StackedTimelines::replaceHeadsByTitles() {
  for (std::size_t i = 0; i < m_count; ++i) {
    const Row& row = m_rows[i];
    row.view->setScrollBarVisible(false);
    if (i > 0) {
      row.later->hide();
      row.spin->hide();
    }
    if (i > 0 && m_comparison && m_count > 2) {
      const double ratio = m_comparison->differences[i - 1].verdict.ratio;
      row.title->setText(QStringLiteral("%1 · %2×").arg(row.title->text()).arg(ratio, 0, 'f', 3));
    }
  }
}

/// Returns the height of the first runs without their timelines.
int StackedTimelines::frameHeight(std::size_t runs) const {
  int height = 0;
  for (std::size_t i = 0; i < runs; ++i) {
    for (const QWidget* part : partsOf(i)) {
      height += part == m_rows[i].view ? 0 : part->sizeHint().height();
    }
  }
  return height;
}

int StackedTimelines::modestHeight() const {
  return frameHeight(m_count) + modestView * static_cast<int>(m_count);
}

std::pair<std::size_t, int> StackedTimelines::fitInto(int room) {
  std::size_t shown = m_count;
  while (shown > 1 && frameHeight(shown) + minViewHeight * static_cast<int>(shown) > room) {
    --shown;
  }
  std::vector<int> heights;
  for (std::size_t i = 0; i < shown; ++i) {
    heights.push_back(std::max(minViewHeight, m_rows[i].view->wholeHeight()));
  }
  const int maxHeight = fairHeight(heights, room - frameHeight(shown));
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    for (QWidget* part : partsOf(i)) {
      part->setVisible(i < shown);
    }
    if (i < shown) {
      heights[i] = std::min(heights[i], maxHeight);
      m_rows[i].view->setFixedHeight(heights[i]);
    }
  }
  return {shown, std::accumulate(heights.begin(), heights.end(), frameHeight(shown))};
}

}  // namespace kernline::ui
