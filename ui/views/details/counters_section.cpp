// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/counters_section.h"

#include "core/analysis/counters/counter_text.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/details/details_page.h"
#include "ui/views/details/fact_grid.h"

#include <QLabel>
#include <QVBoxLayout>

namespace kernline::ui {

CountersSection::CountersSection(QWidget* parent) : QWidget(parent), m_facts(new FactGrid(this)) {
  setObjectName(QStringLiteral("detailsCounters"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(makeHeading(tr("Counters"), this));
  layout->addWidget(m_facts);
  hide();
}

void CountersSection::showCountersOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  clear();
  if (!isDeviceWork(trace->kind(span))) {
    return;
  }
  m_reading = Job<std::vector<CounterMean>>(
      [trace, span](const std::stop_token&, Progress&) -> Expected<std::vector<CounterMean>> {
        return CounterMeans(*trace).of(trace->track(trace->trackOf(span)).process,
                                       {trace->start(span), trace->end(span)});
      },
      [this, trace](const Expected<std::vector<CounterMean>>& means) {
        if (means) {
          fill(*trace, *means);
        }
      });
}

void CountersSection::clear() {
  m_reading = {};
  hide();
}

void CountersSection::fill(const Trace& trace, const std::vector<CounterMean>& means) {
  std::vector<Fact> facts;
  for (const CounterMean& each : means) {
    const Counter& counter = trace.counters()[index(each.counter)];
    facts.push_back({qt(counterLabel(trace, counter)),
                     each.mean ? counterValueText(trace, counter, *each.mean) : tr("Not sampled"),
                     each.mean ? tr("Mean of the samples that lie within, weighted by time")
                               : tr("No whole sample lies within: shorter than a sample, or between two")});
  }
  m_facts->setFacts(facts);
  setVisible(!facts.empty());
}

}  // namespace kernline::ui
