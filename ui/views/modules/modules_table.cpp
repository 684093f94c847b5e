// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules/modules_table.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {

namespace {

Error stoppedError() {
  return {Error::Kind::Canceled, Phrase::tr("Stopped.")};
}

/// Returns the modules of the captures' calls; some are missing if stopped.
std::vector<ModulesOfCapture> modulesOfCaptures(const KnownOrigins& origins, const ModuleTimesOptions& counted,
                                                const std::stop_token& stop) {
  const auto works = activitiesCapturedByOthers(*origins.trace, origins.join, origins.captures.size(), counted);
  std::vector<ModulesOfCapture> made;
  for (std::size_t n = 0; n < works.size(); ++n) {
    const std::shared_ptr<const Trace>& capture = origins.captures[n].trace;
    const std::shared_ptr<TraceAnalysis> analysis = causesOf(capture);
    const std::shared_ptr<const SpanModules> modules = analysis->modules(stop);
    const std::shared_ptr<const SpanPhases> phases = analysis->phases(stop);
    if (!modules || !phases) {
      break;
    }
    made.push_back({capture, capturedModuleTimes(*capture, *modules, *phases, works[n])});
  }
  return made;
}

}  // namespace

ModulesTable::ModulesTable(std::shared_ptr<const Trace> trace, const ModuleTimesOptions& counted,
                           std::shared_ptr<TraceAnalysis> analysis, ModuleTimes times,
                           std::vector<ModulesOfCapture> captured)
    : m_trace(std::move(trace)),
      m_range(counted.range),
      m_isOfSteps(counted.activities != nullptr),
      m_causes(std::move(analysis)),
      m_times(std::move(times)) {
  for (ModulesOfCapture& capture : captured) {
    add(std::move(capture));
  }
  addUnassigned();
  m_children.resize(m_times.rows.size() + 1);
  for (std::uint32_t number = 0; number < m_times.rows.size(); ++number) {
    const std::uint32_t parent = row(number).parent;
    (parent == ModuleRow::none ? m_children.back() : m_children[parent]).push_back(number);
  }
  // Each trace has its own in order, and the last row stays the last.
  std::ranges::stable_sort(m_children.back(), std::ranges::greater{}, [this](std::uint32_t number) {
    return isUnassigned(number) ? -1 : row(number).total.total();
  });
  m_places.resize(m_times.rows.size());
  for (const std::vector<std::uint32_t>& siblings : m_children) {
    for (std::size_t place = 0; place < siblings.size(); ++place) {
      m_places[siblings[place]] = static_cast<int>(place);
    }
  }
}

/// Adds modules that launched work; a capture has modules whose graphs are not replayed here.
void ModulesTable::add(ModulesOfCapture captured) {
  m_captured.push_back({.first = static_cast<std::uint32_t>(m_times.rows.size()), .trace = std::move(captured.trace)});
  std::vector<std::uint32_t> numbers(captured.times.rows.size(), ModuleRow::none);
  for (std::size_t i = 0; i < captured.times.rows.size(); ++i) {
    ModuleRow row = captured.times.rows[i];
    if (row.kernels > 0) {  // then so has its parent
      numbers[i] = static_cast<std::uint32_t>(m_times.rows.size());
      row.parent = row.parent == ModuleRow::none ? ModuleRow::none : numbers[row.parent];
      row.longest = SpanId::none;
      m_times.rows.push_back(row);
    }
  }
  m_times.given += captured.times.given;
  m_times.unassigned += captured.times.unassigned;
  m_times.unassignedKernels += captured.times.unassignedKernels;
  m_times.backwardJoined += captured.times.backwardJoined;
  m_times.source = m_times.source == ModuleSource::None ? captured.times.source : m_times.source;
}

void ModulesTable::addUnassigned() {
  if (m_times.unassignedKernels > 0) {
    ModuleRow unassigned;
    unassigned.kernels = m_times.unassignedKernels;
    unassigned.total = unassigned.self = m_times.unassigned;
    m_times.rows.push_back(unassigned);
  }
}

const Trace* ModulesTable::captureOf(std::uint32_t number) const {
  const auto after = std::ranges::upper_bound(m_captured, number, {}, &Captured::first);
  return after == m_captured.begin() ? nullptr : std::prev(after)->trace.get();
}

const std::vector<std::uint32_t>& ModulesTable::children(std::uint32_t parent) const {
  return parent == ModuleRow::none ? m_children.back() : m_children[parent];
}

QString ModulesTable::name(std::uint32_t number) const {
  const Trace* capture = captureOf(number);
  const Trace& trace = capture != nullptr ? *capture : *m_trace;
  return isUnassigned(number) ? Words::tr("(no module)")
                              : shown(number, std::string{moduleText(trace.text(row(number).name))});
}

QString ModulesTable::shown(std::uint32_t number, const std::string& text) const {
  const QString name = qt(printable(text));
  return captureOf(number) == nullptr ? name : Words::tr("%1 (captured)").arg(name);
}

QString ModulesTable::path(std::uint32_t number) const {
  const Trace* capture = captureOf(number);
  const Trace& trace = capture != nullptr ? *capture : *m_trace;
  return isUnassigned(number) ? name(number) : shown(number, modulePath(trace, m_times.rows, number));
}

double ModulesTable::share(std::uint32_t number) const {
  const std::int64_t all = m_times.given.total();
  return all > 0 ? static_cast<double>(row(number).total.total()) / static_cast<double>(all) : 0;
}

Expected<std::shared_ptr<const ModulesTable>> makeModulesTable(std::shared_ptr<const Trace> trace,
                                                               const std::shared_ptr<const KnownOrigins>& origins,
                                                               std::optional<TimeRange> range,
                                                               const std::stop_token& stop) {
  const std::shared_ptr<TraceAnalysis> analysis = causesOf(trace);
  const std::shared_ptr<const SpanModules> modules = analysis->modules(stop);
  const std::shared_ptr<const SpanPhases> phases = analysis->phases(stop);
  if (!modules || !phases) {
    return std::unexpected(stoppedError());
  }
  const ModuleTimesOptions counted{.range = range,
                                   .activities = activitiesOfStepRange(*trace, phases->steps, range),
                                   .join = origins ? &origins->join : nullptr};
  ModuleTimes times = moduleTimes(*trace, *modules, *phases, counted, stop);
  std::vector<ModulesOfCapture> captured =
      origins ? modulesOfCaptures(*origins, counted, stop) : std::vector<ModulesOfCapture>{};
  if (stop.stop_requested()) {
    return std::unexpected(stoppedError());
  }
  return std::make_shared<const ModulesTable>(std::move(trace), counted, analysis, std::move(times),
                                              std::move(captured));
}

}  // namespace kernline::ui
