// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/timelines_pane.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/named_combo.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <utility>

namespace kernline::ui {

TimelinesPane::TimelinesPane(QWidget* parent) : QWidget(parent) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(buildBar());
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  constexpr int minHeight = 220;
  scroll->setMinimumHeight(minHeight);
  m_timelines = new StackedTimelines(scroll);
  scroll->setWidget(m_timelines);
  rows->addWidget(scroll, 1);
  connectBar();
}

QWidget* TimelinesPane::buildBar() {
  constexpr int margin = 12;
  m_bar = new QWidget(this);
  auto* line = new QHBoxLayout(m_bar);
  line->setContentsMargins(margin, 2, margin, 2);
  m_steps = fittingCombo(m_bar, "runsStepName",
                         tr("What counts as a step: detected automatically, or the spans with a name"));
  m_steps->addItem(tr("steps: detected"), QString());
  m_align = fittingCombo(m_bar, "runsAlign", tr("How timelines are aligned"));
  m_scale = fittingCombo(m_bar, "runsScale", tr("How timelines are scaled"));
  m_scale->addItem(tr("same time scale"), static_cast<int>(StackedTimelines::Scale::Time));
  m_scale->addItem(tr("same step length"), static_cast<int>(StackedTimelines::Scale::Step));
  m_linked = new QCheckBox(tr("Move together"), m_bar);
  m_linked->setObjectName(QStringLiteral("runsLinked"));
  m_linked->setChecked(true);
  m_linked->setToolTip(tr("When off, each timeline moves alone. Turning it on again keeps their current alignment."));
  m_firstSteps = new QPushButton(tr("First steps"), m_bar);
  m_firstSteps->setObjectName(QStringLiteral("runsSteps"));
  for (QWidget* part : std::initializer_list<QWidget*>{m_steps, m_align, m_scale, m_linked, m_firstSteps}) {
    line->addWidget(part);
  }
  line->addStretch(1);
  return m_bar;
}

void TimelinesPane::connectBar() {
  connect(m_steps, &QComboBox::activated, this, &TimelinesPane::stepChosen);
  connect(m_align, &QComboBox::activated, this, &TimelinesPane::align);
  connect(m_scale, &QComboBox::activated, this,
          [this] { m_timelines->setScale(static_cast<StackedTimelines::Scale>(m_scale->currentData().toInt())); });
  connect(m_linked, &QCheckBox::toggled, m_timelines, &StackedTimelines::setLinked);
  connect(m_firstSteps, &QPushButton::clicked, m_timelines, &StackedTimelines::showSteps);
}

void TimelinesPane::offerAnnotations(const std::vector<std::string>& annotations) {
  const auto fill = [&](QComboBox* box, const QString& format, int fixed) {
    const QSignalBlocker blocker(box);
    const QString before = box->currentData().toString();
    while (box->count() > fixed) {
      box->removeItem(fixed);
    }
    for (const std::string& name : annotations) {
      box->addItem(format.arg(qt(printable(name))), qt(name));
    }
    const int at = box->findData(before);
    box->setCurrentIndex(at < 0 ? 0 : at);
  };
  fill(m_steps, tr("steps: %1"), 1);
  const QSignalBlocker blocker(m_align);
  if (m_align->count() == 0) {
    m_align->addItem(tr("aligned by steps"), QString());
    m_align->addItem(tr("aligned by the first kernel"), QStringLiteral("\n"));
  }
  fill(m_align, tr("aligned by %1"), 2);
  align();
}

std::string TimelinesPane::stepName() const {
  return m_steps->currentData().toString().toStdString();
}

void TimelinesPane::hideBar() {
  m_bar->hide();
}

void TimelinesPane::align() {
  RunAlignment alignment;
  const int at = m_align->currentIndex();
  if (at == 1) {
    alignment.by = RunAlignment::By::FirstActivity;
  } else if (at > 1) {
    alignment.by = RunAlignment::By::Annotation;
    alignment.annotation = m_align->currentData().toString().toStdString();
  }
  m_timelines->setAlignment(std::move(alignment));
}

}  // namespace kernline::ui
