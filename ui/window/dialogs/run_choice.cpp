// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dialogs/run_choice.h"

#include "core/model/format/quantity.h"
#include "core/open/rank_files.h"
#include "ui/kit/language/qt_text.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <sys/stat.h>

#include <algorithm>

namespace kernline::ui {
namespace {

enum Column { Name, Ranks, Size, Changed };

std::vector<RunOnOffer> runsIn(const std::string& path) {
  std::vector<RunOnOffer> runs;
  for (const RankRun& run : canHoldRanks(path) ? runsOfRanks(path) : std::vector<RankRun>()) {
    RunOnOffer& added = runs.emplace_back();
    added.name = qt(run.name);
    added.path = qt(path.substr(0, path.find_last_not_of('/') + 1) + "/" + run.name);
    added.ranks = run.files.size();
    for (const std::string& file : run.files) {
      struct stat status{};
      if (stat(file.c_str(), &status) == 0) {
        added.bytes += static_cast<std::uint64_t>(status.st_size);
        added.changedSec = std::max<std::int64_t>(added.changedSec, status.st_mtim.tv_sec);
      }
    }
  }
  return runs;
}

QTreeWidgetItem* rowOf(const RunOnOffer& run) {
  auto* row = new QTreeWidgetItem;
  row->setText(Name, run.name);
  row->setToolTip(Name, run.path);
  row->setData(Name, Qt::UserRole, run.path);
  row->setText(Ranks, QString::number(run.ranks));
  row->setText(Size, run.bytes == 0 ? QString() : qt(formatBytes(static_cast<std::int64_t>(run.bytes))));
  row->setText(Changed, run.changedSec == 0
                            ? QString()
                            : QLocale().toString(QDateTime::fromSecsSinceEpoch(run.changedSec), QLocale::ShortFormat));
  row->setTextAlignment(Ranks, Qt::AlignRight | Qt::AlignVCenter);
  row->setTextAlignment(Size, Qt::AlignRight | Qt::AlignVCenter);
  return row;
}

}  // namespace

RunChoiceDialog::RunChoiceDialog(const QString& folder, const std::vector<RunOnOffer>& runs, QWidget* parent)
    : QDialog(parent) {
  setObjectName(QStringLiteral("runDialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Open ranks"));
  auto* layout = new QVBoxLayout(this);
  auto* text = new QLabel(
      tr("%1 contains the ranks of several runs. Which run do you want to open?").arg(QDir::toNativeSeparators(folder)),
      this);
  text->setTextFormat(Qt::PlainText);
  text->setWordWrap(true);
  layout->addWidget(text);
  m_list = new QTreeWidget(this);
  m_list->setObjectName(QStringLiteral("runList"));
  m_list->setAccessibleName(tr("Runs"));
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setAllColumnsShowFocus(true);
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_list->setHeaderLabels({tr("Run (# is the rank)"), tr("Ranks"), tr("Size"), tr("Changed")});
  for (const Column figure : {Ranks, Size}) {
    m_list->headerItem()->setTextAlignment(figure, Qt::AlignRight | Qt::AlignVCenter);
  }
  for (const RunOnOffer& run : runs) {
    m_list->addTopLevelItem(rowOf(run));
  }
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_list->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
  m_list->setCurrentItem(m_list->topLevelItem(0));
  layout->addWidget(m_list, 1);
  auto* ends = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
  QPushButton* open = ends->button(QDialogButtonBox::Open);
  open->setDefault(true);
  layout->addWidget(ends);
  connect(ends, &QDialogButtonBox::accepted, this, &RunChoiceDialog::choose);
  connect(ends, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_list, &QTreeWidget::itemDoubleClicked, this, &RunChoiceDialog::choose);
  connect(m_list, &QTreeWidget::itemSelectionChanged, this,
          [this, open] { open->setEnabled(!m_list->selectedItems().isEmpty()); });
  constexpr QSize firstSize(720, 360);
  resize(firstSize);
  m_list->setFocus();
}

void RunChoiceDialog::choose() {
  QStringList paths;
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    const QTreeWidgetItem* row = m_list->topLevelItem(i);
    if (row->isSelected()) {
      paths << row->data(Name, Qt::UserRole).toString();
    }
  }
  if (!paths.isEmpty()) {
    accept();
    Q_EMIT chosen(paths);
  }
}

void RunChoice::inspect(const QString& path) {
  m_looks[path] = Job<std::vector<RunOnOffer>>(
      [path = path.toStdString()](const std::stop_token&, Progress&) { return runsIn(path); },
      [this, path](const Expected<std::vector<RunOnOffer>>& runs) {
        if (runs && runs->size() > 1) {
          ask(path, *runs);
        }
      });
}

bool RunChoice::isBusy() const {
  return std::ranges::any_of(m_looks, [](const auto& look) { return look.second.isRunning(); });
}

void RunChoice::ask(const QString& path, const std::vector<RunOnOffer>& runs) {
  auto* dialog = new RunChoiceDialog(path, runs, m_window);
  connect(dialog, &RunChoiceDialog::chosen, this,
          [this, path](const QStringList& paths) { Q_EMIT chosen(path, paths); });
  dialog->open();
}

}  // namespace kernline::ui
