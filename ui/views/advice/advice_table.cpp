// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/advice/advice_table.h"

#include "core/analysis/steps/activities_of_steps.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "core/model/names/kernel_name.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/work/work_device.h"

#include <span>
#include <utility>

namespace kernline::ui {
namespace {

std::unexpected<Error> stopped() {
  return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
}

}  // namespace

AdviceTable::AdviceTable(std::shared_ptr<TraceAnalysis> analysis, std::optional<TimeRange> range,
                         std::shared_ptr<const FoundSteps> found, std::optional<std::string> unknownDevice,
                         Advice advice)
    : m_causes(std::move(analysis)),
      m_range(range),
      m_found(std::move(found)),
      m_unknownDevice(std::move(unknownDevice)),
      m_advice(std::move(advice)) {
  for (std::uint32_t row = 0; row < m_advice.rows.size(); ++row) {
    const std::uint32_t parent = addLine({.row = row});
    for (std::uint32_t i = 0; i < m_advice.rows[row].evidence.size(); ++i) {
      addLine({.row = row, .parent = parent, .evidence = i});
    }
    for (std::uint32_t i = 0; i < m_advice.rows[row].causes.size(); ++i) {
      addLine({.row = row, .parent = parent, .cause = i});
    }
    for (std::uint32_t i = 0; i < m_advice.rows[row].places.size(); ++i) {
      addLine({.row = row, .parent = parent, .place = i});
    }
  }
}

std::uint32_t AdviceTable::addLine(Line line) {
  const auto number = static_cast<std::uint32_t>(m_lines.size());
  std::vector<std::uint32_t>& siblings = line.parent == none ? m_top : m_children[line.parent];
  line.position = static_cast<int>(siblings.size());
  siblings.push_back(number);
  m_lines.push_back(line);
  m_children.emplace_back();
  return number;
}

const AdviceCause* AdviceTable::cause(std::uint32_t number) const {
  const std::uint32_t cause = m_lines[number].cause;
  return cause == none ? nullptr : &row(number).causes[cause];
}

const std::vector<std::uint32_t>& AdviceTable::children(std::uint32_t parent) const {
  return parent == none ? m_top : m_children[parent];
}

QString AdviceTable::text(std::uint32_t number) const {
  const Line& line = m_lines[number];
  const AdviceRow& shown = row(number);
  if (line.evidence != none) {
    return coreText(shown.evidence[line.evidence]);
  }
  if (const AdviceCause* due = cause(number)) {
    return coreText(due->title);
  }
  if (line.place == none) {
    return coreText(shown.title);
  }
  const AdvicePlace& place = shown.places[line.place];
  const QString time = qt(formatDuration(place.range.begin - trace().bounds().begin));
  return place.span == SpanId::none
             ? Words::tr("idle at %1").arg(time)
             : Words::tr("%1 at %2").arg(qt(printable(shortKernelName(trace().nameText(place.span)))), time);
}

SpanId AdviceTable::target(std::uint32_t number) const {
  const AdviceCause* due = cause(number);
  const std::vector<AdvicePlace>& places = due != nullptr ? due->places : row(number).places;
  const std::uint32_t place = m_lines[number].place == none ? 0 : m_lines[number].place;
  return place < places.size() ? places[place].span : SpanId::none;
}

Expected<std::shared_ptr<const AdviceTable>> makeAdviceTable(std::shared_ptr<const Trace> trace,
                                                             std::optional<TimeRange> range, const QString& device,
                                                             const std::stop_token& stop) {
  std::shared_ptr<TraceAnalysis> analysis = causesOf(trace);
  std::shared_ptr<const FoundSteps> found = analysis->steps(stop);
  if (!found) {
    return stopped();
  }
  const ReferenceDevice held = deviceCeilings(*trace, device);
  AdviceQuery query{.range = range, .steps = found->steps};
  if (range) {
    query.asked = numbersOfStepRange(*trace, *found, *range);
    query.steps = query.asked ? query.steps : std::span<const Step>();
  }
  const std::shared_ptr<const WorkModel> model = workForAdvice(*analysis, query, stop);
  if (!model) {
    return stopped();
  }
  Advice advice = advise(*analysis, *model, WorkMeter(*trace, *model, held.ceilings), query, stop);
  if (stop.stop_requested()) {
    return stopped();
  }
  return std::make_shared<const AdviceTable>(std::move(analysis), range, std::move(found),
                                             held.ceilings ? std::nullopt : std::optional(held.name),
                                             std::move(advice));
}

}  // namespace kernline::ui
