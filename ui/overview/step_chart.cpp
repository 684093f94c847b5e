// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/step_chart.h"

#include "core/format/printable_text.h"
#include "core/format/quantity.h"
#include "ui/style/figure_marks.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"

#include <QCursor>
#include <QEvent>
#include <QGraphicsLayout>
#include <QToolTip>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QStackedBarSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t mostBars = 48;
constexpr int mostLabels = 12;
constexpr int chartHeight = 220;

Duration longestOf(const std::vector<StepBin>& bins) {
  Duration longest;
  for (const StepBin& bin : bins) {
    longest = std::max(longest, bin.mean.total());
  }
  return longest;
}

double inUnit(Duration duration, TimeUnit unit) {
  constexpr double thousand = 1000;
  double value = static_cast<double>(duration.ns);
  for (int i = 0; i < static_cast<int>(unit); ++i) {
    value /= thousand;
  }
  return value;
}

void colourAxis(QAbstractAxis& axis, const QWidget& widget) {
  const Tint& colors = tint(widget.palette());
  axis.setLabelsColor(colors.quiet);
  axis.setLinePenColor(colors.line);
  axis.setGridLineColor(colors.line);
  axis.setLabelsFont(widget.font());
  axis.setTitleVisible(false);
}

/// "ProfilerStep#12" as "12": the axis says that they are steps.
QString briefly(const QString& name) {
  const qsizetype hash = name.lastIndexOf(QLatin1Char('#'));
  return hash < 0 ? name : name.mid(hash + 1);
}

}  // namespace

StepChart::StepChart(QWidget* parent) : QChartView(parent) {
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setFocusPolicy(Qt::NoFocus);  // the table beside it is what keys reach
  setAccessibleName(QStringLiteral("Breakdown of each step"));
  chart()->setBackgroundVisible(false);
  chart()->setMargins({});
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  chart()->legend()->hide();
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StepChart::sizeHint() const {
  return {400, chartHeight};
}

void StepChart::setSteps(std::shared_ptr<const Trace> trace, std::vector<StepParts> steps) {
  m_trace = std::move(trace);
  m_steps = std::move(steps);
  m_bins = stepBins(m_steps, mostBars);
  rebuild();
}

std::size_t StepChart::stepsPerBar() const {
  return m_bins.empty() ? 1 : m_bins.front().count;
}

QString StepChart::nameOf(const StepBin& bin) const {
  const QString first = qt(printable(m_trace->text(m_steps[bin.first].step.name)));
  return bin.count == 1
             ? first
             : QStringLiteral("%1 to %2")
                   .arg(first, briefly(qt(printable(m_trace->text(m_steps[bin.first + bin.count - 1].step.name)))));
}

void StepChart::rebuild() {
  setBackgroundBrush(palette().color(QPalette::Base));
  chart()->removeAllSeries();
  for (QAbstractAxis* axis : chart()->axes()) {
    chart()->removeAxis(axis);
    delete axis;
  }
  if (m_bins.empty()) {
    return;
  }
  const TimeUnit unit = fittingUnit(longestOf(m_bins));
  auto* series = new QStackedBarSeries(chart());
  series->setBarWidth(m_bins.size() > mostBars / 2 ? 0.9 : 0.7);
  for (std::size_t p = 0; p < timePartCount; ++p) {
    const FigureMark& mark = markOf(static_cast<TimePart>(p));
    auto* set = new QBarSet(mark.name, series);
    for (const StepBin& bin : m_bins) {
      *set << inUnit(bin.mean.parts[p], unit);
    }
    set->setBrush(mark.colour);
    set->setPen(Qt::NoPen);
    series->append(set);
  }
  chart()->addSeries(series);
  auto* names = new QBarCategoryAxis(chart());
  const std::size_t every = (m_bins.size() + mostLabels - 1) / mostLabels;
  for (std::size_t i = 0; i < m_bins.size(); ++i) {
    const QString name = briefly(qt(printable(m_trace->text(m_steps[m_bins[i].first].step.name))));
    // Categories must differ; those without a label are blanks of different lengths.
    names->append(i % every == 0 ? name : QString(static_cast<qsizetype>(i), QLatin1Char(' ')));
  }
  names->setGridLineVisible(false);
  names->setTruncateLabels(false);  // those without a label leave the room
  auto* times = new QValueAxis(chart());
  times->setLabelFormat(QStringLiteral("%g ") + QString::fromUtf8(symbol(unit)));
  times->setRange(0, inUnit(longestOf(m_bins), unit));
  times->applyNiceNumbers();
  for (QAbstractAxis* axis : {static_cast<QAbstractAxis*>(names), static_cast<QAbstractAxis*>(times)}) {
    colourAxis(*axis, *this);
  }
  chart()->addAxis(names, Qt::AlignBottom);
  chart()->addAxis(times, Qt::AlignLeft);
  series->attachAxis(names);
  series->attachAxis(times);
  connect(series, &QStackedBarSeries::hovered, this, [this](bool isInside, int bin) { tellBar(isInside, bin); });
  connect(series, &QStackedBarSeries::clicked, this, [this](int bin) {
    const Step& step = m_steps[m_bins[static_cast<std::size_t>(bin)].longest].step;
    Q_EMIT placeRequested({.span = step.span, .range = step.range});
  });
}

void StepChart::tellBar(bool isInside, int bin) {
  setCursor(isInside ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (!isInside || bin < 0 || static_cast<std::size_t>(bin) >= m_bins.size()) {
    QToolTip::hideText();
    return;
  }
  const StepBin& what = m_bins[static_cast<std::size_t>(bin)];
  const Duration total = what.mean.total();
  QString text = nameOf(what) + QStringLiteral("\n") + qt(formatDuration(total)) +
                 (what.count > 1 ? QStringLiteral(" in the mean") : QString());
  for (std::size_t p = 0; p < timePartCount; ++p) {
    if (what.mean.parts[p].ns > 0) {
      text += QStringLiteral("\n%1: %2 · %3")
                  .arg(markOf(static_cast<TimePart>(p)).name, qt(formatDuration(what.mean.parts[p])),
                       qt(formatShare(static_cast<double>(what.mean.parts[p].ns) / static_cast<double>(total.ns))));
    }
  }
  text += what.count > 1 ? QStringLiteral("\nClick to see the longest of them.")
                         : QStringLiteral("\nClick to see it on the timeline.");
  QToolTip::showText(QCursor::pos(), text, this);
}

void StepChart::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    rebuild();
  }
}

}  // namespace kernline::ui
