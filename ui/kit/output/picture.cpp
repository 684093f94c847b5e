// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/picture.h"

#include "ui/kit/output/save_file.h"

#include <QBuffer>
#include <QByteArray>
#include <QPainter>
#include <QPixmap>
#include <QSvgGenerator>
#include <QWidget>

namespace kernline::ui {
namespace {

void renderSvg(QWidget& widget, QBuffer& into) {
  QSvgGenerator generator;
  generator.setOutputDevice(&into);
  constexpr int dotsPerInch = 96;  // what a CSS pixel is, so that the picture is as large as asked for
  generator.setResolution(dotsPerInch);
  generator.setSize(widget.size());
  generator.setViewBox(widget.rect());
  QPainter painter(&generator);
  widget.render(&painter);
}

}  // namespace

Expected<QString> savePicture(QWidget& widget, const QString& path) {
  QByteArray picture;
  QBuffer buffer(&picture);
  buffer.open(QIODevice::WriteOnly);
  if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
    renderSvg(widget, buffer);
  } else {
    widget.grab().save(&buffer, "PNG");
  }
  return saveFile(path, {picture.constData(), static_cast<std::size_t>(picture.size())});
}

}  // namespace kernline::ui
