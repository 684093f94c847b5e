// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/run_mark.h"

#include "ui/views/compare/tables/series_paint.h"

#include <QPainter>
#include <QPixmap>

#include <cmath>

namespace kernline::ui {

namespace {

constexpr int side = 14;
constexpr double markReach = 4.5;

}  // namespace

RunMark::RunMark(QWidget* parent) : QWidget(parent) {
  setFixedSize(side, side);
}

void RunMark::setLook(std::size_t look) {
  m_look = look;
  update();
}

void RunMark::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintMarker(painter, palette(), m_look, QPointF(side / 2.0, side / 2.0), markReach);
}

QIcon runIcon(const QPalette& palette, std::size_t look, double pixelRatio) {
  const int pixels = static_cast<int>(std::lround(side * pixelRatio));
  QPixmap picture(pixels, pixels);
  picture.setDevicePixelRatio(pixelRatio);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  paintMarker(painter, palette, look, QPointF(side / 2.0, side / 2.0), markReach);
  painter.end();
  return QIcon(picture);
}

}  // namespace kernline::ui
