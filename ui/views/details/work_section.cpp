// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/work_section.h"

#include "core/model/format/quantity.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/jobs/whole_reading.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/span_reading.h"
#include "ui/views/work/work_device.h"
#include "ui/views/work/work_words.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

/// Ascending: device activity itself, or what was launched in an operator.
std::vector<SpanId> workOf(const Trace& trace, SpanId span) {
  if (isDeviceActivity(trace.kind(span))) {
    return {span};
  }
  std::vector<SpanId> activities = launchedActivities(trace, span, std::numeric_limits<std::size_t>::max()).first;
  std::ranges::sort(activities);
  return activities;
}

}  // namespace

WorkSection::WorkSection(QWidget* parent) : QWidget(parent), m_facts(new FactGrid(this)) {
  setObjectName(QStringLiteral("detailsWork"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(makeHeading(tr("Roofline"), this));
  layout->addWidget(m_facts);
  connect(&WorkDevice::shared(), &WorkDevice::changed, this, &WorkSection::refresh);
  hide();
}

void WorkSection::showWorkOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  clear();
  if (!isDeviceActivity(trace->kind(span)) && trace->kind(span) != SpanKind::Op) {
    return;
  }
  if (trace != m_trace) {
    m_trace = trace;
    m_causes = causesOf(trace);
  }
  m_span = span;
  auto work = [causes = m_causes, span, device = WorkDevice::shared().chosen()](const std::stop_token& stop,
                                                                                Progress&) -> Expected<SpanWork> {
    return spanWork(*causes, workOf(causes->trace(), span), device, stop);
  };
  m_reading = Job<SpanWork>(readingAllOf({m_trace}, std::move(work)), [this](const Expected<SpanWork>& made) {
    if (made) {
      fill(*made);
    }
  });
}

void WorkSection::refresh() {
  if (m_trace && m_span != SpanId::none) {
    showWorkOf(m_trace, m_span);
  }
}

void WorkSection::clear() {
  m_reading = {};
  m_span = SpanId::none;
  hide();
}

/// Shows the rule of a single call, or why it has none; for an operator made of others, the share of them that has one.
void WorkSection::fill(const SpanWork& work) {
  if (work.calls.empty()) {
    return;
  }
  const WorkFigures& figures = work.figures;
  const bool isOneKernel = m_trace && isDeviceActivity(m_trace->kind(m_span));
  const QString shareTip =
      isOneKernel ? tr("A kernel's share of its operator's work, by its share of the operator's kernel time")
                  : QString();
  std::vector<Fact> facts;
  if (figures.modeledCount > 0) {
    for (const HoverCard::Fact& fact : workFacts(figures)) {
      facts.push_back({.label = fact.label, .value = fact.value, .tip = shareTip});
    }
  }
  if (work.calls.size() == 1) {
    const WorkRow& call = work.calls.front();
    facts.push_back({.label = call.rule != nullptr ? tr("Rule") : tr("Not modeled"),
                     .value = modelText(call),
                     .tip = modelTip(call)});
  } else if (figures.kernelTime.ns > 0) {
    facts.push_back({.label = tr("Modeled"),
                     .value = tr("%1 of %2")
                                  .arg(qt(formatShare(static_cast<double>(figures.modeled.ns) /
                                                      static_cast<double>(figures.kernelTime.ns))),
                                       qt(formatDuration(figures.kernelTime))),
                     .tip = tr("Share of its device work whose operators have a rule")});
  }
  m_facts->setFacts(facts);
  show();
  Q_EMIT workFound(figures);
}

}  // namespace kernline::ui
