// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/heat_view.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/charts/heat_colors.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/theme.h"
#include "ui/views/compare/ranks/heat_picture.h"
#include "ui/views/compare/ranks/heat_words.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int heatMargin = 6;
constexpr double maxRowHeight = 26;
constexpr double maxColumnWidth = 240;

/// Returns "12" of "ProfilerStep#12": the part that distinguishes steps where space is short.
QString shortStep(const QString& name) {
  qsizetype begin = name.size();
  while (begin > 0 && name.at(begin - 1).isDigit()) {
    --begin;
  }
  return begin < name.size() ? name.mid(begin) : name;
}

QString stepText(const HeatMap& map, std::size_t step) {
  return qt(printable(map.steps()[step]));
}

}  // namespace

HeatView::HeatView(QWidget* parent) : QAbstractScrollArea(parent), m_rows(maxRowHeight), m_columns(maxColumnWidth) {
  setObjectName(QStringLiteral("heatView"));
  setAccessibleName(tr("Heat map of ranks and steps"));
  setFrameShape(NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
}

void HeatView::setHeat(ShownHeat heat) {
  m_heat = std::move(heat);
  m_rowOf.assign(m_heat.layout.places.size(), 0);
  for (std::size_t row = 0; row < m_heat.layout.places.size(); ++row) {
    m_rowOf[m_heat.layout.places[row]] = row;
  }
  const bool isThere =
      m_current && !isEmpty() && m_current->place < m_heat.map->ranks() && m_current->step < m_heat.map->steps().size();
  layOutAgain();
  const std::optional<HeatCell> before = std::exchange(m_current, std::nullopt);
  setCurrent(isThere ? before : std::nullopt);
}

int HeatView::headHeight() const {
  return fontMetrics().height() + heatMargin;
}

int HeatView::groupWidth() const {
  constexpr int maxWidth = 130;
  int width = 0;
  for (const HeatGroup& group : m_heat.layout.groups) {
    width = std::max(width, fontMetrics().horizontalAdvance(groupText(group)));
  }
  return m_heat.layout.groups.empty() ? 0 : std::min(maxWidth, width) + 2 * heatMargin;
}

int HeatView::rankWidth() const {
  return fontMetrics().horizontalAdvance(QStringLiteral("888888")) + heatMargin;
}

QRect HeatView::grid() const {
  const int left = groupWidth() + rankWidth();
  return {left, headHeight(), std::max(1, viewport()->width() - left - heatMargin),
          std::max(1, viewport()->height() - headHeight() - heatMargin)};
}

void HeatView::layOutAgain() {
  m_rows.setCount(isEmpty() ? 0 : m_heat.map->ranks());
  m_columns.setCount(isEmpty() ? 0 : m_heat.map->steps().size());
  updateScrollBars();
}

void HeatView::updateScrollBars() {
  const QRect area = grid();
  m_rows.setExtent(area.height());
  m_columns.setExtent(area.width());
  const auto fit = [](QScrollBar& bar, const HeatScale& scale) {
    bar.setRange(0, scale.maxScroll());
    bar.setPageStep(scale.extent());
    bar.setSingleStep(std::max(1, static_cast<int>(scale.length())));
  };
  fit(*verticalScrollBar(), m_rows);
  fit(*horizontalScrollBar(), m_columns);
  m_rows.setScroll(verticalScrollBar()->value());
  m_columns.setScroll(horizontalScrollBar()->value());
  m_image = QImage();
  viewport()->update();
}

QRectF HeatView::rectOf(HeatCell cell) const {
  const QRect area = grid();
  return {area.left() + m_columns.begin(cell.step), area.top() + m_rows.begin(m_rowOf[cell.place]), m_columns.length(),
          m_rows.length()};
}

std::optional<HeatCell> HeatView::cellAt(QPointF point) const {
  const QRect area = grid();
  const double x = std::floor(point.x()) - area.left();
  const double y = std::floor(point.y()) - area.top();
  if (isEmpty() || x >= area.width() || y >= area.height() || !m_rows.at(y) || !m_columns.at(x)) {
    return std::nullopt;
  }
  const auto rows = m_rows.under(y, 1);
  const auto steps = m_columns.under(x, 1);
  HeatCell found{.place = m_heat.layout.places[rows.first], .step = steps.first};
  for (std::size_t row = rows.first; row < rows.second; ++row) {
    for (std::size_t step = steps.first; step < steps.second; ++step) {
      const HeatCell cell{.place = m_heat.layout.places[row], .step = step};
      found = m_heat.map->isWorse(m_heat.map->at(cell), m_heat.map->at(found)) ? cell : found;
    }
  }
  return found;
}

QString HeatView::textOf(HeatCell cell) const {
  const HeatMap& map = *m_heat.map;
  const double value = map.at(cell);
  QStringList lines{tr("Rank %1, %2").arg(QString::number(m_heat.ranks[cell.place]), stepText(map, cell.step))};
  if (std::isnan(value)) {
    lines << (map.isRecorded(cell.place)
                  ? tr("%1: no data")
                  : tr("%1: not in this digest, which is of an older version; digest the trace again"))
                 .arg(titleOf(map.subject()));
  } else {
    lines << QStringLiteral("%1: %2").arg(titleOf(map.subject()), qt(heatText(map.subject(), value)));
  }
  if (const double median = map.median(cell.step); !std::isnan(median)) {
    lines << tr("Median of the ranks: %1").arg(qt(heatText(map.subject(), median)));
    if (!std::isnan(value) && value != median) {
      const QString difference = qt(heatText(map.subject(), std::abs(value - median)));
      lines << (value > median ? tr("%1 more than the median") : tr("%1 less than the median")).arg(difference);
    }
  }
  if (const HeatGroup* group = m_heat.layout.groupAt(m_rowOf[cell.place])) {
    lines << QStringLiteral("%1: %2").arg(m_heat.grouping, groupText(*group));
  }
  return lines.join(QLatin1Char('\n'));
}

void HeatView::setCurrent(std::optional<HeatCell> cell) {
  if (cell == m_current) {
    return;
  }
  m_current = cell;
  if (cell) {
    reveal(*cell);
  }
  setAccessibleDescription(cell ? textOf(*cell) : QString());
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  viewport()->update();
  Q_EMIT currentChanged();
}

void HeatView::reveal(HeatCell cell) {
  const auto show = [](QScrollBar& bar, const HeatScale& scale, std::size_t index) {
    const double begin = scale.begin(index);
    if (begin < 0) {
      bar.setValue(scale.scroll() + static_cast<int>(std::floor(begin)));
    } else if (begin + scale.length() > scale.extent()) {
      bar.setValue(scale.scroll() + static_cast<int>(std::ceil(begin + scale.length() - scale.extent())));
    }
  };
  show(*verticalScrollBar(), m_rows, m_rowOf[cell.place]);
  show(*horizontalScrollBar(), m_columns, cell.step);
}

void HeatView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(viewport());
  const QColor base = palette().color(QPalette::Base);
  painter.fillRect(viewport()->rect(), base);
  if (isEmpty()) {
    return;
  }
  const QRect area = grid();
  if (m_image.isNull()) {
    m_image = drawn({.map = *m_heat.map,
                     .layout = m_heat.layout,
                     .colors = HeatColors::matching(palette()),
                     .rows = m_rows,
                     .columns = m_columns,
                     .gap = base.rgb(),
                     .pixelRatio = devicePixelRatioF()});
    m_image.setDevicePixelRatio(devicePixelRatioF());
  }
  painter.drawImage(area.topLeft(), m_image);
  paintHead(painter);
  paintGroups(painter);
  paintRanks(painter);
  if (m_current) {
    constexpr double minSide = 4;  // pixels, so that a smaller cell is found
    QRectF rect = rectOf(*m_current);
    const double more = std::max(0.0, minSide - std::min(rect.width(), rect.height())) / 2;
    rect.adjust(-more, -more, more, more);
    painter.setClipRect(area.adjusted(-2, -2, 2, 2));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(base, 4));
    painter.drawRect(rect);
    painter.setPen(QPen(palette().color(QPalette::Text), 2));
    painter.drawRect(rect);
  }
}

/// Names of steps, as many as there is room for; their numbers where names are too long.
void HeatView::paintHead(QPainter& painter) const {
  const QRect area = grid();
  painter.setPen(tint(palette()).quiet);
  int done = area.left() - heatMargin;
  for (std::size_t step = 0; step < m_heat.map->steps().size(); ++step) {
    const double left = area.left() + m_columns.begin(step);
    if (left > area.right()) {
      break;
    }
    const QString whole = stepText(*m_heat.map, step);
    const bool fits = fontMetrics().horizontalAdvance(whole) + heatMargin <= m_columns.length();
    const QString text = fits ? whole : shortStep(whole);
    const int width = fontMetrics().horizontalAdvance(text);
    const int from = static_cast<int>(left + std::max(0.0, m_columns.length() - width) / 2);
    if (from > done && from >= area.left() && from + width <= viewport()->width()) {
      painter.drawText(QRect(from, 0, width + 1, headHeight()), Qt::AlignLeft | Qt::AlignVCenter, text);
      done = from + width + heatMargin;
    }
  }
}

/// Names of groups, as many as there is room for, and gaps between them.
void HeatView::paintGroups(QPainter& painter) const {
  const QRect area = grid();
  const int text = fontMetrics().height();
  constexpr double minLineHeight = 6;  // pixels of a group that a gap separates
  painter.setClipRect(0, area.top(), viewport()->width(), area.height());
  double done = area.top();
  for (const HeatGroup& group : m_heat.layout.groups) {
    const double top = area.top() + m_rows.begin(group.firstRow);
    const double height = static_cast<double>(group.rows) * m_rows.length();
    if (top + height < area.top() || top > area.bottom()) {
      continue;
    }
    if (height >= minLineHeight && group.firstRow > 0) {
      constexpr double gap = 2;
      if (height > text + gap) {
        painter.fillRect(QRectF(0, std::round(top) - gap, area.left(), 1), tint(palette()).line);
      }
      painter.fillRect(QRectF(area.left(), std::round(top) - gap, m_columns.used(), gap),
                       palette().color(QPalette::Base));
    }
    const double from = std::max<double>(area.top(), std::round(top));
    const bool isWhole = top + height >= from + text - 1 || group.firstRow == 0 || height < text;
    if (isWhole && (from >= done || height > text)) {
      painter.setPen(palette().color(QPalette::Text));
      const QRectF place(heatMargin, from + 1, groupWidth() - 2 * heatMargin, text);
      painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                       fontMetrics().elidedText(groupText(group), Qt::ElideRight, static_cast<int>(place.width())));
      done = from + text + heatMargin;
    }
  }
  painter.setClipping(false);
}

/// Paints numbers of ranks, as many as fit, each next to its own group.
void HeatView::paintRanks(QPainter& painter) const {
  const QRect area = grid();
  const int height = fontMetrics().height();
  painter.setPen(tint(palette()).quiet);
  painter.setClipRect(0, area.top() - height / 2, viewport()->width(), area.height() + height);
  int done = area.top() - height;
  for (std::size_t row = m_rows.under(0, 1).first; row < m_heat.layout.places.size(); ++row) {
    int middle = area.top() + static_cast<int>(m_rows.begin(row) + m_rows.length() / 2);
    if (middle > area.bottom()) {
      break;
    }
    bool fits = true;
    if (const HeatGroup* group = m_heat.layout.groupAt(row)) {
      const double from = area.top() + m_rows.begin(group->firstRow);
      const double to = from + static_cast<double>(group->rows) * m_rows.length();
      middle = std::max(middle, static_cast<int>(from) + height / 2 + 1);
      fits = middle + height / 2 <= static_cast<int>(to) + 1 || row == group->firstRow;
    }
    if (fits && middle - height / 2 >= done) {
      painter.drawText(QRect(groupWidth(), middle - height / 2, rankWidth() - heatMargin, height),
                       Qt::AlignRight | Qt::AlignVCenter, QString::number(m_heat.ranks[m_heat.layout.places[row]]));
      done = middle + height / 2 + 2;
    }
  }
  painter.setClipping(false);
}

}  // namespace kernline::ui
