// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/tables/compared_logs.h"

#include <QWidget>

#include <cstddef>
#include <vector>

class QGridLayout;
class QLabel;

namespace kernline::ui {

class ComparisonPlot;

/// Small multiples: a chart a facet, all of one scale, with the value above each. As many as can be read in the room
/// there is; the others are counted.
class FacetGrid : public QWidget {
  Q_OBJECT

 public:
  explicit FacetGrid(QWidget* parent = nullptr);

  /// Empty for none.
  void showFacets(ShownMatrices facets);
  /// Returns the visible charts, first facet first.
  [[nodiscard]] std::vector<ComparisonPlot*> plots() const;

 Q_SIGNALS:
  void cellActivated(std::size_t facet, std::size_t row, std::size_t column);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Place {
    QWidget* frame = nullptr;
    QLabel* title = nullptr;
    ComparisonPlot* plot = nullptr;
  };
  void arrange();
  Place& placeAt(std::size_t number);

  ShownMatrices m_facets;
  std::vector<Place> m_places;  // made when first needed
  std::size_t m_drawn = 0;
  QLabel* m_scale = nullptr;
  QLabel* m_rest = nullptr;
  QWidget* m_charts = nullptr;
  QGridLayout* m_grid = nullptr;
};

}  // namespace kernline::ui
