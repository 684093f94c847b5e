// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/picture.h"

#include "ui/kit/output/save_file.h"

#include <QBuffer>
#include <QByteArray>
#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>
#include <QSvgGenerator>
#include <QWidget>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLegend>

#include <functional>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

constexpr int lineMargin = 8;

/// Returns the visible descendants of kind `T`, and the widget itself.
template <typename T>
QList<T*> shownOf(const QWidget& widget) {
  QList<T*> shown = widget.findChildren<T*>();
  if (auto* self = qobject_cast<T*>(const_cast<QWidget*>(&widget))) {
    shown << self;
  }
  shown.removeIf([](const T* child) { return !child->isVisible(); });
  return shown;
}

std::vector<QLegend*> legendsOfCharts(const QWidget& widget) {
  std::vector<QLegend*> legends;
  for (const QChartView* view : shownOf<QChartView>(widget)) {
    QLegend* legend = view->chart()->legend();
    if (legend->isVisible() && !legend->markers().isEmpty()) {
      legends.push_back(legend);
    }
  }
  return legends;
}

std::vector<QWidget*> legendWidgets(const QWidget& widget) {
  std::vector<QWidget*> legends;
  for (QWidget* child : shownOf<QWidget>(widget)) {
    if (child->property(legendProperty).toBool()) {
      legends.push_back(child);
    }
  }
  return legends;
}

/// Legends for pictures alone, of parts that are seen.
std::vector<QWidget*> hiddenLegends(const QWidget& widget) {
  std::vector<QWidget*> legends;
  for (QWidget* child : widget.findChildren<QWidget*>()) {
    if (child->isHidden() && child->parentWidget()->isVisible() && child->property(pictureLegendProperty).toBool()) {
      legends.push_back(child);
    }
  }
  return legends;
}

/// A widget as it is to look in the picture, as long as this lives.
class Arranged {
 public:
  Arranged(QWidget& widget, const PictureLook& look) : m_widget(widget), m_before(widget.geometry()) {
    if (!look.showsLegend) {
      m_legends = legendWidgets(widget);
      m_legendsOfCharts = legendsOfCharts(widget);
      show(false);
    }
    if (look.addsLegend) {
      m_added = hiddenLegends(widget);
    }
    for (QWidget* legend : m_added) {
      legend->show();
    }
    settle();  // settles the layouts around the widget, before it gets a size of its own
    if (!look.size.isEmpty()) {
      widget.resize(look.size);
    }
    settle();
  }
  ~Arranged() {
    show(true);
    for (QWidget* legend : m_added) {
      legend->hide();
    }
    m_widget.setGeometry(m_before);
    settle();
  }
  Arranged(const Arranged&) = delete;
  Arranged& operator=(const Arranged&) = delete;

 private:
  void show(bool shown) {
    for (QWidget* legend : m_legends) {
      legend->setVisible(shown);
    }
    for (QLegend* legend : m_legendsOfCharts) {
      legend->setVisible(shown);
    }
  }
  /// Charts lay themselves out a turn later.
  static void settle() { QCoreApplication::sendPostedEvents(); }

  QWidget& m_widget;
  QRect m_before;
  std::vector<QWidget*> m_legends;
  std::vector<QLegend*> m_legendsOfCharts;
  std::vector<QWidget*> m_added;
};

QFont titleFont(const QWidget& widget) {
  constexpr double larger = 1.25;
  QFont font = widget.font();
  font.setPointSizeF(font.pointSizeF() * larger);
  font.setBold(true);
  return font;
}

/// The widget between its title and its note, in its own pixels.
struct Page {
  QWidget& widget;
  QString title;
  QString note;

  [[nodiscard]] int titleHeight() const {
    return title.isEmpty() ? 0 : QFontMetrics(titleFont(widget)).height() + 2 * lineMargin;
  }
  [[nodiscard]] int noteHeight() const { return note.isEmpty() ? 0 : widget.fontMetrics().height() + lineMargin; }
  [[nodiscard]] QSize size() const { return widget.size() + QSize(0, titleHeight() + noteHeight()); }

  void drawLine(QPainter& painter, const QFont& font, const QRect& place, const QString& text) const {
    painter.setFont(font);
    painter.fillRect(place, widget.palette().window());
    painter.setPen(widget.palette().color(QPalette::WindowText));
    const QRect room = place.adjusted(lineMargin, 0, -lineMargin, 0);
    painter.drawText(room, Qt::AlignVCenter, QFontMetrics(font).elidedText(text, Qt::ElideRight, room.width()));
  }
  void drawTexts(QPainter& painter) const {
    const QRect whole(QPoint(), size());
    if (!title.isEmpty()) {
      drawLine(painter, titleFont(widget), QRect(0, 0, whole.width(), titleHeight()), title);
    }
    if (!note.isEmpty()) {
      drawLine(painter, widget.font(), whole.adjusted(0, whole.height() - noteHeight(), 0, 0), note);
    }
  }
};

void renderSvg(const Page& page, double scale, QBuffer& into) {
  QSvgGenerator generator;
  generator.setOutputDevice(&into);
  constexpr int dotsPerInch = 96;  // size of a CSS pixel, so that the picture has the requested size
  generator.setResolution(dotsPerInch);
  generator.setSize((QSizeF(page.size()) * scale).toSize());
  generator.setViewBox(QRect(QPoint(), page.size()));
  QPainter painter(&generator);
  page.widget.render(&painter, QPoint(0, page.titleHeight()));
  page.drawTexts(painter);
}

QPixmap pixmapOf(const Page& page, double scale) {
  const double ratio = scale * page.widget.devicePixelRatioF();
  QPixmap whole((QSizeF(page.size()) * ratio).toSize());
  whole.setDevicePixelRatio(ratio);
  whole.fill(page.widget.palette().color(QPalette::Window));
  page.widget.render(&whole, QPoint(0, page.titleHeight()));
  QPainter painter(&whole);
  page.drawTexts(painter);
  return whole;
}

}  // namespace

bool hasLegend(const QWidget& widget) {
  return !legendsOfCharts(widget).empty() || !legendWidgets(widget).empty();
}

bool mayAddLegend(const QWidget& widget) {
  return !hiddenLegends(widget).empty();
}

Expected<QString> savePicture(QWidget& widget, const QString& path, const QString& note, const PictureLook& look) {
  QByteArray picture;
  QBuffer buffer(&picture);
  buffer.open(QIODevice::WriteOnly);
  {
    const Arranged arranged(widget, look);
    const Page page{.widget = widget, .title = look.title, .note = note};
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
      renderSvg(page, look.scale, buffer);
    } else {
      pixmapOf(page, look.scale).save(&buffer, "PNG");
    }
  }
  return saveFile(path, {picture.constData(), static_cast<std::size_t>(picture.size())}, note);
}

}  // namespace kernline::ui
