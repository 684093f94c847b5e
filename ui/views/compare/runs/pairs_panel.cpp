// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/pairs_panel.h"

#include "core/compare/runs/run_text.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/quiet_label.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace kernline::ui {

namespace {

enum PairColumn { Base, Other, Why, Act, ColumnCount };

QPushButton* addButton(QWidget* place, const QString& text, const QString& name) {
  auto* button = new QPushButton(text, place);
  button->setObjectName(name);
  place->layout()->addWidget(button);
  return button;
}

}  // namespace

PairsPanel::PairsPanel(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_empty = new QuietLabel(tr("No names look renamed. To pair two kernels, select a row that is only in the baseline "
                              "and a row that is only in the other run."),
                           this);
  m_empty->setMargin(12);
  m_empty->setWordWrap(true);
  m_empty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_tree = new QTreeWidget(this);
  m_tree->setObjectName(QStringLiteral("runsPairs"));
  m_tree->setAccessibleName(tr("Same kernel under two names"));
  m_tree->setColumnCount(ColumnCount);
  m_tree->setHeaderLabels({tr("In the baseline"), tr("In the other run"), tr("Why"), QString()});
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setTextElideMode(Qt::ElideMiddle);
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setSectionResizeMode(QHeaderView::Stretch);
  m_tree->header()->setSectionResizeMode(Act, QHeaderView::ResizeToContents);
  column->addWidget(m_empty, 1);
  column->addWidget(m_tree, 1);
  connect(m_tree, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem* item) {
    if (item->parent() != nullptr) {
      Q_EMIT rowRequested(item->toolTip(Base));
    }
  });
}

void PairsPanel::showPairs(std::shared_ptr<const RunComparison> comparison, std::size_t other,
                           const std::vector<NamePair>& pairs, const std::vector<NamePair>& rejected) {
  m_comparison = std::move(comparison);
  m_tree->clear();
  m_proposed.clear();
  m_proposals = new QTreeWidgetItem(m_tree, {tr("Possibly the same")});
  m_pairs = new QTreeWidgetItem(m_tree, {tr("Treated as the same")});
  for (QTreeWidgetItem* head : {m_proposals, m_pairs}) {
    head->setFirstColumnSpanned(true);
    head->setExpanded(true);
  }
  if (m_comparison) {
    for (const RenamedRow& row : m_comparison->differences[other - 1].renamed) {
      const NamePair pair{m_comparison->rows[row.base].name, m_comparison->rows[row.other].name};
      if (std::ranges::find(rejected, pair) == rejected.end()) {
        addProposal(pair, row.why);
      }
    }
    for (const NamePair& pair : pairs) {
      addPair(pair);
    }
  }
  if (m_proposed.size() > 1) {
    auto* place = new QWidget(m_tree);
    auto* line = new QHBoxLayout(place);
    line->setContentsMargins(0, 0, 0, 0);
    connect(addButton(place, tr("Accept all"), QStringLiteral("runsAcceptAll")), &QPushButton::clicked, this,
            [this] { Q_EMIT accepted(m_proposed); });
    m_proposals->setFirstColumnSpanned(false);
    m_tree->setItemWidget(m_proposals, Act, place);
  }
  m_proposals->setHidden(m_proposals->childCount() == 0);
  m_pairs->setHidden(m_pairs->childCount() == 0);
  m_empty->setVisible(m_proposals->isHidden() && m_pairs->isHidden());
  m_tree->setVisible(!m_empty->isVisibleTo(this));
}

QTreeWidgetItem* PairsPanel::addLine(QTreeWidgetItem* above, const NamePair& pair, const QString& why) {
  auto* item = new QTreeWidgetItem(above);
  item->setText(Base, qt(printable(shownName(*m_comparison, pair.first))));
  item->setText(Other, qt(printable(shownName(*m_comparison, pair.second))));
  item->setText(Why, why);
  item->setToolTip(Base, qt(pair.first));
  item->setToolTip(Other, qt(pair.second));
  item->setToolTip(Why, why);
  return item;
}

QWidget* PairsPanel::buttons(QTreeWidgetItem* item, const QString& object) {
  auto* place = new QWidget(m_tree);
  place->setObjectName(object);
  auto* line = new QHBoxLayout(place);
  line->setContentsMargins(4, 1, 4, 1);
  line->setSpacing(4);
  m_tree->setItemWidget(item, Act, place);
  return place;
}

void PairsPanel::addProposal(const NamePair& pair, const Message& why) {
  m_proposed.push_back(pair);
  QTreeWidgetItem* item = addLine(m_proposals, pair, coreText(why));
  QWidget* place = buttons(item, QStringLiteral("runsProposal"));
  connect(addButton(place, tr("Accept"), QStringLiteral("runsAccept")), &QPushButton::clicked, this,
          [this, pair] { Q_EMIT accepted({pair}); });
  connect(addButton(place, tr("Reject"), QStringLiteral("runsReject")), &QPushButton::clicked, this,
          [this, pair] { Q_EMIT rejected(pair); });
}

void PairsPanel::addPair(const NamePair& pair) {
  QTreeWidgetItem* item = addLine(m_pairs, pair, tr("Paired manually"));
  QWidget* place = buttons(item, QStringLiteral("runsPair"));
  connect(addButton(place, tr("Undo"), QStringLiteral("runsUnpair")), &QPushButton::clicked, this,
          [this, pair] { Q_EMIT undone(pair); });
}

}  // namespace kernline::ui
