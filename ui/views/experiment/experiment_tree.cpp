// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/experiment/experiment_tree.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QTreeWidgetItemIterator>

#include <algorithm>

namespace kernline::ui {
namespace {

// Data of rows besides their texts, at their names.
constexpr int pathRole = Qt::UserRole;
constexpr int isRunRole = Qt::UserRole + 1;
constexpr int isShownRole = Qt::UserRole + 2;  // somebody wants to look at it

constexpr int maxExpandedGroups = 100;

QString contentsText(const FileContents& seen) {
  QStringList parts;
  if (seen.span && !seen.span->isEmpty()) {
    parts << qt(formatDuration(seen.span->length()));
  }
  if (seen.spans > 0) {
    parts << counted(seen.spans, ExperimentTree::tr("%1 span"), ExperimentTree::tr("%1 spans"));
  }
  if (seen.tables > 0) {
    parts << counted(seen.tables, ExperimentTree::tr("%1 table"), ExperimentTree::tr("%1 tables"));
  }
  if (seen.measurements > 0) {
    parts << counted(seen.measurements, ExperimentTree::tr("%1 measurement"), ExperimentTree::tr("%1 measurements"));
  }
  if (seen.collectives > 0) {
    parts << counted(seen.collectives, ExperimentTree::tr("%1 collective"), ExperimentTree::tr("%1 collectives"));
  }
  if (!seen.missing.isEmpty()) {
    parts << (seen.isSeen ? ExperimentTree::tr("only a part was read")
                          : ExperimentTree::tr("larger than the memory limit"));
  }
  return parts.join(QStringLiteral(", "));
}

void makeCheckable(QTreeWidgetItem& row, bool isRun) {
  row.setCheckState(ExperimentTree::Compare, Qt::Unchecked);
  row.setData(ExperimentTree::Name, isRunRole, isRun);
}

bool isReadAsLog(FileKind kind) {
  return kind == FileKind::Log || kind == FileKind::NcuReport || kind == FileKind::Records;
}

QTreeWidgetItem* rowOf(const FoundFile& file, const FileContents& seen, const Message& why) {
  auto* row = new QTreeWidgetItem;
  row->setText(ExperimentTree::Name, qt(file.name));
  row->setToolTip(ExperimentTree::Name, qt(file.path));
  row->setText(ExperimentTree::Kind, coreText(toText(file.kind)));
  row->setToolTip(ExperimentTree::Kind, coreText(file.what));
  row->setText(ExperimentTree::Rank, file.rank < 0 ? QString() : QString::number(file.rank));
  row->setText(ExperimentTree::Size,
               file.bytes == 0 ? QString() : qt(formatBytes(static_cast<std::int64_t>(file.bytes))));
  row->setText(ExperimentTree::Contents, contentsText(seen));
  row->setToolTip(ExperimentTree::Contents, coreText(seen.missing));
  row->setText(ExperimentTree::Why, coreText(why));
  row->setToolTip(ExperimentTree::Why, coreText(why));
  for (const auto figure : {ExperimentTree::Rank, ExperimentTree::Size}) {
    row->setTextAlignment(figure, Qt::AlignRight | Qt::AlignVCenter);
  }
  return row;
}

/// A row of a file that can be opened and, unless it is one rank of several, compared.
QTreeWidgetItem* memberRow(const Experiment& experiment, const ExperimentGroup& group, const GroupedFile& member) {
  const FoundFile& file = experiment.files[member.file];
  QTreeWidgetItem* row = rowOf(file, experiment.contents[member.file], member.why);
  const bool isRun = std::ranges::any_of(
      group.runs, [&](const ExperimentRun& run) { return run.files.size() == 1 && run.files.front() == member.file; });
  const bool isOpened = file.kind != FileKind::Notes && file.kind != FileKind::Compiled;
  row->setData(ExperimentTree::Name, pathRole, isOpened ? qt(file.path) : QString());
  row->setData(ExperimentTree::Name, isShownRole,
               isRun || isReadAsLog(file.kind) || file.kind == FileKind::Memory || file.kind == FileKind::FlightDump);
  if (isRun || isReadAsLog(file.kind)) {
    makeCheckable(*row, isRun);
  }
  return row;
}

}  // namespace

ExperimentTree::ExperimentTree(QWidget* parent) : QTreeWidget(parent) {
  setObjectName(QStringLiteral("experimentTree"));
  setAccessibleName(tr("Files"));
  setUniformRowHeights(true);
  setAllColumnsShowFocus(true);
  setTextElideMode(Qt::ElideMiddle);
  setHeaderLabels({tr("File"), tr("Compare"), tr("Kind"), tr("Rank"), tr("Size"), tr("Contents"), tr("Why together")});
  for (const auto figure : {Rank, Size}) {
    headerItem()->setTextAlignment(figure, Qt::AlignRight | Qt::AlignVCenter);
  }
  header()->setStretchLastSection(true);
  connect(this, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem* item, int column) {
    if (column == Name) {
      open(item);
    }
  });
  connect(this, &QTreeWidget::itemChanged, this, [this](const QTreeWidgetItem*, int column) {
    if (column == Compare) {
      Q_EMIT checksChanged();
    }
  });
}

void ExperimentTree::show(const Experiment& experiment) {
  const QSignalBlocker quiet(this);
  clear();
  for (const ExperimentGroup& group : experiment.groups) {
    addGroup(experiment, group);
  }
  addUnread(experiment);
  for (const auto column : {Compare, Kind, Rank, Size, Contents}) {
    resizeColumnToContents(column);
  }
  constexpr int maxNameWidth = 420;  // pixels, so that the reason next to it is visible
  setColumnWidth(Name, std::min(sizeHintForColumn(Name), maxNameWidth));
  setCurrentItem(topLevelItem(0));
}

void ExperimentTree::addGroup(const Experiment& experiment, const ExperimentGroup& group) {
  if (group.files.size() == 1) {
    addTopLevelItem(memberRow(experiment, group, group.files.front()));
    return;
  }
  auto* top = new QTreeWidgetItem(this);
  top->setText(Name, qt(group.name));
  top->setText(Contents, counted(group.files.size(), tr("%1 file"), tr("%1 files")));
  QFont bold = font();
  bold.setBold(true);
  top->setFont(Name, bold);
  for (const ExperimentRun& run : group.runs) {
    if (run.files.size() > 1 && !run.path.empty()) {
      auto* row = new QTreeWidgetItem(top);
      row->setText(Name, qt(run.name));
      row->setText(Kind, tr("run"));
      row->setText(Contents, counted(run.files.size(), tr("%1 rank"), tr("%1 ranks")));
      row->setData(Name, pathRole, qt(run.path));
      row->setData(Name, isShownRole, true);
      makeCheckable(*row, true);
    }
  }
  for (const GroupedFile& member : group.files) {
    top->addChild(memberRow(experiment, group, member));
  }
  top->setExpanded(topLevelItemCount() <= maxExpandedGroups);
}

void ExperimentTree::addUnread(const Experiment& experiment) {
  if (experiment.unread.empty()) {
    return;
  }
  auto* top = new QTreeWidgetItem(this);
  top->setText(Name, tr("Not read"));
  top->setText(Contents, counted(experiment.unread.size(), tr("%1 file"), tr("%1 files")));
  for (const std::size_t file : experiment.unread) {
    top->addChild(rowOf(experiment.files[file], {}, experiment.files[file].what));
  }
}

void ExperimentTree::open(const QTreeWidgetItem* item) {
  const QString path = item == nullptr ? QString() : item->data(Name, pathRole).toString();
  if (!path.isEmpty()) {
    Q_EMIT openRequested(path);
  }
}

void ExperimentTree::keyPressEvent(QKeyEvent* event) {
  QTreeWidgetItem* item = currentItem();
  const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (item != nullptr && isEnter) {
    open(item);
  } else if (item != nullptr && event->key() == Qt::Key_Space && item->data(Name, isRunRole).isValid()) {
    item->setCheckState(Compare, item->checkState(Compare) == Qt::Checked ? Qt::Unchecked : Qt::Checked);
  } else {
    QTreeWidget::keyPressEvent(event);
  }
}

QStringList ExperimentTree::checked(bool areRuns) const {
  QStringList paths;
  for (QTreeWidgetItemIterator at(const_cast<ExperimentTree*>(this)); *at != nullptr; ++at) {
    const QVariant isRun = (*at)->data(Name, isRunRole);
    if (isRun.isValid() && isRun.toBool() == areRuns && (*at)->checkState(Compare) == Qt::Checked) {
      paths << (*at)->data(Name, pathRole).toString();
    }
  }
  return paths;
}

QStringList ExperimentTree::pathsOfCurrentGroup() const {
  const QTreeWidgetItem* group = currentItem();
  group = group != nullptr && group->parent() != nullptr ? group->parent() : group;
  QStringList paths;
  const auto add = [&](const QTreeWidgetItem* row) {
    if (row->data(Name, isShownRole).toBool()) {
      paths << row->data(Name, pathRole).toString();
    }
  };
  if (group != nullptr) {
    add(group);
    for (int i = 0; i < group->childCount(); ++i) {
      add(group->child(i));
    }
  }
  return paths;
}

}  // namespace kernline::ui
