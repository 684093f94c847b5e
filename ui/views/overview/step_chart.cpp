// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/overview/step_chart.h"

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/step_title.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/kit/style/theme.h"

#include <QEvent>
#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QStackedBarSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace kernline::ui {
namespace {

constexpr std::size_t maxBars = 48;
constexpr int maxLabels = 12;
constexpr int chartHeight = 220;

Duration longestOf(const std::vector<StepBin>& bins) {
  Duration longest;
  for (const StepBin& bin : bins) {
    longest = std::max(longest, bin.mean.total());
  }
  return longest;
}

/// Returns the width of a bar as a share of its slot.
double barWidth(std::size_t bars) {
  return bars > maxBars / 2 ? 0.9 : 0.7;
}

double inUnit(Duration duration, TimeUnit unit) {
  constexpr double thousand = 1000;
  double value = static_cast<double>(duration.ns);
  for (int i = 0; i < static_cast<int>(unit); ++i) {
    value /= thousand;
  }
  return value;
}

void colorAxis(QAbstractAxis& axis, const QWidget& widget) {
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
  return hash < 0 || hash + 1 == name.size() ? name : name.mid(hash + 1);
}

/// Returns the label of a step on the axis: its number if all have one name.
QString labelOf(const Trace& trace, const std::vector<StepParts>& steps, std::size_t step) {
  const StringId name = steps[step].step.name;
  const bool isShared =
      steps.size() > 1 && std::ranges::all_of(steps, [&](const StepParts& other) { return other.step.name == name; });
  return isShared ? QString::number(step) : briefly(qt(stepTitle(trace, steps[step].step)));
}

}  // namespace

StepChart::StepChart(QWidget* parent) : QChartView(parent) {
  setFrameShape(QFrame::NoFrame);
  setRenderHint(QPainter::Antialiasing);
  setMouseTracking(true);
  setFocusPolicy(Qt::NoFocus);  // keys reach the table next to it
  setAccessibleName(tr("Breakdown of each step"));
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
  orderByProcess();
  m_bins = stepBins(m_steps, maxBars);
  rebuild();
}

void StepChart::orderByProcess() {
  m_processes.clear();
  std::map<ProcessId, std::size_t> places;
  for (const ProcessSteps& process :
       m_trace ? stepsByProcess(*m_trace, stepsOf(m_steps)) : std::vector<ProcessSteps>{}) {
    places.try_emplace(process.process, places.size());
    m_processes[process.process] = qt(printable(process.title));
  }
  std::ranges::stable_sort(m_steps, {}, [&](const StepParts& parts) { return places[parts.step.process]; });
  if (m_steps.empty() || m_steps.front().step.process == m_steps.back().step.process) {
    m_processes.clear();
  }
}

std::size_t StepChart::stepsPerBar() const {
  return m_bins.empty() ? 1 : m_bins.front().count;
}

QString StepChart::nameOf(const StepBin& bin) const {
  const QString first = qt(stepTitle(*m_trace, m_steps[bin.first].step));
  return bin.count == 1
             ? first
             : tr("%1 to %2").arg(first, briefly(qt(stepTitle(*m_trace, m_steps[bin.first + bin.count - 1].step))));
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
  series->setBarWidth(barWidth(m_bins.size()));
  for (std::size_t p = 0; p < timeCategoryCount; ++p) {
    const FigureMark& mark = markOf(static_cast<TimeCategory>(p));
    auto* set = new QBarSet(mark.name(), series);
    for (const StepBin& bin : m_bins) {
      *set << inUnit(bin.mean.parts[p], unit);
    }
    set->setBrush(mark.color);
    set->setPen(Qt::NoPen);
    series->append(set);
  }
  chart()->addSeries(series);
  auto* names = new QBarCategoryAxis(chart());
  std::map<QString, qsizetype> uses;
  const std::size_t every = (m_bins.size() + maxLabels - 1) / maxLabels;
  for (std::size_t i = 0; i < m_bins.size(); ++i) {
    const QString name = labelOf(*m_trace, m_steps, m_bins[i].first);
    // Categories must differ; those without a label are blanks of different lengths, and steps of several processes
    // may have one name.
    const QString label = i % every == 0 ? name : QString(static_cast<qsizetype>(i), QLatin1Char(' '));
    names->append(label + QString(uses[label]++, QChar(0x200B)));
  }
  names->setGridLineVisible(false);
  names->setTruncateLabels(false);  // bars without a label leave the room
  auto* times = new QValueAxis(chart());
  // Qt Charts takes the Latin-1 bytes of the format for UTF-8.
  times->setLabelFormat(QStringLiteral("%g ") + QString::fromLatin1(symbol(unit)));
  times->setRange(0, inUnit(longestOf(m_bins), unit));
  times->applyNiceNumbers();
  for (QAbstractAxis* axis : {static_cast<QAbstractAxis*>(names), static_cast<QAbstractAxis*>(times)}) {
    colorAxis(*axis, *this);
  }
  chart()->addAxis(names, Qt::AlignBottom);
  chart()->addAxis(times, Qt::AlignLeft);
  series->attachAxis(names);
  series->attachAxis(times);
}

const StepBin* StepChart::binAt(QPoint position) const {
  if (m_bins.empty() || chart()->series().isEmpty()) {
    return nullptr;
  }
  const QPointF inChart = chart()->mapFromScene(mapToScene(position));
  const QPointF value = chart()->mapToValue(inChart, chart()->series().constFirst());
  const auto at = std::llround(value.x());
  if (!chart()->plotArea().contains(inChart) || at < 0 || static_cast<std::size_t>(at) >= m_bins.size()) {
    return nullptr;
  }
  const StepBin& bin = m_bins[static_cast<std::size_t>(at)];
  const bool isOnBar = std::abs(value.x() - static_cast<double>(at)) <= barWidth(m_bins.size()) / 2 &&
                       value.y() <= inUnit(bin.mean.total(), fittingUnit(longestOf(m_bins)));
  return isOnBar ? &bin : nullptr;
}

QString StepChart::tipOf(const StepBin& bin) const {
  const Duration total = bin.mean.total();
  const QString length = qt(formatDuration(total));
  const auto process = m_processes.find(m_steps[bin.first].step.process);
  QString text = nameOf(bin) + (process == m_processes.end() ? QString() : QLatin1Char('\n') + process->second) +
                 QLatin1Char('\n') + (bin.count > 1 ? tr("%1 on average").arg(length) : length);
  for (std::size_t p = 0; p < timeCategoryCount; ++p) {
    if (bin.mean.parts[p].ns > 0) {
      text += QStringLiteral("\n%1: %2 · %3")
                  .arg(markOf(static_cast<TimeCategory>(p)).name(), qt(formatDuration(bin.mean.parts[p])),
                       qt(formatShare(static_cast<double>(bin.mean.parts[p].ns) / static_cast<double>(total.ns))));
    }
  }
  return text + QLatin1Char('\n') +
         (bin.count > 1 ? tr("Click to show the longest of them.") : tr("Click to show it on the timeline."));
}

bool StepChart::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const StepBin* bin = binAt(help->pos());
    QToolTip::showText(help->globalPos(), bin == nullptr ? QString() : tipOf(*bin), this);
    return true;
  }
  return QChartView::viewportEvent(event);
}

void StepChart::mouseMoveEvent(QMouseEvent* event) {
  setCursor(binAt(event->position().toPoint()) != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
  QChartView::mouseMoveEvent(event);
}

void StepChart::mouseReleaseEvent(QMouseEvent* event) {
  const StepBin* bin = binAt(event->position().toPoint());
  if (event->button() == Qt::LeftButton && bin != nullptr) {
    const Step& step = m_steps[bin->longest].step;
    Q_EMIT placeRequested({.span = step.span, .range = step.range});
  }
}

/// The page scrolls, also where the pointer is over the chart.
void StepChart::wheelEvent(QWheelEvent* event) {
  event->ignore();
}

void StepChart::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    rebuild();
  }
}

}  // namespace kernline::ui
