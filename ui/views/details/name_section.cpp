// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/name_section.h"

#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/duration_chart.h"
#include "ui/views/details/span_facts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr std::size_t buckets = 48;
// Ratio of the longest to the shortest from which the scale is logarithmic at first.
constexpr std::int64_t wideRatio = 50;

}  // namespace

NameSection::NameSection(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->setSpacing(4);
  auto* row = new QHBoxLayout;
  row->addWidget(makeHeading(tr("All spans with this name and kind"), this));
  row->addStretch(1);
  m_logarithmic = new QToolButton(this);
  m_logarithmic->setObjectName(QStringLiteral("logarithmic"));
  m_logarithmic->setText(tr("log"));
  m_logarithmic->setCheckable(true);
  m_logarithmic->setAutoRaise(true);
  m_logarithmic->setToolTip(tr("Show durations on a logarithmic scale"));
  m_logarithmic->setAccessibleName(m_logarithmic->toolTip());
  row->addWidget(m_logarithmic);
  layout->addLayout(row);
  m_chart = new DurationChart(this);
  layout->addWidget(m_chart);
  m_figures = new QuietLabel(QString(), this);
  m_figures->setObjectName(QStringLiteral("nameFigures"));
  m_figures->setWordWrap(true);
  layout->addWidget(m_figures);
  connect(m_logarithmic, &QToolButton::toggled, this, &NameSection::refresh);
  connect(m_chart, &DurationChart::durationsChosen, this, &NameSection::choose);
  hide();
}

void NameSection::showNameOf(std::shared_ptr<const Trace> trace, SpanId span) {
  const bool isSame = trace == m_trace && m_span != SpanId::none && trace->name(m_span) == trace->name(span) &&
                      trace->kind(m_span) == trace->kind(span);
  m_trace = std::move(trace);
  m_span = span;
  if (isSame && !m_counting.isRunning()) {
    refresh();
    return;
  }
  m_counting = Job<NameDurations>(
      [shared = m_trace, span](std::stop_token stop, Progress&) -> Expected<NameDurations> {
        return durationsOfName(*shared, shared->name(span), shared->kind(span), stop);
      },
      [this](Expected<NameDurations> found) {
        if (found) {
          take(std::move(*found));
        }
      });
}

void NameSection::clear() {
  m_counting = {};
  m_trace.reset();
  m_span = SpanId::none;
  m_durations = {};
  hide();
}

void NameSection::take(NameDurations durations) {
  m_durations = std::move(durations);
  if (!m_durations.durations.empty()) {
    const QSignalBlocker quiet(m_logarithmic);
    m_logarithmic->setChecked(
        m_durations.durations.back().ns / std::max<std::int64_t>(1, m_durations.durations.front().ns) > wideRatio);
  }
  refresh();
}

void NameSection::refresh() {
  const std::vector<Duration>& all = m_durations.durations;
  setVisible(all.size() > 1);
  if (all.size() <= 1) {
    return;
  }
  const HistogramScale scale = m_logarithmic->isChecked() ? HistogramScale::Logarithmic : HistogramScale::Linear;
  const Duration p50 = m_durations.percentile(0.5);
  const Duration p90 = m_durations.percentile(0.9);
  const Duration p99 = m_durations.percentile(0.99);
  const Duration own = m_trace->duration(m_span);
  m_chart->showBuckets(histogram(all, scale, buckets), {{QStringLiteral("P50"), p50},
                                                        {QStringLiteral("P90"), p90},
                                                        {QStringLiteral("P99"), p99},
                                                        {tr("this"), own, true}});
  const auto shorter = std::ranges::lower_bound(all, own) - all.begin();
  m_figures->setText(counted(all.size(), tr("%1 span, %2 to %3 · P50 %4 · P90 %5 · P99 %6. Shorter than this one: %7."),
                             tr("%1 spans, %2 to %3 · P50 %4 · P90 %5 · P99 %6. Shorter than this one: %7."))
                         .arg(qt(formatDuration(all.front())), qt(formatDuration(all.back())), qt(formatDuration(p50)),
                              qt(formatDuration(p90)), qt(formatDuration(p99)), countText(shorter)));
}

void NameSection::choose(Duration min, Duration max) {
  auto spans = std::make_shared<std::vector<SpanId>>(lasting(*m_trace, m_durations.spans, min, max));
  std::ranges::stable_sort(*spans, {}, [this](SpanId span) { return m_trace->start(span); });
  Q_EMIT matchesFound(
      std::move(spans),
      tr("%1 of %2 to %3").arg(titleOf(*m_trace, m_span), qt(formatDuration(min)), qt(formatDuration(max))));
}

}  // namespace kernline::ui
