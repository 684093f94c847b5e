// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/table_pane.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/named_combo.h"
#include "ui/kit/style/shown_names.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/views/logs/grid_model.h"
#include "ui/views/logs/grid_text.h"
#include "ui/views/logs/grid_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {
TablePane::TablePane(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("tablePane"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_bar = new QWidget(this);
  buildBar(m_bar);
  buildTable();
  m_doubtStrip = new QWidget(this);
  m_doubtStrip->setObjectName(QStringLiteral("tableDoubts"));
  auto* doubts = new QHBoxLayout(m_doubtStrip);
  doubts->setContentsMargins(10, 2, 8, 4);
  auto* mark = new QLabel(m_doubtStrip);
  mark->setPixmap(icon(QStringLiteral("warning")).pixmap(fontMetrics().height()));
  m_doubts = new ElidedLabel(QString(), m_doubtStrip);
  doubts->addWidget(mark);
  doubts->addWidget(m_doubts, 1);
  m_totals = new ElidedLabel(QString(), this);
  m_totals->setObjectName(QStringLiteral("tableTotals"));
  m_totals->setContentsMargins(10, 4, 8, 4);
  m_emptyNote = new QuietLabel(QString(), this);
  m_emptyNote->setObjectName(QStringLiteral("tableEmpty"));
  m_emptyNote->setAlignment(Qt::AlignCenter);
  layout->addWidget(m_bar);
  layout->addWidget(m_doubtStrip);
  layout->addWidget(m_view, 1);
  layout->addWidget(m_emptyNote, 1);
  layout->addWidget(m_totals);
  setFocusProxy(m_view);
  setGrid(nullptr);
}

void TablePane::buildBar(QWidget* bar) {
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(8);
  m_filter = new QLineEdit(bar);
  m_filter->setObjectName(QStringLiteral("tableFilter"));
  m_filter->setPlaceholderText(tr("Filter rows"));
  m_filter->setAccessibleName(m_filter->placeholderText());
  m_filter->setClearButtonEnabled(true);
  m_filter->setAcceptDrops(false);  // a dropped file is to be opened, not its path typed
  m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
  m_filter->setMaximumWidth(fontMetrics().averageCharWidth() * 48);
  m_kinds = namedCombo(bar, "tableKinds", tr("Rows to show"));
  m_names = namedCombo(bar, "tableNames", tr("How names are shown"));
  m_names->addItems({tr("Short names"), tr("Full names"), tr("As printed")});
  m_counts = new QuietLabel(QString(), bar);
  m_counts->setObjectName(QStringLiteral("tableCounts"));
  m_copy = new QToolButton(bar);
  m_copy->setObjectName(QStringLiteral("tableCopy"));
  m_copy->setIcon(icon(QStringLiteral("copy")));
  m_copy->setAutoRaise(true);
  m_copy->setToolTip(tr("Copy the selected rows, or all, as tab-separated values"));
  m_copy->setAccessibleName(m_copy->toolTip());
  layout->addWidget(m_filter, 1);
  layout->addWidget(m_kinds);
  layout->addWidget(m_names);
  layout->addStretch(1);
  layout->addWidget(m_counts);
  layout->addWidget(m_copy);
}

/// All windows call kernels alike.
void TablePane::followNames() {
  const QSignalBlocker quiet(m_names);
  m_names->setCurrentIndex(static_cast<int>(ShownNames::style()));
  m_model->setNames(ShownNames::style());
}

void TablePane::addButton(QWidget* button) {
  m_bar->layout()->addWidget(button);
}

void TablePane::buildTable() {
  m_model = new GridModel(this);
  m_view = new GridView(m_model, this);
  addCopyAction(*m_view, [this] { copyRows(); });
  connect(m_filter, &QLineEdit::textChanged, m_model, &GridModel::setFilter);
  connect(m_kinds, &QComboBox::currentIndexChanged, this, [this](int index) {
    const QVariant kind = m_kinds->itemData(index);
    m_model->setKind(kind.isValid() ? std::optional(static_cast<RowKind>(kind.toInt())) : std::nullopt);
  });
  connect(m_names, &QComboBox::currentIndexChanged, this,
          [](int index) { ShownNames::shared().setStyle(static_cast<NameStyle>(index)); });
  connect(&ShownNames::shared(), &ShownNames::changed, this, &TablePane::followNames);
  followNames();
  connect(m_copy, &QToolButton::clicked, this, &TablePane::copyRows);
  connect(m_model, &GridModel::arranged, this, [this] {
    updateCounts();
    Q_EMIT rowsChanged();
  });
  connect(m_view, &GridView::rowChosen, this, &TablePane::rowChosen);
  connect(m_view, &QTableView::activated, this, [this](const QModelIndex& index) {
    const bool isLink = index.data(GridModel::LinkRole).toBool();
    const std::uint32_t row = m_model->gridRow(index.row());
    isLink ? Q_EMIT linkRequested(index.data().toString()) : Q_EMIT rowActivated(row);
  });
  connect(m_view, &GridView::linkActivated, this,
          [this](const QModelIndex& index) { Q_EMIT linkRequested(index.data().toString()); });
}

void TablePane::setGrid(GridPtr grid) {
  m_model->setGrid(std::move(grid));
  const LogGrid* shown = m_model->grid().get();
  fillKinds();
  const bool hasNames = shown != nullptr && std::ranges::any_of(shown->columns, [](const GridColumn& column) {
                          return column.kind == GridColumn::Kind::Name;
                        });
  m_names->setVisible(hasNames);
  m_totals->setText(shown != nullptr ? shown->totals.join(QStringLiteral("  ·  ")) : QString());
  m_totals->setVisible(!m_totals->text().isEmpty());
  m_doubts->setText(shown != nullptr ? shown->doubts.join(QStringLiteral("  ·  ")) : QString());
  m_doubtStrip->setVisible(!m_doubts->text().isEmpty());
  if (shown != nullptr) {
    m_view->fitColumns();
  }
  updateCounts();
  Q_EMIT rowsChanged();
}

void TablePane::fillKinds() {
  const QSignalBlocker quiet(m_kinds);
  m_kinds->clear();
  m_kinds->addItem(tr("All rows"));
  const std::vector<RowKind> kinds = m_model->grid() ? m_model->grid()->kinds() : std::vector<RowKind>();
  for (const RowKind kind : kinds) {
    m_kinds->addItem(kindNames(kind), static_cast<int>(kind));
  }
  m_kinds->setVisible(kinds.size() > 1);
}

void TablePane::updateCounts() {
  const std::size_t all = m_model->grid() ? m_model->grid()->rows.size() : 0;
  const std::size_t shown = m_model->rows().size();
  m_counts->setText(all == shown ? counted(all, tr("%1 row"), tr("%1 rows"))
                                 : tr("%1 of %2 rows").arg(countText(shown), countText(all)));
  m_emptyNote->setText(all == 0 ? tr("No rows") : tr("No row matches the filter"));
  m_emptyNote->setVisible(shown == 0);
  m_view->setVisible(shown > 0);
  m_copy->setEnabled(shown > 0);
}

void TablePane::setFilter(const QString& text) {
  m_filter->setText(text);
}

void TablePane::showRow(std::uint32_t gridRow) {
  if (m_model->viewRow(gridRow) < 0) {
    m_filter->clear();
    m_kinds->setCurrentIndex(0);
  }
  m_view->selectRows({gridRow});
}

QString TablePane::tableText() const {
  return m_model->grid() ? gridTsv(*m_model->grid(), m_model->rows(), m_model->arrangement().names) : QString();
}

void TablePane::copyRows() const {
  if (m_model->grid()) {
    const std::vector<std::uint32_t> selected = m_view->selectedRows();
    const bool copiesAll = selected.empty() || sender() == m_copy ? selected.size() < 2 : false;
    QApplication::clipboard()->setText(
        gridTsv(*m_model->grid(), copiesAll ? m_model->rows() : selected, m_model->arrangement().names));
  }
}

}  // namespace kernline::ui
