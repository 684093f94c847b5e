// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/measured_section.h"

#include "core/analysis/causes/trace_causes.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/fact_grid.h"
#include "ui/views/work/work_words.h"

#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>

#include <cmath>

namespace kernline::ui {
namespace {

QString gigahertz(double hz) {
  constexpr double hzPerGigahertz = 1e9;
  return Words::tr("%1 GHz").arg(hz / hzPerGigahertz, 0, 'f', 2);
}

/// "106.4 µs at 1.98 GHz, 104.2 µs on the timeline".
Fact durationFact(const Trace& trace, const KernelMetrics& metrics, SpanId span) {
  const QString measured = qt(formatDuration({std::llround(metrics.durationNs.value_or(0))}));
  const QString ofTimeline = qt(formatDuration(trace.duration(span)));
  return {
      .label = Words::tr("Duration"),
      .value = metrics.clockHz
                   ? Words::tr("%1 at %2; %3 on the timeline").arg(measured, gigahertz(*metrics.clockHz), ofTimeline)
                   : Words::tr("%1; %2 on the timeline").arg(measured, ofTimeline),
      .tip = Words::tr("Measured in another run. Nsight Compute locks the clock and flushes the caches before each "
                       "kernel, unless it was told otherwise")};
}

Fact dramFact(const KernelMetrics& metrics) {
  const QString bytes = workBytesText(metrics.dramBytes);
  const QString share = workShareText(metrics.dramShare);
  return {.label = Words::tr("DRAM traffic"),
          .value = !metrics.dramShare   ? bytes
                   : !metrics.dramBytes ? Words::tr("%1 of peak bandwidth").arg(share)
                                        : Words::tr("%1, %2 of peak bandwidth").arg(bytes, share),
          .tip = Words::tr("Bytes read from and written to the memory of the GPU")};
}

Fact reportFact(const MeasuredKernels& measured, const MeasuredKernels::Launch& launch) {
  const JoinedReport& report = measured.reportOf(launch);
  return {.label = Words::tr("Report"),
          .value =
              Words::tr("%1, launch %2 of %3")
                  .arg(QFileInfo(qt(report.path)).fileName(), countText(launch.number + 1), countText(report.launches)),
          .tip = report.rounds > 1
                     ? Words::tr("The report has this launch once, the trace repeats it in up to %1 rounds")
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
  if (metrics.durationNs) {
    facts.push_back(durationFact(trace, metrics, span));
  }
  if (metrics.dramBytes || metrics.dramShare) {
    facts.push_back(dramFact(metrics));
  }
  if (metrics.l2HitRate) {
    facts.push_back({Words::tr("L2 hit rate"), workShareText(metrics.l2HitRate),
                     Words::tr("Sectors that were found in the L2 cache")});
  }
  if (metrics.tensorShare) {
    facts.push_back({Words::tr("Tensor pipes"), Words::tr("%1 busy").arg(workShareText(metrics.tensorShare)),
                     Words::tr("Cycles in which tensor pipes were active")});
  }
  if (metrics.flops) {
    facts.push_back({Words::tr("FLOPs"), flopsText(metrics.flops),
                     Words::tr("Executed floating-point operations that the report counts; a multiply-add is two")});
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
  layout->addWidget(makeHeading(tr("Measured by Nsight Compute"), this));
  layout->addWidget(m_facts);
  hide();
}

void MeasuredSection::showMeasuredOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  const std::shared_ptr<const MeasuredKernels> measured = causesOf(trace)->measured();
  const std::vector<Fact> facts = measured ? measuredFacts(*trace, *measured, span) : std::vector<Fact>();
  m_facts->setFacts(facts);
  setVisible(!facts.empty());
}

}  // namespace kernline::ui
