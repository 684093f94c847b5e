// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/experiment_tab.h"

#include "core/open/experiment/experiment.h"
#include "ui/kit/language/counted.h"
#include "ui/views/experiment/experiment_page.h"

#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {

ExperimentTab::ExperimentTab(const QString& path, QWidget* parent) : FileTab(path, parent) {
  m_page = new ExperimentPage(this);
  static_cast<QVBoxLayout*>(layout())->addWidget(m_page, 1);
  setFocusProxy(m_page);
  connect(m_page, &ExperimentPage::openRequested, this, &ExperimentTab::filesRequested);
  connect(m_page, &ExperimentPage::comparisonRequested, this, &ExperimentTab::comparisonRequested);
}

QString ExperimentTab::summary() const {
  return counted(m_experiment->files.size(), tr("%1 file"), tr("%1 files")) + QStringLiteral(" · ") +
         counted(m_experiment->groups.size(), tr("%1 group"), tr("%1 groups"));
}

QWidget* ExperimentTab::pageWidget() const {
  return m_page;
}

QWidget* ExperimentTab::pictureWidget() const {
  return m_page;
}

Message ExperimentTab::missingPart() const {
  return kernline::missingPart(*m_experiment);
}

OpenedFile ExperimentTab::content() const {
  OpenedFile file;
  file.experiment = m_experiment;
  return file;
}

void ExperimentTab::takeFile(OpenedFile file) {
  m_experiment = std::move(file.experiment);
  m_page->setExperiment(m_experiment);
}

void ExperimentTab::dropContent() {
  m_experiment = nullptr;
  m_page->setExperiment(nullptr);
  m_page->hide();
}

void ExperimentTab::restoreContent() {
  m_page->show();
}

}  // namespace kernline::ui
