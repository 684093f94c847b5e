// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/overlay_panel.h"

#include "core/analysis/memory/memory_moments.h"
#include "core/model/format/quantity.h"
#include "ui/kit/jobs/workers.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/elided_label.h"
#include "ui/kit/style/icons.h"
#include "ui/views/memory/overlay_chart.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QToolButton>

#include <utility>

namespace kernline::ui {
namespace {

QString signedBytes(std::int64_t bytes) {
  return (bytes > 0 ? QStringLiteral("+") : QString()) + qt(formatBytes(bytes));
}

constexpr int maxTitleWidth = 150;  // limit, since the name of a file would widen the window

QString alignmentWords(const MemoryComparison& comparison) {
  switch (comparison.alignment) {
    case MemoryAlignment::EachStep:
      return OverlayPanel::tr("steps aligned: %1; the run that finishes first waits").arg(comparison.alignedSteps);
    case MemoryAlignment::StretchedSteps:
      return OverlayPanel::tr("steps aligned: %1; the shorter step is stretched").arg(comparison.alignedSteps);
    case MemoryAlignment::FirstStep:
      return OverlayPanel::tr("time relative to the first step of each run");
    default:
      return comparison.isNumbered ? OverlayPanel::tr("records counted from the first of each run")
                                   : OverlayPanel::tr("time relative to the first record of each run");
  }
}

}  // namespace

QString comparisonSentence(const MemoryComparison& comparison) {
  QStringList parts;
  if (comparison.base.peak && comparison.other.peak) {
    const std::int64_t base = comparison.peakOf(comparison.base);
    QString difference = signedBytes(comparison.peakDifference());
    if (base > 0) {
      constexpr double percent = 100;
      const double share = percent * static_cast<double>(comparison.peakDifference()) / static_cast<double>(base);
      difference += QStringLiteral(" (%1%2 %)").arg(share > 0 ? QStringLiteral("+") : QString()).arg(share, 0, 'f', 1);
    }
    parts << OverlayPanel::tr("Peak %1, baseline %2: %3")
                 .arg(qt(formatBytes(comparison.peakOf(comparison.other))), qt(formatBytes(base)), difference);
  }
  if (const auto furthest = comparison.furthest()) {
    parts << OverlayPanel::tr("largest difference at %1: %2")
                 .arg(coreText(momentText(comparison, comparison.difference.times[*furthest])),
                      signedBytes(comparison.difference.bytes[*furthest]));
  }
  parts << alignmentWords(comparison);
  return parts.join(QStringLiteral(" · "));
}

OverlayPanel::OverlayPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("overlayPanel"));
  m_sentence = new ElidedLabel(QString(), this);
  m_sentence->setObjectName(QStringLiteral("overlaySentence"));
  m_key = new QLabel(this);
  m_key->setObjectName(QStringLiteral("overlayKey"));
  auto* close = new QToolButton(this);
  close->setObjectName(QStringLiteral("overlayClose"));
  close->setText(tr("End the comparison"));
  close->setAutoRaise(true);
  m_chart = new OverlayChart(this);
  constexpr int margin = 8;
  auto* row = new QHBoxLayout;
  row->setContentsMargins(margin, 4, margin, 4);
  row->setSpacing(14);
  row->addWidget(m_key);
  row->addWidget(m_sentence, 1);
  row->addWidget(makeAlignment());
  row->addWidget(close);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  column->setSpacing(0);
  column->addLayout(row);
  column->addWidget(m_chart, 1);
  connect(close, &QToolButton::clicked, this, &OverlayPanel::closeRequested);
}

QWidget* OverlayPanel::makeAlignment() {
  m_alignment = new QComboBox(this);
  m_alignment->setObjectName(QStringLiteral("overlayAlignment"));
  m_alignment->setAccessibleName(tr("How the runs are aligned"));
  m_alignment->setToolTip(m_alignment->accessibleName());
  const auto add = [this](const QString& text, MemoryAlignment alignment) {
    m_alignment->addItem(text, static_cast<int>(alignment));
  };
  add(tr("First steps aligned"), MemoryAlignment::FirstStep);
  add(tr("Each step aligned"), MemoryAlignment::EachStep);
  add(tr("Each step stretched"), MemoryAlignment::StretchedSteps);
  add(tr("Starts aligned"), MemoryAlignment::FirstSample);
  connect(m_alignment, &QComboBox::currentIndexChanged, this, [this] {
    if (m_base && m_other) {
      draw();
    }
  });
  return m_alignment;
}

void OverlayPanel::clear() {
  m_reading.drop();
  m_drawing = {};
  m_chart->setCurves(nullptr);
  m_base.reset();
  disposeInBackground(std::exchange(m_other, nullptr));
}

void OverlayPanel::showNote(const QString& sentence) {
  m_sentence->setText(sentence);
}

void OverlayPanel::compare(std::shared_ptr<const MemoryHistory> base, std::size_t device, MemorySource other) {
  clear();
  m_base = std::move(base);
  m_device = device;
  m_title = other.title;
  m_key->clear();
  m_reading.start(
      tr("Reading %1…").arg(m_title),
      [source = std::move(other)](std::stop_token stop, Progress& progress) {
        return historyOf(source, std::move(stop), progress);
      },
      [this](std::shared_ptr<const MemoryHistory> history) {
        m_other = std::move(history);
        draw();
      });
}

void OverlayPanel::setDevice(std::size_t device) {
  m_device = device;
  if (m_base && m_other) {
    draw();
  }
}

void OverlayPanel::draw() {
  m_drawing = Job<std::shared_ptr<const OverlayCurves>>(
      [base = m_base, device = m_device, other = m_other,
       alignment = static_cast<MemoryAlignment>(m_alignment->currentData().toInt())](
          const std::stop_token& stop, Progress&) { return makeOverlayCurves(*base, device, *other, alignment, stop); },
      [this](Expected<std::shared_ptr<const OverlayCurves>> curves) {
        if (!curves) {
          m_chart->setCurves(nullptr);
          showNote(coreText(curves.error().message));
          return;
        }
        m_key->setText(
            QStringLiteral("<span style='color:%1'>▬</span> %2 &nbsp; <span style='color:%3'>▬</span> %4")
                .arg(m_chart->baseColor().name(), tr("this run (baseline)"), m_chart->otherColor().name(),
                     m_key->fontMetrics().elidedText(m_title, Qt::ElideMiddle, maxTitleWidth).toHtmlEscaped()));
        m_key->setToolTip(m_title);
        showNote(comparisonSentence((*curves)->comparison));
        m_chart->setCurves(std::move(*curves));
      });
}

}  // namespace kernline::ui
