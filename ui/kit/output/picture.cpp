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

constexpr int noteMargin = 8;

int noteHeight(const QWidget& widget, const QString& note) {
  return note.isEmpty() ? 0 : widget.fontMetrics().height() + noteMargin;
}

/// Below the widget, in its colors.
void drawNote(QPainter& painter, const QWidget& widget, const QString& note) {
  if (note.isEmpty()) {
    return;
  }
  const QRect place(0, widget.height(), widget.width(), noteHeight(widget, note));
  painter.setFont(widget.font());
  painter.fillRect(place, widget.palette().window());
  painter.setPen(widget.palette().color(QPalette::WindowText));
  const QRect text = place.adjusted(noteMargin, 0, -noteMargin, 0);
  painter.drawText(text, Qt::AlignVCenter, widget.fontMetrics().elidedText(note, Qt::ElideRight, text.width()));
}

void renderSvg(QWidget& widget, const QString& note, QBuffer& into) {
  QSvgGenerator generator;
  generator.setOutputDevice(&into);
  constexpr int dotsPerInch = 96;  // what a CSS pixel is, so that the picture is as large as asked for
  generator.setResolution(dotsPerInch);
  const QSize size = widget.size() + QSize(0, noteHeight(widget, note));
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(), size));
  QPainter painter(&generator);
  widget.render(&painter);
  drawNote(painter, widget, note);
}

QPixmap pixmapOf(QWidget& widget, const QString& note) {
  const QPixmap grabbed = widget.grab();
  if (note.isEmpty()) {
    return grabbed;
  }
  const double ratio = grabbed.devicePixelRatio();
  QPixmap whole(grabbed.size() + QSize(0, qRound(noteHeight(widget, note) * ratio)));
  whole.setDevicePixelRatio(ratio);
  QPainter painter(&whole);
  painter.drawPixmap(0, 0, grabbed);
  drawNote(painter, widget, note);
  return whole;
}

}  // namespace

Expected<QString> savePicture(QWidget& widget, const QString& path) {
  return savePicture(widget, path, {});
}

Expected<QString> savePicture(QWidget& widget, const QString& path, const QString& note) {
  QByteArray picture;
  QBuffer buffer(&picture);
  buffer.open(QIODevice::WriteOnly);
  if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
    renderSvg(widget, note, buffer);
  } else {
    pixmapOf(widget, note).save(&buffer, "PNG");
  }
  return saveFile(path, {picture.constData(), static_cast<std::size_t>(picture.size())}, note);
}

}  // namespace kernline::ui
