// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/columns/column_chip.h"

#include "core/compare/tables/comparison_text.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

namespace kernline::ui {
namespace {

QString nameOfUse(ColumnUse use) {
  switch (use) {
    case ColumnUse::Subject:
    case ColumnUse::Parameter:
      return Words::tr("parameter");
    case ColumnUse::Measurement:
      return Words::tr("measurement");
    case ColumnUse::Undetermined:
    case ColumnUse::Ignored:
      break;
  }
  return Words::tr("ignored");
}

/// "fwd_ms of implementation triton".
QString splitText(const SplitColumn& split, const Measurements& measurements) {
  QStringList places;
  for (const auto& [dimension, value] : split.at) {
    places << coreText(dimension) + QLatin1Char(' ') + qt(printable(value));
  }
  return Words::tr("%1 of %2")
      .arg(coreText(measurements.metrics[split.metric].title), places.join(QStringLiteral(", ")));
}

QString describe(const FoundColumn& column, const Measurements& measurements) {
  QStringList lines{QStringLiteral("%1: %2").arg(qt(printable(column.name)), nameOfUse(column.use))};
  if (column.split != nullptr) {
    lines << splitText(*column.split, measurements);
  }
  QStringList values;
  for (const std::string& value : column.firstValues) {
    values << qt(value);
  }
  if (column.values > column.firstValues.size()) {
    values << QStringLiteral("…");
  }
  const QString count = column.values == FoundColumn::maxValues
                            ? Words::tr("%1 values or more").arg(countText(column.values))
                            : counted(column.values, Words::tr("%1 value"), Words::tr("%1 values"));
  lines << QStringLiteral("%1: %2").arg(count, values.join(QStringLiteral(", ")));
  if (column.isChanged()) {
    lines << Words::tr("Changed by you; detected as: %1").arg(nameOfUse(column.found));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

ColumnChip::ColumnChip(const FoundColumn& column, const Measurements& measurements, QWidget* parent)
    : QToolButton(parent), m_column(column.name) {
  constexpr std::size_t maxNameLength = 24;
  const QString name = qt(elided(printable(column.name), maxNameLength));
  setObjectName(QStringLiteral("column_") + qt(column.name));
  setText(column.isChanged() ? name + QStringLiteral(" •") : name);
  setToolTip(describe(column, measurements));
  setAccessibleName(tr("Column %1, %2").arg(qt(printable(column.name)), nameOfUse(column.use)));
  setPopupMode(QToolButton::InstantPopup);
  setToolButtonStyle(Qt::ToolButtonTextOnly);
  setFocusPolicy(Qt::StrongFocus);
  setMenu(new QMenu(this));
  fillMenu(column);
}

void ColumnChip::fillMenu(const FoundColumn& column) {
  auto* group = new QActionGroup(menu());
  const auto addUse = [&](const QString& text, ColumnUse use) {
    QAction* action = menu()->addAction(text);
    action->setCheckable(true);
    action->setChecked(nameOfUse(use) == nameOfUse(column.use));
    action->setEnabled(use != ColumnUse::Measurement || !column.isText);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, use] { Q_EMIT useChosen(use); });
  };
  addUse(tr("&Parameter"), ColumnUse::Parameter);
  addUse(tr("&Measurement"), ColumnUse::Measurement);
  addUse(tr("&Ignore"), ColumnUse::Ignored);
  if (column.dimension && column.values > 1) {
    menu()->addSeparator();
    const std::size_t dimension = *column.dimension;
    connect(menu()->addAction(tr("&Compare by this")), &QAction::triggered, this,
            [this, dimension] { Q_EMIT compareRequested(dimension); });
    connect(menu()->addAction(tr("&Horizontal axis")), &QAction::triggered, this,
            [this, dimension] { Q_EMIT plotRequested(dimension); });
  }
  if (column.metric) {
    menu()->addSeparator();
    const std::size_t metric = *column.metric;
    connect(menu()->addAction(tr("&Show this metric")), &QAction::triggered, this,
            [this, metric] { Q_EMIT metricRequested(metric); });
  }
}

void ColumnChip::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(tint(palette()).line);
  constexpr double radius = 4;
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
  painter.end();
  QToolButton::paintEvent(event);
}

void ColumnChip::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      Q_EMIT stepRequested(-1);
      break;
    case Qt::Key_Right:
      Q_EMIT stepRequested(1);
      break;
    case Qt::Key_Down:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      showMenu();
      break;
    default:
      QToolButton::keyPressEvent(event);
  }
}

}  // namespace kernline::ui
