// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/details_page.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/icons.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/details/args_model.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace kernline::ui {
namespace {

void copyCell(const QTreeView& view) {
  const auto* model = qobject_cast<const ArgsModel*>(view.model());
  if (model != nullptr && view.currentIndex().isValid()) {
    QApplication::clipboard()->setText(model->text(view.currentIndex()));
  }
}

}  // namespace

QWidget* makeHint(QWidget* parent) {
  auto* box = new QWidget(parent);
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(makeHeading(Words::tr("Nothing selected"), box));
  auto* hint =
      new QuietLabel(Words::tr("Click a span on the timeline to see its times, launch and args.\n\n[  goes from a "
                               "kernel to its launch,  ]  from a call to its kernel, U to the Python function that "
                               "led to it. F zooms to the selection. A click on a row of the statistics selects the "
                               "longest span with that name."),
                     box);
  hint->setWordWrap(true);
  layout->addWidget(hint);
  return box;
}

QLabel* makeHeading(const QString& text, QWidget* parent) {
  auto* heading = new QLabel(text, parent);
  heading->setFont(titleFont(parent->font(), 1.0));
  return heading;
}

ArgsHeading makeArgsHeading(QWidget* parent) {
  auto* row = new QWidget(parent);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->addWidget(makeHeading(Words::tr("Args"), row));
  layout->addStretch(1);
  auto* copy = new QToolButton(row);
  copy->setIcon(icon(QStringLiteral("copy")));
  copy->setAutoRaise(true);
  copy->setToolTip(Words::tr("Copy all args as JSON"));
  copy->setAccessibleName(copy->toolTip());
  layout->addWidget(copy);
  return {row, copy};
}

QTreeView* makeArgsView(QAbstractItemModel* model, QWidget* parent) {
  auto* view = new QTreeView(parent);
  view->setObjectName(QStringLiteral("argsView"));
  view->setAccessibleName(Words::tr("Args of the event"));
  view->setModel(model);
  view->setUniformRowHeights(true);
  view->setAlternatingRowColors(true);
  view->setFrameShape(QFrame::NoFrame);
  view->setIndentation(16);
  view->setTextElideMode(Qt::ElideRight);
  view->header()->setStretchLastSection(true);
  auto* copy = new QAction(Words::tr("&Copy"), view);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  QObject::connect(copy, &QAction::triggered, view, [view] { copyCell(*view); });
  view->addAction(copy);
  view->setContextMenuPolicy(Qt::ActionsContextMenu);
  return view;
}

Fact sameNameFact(const SameNameSpans& sameName) {
  return {Words::tr("Same name"),
          Words::tr("%1 of %2").arg(countText(sameName.position + 1), countText(sameName.count)),
          Words::tr("In time order, across all tracks")};
}

}  // namespace kernline::ui
