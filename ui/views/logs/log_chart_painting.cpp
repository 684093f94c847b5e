// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a LogChart.
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/kit/style/theme.h"
#include "ui/views/logs/log_chart.h"

#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QHorizontalBarSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QPieSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace kernline::ui {
namespace {

constexpr double percent = 100;

/// Differ in lightness and hue; the number on each slice identifies it.
constexpr std::array<QRgb, 8> sliceColors{0xff7fb2ff, 0xfff2b632, 0xff6cc99a, 0xffff9f8f,
                                          0xffc6a5f5, 0xff6fd3d8, 0xffd9c27a, 0xffb8bec7};

double scaled(const ChartData& data, double value) {
  return std::isnan(value) ? 0 : value / data.style.scale;
}

double maxValue(const ChartData& data) {
  double max = 0;
  for (const ChartBar& bar : data.bars) {
    max = std::max(max, scaled(data, bar.value));
  }
  return max > 0 ? max : 1;
}

/// Returns the format of the values on an axis, short for any end.
QString labelFormat(double axisMax) {
  constexpr double tiny = 0.08;
  constexpr double small = 8;
  constexpr double huge = 1e7;
  return axisMax < tiny || axisMax >= huge ? QStringLiteral("%.2g")
         : axisMax < small                 ? QStringLiteral("%.2f")
                                           : QStringLiteral("%.0f");
}

}  // namespace

void LogChart::rebuild() {
  clear();
  if (m_data.bars.empty()) {
    return;
  }
  switch (m_data.kind) {
    case ChartKind::Top:
      return buildBars();
    case ChartKind::Families:
      return buildRing();
    case ChartKind::Pareto:
      return buildPareto();
  }
}

void LogChart::buildBars() {
  const QFontMetrics metrics = fontMetrics();
  int names = 0;
  int values = 0;
  for (const ChartBar& bar : m_data.bars) {
    names = std::max(names, metrics.horizontalAdvance(bar.name));
    values = std::max(values, metrics.horizontalAdvance(quantityText(bar.value, m_data.style)));
  }
  const double width = viewport()->width();
  const double maxBarHeight = 2.5 * metrics.height();  // maximum height of a bar, so that a lone bar is no wall
  constexpr double namesShare = 0.4;
  constexpr double nameMargins = 20;  // 8 on each side, and what the layout of a chart rounds off
  const double left = std::min<double>(names + nameMargins, width * namesShare);
  const double shares = m_data.bars.front().share > 0 ? metrics.horizontalAdvance(QStringLiteral(" · 100.0 %")) : 0;
  chart()->setPlotArea(
      QRectF(left, 4, std::max(20.0, width - left - values - shares - 20),
             std::clamp(viewport()->height() - metrics.height() - 14.0, 20.0,
                        std::max<double>(60, maxBarHeight * static_cast<double>(m_data.bars.size())))));
  auto* set = new QBarSet(QString(), chart());
  for (auto bar = m_data.bars.rbegin(); bar != m_data.bars.rend(); ++bar) {  // the first category is at the bottom
    set->append(scaled(m_data, bar->value));
  }
  auto* series = new QHorizontalBarSeries(chart());
  constexpr double thickness = 0.66;
  series->setBarWidth(thickness);
  set->setColor(tint(palette()).accent);
  set->setBorderColor(Qt::transparent);
  series->append(set);
  chart()->addSeries(series);
  auto* categories = new QBarCategoryAxis(chart());
  for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
    categories->append(QString::number(i));
  }
  styleAxis(*categories);
  categories->setLabelsVisible(false);
  categories->setGridLineVisible(false);
  auto* axis = new QValueAxis(chart());
  axis->setRange(0, maxValue(m_data));
  axis->setTickCount(5);
  axis->applyNiceNumbers();
  m_axisMax = axis->max();
  axis->setLabelFormat(labelFormat(m_axisMax));
  styleAxis(*axis);
  chart()->addAxis(categories, Qt::AlignLeft);
  chart()->addAxis(axis, Qt::AlignBottom);
  series->attachAxis(categories);
  series->attachAxis(axis);
}

void LogChart::buildRing() {
  chart()->setPlotArea(QRectF(0, 0, 2 * ringCenter().x(), viewport()->height()));
  auto* series = new QPieSeries(chart());
  constexpr double half = 0.5;
  const double extent = std::min(2 * ringCenter().x(), static_cast<double>(viewport()->height()));
  series->setHorizontalPosition(half);
  series->setVerticalPosition(half);
  series->setPieSize(2 * ringRadius() / extent);
  series->setHoleSize(2 * ringRadius() / extent * ringHole);
  for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
    QPieSlice* slice = series->append(QString(), std::max(m_data.bars[i].share, 0.0));
    slice->setColor(colorOf(i));
    slice->setBorderColor(palette().color(QPalette::Base));
    slice->setBorderWidth(2);
  }
  chart()->addSeries(series);
}

void LogChart::buildPareto() {
  const QFontMetrics metrics = fontMetrics();
  const int left = metrics.horizontalAdvance(QStringLiteral("0000.00")) + 16;
  const int right = metrics.horizontalAdvance(QStringLiteral("100 %")) + 20;
  chart()->setPlotArea(QRectF(left, 10, std::max(20, viewport()->width() - left - right),
                              std::max(20, viewport()->height() - 2 * metrics.height() - 22)));
  auto* set = new QBarSet(QString(), chart());
  auto* together = new QLineSeries(chart());
  for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
    set->append(scaled(m_data, m_data.bars[i].value));
    together->append(static_cast<double>(i), m_data.bars[i].together * percent);
  }
  auto* series = new QBarSeries(chart());
  constexpr double thickness = 0.8;
  series->setBarWidth(thickness);
  set->setColor(tint(palette()).accent);
  set->setBorderColor(Qt::transparent);
  series->append(set);
  together->setPen(QPen(tint(palette()).warning, 2));
  together->setPointsVisible(true);
  chart()->addSeries(series);
  chart()->addSeries(together);
  auto* categories = new QBarCategoryAxis(chart());
  const std::size_t step = std::max<std::size_t>(1, m_data.bars.size() / 20);
  for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
    // Categories must differ; those between the labeled ones are blanks of different lengths.
    categories->append(i % step == 0 ? QString::number(i + 1) : QString(static_cast<qsizetype>(i), QLatin1Char(' ')));
  }
  auto* values = new QValueAxis(chart());
  values->setRange(0, maxValue(m_data));
  values->setTickCount(5);
  values->applyNiceNumbers();
  values->setLabelFormat(labelFormat(maxValue(m_data)));
  auto* shares = new QValueAxis(chart());
  shares->setRange(0, percent);
  shares->setTickCount(5);
  shares->setLabelFormat(QStringLiteral("%.0f %%"));
  styleAxis(*categories);
  categories->setGridLineVisible(false);
  styleAxis(*values);
  styleAxis(*shares);
  shares->setGridLineVisible(false);
  chart()->addAxis(categories, Qt::AlignBottom);
  chart()->addAxis(values, Qt::AlignLeft);
  chart()->addAxis(shares, Qt::AlignRight);
  series->attachAxis(categories);
  series->attachAxis(values);
  together->attachAxis(categories);
  together->attachAxis(shares);
}

QColor LogChart::colorOf(std::size_t bar) const {
  return QColor::fromRgb(sliceColors[bar % sliceColors.size()]);
}

void LogChart::drawBarTexts(QPainter& painter) {
  const QRectF plot = chart()->plotArea();
  const Tint& colors = tint(palette());
  for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
    const ChartBar& bar = m_data.bars[i];
    const QRectF row = barRect(i);
    const bool isFailed = std::isnan(bar.value);
    painter.setPen(isFailed ? colors.bad : palette().color(QPalette::Text));
    const QRectF name(8, row.top(), plot.left() - 16, row.height());
    painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(bar.name, Qt::ElideMiddle, static_cast<int>(name.width())));
    QString text = isFailed ? tr("✕ failed") : quantityText(bar.value, m_data.style);
    text += bar.share > 0 ? QStringLiteral(" · %1").arg(qt(formatShare(bar.share))) : QString();
    const double end = plot.left() + plot.width() * std::max(0.0, scaled(m_data, bar.value)) / m_axisMax;
    painter.drawText(QRectF(end + 6, row.top(), viewport()->width() - end, row.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
  }
}

void LogChart::drawRing(QPainter& painter) {
  constexpr double middle = (1 + ringHole) / 2;
  double before = 0;
  for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
    const ChartBar& bar = m_data.bars[i];
    const QString number = QString::number(i + 1);
    const double angle = (before + bar.share / 2) * 2 * std::numbers::pi;
    before += bar.share;
    const QPointF on = ringCenter() + QPointF(std::sin(angle), -std::cos(angle)) * ringRadius() * middle;
    const double chip = fontMetrics().height() + 2;
    painter.setPen(markInk());
    painter.drawText(QRectF(on.x() - chip / 2, on.y() - chip / 2, chip, chip), Qt::AlignCenter, number);
    const QRectF line = barRect(i);
    const QRectF mark(line.left(), line.center().y() - chip / 2, chip, chip);
    painter.fillRect(mark, colorOf(i));
    painter.drawText(mark, Qt::AlignCenter, number);
    painter.setPen(palette().color(QPalette::Text));
    const QString text =
        QStringLiteral("%1   %2   %3").arg(bar.name, qt(formatShare(bar.share)), quantityText(bar.value, m_data.style));
    painter.drawText(line.adjusted(chip + 8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(line.width() - chip - 8)));
  }
}

void LogChart::drawForeground(QPainter* painter, const QRectF& /*rect*/) {
  if (m_data.bars.empty()) {
    return;
  }
  painter->save();
  painter->setFont(font());
  for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
    const bool isMarked = m_marked && std::ranges::find(m_data.bars[i].rows, *m_marked) != m_data.bars[i].rows.end();
    if (isMarked || i == m_current) {
      QColor wash = isMarked ? tint(palette()).match : palette().color(QPalette::Text);
      constexpr float strong = 0.30F;
      constexpr float weak = 0.08F;
      wash.setAlphaF(isMarked ? strong : weak);
      painter->fillRect(barRect(i), wash);
    }
  }
  if (m_data.kind == ChartKind::Top) {
    drawBarTexts(*painter);
  } else if (m_data.kind == ChartKind::Families) {
    drawRing(*painter);
  } else {
    painter->setPen(tint(palette()).quiet);
    painter->drawText(
        QRectF(0, viewport()->height() - fontMetrics().height() - 2, viewport()->width(), fontMetrics().height()),
        Qt::AlignCenter, tr("rows by size; the line shows their running total"));
  }
  painter->restore();
}

}  // namespace kernline::ui
