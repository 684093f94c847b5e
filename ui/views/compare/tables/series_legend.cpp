// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/series_legend.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/output/picture.h"
#include "ui/kit/style/theme.h"
#include "ui/views/compare/tables/series_paint.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int markerRoom = 20;
constexpr int between = 18;
constexpr int margin = 10;
constexpr std::size_t maxLegendName = 28;
constexpr std::size_t maxItems = 16;
constexpr std::size_t maxCrossings = 3;

}  // namespace

SeriesLegend::SeriesLegend(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setProperty(legendProperty, true);
}

void SeriesLegend::showMatrix(std::shared_ptr<const ShownMatrix> matrix) {
  m_matrix = std::move(matrix);
  QStringList parts;
  for (const Item& item : items()) {
    parts << item.name + QLatin1Char(' ') + item.scaling;
  }
  setAccessibleName(tr("Legend"));
  setAccessibleDescription(parts.join(QStringLiteral("; ")));
  updateGeometry();
  update();
}

std::vector<SeriesLegend::Item> SeriesLegend::items() const {
  std::vector<Item> made;
  if (!m_matrix) {
    return made;
  }
  const ComparisonChart& chart = m_matrix->chart;
  for (const ChartSeries& series : chart.series) {
    if (made.size() == maxItems) {
      made.push_back({0, false, tr("… and %1 more").arg(chart.series.size() - maxItems), {}, {}});
      break;
    }
    made.push_back({series.row,
                    true,
                    qt(elided(rowName(*m_matrix, series.row).toStdString(), maxLegendName)),
                    coreText(series.scaling),
                    {}});
  }
  std::size_t parts = 0;
  for (const ChartCrossing& crossing : chart.crossings) {
    if (parts++ < maxCrossings) {
      made.push_back({0, false, QStringLiteral("○ ") + coreText(crossing.text), {}, {}});
    }
  }
  for (const Message& remark : chart.remarks) {
    if (parts++ < maxCrossings) {
      made.push_back({0, false, {}, coreText(remark), {}});
    }
  }
  return made;
}

int SeriesLegend::place(std::vector<Item>& items, int width) const {
  const QFontMetrics metrics(font());
  const int line = metrics.height() + 3;
  QPoint at(margin, 2);
  for (Item& item : items) {
    const int length = (item.hasMarker ? markerRoom : 0) + metrics.horizontalAdvance(item.name) +
                       (item.name.isEmpty() || item.scaling.isEmpty() ? 0 : 6) +
                       metrics.horizontalAdvance(item.scaling);
    const bool isSentence = !item.hasMarker;
    if (at.x() > margin && (isSentence || at.x() + length > width - margin)) {
      at = QPoint(margin, at.y() + line);
    }
    item.at = at;
    at.rx() += isSentence ? width : length + between;
  }
  return items.empty() ? 0 : at.y() + line + 2;
}

QSize SeriesLegend::sizeHint() const {
  constexpr int usual = 420;
  return {usual, heightForWidth(usual)};
}

int SeriesLegend::heightForWidth(int width) const {
  std::vector<Item> made = items();
  return place(made, width);
}

void SeriesLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  std::vector<Item> made = items();
  place(made, width());
  const QFontMetrics metrics(font());
  for (const Item& item : made) {
    int x = item.at.x();
    const int middle = item.at.y() + metrics.height() / 2;
    if (item.hasMarker) {
      paintMarker(painter, palette(), item.row, QPointF(x + 6, middle), 4.5);
      x += markerRoom;
    }
    const int baseline = item.at.y() + metrics.ascent();
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(x, baseline, item.name);
    x += metrics.horizontalAdvance(item.name) + (item.name.isEmpty() ? 0 : 6);
    painter.setPen(tint(palette()).quiet);
    painter.drawText(x, baseline, metrics.elidedText(item.scaling, Qt::ElideRight, width() - x - margin));
  }
}

}  // namespace kernline::ui
