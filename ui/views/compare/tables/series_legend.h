// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/compare/tables/compared_logs.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace kernline::ui {

/// Marker, name and scaling of each series, and the crossings below, in as many lines as its width needs.
class SeriesLegend : public QWidget {
  Q_OBJECT

 public:
  explicit SeriesLegend(QWidget* parent = nullptr);

  void showMatrix(std::shared_ptr<const ShownMatrix> matrix);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Item {
    std::size_t row = 0;
    bool hasMarker = true;
    QString name;
    QString scaling;
    QPoint at;
  };
  [[nodiscard]] std::vector<Item> items() const;
  int place(std::vector<Item>& items, int width) const;  ///< returns the height

  std::shared_ptr<const ShownMatrix> m_matrix;
};

}  // namespace kernline::ui
