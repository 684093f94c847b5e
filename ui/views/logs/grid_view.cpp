// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/grid_view.h"

#include "ui/kit/style/theme.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/views/logs/grid_model.h"

#include <QApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int padding = 16;
constexpr int sampleRows = 200;
constexpr int maxNameWidth = 52;  // characters
constexpr int maxTextWidth = 36;

}  // namespace

void GridDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  const Tint& colors = tint(option->palette);
  if (const QString missing = index.data(GridModel::MissingDecimalsRole).toString(); !missing.isEmpty()) {
    constexpr QChar joiner(0x2060);  // blanks at the end of a line have no width
    option->text += missing + joiner;
  }
  if (index.data(GridModel::LinkRole).toBool()) {
    option->font.setUnderline(true);
    option->palette.setColor(QPalette::Text, option->palette.color(QPalette::Link));
    option->textElideMode = Qt::ElideMiddle;  // both the project and the file say something
  } else if (index.data(GridModel::FailedRole).toBool()) {
    option->palette.setColor(QPalette::Text, colors.bad);
  }
}

void GridDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QVariant bar = index.data(GridModel::BarRole);
  if (!bar.isValid()) {
    QStyledItemDelegate::paint(painter, option, index);
    return;
  }
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QString text = std::exchange(cell.text, QString());
  QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
  const bool isSelected = (option.state & QStyle::State_Selected) != 0;
  QColor fill = isSelected ? option.palette.color(QPalette::HighlightedText) : tint(option.palette).accent;
  constexpr float faint = 0.2F;
  fill.setAlphaF(faint);
  QRect part = option.rect.adjusted(2, 3, -2, -3);
  part.setWidth(static_cast<int>(std::lround(part.width() * bar.toDouble())));
  painter->fillRect(part, fill);
  const int margin = QApplication::style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
  painter->setFont(cell.font);
  painter->setPen(cell.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
  painter->drawText(option.rect.adjusted(margin, 0, -margin, 0), Qt::AlignRight | Qt::AlignVCenter, text);
}

GridView::GridView(GridModel* model, QWidget* parent) : QTableView(parent), m_model(model) {
  setObjectName(QStringLiteral("gridView"));
  setAccessibleName(tr("Log table"));
  setModel(model);
  setItemDelegate(new GridDelegate(this));
  makePlain(*this);
  setMouseTracking(true);
  makeSortable(*this);
  QHeaderView* header = horizontalHeader();
  header->setSectionsMovable(true);
  header->setMinimumSectionSize(fontMetrics().averageCharWidth() * 4);
  connect(header, &QHeaderView::sectionResized, this, [this] { m_isFitted = m_isFitted && m_isFitting; });
  connect(model, &GridModel::aboutToSort, this, [this] {
    m_keptRows = selectedRows();
    m_keptColumn = horizontalScrollBar()->value();
  });
  connect(model, &GridModel::arranged, this, [this] {
    m_isQuiet = true;
    selectRows(m_keptRows);
    m_isQuiet = false;
    horizontalScrollBar()->setValue(m_keptColumn);
  });
}

int GridView::wantedWidthOf(int column) const {
  const GridColumn& shown = m_model->grid()->columns[static_cast<std::size_t>(column)];
  const QFontMetrics metrics = fontMetrics();
  const int character = metrics.averageCharWidth();
  int width = metrics.horizontalAdvance(shown.title) + padding + character;  // includes the sort arrow
  const int rows = std::min(m_model->rowCount(), sampleRows);
  for (int row = 0; row < rows; ++row) {
    const QModelIndex cell = m_model->index(row, column);
    const QString text = cell.data().toString() + cell.data(GridModel::MissingDecimalsRole).toString();
    width = std::max(width, metrics.horizontalAdvance(text.left(qsizetype{2} * maxNameWidth)) + padding);
  }
  if (static_cast<std::size_t>(column) == m_model->grid()->nameColumn) {
    width += fontMetrics().height() + padding / 2;  // mark before the name
  }
  return width;
}

int GridView::widthOf(int column) const {
  const GridColumn& shown = m_model->grid()->columns[static_cast<std::size_t>(column)];
  const bool isWide = shown.kind == GridColumn::Kind::Name || shown.isNumber();
  return std::min(wantedWidthOf(column), (isWide ? maxNameWidth : maxTextWidth) * fontMetrics().averageCharWidth());
}

/// Gives what is cut the room that is left, the first columns first.
void GridView::useRoom() {
  m_isFitting = true;
  int room = viewport()->width() - horizontalHeader()->length();
  for (int column = 0; m_model->grid() && column < m_model->columnCount() && room > 0; ++column) {
    const int more = std::clamp(wantedWidthOf(column) - columnWidth(column), 0, room);
    setColumnWidth(column, columnWidth(column) + more);
    room -= more;
  }
  m_isFitting = false;
}

void GridView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  if (m_isFitted) {  // no person has resized a column
    useRoom();
  }
}

void GridView::fitColumns() {
  m_keptRows.clear();
  horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
  for (int column = 0; column < m_model->columnCount(); ++column) {
    setColumnWidth(column, widthOf(column));
    horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), column);
  }
  m_isFitted = true;
  useRoom();
  // Columns that identify a row come before its figures, wherever the log has them.
  int place = 0;
  for (int column = 0; column < m_model->columnCount(); ++column) {
    const GridColumn& shown = m_model->grid()->columns[static_cast<std::size_t>(column)];
    if (shown.kind == GridColumn::Kind::Name || shown.isAdded) {
      horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), place++);
    }
  }
  horizontalScrollBar()->setValue(0);
}

std::vector<std::uint32_t> GridView::selectedRows() const {
  std::vector<int> shown;
  for (const QModelIndex& index : selectionModel()->selectedRows()) {
    shown.push_back(index.row());
  }
  std::ranges::sort(shown);
  std::vector<std::uint32_t> rows;
  std::ranges::transform(shown, std::back_inserter(rows), [this](int row) { return m_model->gridRow(row); });
  return rows;
}

void GridView::selectRows(const std::vector<std::uint32_t>& gridRows) {
  QItemSelection selection;
  int first = -1;
  std::vector<bool> isWanted(m_model->grid() ? m_model->grid()->rows.size() : 0);
  for (const std::uint32_t gridRow : gridRows) {
    if (gridRow < isWanted.size()) {  // larger numbers are of an earlier grid
      isWanted[gridRow] = true;
    }
  }
  for (int row = 0; !gridRows.empty() && row < m_model->rowCount(); ++row) {
    if (isWanted[m_model->gridRow(row)]) {
      selection.select(m_model->index(row, 0), m_model->index(row, 0));
      first = first < 0 ? row : first;
    }
  }
  if (first < 0) {
    clearSelection();
    return;
  }
  selectionModel()->setCurrentIndex(m_model->index(first, 0), QItemSelectionModel::NoUpdate);
  selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  scrollTo(m_model->index(first, 0));
}

void GridView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (current.isValid() && !m_isQuiet) {
    Q_EMIT rowChosen(m_model->gridRow(current.row()));
  }
}

QModelIndex GridView::linkAt(const QPoint& place) const {
  const QModelIndex index = indexAt(place);
  const bool isOnText =
      index.isValid() && index.data(GridModel::LinkRole).toBool() &&
      place.x() - visualRect(index).left() <= fontMetrics().horizontalAdvance(index.data().toString()) + padding / 2;
  return isOnText ? index : QModelIndex();
}

void GridView::mouseMoveEvent(QMouseEvent* event) {
  QTableView::mouseMoveEvent(event);
  viewport()->setCursor(linkAt(event->pos()).isValid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void GridView::mouseReleaseEvent(QMouseEvent* event) {
  QTableView::mouseReleaseEvent(event);
  if (event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier) {
    if (const QModelIndex link = linkAt(event->pos()); link.isValid()) {
      Q_EMIT linkActivated(link);
    }
  }
}

}  // namespace kernline::ui
