// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/experiment/experiment_page.h"

#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/views/experiment/experiment_tree.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace kernline::ui {
namespace {

QString sentenceOf(const Experiment& experiment) {
  const std::size_t read = experiment.files.size() - experiment.unread.size();
  return ExperimentPage::tr("%1 in %2")
      .arg(counted(read, ExperimentPage::tr("%1 file"), ExperimentPage::tr("%1 files")),
           counted(experiment.groups.size(), ExperimentPage::tr("%1 group"), ExperimentPage::tr("%1 groups")));
}

/// Returns notes on files that were not found or not read.
QString omissionsOf(const Experiment& experiment) {
  QStringList parts;
  std::size_t unseen = 0;
  for (std::size_t i = 0; i < experiment.files.size(); ++i) {
    unseen += experiment.files[i].kind != FileKind::Unread && !experiment.contents[i].isSeen ? 1 : 0;
  }
  if (unseen > 0) {
    parts << counted(unseen, ExperimentPage::tr("%1 file grouped by its name alone"),
                     ExperimentPage::tr("%1 files grouped by their names alone"));
  }
  if (!experiment.unread.empty()) {
    parts << counted(experiment.unread.size(), ExperimentPage::tr("%1 file not read"),
                     ExperimentPage::tr("%1 files not read"));
  }
  if (!experiment.closed.empty()) {
    parts << counted(experiment.closed.size(), ExperimentPage::tr("%1 folder not entered: hidden, too deep or closed"),
                     ExperimentPage::tr("%1 folders not entered: hidden, too deep or closed"));
  }
  if (experiment.filesBeyond > 0) {
    parts << counted(experiment.filesBeyond, ExperimentPage::tr("%1 more file not examined"),
                     ExperimentPage::tr("%1 more files not examined"));
  }
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

ExperimentPage::ExperimentPage(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("experimentPage"));
  auto* layout = new QVBoxLayout(this);
  m_title = new QLabel(this);
  m_title->setObjectName(QStringLiteral("experimentTitle"));
  m_title->setTextFormat(Qt::PlainText);
  constexpr double larger = 1.3;
  m_title->setFont(titleFont(font(), larger));
  m_sentence = new ElidedLabel({}, this);
  m_omitted = new ElidedLabel({}, this);
  m_omitted->setObjectName(QStringLiteral("experimentOmitted"));
  m_tree = new ExperimentTree(this);
  layout->addWidget(m_title);
  layout->addWidget(m_sentence);
  layout->addWidget(m_omitted);
  layout->addWidget(m_tree, 1);
  layout->addLayout(makeButtons());
  setFocusProxy(m_tree);
  connect(m_tree, &ExperimentTree::openRequested, this,
          [this](const QString& path) { Q_EMIT openRequested(QStringList{path}); });
  connect(m_tree, &ExperimentTree::checksChanged, this, &ExperimentPage::showChoice);
  connect(m_tree, &QTreeWidget::currentItemChanged, this, &ExperimentPage::showChoice);
}

QHBoxLayout* ExperimentPage::makeButtons() {
  auto* row = new QHBoxLayout;
  m_choice = new ElidedLabel({}, this);
  m_choice->setObjectName(QStringLiteral("experimentChoice"));
  m_openGroup = new QPushButton(tr("O&pen group"), this);
  m_openGroup->setObjectName(QStringLiteral("openGroup"));
  m_openGroup->setToolTip(tr("Open the run, snapshots, reports and logs of this group"));
  m_compare = new QPushButton(tr("Co&mpare"), this);
  m_compare->setObjectName(QStringLiteral("compareChecked"));
  row->addWidget(m_choice, 1);
  row->addWidget(m_openGroup);
  row->addWidget(m_compare);
  connect(m_openGroup, &QPushButton::clicked, this, [this] { Q_EMIT openRequested(m_tree->pathsOfCurrentGroup()); });
  connect(m_compare, &QPushButton::clicked, this,
          [this] { Q_EMIT comparisonRequested(m_tree->checkedRuns(), m_tree->checkedLogs()); });
  return row;
}

void ExperimentPage::setExperiment(const std::shared_ptr<const Experiment>& experiment) {
  if (experiment == nullptr) {
    m_tree->clear();
    return;
  }
  m_title->setText(QFileInfo(qt(experiment->place)).fileName());
  m_sentence->setText(sentenceOf(*experiment));
  m_omitted->setText(omissionsOf(*experiment));
  m_omitted->setVisible(!m_omitted->text().isEmpty());
  m_tree->show(*experiment);
  showChoice();
}

void ExperimentPage::showChoice() {
  const auto runs = static_cast<std::size_t>(m_tree->checkedRuns().size());
  const auto logs = static_cast<std::size_t>(m_tree->checkedLogs().size());
  m_openGroup->setEnabled(!m_tree->pathsOfCurrentGroup().isEmpty());
  m_compare->setEnabled(runs > 1 || logs > 0);
  m_choice->setText(runs + logs == 0 ? tr("Check traces, logs or results to compare them. A click on a name opens it.")
                                     : tr("Chosen: %1, %2")
                                           .arg(counted(runs, tr("%1 run"), tr("%1 runs")),
                                                counted(logs, tr("%1 log or report"), tr("%1 logs or reports"))));
}

}  // namespace kernline::ui
