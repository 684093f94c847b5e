// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/palette/command_palette.h"

#include "ui/kit/tables/plain_table.h"
#include "ui/views/palette/palette_model.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int shownRows = 12;
constexpr int widthInCharacters = 80;

}  // namespace

CommandPalette::CommandPalette(const QString& placeholder, std::vector<PaletteEntry> entries, QWidget* window)
    : QFrame(window), m_before(window->focusWidget()) {
  setObjectName(QStringLiteral("commandPalette"));
  setFrameShape(QFrame::NoFrame);
  m_model = new PaletteModel(std::move(entries), this);
  m_field = new QLineEdit(this);
  m_field->setObjectName(QStringLiteral("paletteField"));
  m_field->setPlaceholderText(placeholder);
  m_field->setAccessibleName(placeholder);
  m_field->installEventFilter(this);
  m_list = makePlainTable(m_model, "paletteList", tr("Matching entries"), this);
  m_list->setSelectionMode(QAbstractItemView::SingleSelection);
  m_list->setAlternatingRowColors(false);
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->horizontalHeader()->hide();
  m_list->horizontalHeader()->setSectionResizeMode(PaletteModel::Title, QHeaderView::Stretch);
  m_list->horizontalHeader()->setSectionResizeMode(PaletteModel::Detail, QHeaderView::ResizeToContents);
  m_list->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(6);
  layout->addWidget(m_field);
  layout->addWidget(m_list, 1);
  m_nothing = new QLabel(tr("No matches"), this);
  m_nothing->setObjectName(QStringLiteral("paletteNothing"));
  m_nothing->hide();
  layout->addWidget(m_nothing, 1);
  connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_model->setTyped(text);
    m_list->selectRow(0);
    m_list->setVisible(m_model->rowCount() > 0);
    m_nothing->setVisible(m_model->rowCount() == 0);
    place();
  });
  connect(m_list, &QTableView::clicked, this, &CommandPalette::runCurrent);
  m_list->selectRow(0);
  place();
  show();
  raise();
  m_field->setFocus(Qt::PopupFocusReason);
}

/// Paints an edge: the palette is above all other widgets, and in a dark theme only an edge shows it.
void CommandPalette::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Mid));
  painter.fillRect(rect().adjusted(1, 1, -1, -1), palette().color(QPalette::Window));
}

void CommandPalette::place() {
  const QWidget& window = *parentWidget();
  const int margin = fontMetrics().height();
  const int wide = std::min(fontMetrics().averageCharWidth() * widthInCharacters, window.width() - 2 * margin);
  const int rowHeight = m_list->verticalHeader()->defaultSectionSize();
  const int rows = std::clamp(m_model->rowCount(), 1, shownRows);
  const int high = std::min(m_field->sizeHint().height() + rows * rowHeight + 24, window.height() - 4 * margin);
  setGeometry((window.width() - wide) / 2, 3 * margin, wide, high);
}

/// The keyboard goes back to where it was, unless a person has put it elsewhere.
void CommandPalette::leave() {
  m_field->removeEventFilter(this);
  if (m_field->hasFocus() && m_before != nullptr) {
    m_before->setFocus(Qt::OtherFocusReason);
  }
  hide();
  deleteLater();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_field && event->type() == QEvent::FocusOut &&
      static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason) {
    leave();
    return false;
  }
  if (watched != m_field || event->type() != QEvent::KeyPress) {
    return QFrame::eventFilter(watched, event);
  }
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      runCurrent();
      return true;
    case Qt::Key_Escape:
      leave();
      return true;
    case Qt::Key_Up:
      moveBy(-1);
      return true;
    case Qt::Key_Down:
      moveBy(1);
      return true;
    case Qt::Key_PageUp:
      moveBy(-shownRows);
      return true;
    case Qt::Key_PageDown:
      moveBy(shownRows);
      return true;
    default:
      return false;
  }
}

void CommandPalette::moveBy(int rows) {
  if (m_model->rowCount() > 0) {
    m_list->selectRow(std::clamp(m_list->currentIndex().row() + rows, 0, m_model->rowCount() - 1));
  }
}

void CommandPalette::runCurrent() {
  const QModelIndex current = m_list->currentIndex();
  if (!current.isValid()) {
    return;
  }
  const std::function<void()> run = m_model->entry(current.row()).run;
  leave();  // first, so that what runs finds the window as it was
  run();
}

}  // namespace kernline::ui
