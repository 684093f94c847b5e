// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/history_page.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/output/file_dialogs.h"
#include "ui/kit/style/quiet_label.h"

#include <QFile>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace kernline::ui {

namespace {

constexpr int indexRole = Qt::UserRole;

QString medianText(const KeptRun& run) {
  if (run.figures.empty()) {
    return {};
  }
  return qt(formatDuration(Duration{static_cast<std::int64_t>(std::llround(run.figures.back().medianNs))}));
}

QString withText(const KeptRun& run) {
  if (!run.outcome.isEmpty()) {
    return run.outcome;
  }
  if (!run.later.isEmpty()) {
    return HistoryPage::tr("%1 recordings").arg(run.later.size() + 1);
  }
  if (run.figures.size() > 1) {
    return HistoryPage::tr("%1 runs").arg(run.figures.size());
  }
  return run.figures.empty() ? QString() : parameterText(run.figures.front());
}

}  // namespace

HistoryPage::HistoryPage(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 4);
  m_nothing = new QuietLabel(tr("Runs are kept here with their parameters, figures and recordings."), this);
  m_nothing->setWordWrap(true);
  layout->addWidget(m_nothing);
  m_list = new QTreeWidget(this);
  m_list->setObjectName(QStringLiteral("runHistory"));
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_list->setHeaderLabels({tr("Time"), tr("Kernel or program"), tr("Median"), tr("Parameters")});
  for (const int column : {0, 2}) {
    m_list->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  }
  constexpr int characters = 18;
  m_list->header()->resizeSection(1, fontMetrics().averageCharWidth() * characters);
  layout->addWidget(m_list, 1);
  auto* row = new QHBoxLayout;
  const auto button = [&](const QString& text, const char* name) {
    auto* one = new QPushButton(text, this);
    one->setObjectName(QString::fromUtf8(name));
    row->addWidget(one);
    return one;
  };
  m_open = button(tr("Open"), "historyOpen");
  m_compare = button(tr("Compare"), "historyCompare");
  m_save = button(tr("Save…"), "historySave");
  m_remove = button(tr("Remove"), "historyRemove");
  row->addStretch(1);
  m_compare->setToolTip(tr("Compare the figures of the selected runs side by side; for two runs, their timelines too"));
  layout->addLayout(row);
  connect(m_list, &QTreeWidget::itemSelectionChanged, this, &HistoryPage::enableButtons);
  connect(m_list, &QTreeWidget::itemActivated, this, &HistoryPage::open);
  connect(m_open, &QPushButton::clicked, this, &HistoryPage::open);
  connect(m_save, &QPushButton::clicked, this, &HistoryPage::save);
  connect(m_compare, &QPushButton::clicked, this, [this] { Q_EMIT compareRequested(chosen()); });
  connect(m_remove, &QPushButton::clicked, this, [this] {
    QStringList ids;
    for (const KeptRun& run : chosen()) {
      ids << run.id;
    }
    Q_EMIT removeRequested(ids);
  });
  enableButtons();
}

void HistoryPage::showRuns(std::vector<KeptRun> runs) {
  m_runs = std::move(runs);
  m_list->clear();
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    const KeptRun& run = m_runs[i];
    auto* item = new QTreeWidgetItem(m_list, {QLocale().toString(run.when, QStringLiteral("MM-dd HH:mm")), run.title,
                                              medianText(run), withText(run)});
    item->setData(0, indexRole, static_cast<int>(i));
    item->setToolTip(0, run.when.toString(Qt::ISODate));
    item->setToolTip(1, run.command);
    item->setToolTip(3, withText(run));
    item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
  }
  m_nothing->setVisible(m_runs.empty());
  enableButtons();
}

std::vector<KeptRun> HistoryPage::chosen() const {
  std::vector<KeptRun> runs;
  for (const QTreeWidgetItem* item : m_list->selectedItems()) {
    runs.push_back(m_runs[static_cast<std::size_t>(item->data(0, indexRole).toInt())]);
  }
  std::ranges::stable_sort(runs, {}, &KeptRun::when);
  return runs;
}

void HistoryPage::enableButtons() {
  const qsizetype count = m_list->selectedItems().size();
  m_open->setEnabled(count == 1);
  m_save->setEnabled(count == 1);
  m_compare->setEnabled(count >= 2);
  m_remove->setEnabled(count >= 1);
}

void HistoryPage::open() {
  for (const KeptRun& run : chosen()) {
    constexpr qsizetype maxOpened = 8;
    for (const QString& recording :
         (QStringList{run.recording} + run.later).first(std::min(maxOpened, run.later.size() + 1))) {
      Q_EMIT openRequested(recording);
    }
    Q_EMIT figuresRequested({run});
  }
}

void HistoryPage::save() {
  const std::vector<KeptRun> runs = chosen();
  const QString path = runs.size() == 1
                           ? askSaveFile(this, tr("Save the recording"), runs.front().title + QStringLiteral(".json"),
                                         tr("Chrome traces (*.json)"))
                           : QString();
  if (path.isEmpty()) {
    return;
  }
  QFile::remove(path);  // the dialog has confirmed it
  if (!QFile::copy(runs.front().recording, path)) {
    Q_EMIT failed(tr("%1 cannot be written").arg(path));
  }
}

}  // namespace kernline::ui
