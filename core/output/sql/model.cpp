// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/model.h"

#include "core/analysis/steps/step_of_spans.h"
#include "core/model/base/parallel.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <utility>

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

void Model::makeAll() {
  // Neither asks for what the other makes.
  inParallel([this] { makeOfTrace(); }, [this] { makeOfSteps(); });
}

void Model::makeOfTrace() {
  static_cast<void>(nesting());
  std::vector<SpanId> ops(m_trace->spanCount());
  parallelFor(defaultThreads(), (ops.size() + spansBetweenStops - 1) / spansBetweenStops, [&](std::size_t part) {
    const std::size_t first = part * spansBetweenStops;
    for (std::size_t i = first; i < std::min(first + spansBetweenStops, ops.size()); ++i) {
      ops[i] = m_trace->opOf(SpanId{static_cast<std::uint32_t>(i)});
    }
  });
  m_ops = std::move(ops);
  for (std::uint32_t i = 0; i < m_trace->spanCount(); ++i) {
    if (m_trace->kinds()[i] == SpanKind::Kernel) {
      static_cast<void>(shortName(m_trace->names()[i]));
      static_cast<void>(family(m_trace->names()[i]));
    }
  }
}

void Model::makeOfSteps() {
  if (!steps().steps.empty()) {
    static_cast<void>(stepNumber(steps().steps.size() - 1));
    static_cast<void>(stepFigures(0));
  }
  if (m_trace->spanCount() > 0) {
    static_cast<void>(stepOf(SpanId{0}));
  }
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
    m_steps = std::make_shared<const FoundSteps>(foundSteps(*m_trace).value_or(FoundSteps{}));
  }
  return *m_steps;
}

std::size_t Model::stepNumber(std::size_t step) {
  const std::vector<Step>& all = steps().steps;
  std::map<ProcessId, std::size_t> countOf;
  for (std::size_t i = m_stepNumbers.size(); i < all.size(); ++i) {
    m_stepNumbers.push_back(countOf[all[i].process]++);
  }
  return m_stepNumbers[step];
}

std::uint32_t Model::stepOf(SpanId span) {
  if (!m_stepOfSpan) {
    m_stepOfSpan = stepOfSpans(*m_trace, steps());
  }
  return (*m_stepOfSpan)[index(span)];
}

const StepFigures& Model::stepFigures(std::size_t step) {
  if (!m_stepFigures) {
    m_stepFigures = kernline::stepFigures(*m_trace, steps());
  }
  return (*m_stepFigures)[step];
}

}  // namespace kernline::sql
