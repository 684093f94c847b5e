// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/style/kernline_style.h"

#include "ui/kit/style/icons.h"
#include "ui/kit/style/theme.h"

#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int grid = 4;  // device-independent pixels; every distance is a multiple
constexpr double corner = 4;

QColor buttonFill(const QStyleOption& option) {
  const QPalette& palette = option.palette;
  if ((option.state & (QStyle::State_Sunken | QStyle::State_On)) != 0) {
    return palette.color(QPalette::Midlight).darker(isDark(palette) ? 80 : 106);
  }
  if ((option.state & QStyle::State_MouseOver) != 0 && (option.state & QStyle::State_Enabled) != 0) {
    return tint(palette).hover;
  }
  return palette.color(QPalette::Button);
}

void drawRounded(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& border) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(border.isValid() ? QPen(border, 1) : QPen(Qt::NoPen));
  painter.setBrush(fill);
  painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
  painter.restore();
}

void drawPushButton(const QStyleOption& option, QPainter& painter) {
  const QPalette& palette = option.palette;
  const bool isFocused = (option.state & QStyle::State_HasFocus) != 0;
  const QColor border = isFocused ? tint(palette).accent : palette.color(QPalette::Mid);
  drawRounded(painter, option.rect, buttonFill(option), border);
}

void drawToolButton(const QStyleOption& option, QPainter& painter) {
  const auto highlight = QStyle::State_MouseOver | QStyle::State_Sunken | QStyle::State_On;
  const bool isFocused = (option.state & QStyle::State_HasFocus) != 0;
  const bool isHighlighted = (option.state & QStyle::State_Enabled) != 0 && (option.state & highlight) != 0;
  if (isHighlighted || isFocused) {
    drawRounded(painter, option.rect, isHighlighted ? buttonFill(option) : QColor(Qt::transparent),
                isFocused ? tint(option.palette).accent : QColor());
  }
}

void drawLineEdit(const QStyleOption& option, QPainter& painter) {
  const bool isFocused = (option.state & QStyle::State_HasFocus) != 0;
  const QPalette& palette = option.palette;
  drawRounded(painter, option.rect, palette.color(QPalette::Base),
              isFocused ? tint(palette).accent : palette.color(QPalette::Mid));
}

void drawTab(const QStyleOptionTab& option, QPainter& painter) {
  const QPalette& palette = option.palette;
  const bool isSelected = (option.state & QStyle::State_Selected) != 0;
  const bool isHovered = (option.state & QStyle::State_MouseOver) != 0;
  painter.fillRect(option.rect, isSelected  ? palette.color(QPalette::Base)
                                : isHovered ? tint(palette).hover
                                            : palette.color(QPalette::Window));
  if (isSelected) {
    painter.fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 2), tint(palette).accent);
  }
  painter.fillRect(QRect(option.rect.right(), option.rect.top(), 1, option.rect.height()), tint(palette).line);
}

void drawHeaderSection(const QStyleOptionHeader& option, QPainter& painter) {
  const QPalette& palette = option.palette;
  const bool isHovered = (option.state & QStyle::State_MouseOver) != 0 && (option.state & QStyle::State_Enabled) != 0;
  const QRect& r = option.rect;
  painter.fillRect(r, isHovered ? tint(palette).hover : palette.color(QPalette::Window));
  painter.fillRect(QRect(r.left(), r.bottom(), r.width(), 1), tint(palette).line);
  painter.fillRect(QRect(r.right(), r.top() + grid, 1, r.height() - 2 * grid), tint(palette).line);
}

/// A cross, on a rounded patch while the mouse is over it.
void drawTabClose(const QStyleOption& option, QPainter& painter) {
  const bool isHovered = (option.state & QStyle::State_MouseOver) != 0;
  if (isHovered) {
    drawRounded(painter, option.rect, option.palette.color(QPalette::Mid), QColor());
  }
  constexpr int crossExtent = 12;
  QRect cross(0, 0, crossExtent, crossExtent);
  cross.moveCenter(option.rect.center());
  icon(QStringLiteral("close")).paint(&painter, cross, Qt::AlignCenter);
}

void drawCheckBox(const QStyleOption& option, QPainter& painter) {
  const QPalette& palette = option.palette;
  const bool isOn = (option.state & QStyle::State_On) != 0;
  const bool isFocused = (option.state & QStyle::State_HasFocus) != 0;
  const QColor accent = tint(palette).accent;
  drawRounded(painter, option.rect, isOn ? palette.color(QPalette::Highlight) : palette.color(QPalette::Base),
              isOn || isFocused ? accent : palette.color(QPalette::Dark));
  if (!isOn) {
    return;
  }
  const QRectF box(option.rect);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(palette.color(QPalette::HighlightedText), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPolyline(QPolygonF{box.topLeft() + QPointF(box.width() * 0.25, box.height() * 0.52),
                                 box.topLeft() + QPointF(box.width() * 0.43, box.height() * 0.7),
                                 box.topLeft() + QPointF(box.width() * 0.76, box.height() * 0.32)});
  painter.restore();
}

/// Points the way the values go: up for ascending. Fusion has it the other way round.
void drawSortArrow(const QStyleOptionHeader& option, QPainter& painter) {
  const bool isAscending = option.sortIndicator == QStyleOptionHeader::SortDown;
  const QPointF center = QRectF(option.rect).center();
  const double up = isAscending ? -1 : 1;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(tint(option.palette).quiet);
  painter.drawPolygon(
      QPolygonF{center + QPointF(-3.5, -2 * up), center + QPointF(3.5, -2 * up), center + QPointF(0, 2.5 * up)});
  painter.restore();
}

/// A tool button whose click opens a menu, said by a caret behind its text.
bool hasCaret(const QStyleOption* option) {
  const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
  return button != nullptr && (button->features & QStyleOptionToolButton::HasMenu) != 0 &&
         (button->features & QStyleOptionToolButton::MenuButtonPopup) == 0;
}

/// Draws the caret on the line of the text: Fusion has it in the lower corner.
void drawCaret(const QStyleOption& option, QPainter& painter) {
  constexpr double fromEdge = 2 * grid;
  const QPointF center(option.rect.right() + 1 - fromEdge, QRectF(option.rect).center().y());
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(option.palette.color(QPalette::ButtonText));
  painter.drawPolygon(QPolygonF{center + QPointF(-3.5, -2), center + QPointF(3.5, -2), center + QPointF(0, 2.5)});
  painter.restore();
}

void drawDockTitle(const QStyleOptionDockWidget& option, QPainter& painter, const QStyle& style,
                   const QWidget* widget) {
  const QRect text = style.subElementRect(QStyle::SE_DockWidgetTitleBarText, &option, widget);
  painter.fillRect(option.rect, option.palette.color(QPalette::Window));
  painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), tint(option.palette).line);
  QFont font = painter.font();
  font.setWeight(QFont::DemiBold);
  painter.save();
  painter.setFont(font);
  painter.setPen(option.palette.color(QPalette::WindowText));
  const QString title = painter.fontMetrics().elidedText(option.title, Qt::ElideRight, text.width() - grid);
  painter.drawText(text.adjusted(grid, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, title);
  painter.restore();
}

}  // namespace

KernlineStyle::KernlineStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void KernlineStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const {
  switch (element) {
    case PE_PanelButtonCommand:
      return drawPushButton(*option, *painter);
    case PE_PanelButtonTool:
      return drawToolButton(*option, *painter);
    case PE_PanelLineEdit: {
      const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
      if (frame != nullptr && frame->lineWidth > 0) {
        return drawLineEdit(*option, *painter);
      }
      break;
    }
    case PE_FrameFocusRect:
      if (qobject_cast<const QWidget*>(widget) != nullptr && widget->inherits("QAbstractButton")) {
        return;  // the button's own border says it
      }
      break;
    case PE_IndicatorCheckBox:
      return drawCheckBox(*option, *painter);
    case PE_IndicatorTabClose:
      return drawTabClose(*option, *painter);
    case PE_IndicatorHeaderArrow:
      if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
        return drawSortArrow(*header, *painter);
      }
      break;
    case PE_FrameTabBarBase:
    case PE_FrameStatusBarItem:
      return;
    case PE_PanelStatusBar:
      painter->fillRect(QRect(option->rect.left(), option->rect.top(), option->rect.width(), 1),
                        tint(option->palette).line);
      return;
    default:
      break;
  }
  QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void KernlineStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
  switch (element) {
    case CE_TabBarTabShape:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
        return drawTab(*tab, *painter);
      }
      break;
    case CE_HeaderSection:
      if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
        return drawHeaderSection(*header, *painter);
      }
      break;
    case CE_HeaderEmptyArea:
      painter->fillRect(option->rect, option->palette.color(QPalette::Window));
      painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                        tint(option->palette).line);
      return;
    case CE_DockWidgetTitle:
      if (const auto* title = qstyleoption_cast<const QStyleOptionDockWidget*>(option)) {
        return drawDockTitle(*title, *painter, *proxy(), widget);
      }
      break;
    case CE_ToolBar:
      painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                        tint(option->palette).line);
      return;
    case CE_MenuBarEmptyArea:
      painter->fillRect(option->rect, option->palette.color(QPalette::Window));
      return;
    default:
      break;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

void KernlineStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                       const QWidget* widget) const {
  if (control != CC_ToolButton || !hasCaret(option)) {
    return QProxyStyle::drawComplexControl(control, option, painter, widget);
  }
  QStyleOptionToolButton plain = *qstyleoption_cast<const QStyleOptionToolButton*>(option);
  plain.features &= ~QStyleOptionToolButton::HasMenu;
  QProxyStyle::drawComplexControl(control, &plain, painter, widget);
  drawCaret(*option, *painter);
}

int KernlineStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
      return grid;
    case PM_DockWidgetTitleMargin:
    case PM_ToolBarItemSpacing:
    case PM_ToolBarItemMargin:
      return grid;
    case PM_DockWidgetFrameWidth:
    case PM_ToolBarFrameWidth:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarBaseOverlap:
      return 0;
    case PM_TabBarTabHSpace:
      return 6 * grid;
    case PM_TabBarTabVSpace:
      return 3 * grid;
    case PM_HeaderMargin:
    case PM_FocusFrameHMargin:  // free space on both sides of a cell's text
      return grid;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_TabBarIconSize:
    case PM_ToolBarIconSize:
      return 4 * grid;
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int KernlineStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                             QStyleHintReturn* returnData) const {
  switch (hint) {
    case SH_UnderlineShortcut:
      return 1;
    case SH_EtchDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons:
      return 0;
    default:
      return QProxyStyle::styleHint(hint, option, widget, returnData);
  }
}

QIcon KernlineStyle::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const {
  switch (which) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
    case SP_LineEditClearButton:
      return icon(QStringLiteral("close"));
    case SP_TitleBarNormalButton:
      return icon(QStringLiteral("float"));
    default:
      return QProxyStyle::standardIcon(which, option, widget);
  }
}

QRect KernlineStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
  const QRect rect = QProxyStyle::subElementRect(element, option, widget);
  const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
  const bool isFramedEdit = element == SE_LineEditContents && frame != nullptr && frame->lineWidth > 0;
  return isFramedEdit ? rect.adjusted(grid, 0, -grid, 0) : rect;
}

QSize KernlineStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                      const QWidget* widget) const {
  QSize wanted = QProxyStyle::sizeFromContents(type, option, size, widget);
  if (type == CT_PushButton || type == CT_LineEdit || type == CT_ComboBox) {
    wanted.setHeight(std::max(wanted.height(), 7 * grid));
  }
  if (type == CT_PushButton) {
    wanted.rwidth() += 2 * grid;
  } else if (type == CT_ItemViewItem) {
    wanted.rheight() += grid + 2;
  } else if (type == CT_ToolButton && hasCaret(option)) {
    wanted.rwidth() += 3 * grid;
  }
  return wanted;
}

}  // namespace kernline::ui
