// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/modules/modules_table.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <utility>

namespace kernline::ui {

ModulesTable::ModulesTable(std::shared_ptr<const Trace> trace, std::optional<TimeRange> range,
                           std::shared_ptr<TraceCauses> causes, ModuleTimes times)
    : m_trace(std::move(trace)), m_range(range), m_causes(std::move(causes)), m_times(std::move(times)) {
  if (m_times.unassignedKernels > 0) {
    ModuleRow unassigned;
    unassigned.kernels = m_times.unassignedKernels;
    unassigned.total = unassigned.self = m_times.unassigned;
    m_times.rows.push_back(unassigned);
  }
  m_children.resize(m_times.rows.size() + 1);
  for (std::uint32_t number = 0; number < m_times.rows.size(); ++number) {
    const std::uint32_t parent = row(number).parent;
    std::vector<std::uint32_t>& siblings = parent == ModuleRow::none ? m_children.back() : m_children[parent];
    m_places.push_back(static_cast<int>(siblings.size()));
    siblings.push_back(number);
  }
}

const std::vector<std::uint32_t>& ModulesTable::children(std::uint32_t parent) const {
  return parent == ModuleRow::none ? m_children.back() : m_children[parent];
}

QString ModulesTable::name(std::uint32_t number) const {
  return isUnassigned(number) ? Words::tr("(no module)") : qt(printable(moduleText(m_trace->text(row(number).name))));
}

QString ModulesTable::path(std::uint32_t number) const {
  return isUnassigned(number) ? name(number) : qt(printable(modulePath(*m_trace, m_times.rows, number)));
}

double ModulesTable::share(std::uint32_t number) const {
  const std::int64_t all = m_times.given.total();
  return all > 0 ? static_cast<double>(row(number).total.total()) / static_cast<double>(all) : 0;
}

Expected<std::shared_ptr<const ModulesTable>> makeModulesTable(std::shared_ptr<const Trace> trace,
                                                               std::optional<TimeRange> range,
                                                               const std::stop_token& stop) {
  const std::shared_ptr<TraceCauses> causes = causesOf(trace);
  const std::shared_ptr<const SpanModules> modules = causes->modules(stop);
  const std::shared_ptr<const SpanPhases> phases = causes->phases(stop);
  if (!modules || !phases) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  ModuleTimes times = moduleTimes(*trace, *modules, *phases, {.range = range}, stop);
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  return std::make_shared<const ModulesTable>(std::move(trace), range, causes, std::move(times));
}

}  // namespace kernline::ui
