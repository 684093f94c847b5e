// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/issue_list.h"

#include "core/format/quantity.h"
#include "ui/style/icons.h"
#include "ui/style/qt_text.h"
#include "ui/style/quiet_label.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace kernline::ui {
namespace {

enum Column { Severity, What, Count, Offset, Example };

QString severityText(IssueSeverity severity) {
  switch (severity) {
    case IssueSeverity::Lost:
      return QStringLiteral("Lost");
    case IssueSeverity::Repaired:
      return QStringLiteral("Repaired");
    case IssueSeverity::Note:
      break;
  }
  return QStringLiteral("Note");
}

QTreeWidgetItem* makeItem(IssueKind kind, const Issue& issue) {
  const IssueText& text = issueText(kind);
  auto* item = new QTreeWidgetItem;
  item->setText(Severity, severityText(text.severity));
  item->setIcon(Severity,
                icon(text.severity == IssueSeverity::Note ? QStringLiteral("info") : QStringLiteral("warning")));
  item->setText(What, qt(text.description));
  item->setText(Count, qt(formatCount(static_cast<std::int64_t>(issue.count))));
  item->setText(Offset, qt(formatCount(static_cast<std::int64_t>(issue.firstOffset))));
  item->setText(Example, qt(issue.example).simplified());
  item->setToolTip(Example, qt(issue.example));
  item->setToolTip(What, item->text(What));
  item->setTextAlignment(Count, Qt::AlignRight | Qt::AlignVCenter);
  item->setTextAlignment(Offset, Qt::AlignRight | Qt::AlignVCenter);
  return item;
}

void copyItems(const QTreeWidget& tree) {
  QString text;
  for (int row = 0; row < tree.topLevelItemCount(); ++row) {
    for (int column = 0; column < tree.columnCount(); ++column) {
      text += tree.topLevelItem(row)->text(column) +
              (column + 1 < tree.columnCount() ? QLatin1Char('\t') : QLatin1Char('\n'));
    }
  }
  QApplication::clipboard()->setText(text);
}

QTreeWidget* makeTree(const ImportReport& report, QWidget* parent) {
  auto* tree = new QTreeWidget(parent);
  tree->setObjectName(QStringLiteral("issueTree"));
  tree->setAccessibleName(QStringLiteral("Issues of this file"));
  tree->setRootIsDecorated(false);
  tree->setAlternatingRowColors(true);
  tree->setUniformRowHeights(true);
  tree->setAllColumnsShowFocus(true);
  tree->setHeaderLabels({QStringLiteral("Severity"), QStringLiteral("What"), QStringLiteral("Count"),
                         QStringLiteral("First at byte"), QStringLiteral("First one")});
  for (const int column : {Count, Offset}) {
    tree->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
  std::vector<IssueKind> kinds = report.kinds();
  std::ranges::stable_sort(kinds, std::ranges::greater{}, [](IssueKind kind) { return issueText(kind).severity; });
  for (const IssueKind kind : kinds) {
    tree->addTopLevelItem(makeItem(kind, report[kind]));
  }
  tree->header()->setStretchLastSection(true);
  const int character = tree->fontMetrics().averageCharWidth();
  int column = 0;
  for (const int characters : {17, 66, 10, 16, 20}) {
    tree->setColumnWidth(column++, characters * character);
  }
  return tree;
}

}  // namespace

IssueList::IssueList(const ImportReport& report, const QString& file, QWidget* parent) : QDialog(parent) {
  setWindowTitle(QStringLiteral("Issues in %1").arg(file));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(8);
  auto* intro = new QuietLabel(
      QStringLiteral("What the file says that is broken, impossible or incomplete. Lost: left out of the timeline. "
                     "Repaired: shown, with a time or a text mended. Note: kept as it is, good to know."),
      this);
  intro->setWordWrap(true);
  layout->addWidget(intro);
  QTreeWidget* tree = makeTree(report, this);
  layout->addWidget(tree, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  QPushButton* copy = buttons->addButton(QStringLiteral("&Copy"), QDialogButtonBox::ActionRole);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(copy, &QPushButton::clicked, this, [tree] { copyItems(*tree); });
  resize(fontMetrics().averageCharWidth() * 150, fontMetrics().height() * 24);
}

}  // namespace kernline::ui
