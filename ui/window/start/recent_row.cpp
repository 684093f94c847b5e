// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start/recent_row.h"

#include "core/open/remote/remote_path.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/theme.h"
#include "ui/window/start/recent_files.h"

#include <QFileInfo>
#include <QPainter>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int padding = 4;
constexpr int iconExtent = 16;

}  // namespace

RecentRow::RecentRow(const QString& path, bool exists, QWidget* parent)
    : Clickable(parent), m_folder(displayPath(QFileInfo(path).path())) {
  setText(QFileInfo(path).fileName());
  if (const auto there = remotePath(path.toStdString())) {
    const QFileInfo file(qt(there->path));
    setText(file.fileName());
    m_folder = path.chopped(file.fileName().size());  // "node7:runs/"
  }
  setToolTip(exists ? path : tr("%1 no longer exists").arg(path));
  setAccessibleName(tr("%1 in %2").arg(text(), m_folder));
  setEnabled(exists);
  setClickable(exists);
  if (!exists) {
    m_folder = tr("missing · %1").arg(m_folder);
  }
}

QSize RecentRow::sizeHint() const {
  return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() + 3 * padding};
}

void RecentRow::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Tint& colors = tint(palette());
  paintState(painter, padding);
  const QFontMetrics metrics = fontMetrics();
  QRect inner = rect().adjusted(padding, 0, -padding, 0);
  const QRect picture(inner.left(), inner.center().y() - iconExtent / 2 + 1, iconExtent, iconExtent);
  ui::icon(QStringLiteral("file"))
      .paint(&painter, picture, Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
  inner.setLeft(picture.right() + 2 * padding);
  const int nameWidth = std::min(metrics.horizontalAdvance(text()) + padding, inner.width() * 2 / 3);
  painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
  painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text(), Qt::ElideMiddle, nameWidth));
  painter.setPen(isEnabled() ? colors.quiet : palette().color(QPalette::Disabled, QPalette::WindowText));
  const QRect rest = inner.adjusted(nameWidth + 3 * padding, 0, 0, 0);
  painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter,
                   metrics.elidedText(m_folder, Qt::ElideMiddle, rest.width()));
}

}  // namespace kernline::ui
