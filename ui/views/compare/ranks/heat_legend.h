// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/heat_map.h"

#include <QWidget>

#include <memory>

namespace kernline::ui {

/// Legend of a heat map's colors: the scale with its ends, what lies beyond them, and what has no data.
class HeatLegend : public QWidget {
  Q_OBJECT

 public:
  explicit HeatLegend(QWidget* parent = nullptr);

  void setMap(std::shared_ptr<const HeatMap> map);
  /// "3 cells above, up to 12.3 ms"; empty if all are within the scale.
  [[nodiscard]] QString beyondText() const;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::shared_ptr<const HeatMap> m_map;
};

}  // namespace kernline::ui
