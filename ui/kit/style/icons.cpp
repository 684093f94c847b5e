// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

// Outside of any namespace: the macro declares a function of the global one.
static void initResources() {
  Q_INIT_RESOURCE(kernline);
}

namespace kernline::ui {
namespace {

class TintedSvg : public QIconEngine {
 public:
  explicit TintedSvg(QString name) : m_name(std::move(name)) {}

  [[nodiscard]] QIconEngine* clone() const override { return new TintedSvg(m_name); }

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QSvgRenderer renderer(tinted(colorOf(mode)));
    renderer.render(painter, rect);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    const QColor color = colorOf(mode);
    const QString key = QStringLiteral("kernline/%1/%2/%3").arg(m_name, color.name()).arg(size.width());
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
      pixmap = QPixmap(size);
      pixmap.fill(Qt::transparent);
      QPainter painter(&pixmap);
      paint(&painter, QRect(QPoint(0, 0), size), mode, state);
      QPixmapCache::insert(key, pixmap);
    }
    return pixmap;
  }

 private:
  static QColor colorOf(QIcon::Mode mode) {
    const QPalette palette = QApplication::palette();
    if (mode == QIcon::Selected) {
      return palette.color(QPalette::Active, QPalette::HighlightedText);
    }
    return mode == QIcon::Disabled ? palette.color(QPalette::Disabled, QPalette::ButtonText)
                                   : palette.color(QPalette::Active, QPalette::ButtonText);
  }

  [[nodiscard]] QByteArray tinted(const QColor& color) const {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(m_name));
    if (!file.open(QIODevice::ReadOnly)) {
      return {};
    }
    return file.readAll().replace("currentColor", color.name().toLatin1());
  }

  QString m_name;
};

}  // namespace

void loadResources() {
  initResources();
}

QIcon icon(const QString& name) {
  loadResources();
  return QIcon(new TintedSvg(name));
}

}  // namespace kernline::ui
