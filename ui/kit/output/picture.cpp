// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/picture.h"

#include <QPainter>
#include <QPixmap>
#include <QSvgGenerator>
#include <QWidget>

namespace kernline::ui {
namespace {

bool saveAsSvg(QWidget& widget, const QString& path) {
  QSvgGenerator generator;
  generator.setFileName(path);
  constexpr int dotsPerInch = 96;  // what a CSS pixel is, so that the picture is as large as asked for
  generator.setResolution(dotsPerInch);
  generator.setSize(widget.size());
  generator.setViewBox(widget.rect());
  QPainter painter;
  if (!painter.begin(&generator)) {
    return false;
  }
  widget.render(&painter);
  return painter.end();
}

}  // namespace

bool savePicture(QWidget& widget, const QString& path) {
  return path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive) ? saveAsSvg(widget, path)
                                                                   : widget.grab().save(path, "PNG");
}

}  // namespace kernline::ui
