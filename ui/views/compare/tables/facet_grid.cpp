// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/facet_grid.h"

#include "core/compare/tables/comparison_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/compare/tables/comparison_plot.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t maxDrawn = 12;
// Pixels below which a chart cannot be read
constexpr int minWidth = 220;
constexpr int minHeight = 124;
constexpr int facetGap = 4;

/// Layout of charts: as few lines as possible, all about equally long.
struct GridShape {
  std::size_t columns = 1;
  std::size_t drawn = 1;
};

GridShape shapeFor(std::size_t facets, QSize room) {
  const auto across = static_cast<std::size_t>(std::max(1, (room.width() + facetGap) / (minWidth + facetGap)));
  const auto down = static_cast<std::size_t>(std::max(1, (room.height() + facetGap) / (minHeight + facetGap)));
  const std::size_t drawn = std::min({facets, maxDrawn, across * down});
  const std::size_t lines = (drawn + across - 1) / across;
  return {.columns = (drawn + lines - 1) / lines, .drawn = drawn};
}

QString dimensionTitle(const ShownMatrix& matrix) {
  return coreText(matrix.measurements().dimensions[*matrix.pivot.request.facets].title);
}

}  // namespace

FacetGrid::FacetGrid(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("compareFacetGrid"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  auto* head = new QHBoxLayout;
  m_scale = new ElidedLabel({}, this);
  m_scale->setObjectName(QStringLiteral("compareFacetScale"));
  m_rest = new QuietLabel({}, this);
  m_rest->setObjectName(QStringLiteral("compareFacetRest"));
  head->addWidget(m_scale, 1);
  head->addWidget(m_rest);
  layout->addLayout(head);
  m_charts = new QWidget(this);
  m_grid = new QGridLayout(m_charts);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setSpacing(facetGap);
  layout->addWidget(m_charts, 1);
  setMinimumHeight(minHeight + 2 * fontMetrics().height());
}

FacetGrid::Place& FacetGrid::placeAt(std::size_t number) {
  while (m_places.size() <= number) {
    Place place;
    place.frame = new QWidget(m_charts);
    auto* column = new QVBoxLayout(place.frame);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    place.title = new QLabel(place.frame);
    place.title->setTextFormat(Qt::PlainText);
    place.title->setAlignment(Qt::AlignCenter);
    place.title->setFont(titleFont(font(), 1.0));
    place.title->setMinimumWidth(1);
    place.plot = new ComparisonPlot(place.frame);
    place.plot->setObjectName(QStringLiteral("compareFacet_%1").arg(m_places.size()));
    place.plot->setSmall();
    column->addWidget(place.title);
    column->addWidget(place.plot, 1);
    connect(
        place.plot, &ComparisonPlot::cellActivated, this,
        [this, facet = m_places.size()](std::size_t row, std::size_t cell) { Q_EMIT cellActivated(facet, row, cell); });
    m_places.push_back(place);
  }
  return m_places[number];
}

void FacetGrid::showFacets(ShownMatrices facets) {
  m_facets = std::move(facets);
  m_drawn = 0;
  arrange();
  for (std::size_t i = m_drawn; i < m_places.size(); ++i) {
    m_places[i].plot->showMatrix(nullptr);
  }
}

void FacetGrid::arrange() {
  if (m_facets.empty()) {
    return;
  }
  const ShownMatrix& first = *m_facets.front();
  const GridShape shape = shapeFor(m_facets.size(), m_charts->size());
  while (QLayoutItem* item = m_grid->takeAt(0)) {
    delete item;
  }
  for (std::size_t i = 0; i < shape.drawn; ++i) {
    const Place& place = placeAt(i);
    if (i >= m_drawn) {
      place.title->setText(tr("%1: %2").arg(dimensionTitle(first), facetName(*m_facets[i])));
      place.plot->showMatrix(m_facets[i]);
    }
    m_grid->addWidget(place.frame, static_cast<int>(i / shape.columns), static_cast<int>(i % shape.columns));
    place.frame->show();
  }
  for (std::size_t i = shape.drawn; i < m_places.size(); ++i) {
    m_places[i].frame->hide();
  }
  m_drawn = shape.drawn;
  m_scale->setText(tr("%1 by %2; all charts have one scale").arg(axisTitle(first.chart.y), axisTitle(first.chart.x)));
  const std::size_t rest = m_facets.size() - m_drawn;
  m_rest->setText(rest == 0 ? QString()
                            : counted(rest, tr("%1 more value of %2 is in the matrix only"),
                                      tr("%1 more values of %2 are in the matrix only"))
                                  .arg(dimensionTitle(first)));
}

void FacetGrid::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layout()->activate();  // the charts have their room by now
  arrange();
}

std::vector<ComparisonPlot*> FacetGrid::plots() const {
  std::vector<ComparisonPlot*> plots;
  for (std::size_t i = 0; i < m_drawn; ++i) {
    plots.push_back(m_places[i].plot);
  }
  return plots;
}

}  // namespace kernline::ui
