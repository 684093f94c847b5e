// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/measured_section.h"

#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/work/kernel_roofline.h"
#include "core/model/format/quantity.h"
#include "ui/kit/charts/share_bars.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/quiet_label.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/link_row.h"
#include "ui/views/details/span_facts.h"
#include "ui/views/details/span_links.h"
#include "ui/views/ncu/kernel_facts.h"
#include "ui/views/work/work_device.h"
#include "ui/views/work/work_words.h"

#include <QFileInfo>
#include <QLabel>
#include <QLayoutItem>
#include <QVBoxLayout>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace kernline::ui {
namespace {

/// Returns "106.4 µs at 1.98 GHz", with the timeline's duration if a report measured another run.
Fact durationFact(const Trace& trace, const KernelMetrics& metrics, SpanId span, bool isCounted) {
  const QString measured = qt(formatDuration({std::llround(metrics.durationNs.value_or(0))}));
  const QString ofTimeline = qt(formatDuration(trace.duration(span)));
  const QString clock = metrics.clockHz ? clockText(*metrics.clockHz) : QString();
  if (isCounted) {
    return {.label = Words::tr("Duration"),
            .value = clock.isEmpty() ? measured : Words::tr("%1 at %2").arg(measured, clock),
            .tip = howCounted()};
  }
  return {.label = Words::tr("Duration"),
          .value = clock.isEmpty() ? Words::tr("%1; %2 on the timeline").arg(measured, ofTimeline)
                                   : Words::tr("%1 at %2; %3 on the timeline").arg(measured, clock, ofTimeline),
          .tip = howMeasured()};
}

Fact reportFact(const MeasuredKernels& measured, const MeasuredKernels::Launch& launch) {
  const JoinedReport& report = measured.reportOf(launch);
  if (report.isCounted) {
    return {.label = Words::tr("Counted"),
            .value = counted(launch.passes, Words::tr("in %1 pass"), Words::tr("in %1 passes")),
            .tip = howCounted()};
  }
  const QString place =
      Words::tr("%1, launch %2 of %3")
          .arg(QFileInfo(qt(report.path)).fileName(), countText(launch.number + 1), countText(report.launches));
  return {.label = Words::tr("Report"),
          .value = report.missing.isEmpty() ? place : Words::tr("%1. %2").arg(place, coreText(report.missing)),
          .tip = report.rounds > 1 ? Words::tr("The report has this launch once; the trace repeats it up to %1 times")
                                         .arg(countText(report.rounds))
                                   : Words::tr("Matched by kernel name, grid, block and launch order")};
}

}  // namespace

std::vector<Fact> measuredFacts(const Trace& trace, const MeasuredKernels& measured, SpanId span,
                                const LaunchWork& work, const std::optional<Ceilings>& ceilings) {
  const MeasuredKernels::Launch* launch = measured.of(span);
  if (launch == nullptr) {
    return {};
  }
  const KernelMetrics& metrics = launch->metrics;
  std::vector<Fact> facts;
  const auto addIf = [&](std::optional<Fact> fact) {
    if (fact) {
      facts.push_back(std::move(*fact));
    }
  };
  const KernelCard* card = launch->card.get();
  if (card != nullptr && !card->units.empty()) {
    facts.push_back({Words::tr("Limit"), coreText(card->verdict()), {}});
  }
  if (metrics.durationNs) {
    facts.push_back(durationFact(trace, metrics, span, measured.reportOf(*launch).isCounted));
  }
  std::ranges::move(workFacts(metrics), std::back_inserter(facts));
  addIf(algorithmFact(metrics, work));
  addIf(ceilings ? rooflineFact(kernelRoofline(metrics, work, *ceilings)) : std::nullopt);
  if (card == nullptr && metrics.tensorShare) {  // a card has it among its units
    facts.push_back({Words::tr("Tensor pipe"), Words::tr("%1 busy").arg(workShareText(metrics.tensorShare)),
                     Words::tr("Share of cycles in which tensor pipes were active")});
  }
  if (card != nullptr && card->l1HitRate) {
    facts.push_back({Words::tr("L1 hit rate"), workShareText(card->l1HitRate), {}});
  }
  KernelCard achieved;
  achieved.metrics.occupancy = metrics.occupancy;
  addIf(occupancyFact(card != nullptr ? *card : achieved));
  facts.push_back(reportFact(measured, *launch));
  return facts;
}

MeasuredSection::MeasuredSection(QWidget* parent)
    : QWidget(parent), m_facts(new FactGrid(this)), m_links(new QVBoxLayout) {
  setObjectName(QStringLiteral("detailsMeasured"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  m_heading = makeHeading({}, this);
  m_unitsHeading = new QuietLabel(tr("Share of peak"), this);
  m_units = new ShareBars(this);
  m_units->setObjectName(QStringLiteral("detailsUnits"));
  m_statesHeading = new QuietLabel(tr("Warp states"), this);
  m_states = new ShareBars(this);
  m_states->setObjectName(QStringLiteral("detailsStates"));
  for (QWidget* widget :
       std::initializer_list<QWidget*>{m_heading, m_facts, m_unitsHeading, m_units, m_statesHeading, m_states}) {
    layout->addWidget(widget);
  }
  layout->addLayout(m_links);
  hide();
}

void MeasuredSection::showMeasuredOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  clear();
  std::shared_ptr<const MeasuredKernels> measured = causesOf(trace)->measured();
  if (measured == nullptr) {
    return;
  }
  m_trace = trace;
  const MeasuredKernels::Launch* launch = measured->of(span);
  if (launch == nullptr) {
    if (const SpanId counted = measured->nearestCounted(*trace, span); counted != SpanId::none) {
      leadTo(counted);
      show();
    }
    return;
  }
  m_span = span;
  m_work = launch->work;
  m_measured = std::move(measured);
  m_ceilings = deviceCeilings(*trace, WorkDevice::shared().chosen()).ceilings;
  fill();
  show();
}

void MeasuredSection::showModeled(const WorkFigures& figures) {
  const bool isSaid = m_work.algorithmFlops || m_work.algorithmBytes;
  if (m_measured != nullptr && !isSaid && figures.modeledCount > 0) {
    m_work.algorithmFlops = figures.flops > 0 ? figures.flopsPerCall() : std::nullopt;
    m_work.algorithmBytes = figures.bytesPerCall();
    fill();
  }
}

void MeasuredSection::leadTo(SpanId counted) {
  m_heading->setText(tr("Counted by the recorder"));
  m_facts->hide();
  for (QWidget* widget : std::initializer_list<QWidget*>{m_unitsHeading, m_units, m_statesHeading, m_states}) {
    widget->hide();
  }
  const SpanLink link{.role = tr("Another launch"),
                      .target = counted,
                      .text = titleOf(*m_trace, counted),
                      .timing = qt(formatDuration(m_trace->duration(counted)))};
  auto* row = new LinkRow(link, this);
  connect(row, &LinkRow::clicked, this, [this, counted] { Q_EMIT spanRequested(counted); });
  m_links->addWidget(row);
}

void MeasuredSection::clear() {
  while (QLayoutItem* item = m_links->takeAt(0)) {
    // A click on a row leads here: the row must live until its event is over.
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  m_facts->show();
  m_trace = nullptr;
  m_span = SpanId::none;
  m_measured = nullptr;
  m_work = {};
  hide();
}

void MeasuredSection::fill() {
  const MeasuredKernels::Launch& launch = *m_measured->of(m_span);
  const bool isCounted = m_measured->reportOf(launch).isCounted;
  m_heading->setText(isCounted ? tr("Counted by the recorder") : tr("Measured by Nsight Compute"));
  m_facts->setFacts(measuredFacts(*m_trace, *m_measured, m_span, m_work, m_ceilings));
  const auto showBars = [](QWidget* heading, ShareBars* bars, std::vector<ShareBar> all) {
    heading->setVisible(!all.empty());
    bars->setVisible(!all.empty());
    bars->setBars(std::move(all));
  };
  showBars(m_unitsHeading, m_units, launch.card ? unitBars(*launch.card) : std::vector<ShareBar>());
  showBars(m_statesHeading, m_states, launch.card ? stateBars(*launch.card) : std::vector<ShareBar>());
}

}  // namespace kernline::ui
