// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/model.h"

#include "core/analysis/steps/step_of_spans.h"
#include "core/model/base/parallel.h"
#include "core/model/names/distinct_names.h"
#include "core/model/trace/trace_builder.h"

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

void Model::make(Derived wanted) {
  const auto isMissing = [&](Derived part) { return has(wanted, part) && !has(m_made, part); };
  const auto ofTrace = [&] {
    if (isMissing(Derived::Nesting)) {
      static_cast<void>(nesting());
    }
    if (isMissing(Derived::Operators)) {
      makeOperators();
    }
    if (isMissing(Derived::Launches)) {
      makeLaunches();
    }
    if (isMissing(Derived::KernelNames)) {
      makeKernelNames();
    }
  };
  const auto ofSteps = [&] {
    if (isMissing(Derived::Steps)) {
      makeSteps();
    }
    if (isMissing(Derived::StepStats) && !steps().steps.empty()) {
      static_cast<void>(stepStats(0));
    }
  };
  inParallel(ofTrace, ofSteps);  // neither asks for what the other makes
  m_made = m_made | wanted;
}

void Model::makeOperators() {
  std::vector<SpanId> ops(m_trace->spanCount(), SpanId::none);
  const auto askFor = [&](std::size_t count, const auto& spanAt) {
    parallelFor(defaultThreads(), (count + spansBetweenStops - 1) / spansBetweenStops, [&](std::size_t part) {
      const std::size_t first = part * spansBetweenStops;
      for (std::size_t i = first; i < std::min(first + spansBetweenStops, count); ++i) {
        if (const SpanId span = spanAt(i); span != SpanId::none) {
          ops[index(span)] = m_trace->opOf(span);
        }
      }
    });
  };
  // No other span has one.
  const auto byId = TraceBuilder::operatorIdsOf(*m_trace);
  askFor(byId.size(), [&](std::size_t i) { return byId[i].first; });
  askFor(m_trace->launches().size(), [&](std::size_t i) { return m_trace->launches()[i].activity; });
  askFor(ops.size(), [&](std::size_t i) {
    const SpanId span{static_cast<std::uint32_t>(i)};
    return m_trace->kind(span) == SpanKind::Runtime ? span : SpanId::none;
  });
  m_ops = std::move(ops);
}

void Model::makeLaunches() {
  m_launches.assign(m_trace->spanCount(), SpanId::none);
  for (const Launch& launch : m_trace->launches()) {
    m_launches[index(launch.activity)] = launch.call;
  }
}

void Model::makeKernelNames() {
  for (std::uint32_t i = 0; i < m_trace->spanCount(); ++i) {
    if (m_trace->kinds()[i] == SpanKind::Kernel) {
      static_cast<void>(shortName(m_trace->names()[i]));
      static_cast<void>(family(m_trace->names()[i]));
    }
  }
}

void Model::makeSteps() {
  if (!steps().steps.empty()) {
    static_cast<void>(stepNumber(steps().steps.size() - 1));
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
    known = m_trace->kernelNames().in(NameStyle::Short, m_trace->text(name));
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

const std::shared_ptr<const SpanNesting>& Model::sharedNesting() {
  if (!m_nesting) {
    m_nesting = std::make_shared<const SpanNesting>(SpanNesting::of(*m_trace));
  }
  return m_nesting;
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

const StepStats& Model::stepStats(std::size_t step) {
  if (!m_stepStats) {
    m_stepStats = kernline::stepStats(*m_trace, steps());
  }
  return (*m_stepStats)[step];
}

}  // namespace kernline::sql
