// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/details/counters_section.h"

#include "core/analysis/counters/counter_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/kit/facts/fact_grid.h"
#include "ui/kit/language/qt_text.h"
#include "ui/views/details/details_page.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace kernline::ui {

namespace {

/// Returns the devices that have counters.
std::vector<ProcessId> measuredDevices(const Trace& trace) {
  std::vector<ProcessId> devices;
  for (const Counter& counter : trace.counters()) {
    const ProcessId process = counter.process;
    if (process != ProcessId::none && counter.sampleCount > 0 && trace.process(process).device >= 0 &&
        std::ranges::find(devices, process) == devices.end()) {
      devices.push_back(process);
    }
  }
  return devices;
}

/// Returns the share of the range that samples cover, for the least sampled counter.
double sampledShare(const std::vector<CounterMean>& means, TimeRange range) {
  Duration least;
  for (const CounterMean& each : means) {
    if (each.mean && (least.ns == 0 || each.sampled < least)) {
      least = each.sampled;
    }
  }
  return range.isEmpty() ? 0 : static_cast<double>(least.ns) / static_cast<double>(range.length().ns);
}

}  // namespace

CountersSection::CountersSection(QWidget* parent)
    : QWidget(parent), m_heading(makeHeading(tr("Counters"), this)), m_facts(new FactGrid(this)) {
  setObjectName(QStringLiteral("detailsCounters"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(m_heading);
  layout->addWidget(m_facts);
  hide();
}

void CountersSection::showCountersOf(const std::shared_ptr<const Trace>& trace, SpanId span) {
  clear();
  if (!isDeviceActivity(trace->kind(span))) {
    return;
  }
  m_heading->setText(tr("Counters"));
  read(trace, {trace->track(trace->trackOf(span)).process}, trace->range(span));
}

void CountersSection::showCountersIn(const std::shared_ptr<const Trace>& trace, TimeRange range) {
  std::vector<ProcessId> devices = measuredDevices(*trace);
  if (devices.empty()) {
    clear();
    return;
  }
  m_heading->setText(tr("Counters in the selected range"));
  read(trace, devices, range);
}

void CountersSection::read(const std::shared_ptr<const Trace>& trace, const std::vector<ProcessId>& devices,
                           TimeRange range) {
  m_reading = Job<std::vector<CounterMean>>(
      [trace, devices, range](const std::stop_token&, Progress&) -> Expected<std::vector<CounterMean>> {
        const CounterMeans means(*trace);
        std::vector<CounterMean> all;
        for (const ProcessId device : devices) {
          const std::vector<CounterMean> ofDevice = means.of(device, range);
          all.insert(all.end(), ofDevice.begin(), ofDevice.end());
        }
        return all;
      },
      [this, trace, range](const Expected<std::vector<CounterMean>>& means) {
        if (means) {
          fill(*trace, *means, range);
        }
      });
}

void CountersSection::clear() {
  m_reading = {};
  hide();
}

void CountersSection::fill(const Trace& trace, const std::vector<CounterMean>& means, TimeRange range) {
  const auto processOf = [&](const CounterMean& mean) { return trace.counters()[index(mean.counter)].process; };
  const bool areSeveral =
      std::ranges::any_of(means, [&](const CounterMean& mean) { return processOf(mean) != processOf(means.front()); });
  std::vector<Fact> facts;
  for (const CounterMean& each : means) {
    const Counter& counter = trace.counters()[index(each.counter)];
    const QString label = qt(counterLabel(trace, counter));
    facts.push_back(
        {areSeveral ? QStringLiteral("GPU %1 · %2").arg(trace.process(counter.process).device).arg(label) : label,
         each.mean ? counterValueText(trace, counter, *each.mean) : tr("Not sampled"),
         each.mean ? tr("Mean of the samples that lie within, weighted by time")
                   : tr("No whole sample lies within: shorter than a sample, or between two")});
  }
  if (const double share = sampledShare(means, range); share > 0) {
    facts.push_back({tr("Time sampled"), qt(formatShare(share)), tr("Time covered by the samples")});
  }
  m_facts->setFacts(facts);
  setVisible(!facts.empty());
}

}  // namespace kernline::ui
