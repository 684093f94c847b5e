// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/measured_section.h"

#include "core/analysis/causes/trace_causes.h"
#include "core/model/format/quantity.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/details/details_page.h"
#include "ui/views/ncu/kernel_facts.h"
#include "ui/views/work/work_words.h"

#include <QFileInfo>
#include <QLabel>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace kernline::ui {
namespace {

/// "106.4 µs at 1.98 GHz, 104.2 µs on the timeline".
Fact durationFact(const Trace& trace, const KernelMetrics& metrics, SpanId span) {
  const QString measured = qt(formatDuration({std::llround(metrics.durationNs.value_or(0))}));
  const QString ofTimeline = qt(formatDuration(trace.duration(span)));
  return {
      .label = Words::tr("Duration"),
      .value = metrics.clockHz
                   ? Words::tr("%1 at %2; %3 on the timeline").arg(measured, clockText(*metrics.clockHz), ofTimeline)
                   : Words::tr("%1; %2 on the timeline").arg(measured, ofTimeline),
      .tip = howMeasured()};
}

/// What held it back, and what its warps waited for.
void addCard(std::vector<Fact>& facts, const KernelCard& card) {
  if (card.units.empty()) {
    return;
  }
  facts.push_back({Words::tr("Limit"), coreText(card.verdict()), {}});
  constexpr std::size_t shownStates = 3;
  QStringList states;
  for (const WarpState& state : card.states) {
    if (state.isStall && states.size() < static_cast<qsizetype>(shownStates)) {
      states << QStringLiteral("%1 %2").arg(coreText(state.state), qt(formatShare(state.share)));
    }
  }
  if (!states.isEmpty()) {
    facts.push_back({Words::tr("Warps wait for"), states.join(QStringLiteral(" · ")),
                     Words::tr("Share of the time that warps were resident")});
  }
  if (card.l1HitRate) {
    facts.push_back({Words::tr("L1 hit rate"), workShareText(card.l1HitRate), {}});
  }
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
                                   : Words::tr("Joined by kernel name, grid, block and order of launches")};
}

}  // namespace

std::vector<Fact> measuredFacts(const Trace& trace, const MeasuredKernels& measured, SpanId span) {
  const MeasuredKernels::Launch* launch = measured.of(span);
  if (launch == nullptr) {
    return {};
  }
  const KernelMetrics& metrics = launch->metrics;
  std::vector<Fact> facts;
  if (launch->card != nullptr) {
    addCard(facts, *launch->card);
    if (metrics.clockHz) {  // the timeline has its duration
      facts.push_back({Words::tr("SM clock"), clockText(*metrics.clockHz), howCounted()});
    }
  } else if (metrics.durationNs) {
    facts.push_back(durationFact(trace, metrics, span));
  }
  std::ranges::move(workFacts(metrics), std::back_inserter(facts));
  if (metrics.tensorShare) {
    facts.push_back({Words::tr("Tensor pipe"), Words::tr("%1 busy").arg(workShareText(metrics.tensorShare)),
                     Words::tr("Share of cycles in which tensor pipes were active")});
  }
  if (metrics.occupancy) {
    facts.push_back({Words::tr("Occupancy"), Words::tr("%1 achieved").arg(workShareText(metrics.occupancy)),
                     Words::tr("Measured: warps that were active, of those a multiprocessor can hold")});
  }
  facts.push_back(reportFact(measured, *launch));
  return facts;
}

MeasuredSection::MeasuredSection(QWidget* parent) : QWidget(parent), m_facts(new FactGrid(this)) {
  setObjectName(QStringLiteral("detailsMeasured"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  m_heading = makeHeading({}, this);
  layout->addWidget(m_heading);
  layout->addWidget(m_facts);
  hide();
}

void MeasuredSection::showMeasuredOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  const std::shared_ptr<const MeasuredKernels> measured = causesOf(trace)->measured();
  const std::vector<Fact> facts = measured ? measuredFacts(*trace, *measured, span) : std::vector<Fact>();
  const MeasuredKernels::Launch* launch = facts.empty() ? nullptr : measured->of(span);
  m_heading->setText(launch != nullptr && launch->card != nullptr ? tr("Counted by the recorder")
                                                                  : tr("Measured by Nsight Compute"));
  m_facts->setFacts(facts);
  setVisible(!facts.empty());
}

}  // namespace kernline::ui
