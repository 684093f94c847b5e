// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/model.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace kernline::sql {

namespace {

Cell numberOrText(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? Cell::integer(value) : Cell::textOrNull(text);
}

}  // namespace

Model::Model(std::shared_ptr<const Trace> trace, std::shared_ptr<const FoundSteps> steps)
    : m_trace(std::move(trace)), m_steps(std::move(steps)) {
  for (const Track& track : m_trace->tracks()) {
    const std::string_view own = m_trace->text(track.title);
    const std::string_view process =
        track.process == ProcessId::none ? std::string_view{} : m_trace->text(m_trace->process(track.process).title);
    m_titles.push_back(process.empty() ? std::string{own} : std::string{process} + " · " + std::string{own});
    m_streams.push_back(track.kind == TrackKind::Stream ? numberOrText(m_trace->text(track.tid)) : Cell{});
  }
}

const Process* Model::processOf(TrackId track) const {
  const ProcessId process = m_trace->track(track).process;
  return process == ProcessId::none ? nullptr : &m_trace->process(process);
}

Cell Model::processTitle(TrackId track) const {
  const Process* process = processOf(track);
  return process == nullptr ? Cell{} : Cell::textOrNull(m_trace->text(process->title));
}

Cell Model::device(TrackId track) const {
  const Process* process = processOf(track);
  return Cell::indexOrNull(process == nullptr ? -1 : process->device);
}

Cell Model::rank(TrackId track) const {
  const Process* process = processOf(track);
  return Cell::indexOrNull(process == nullptr ? -1 : process->rank);
}

std::string_view Model::shortName(StringId name) {
  m_shortNames.resize(m_trace->strings().size());
  std::optional<std::string>& known = m_shortNames[index(name)];
  if (!known) {
    known = shortKernelName(m_trace->text(name));
  }
  return *known;
}

std::string_view Model::family(StringId name) {
  m_families.resize(m_trace->strings().size());
  std::optional<KernelFamily>& known = m_families[index(name)];
  if (!known) {
    known = kernelFamily(m_trace->text(name));
  }
  return toText(*known);
}

const SpanNesting& Model::nesting() {
  if (!m_nesting) {
    m_nesting = SpanNesting::of(*m_trace);
  }
  return *m_nesting;
}

const FoundSteps& Model::steps() {
  if (!m_steps) {
    m_steps = std::make_shared<const FoundSteps>(stepsToMeasure(*m_trace));
  }
  if (!m_areStepsGrouped) {
    groupSteps();
  }
  return *m_steps;
}

std::size_t Model::stepNumber(std::size_t step) {
  static_cast<void>(steps());
  return m_stepNumbers[step];
}

void Model::groupSteps() {
  m_areStepsGrouped = true;
  std::map<ProcessId, std::size_t> countOf;
  for (std::size_t i = 0; i < m_steps->steps.size(); ++i) {
    const ProcessId process = m_steps->steps[i].process;
    m_stepNumbers.push_back(countOf[process]++);
    const std::int32_t rank = process == ProcessId::none ? -1 : m_trace->process(process).rank;
    auto group = std::ranges::find(m_stepGroups, rank, &StepGroup::rank);
    if (group == m_stepGroups.end()) {
      group = m_stepGroups.insert(group, {rank, {}});
    }
    group->steps.push_back(i);  // steps come by start
  }
}

std::optional<std::size_t> Model::stepAt(TrackId track, Time time) {
  const std::vector<Step>& all = steps().steps;
  const Process* process = processOf(track);
  const auto group = std::ranges::find(m_stepGroups, process == nullptr ? -1 : process->rank, &StepGroup::rank);
  if (group == m_stepGroups.end()) {
    return std::nullopt;
  }
  const auto begin = group->steps.begin();
  auto at = std::ranges::upper_bound(group->steps, time, {}, [&](std::size_t i) { return all[i].range.begin; });
  for (int tries = 0; at != begin && tries < 8; ++tries) {  // steps overlap seldom, and never many
    --at;
    if (all[*at].range.contains(time)) {
      return *at;
    }
  }
  return std::nullopt;
}

}  // namespace kernline::sql
