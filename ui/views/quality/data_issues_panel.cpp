// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/quality/data_issues_panel.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/panels/long_work.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/kit/tables/plain_table.h"
#include "ui/kit/tables/rows_model.h"
#include "ui/views/quality/data_issues_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

#include <initializer_list>

namespace kernline::ui {
namespace {

QTableView* makeView(RowsModel* model, QWidget* parent) {
  QTableView* view = makePlainTable(model, "dataIssuesView", Words::tr("Data issues of this trace"), parent);
  view->setSelectionMode(QAbstractItemView::SingleSelection);
  arrangeColumns(*view, model->rows());
  view->horizontalHeader()->setMinimumSectionSize(view->fontMetrics().averageCharWidth() * 8);
  return view;
}

/// Puts labels below each other into `texts`, which scrolls where they are higher than it.
QScrollArea* scrolled(QWidget* texts, std::initializer_list<QLabel*> labels, QWidget* parent) {
  auto* column = new QVBoxLayout(texts);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  for (QLabel* label : labels) {
    column->addWidget(label);
  }
  column->addStretch(1);
  auto* area = new QScrollArea(parent);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(texts);
  return area;
}

}  // namespace

DataIssuesPanel::DataIssuesPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("dataIssuesPanel"));
  m_model = new RowsModel(DataIssuesTable::rows(nullptr), this);
  m_view = makeView(m_model, this);
  m_explanation = makeExplanation();
  m_emptyNote = new QuietLabel(QString(), this);
  m_emptyNote->setObjectName(QStringLiteral("dataIssuesEmpty"));
  m_emptyNote->setAlignment(Qt::AlignCenter);
  m_emptyNote->setWordWrap(true);

  m_long = new LongWork(QStringLiteral("trust"), this);
  connect(m_long, &LongWork::cancelRequested, this, &DataIssuesPanel::cancelRequested);
  connect(m_long, &LongWork::restartRequested, this, &DataIssuesPanel::lookRequested);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_long);
  auto* layout = new QHBoxLayout;
  column->addLayout(layout, 1);
  layout->addWidget(m_view, 3);
  layout->addWidget(m_explanation, 1);
  layout->addWidget(m_emptyNote, 1);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DataIssuesPanel::explainCurrent);
  connect(m_view, &QTableView::activated, this, &DataIssuesPanel::goToNext);  // double click and Enter
  setFocusProxy(m_view);
  setIssues(nullptr);
}

QWidget* DataIssuesPanel::makeExplanation() {
  auto* pane = new QWidget(this);
  auto* texts = new QWidget;
  m_what = new QLabel(texts);
  m_what->setTextFormat(Qt::PlainText);
  m_what->setWordWrap(true);
  m_what->setFont(titleFont(font(), 1));
  m_meaning = new QLabel(texts);
  m_meaning->setObjectName(QStringLiteral("dataIssuesMeaning"));
  m_meaning->setTextFormat(Qt::PlainText);
  m_meaning->setWordWrap(true);
  m_meaning->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_affects = new QuietLabel(QString(), texts);
  m_affects->setWordWrap(true);
  m_position = new QuietLabel(QString(), pane);
  m_position->setObjectName(QStringLiteral("dataIssuesPosition"));
  m_next = new QPushButton(icon(QStringLiteral("next")), tr("&Next example"), pane);
  m_next->setObjectName(QStringLiteral("dataIssuesNext"));
  m_next->setToolTip(tr("Show the next example on the timeline (Enter, or double-click in the list)"));
  auto* layout = new QVBoxLayout(pane);
  layout->setContentsMargins(12, 8, 12, 8);
  layout->setSpacing(6);
  layout->addWidget(scrolled(texts, {m_what, m_meaning, m_affects}, pane), 1);
  auto* row = new QHBoxLayout;
  row->addWidget(m_next);
  row->addWidget(m_position, 1);
  layout->addLayout(row);
  connect(m_next, &QPushButton::clicked, this, &DataIssuesPanel::goToNext);
  return pane;
}

void DataIssuesPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  constexpr int charactersForFirst = 150;
  constexpr int charactersForTouches = 190;
  const int characters = width() / fontMetrics().averageCharWidth();
  m_view->setColumnHidden(DataIssuesTable::First, characters < charactersForFirst);
  m_view->setColumnHidden(DataIssuesTable::Touches, characters < charactersForTouches);
}

void DataIssuesPanel::setIssues(const std::shared_ptr<const DataQuality>& issues) {
  if (issues != nullptr && issues == m_issues) {
    return;
  }
  m_issues = issues;
  m_model->setRows(DataIssuesTable::rows(issues));
  const bool any = m_model->rowCount() > 0;
  m_view->setVisible(any);
  m_explanation->setVisible(any);
  m_emptyNote->setVisible(!any);
  m_emptyNote->setText(
      issues ? tr("No data issues: no event was lost or repaired, every kernel has its launch, and the clocks agree.")
             : tr("The data issues of a trace are listed here once it is loaded."));
  if (any) {
    m_view->setCurrentIndex(m_model->index(0, 0));
  }
}

void DataIssuesPanel::setLooking(bool looking) {
  if (looking) {
    m_long->begin();
  } else {
    m_long->end();
  }
}

const DataIssue* DataIssuesPanel::current() const {
  const QModelIndex index = m_view->currentIndex();
  return m_issues && index.isValid() ? &m_issues->issues()[m_model->numberOf(index.row())] : nullptr;
}

void DataIssuesPanel::explainCurrent() {
  m_shown = 0;
  const DataIssue* issue = current();
  if (issue == nullptr) {
    m_what->clear();
    m_meaning->clear();
    m_affects->clear();
    m_position->clear();
    m_next->setEnabled(false);
    return;
  }
  m_what->setText(m_model->index(m_view->currentIndex().row(), DataIssuesTable::What).data().toString());
  m_meaning->setText(coreText(issue->meaning));
  m_affects->setText(issue->affects.isEmpty() ? tr("No figure is affected.")
                                              : tr("Affects %1.").arg(figureNames(issue->affects)));
  m_next->setEnabled(!issue->spans.empty());
  showPosition(*issue);
}

void DataIssuesPanel::goToNext() {
  const DataIssue* issue = current();
  if (issue == nullptr || issue->spans.empty()) {
    return;
  }
  const SpanId span = issue->spans[m_shown % issue->spans.size()];
  m_shown = m_shown % issue->spans.size() + 1;
  showPosition(*issue);
  Q_EMIT spanRequested(span);
}

void DataIssuesPanel::showPosition(const DataIssue& issue) {
  const auto number = [](std::uint64_t n) { return countText(n); };
  if (issue.spans.empty()) {
    m_position->setText(issue.place.isEmpty() ? QString() : tr("At %1").arg(coreText(issue.place)));
    return;
  }
  const bool isCut = issue.spans.size() < issue.count;
  const QString all =
      isCut ? tr("first %1 of %2").arg(number(issue.spans.size()), number(issue.count)) : number(issue.count);
  m_position->setText(m_shown == 0 ? QString() : tr("%1 of %2").arg(number(m_shown), all));
}

}  // namespace kernline::ui
