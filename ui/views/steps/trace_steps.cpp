// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/steps/trace_steps.h"

#include "core/analysis/steps/device_progress.h"

#include <algorithm>
#include <stop_token>
#include <utility>

namespace kernline::ui {

TraceSteps::TraceSteps(QObject* parent) : QObject(parent) {}

void TraceSteps::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == m_trace) {
    return;
  }
  m_trace = std::move(trace);
  m_finding = {};
  m_looking = {};
  m_found.reset();
  m_candidates.clear();
  if (m_trace) {
    find();
  }
}

void TraceSteps::find() {
  m_finding = Job<std::shared_ptr<const FoundSteps>>(
      [trace = m_trace, wish = m_wish](const std::stop_token& stop, Progress&)
          -> Expected<std::shared_ptr<const FoundSteps>> { return wished(*trace, wish, stop); },
      [this](Expected<std::shared_ptr<const FoundSteps>> found) {
        take(found ? std::move(*found) : std::make_shared<const FoundSteps>());
      });
}

void TraceSteps::take(std::shared_ptr<const FoundSteps> found) {
  m_found = std::move(found);
  Q_EMIT changed();
}

TraceSteps::Candidates TraceSteps::lookIn(const Trace& trace, const std::stop_token& stop) {
  Candidates candidates;
  std::vector<FoundSteps> all = stepCandidates(trace, stop);
  measureOnDevices(trace, all, stop);
  for (FoundSteps& found : all) {
    candidates.push_back(std::make_shared<const FoundSteps>(std::move(found)));
  }
  return candidates;
}

std::shared_ptr<const FoundSteps> TraceSteps::wished(const Trace& trace, const std::optional<StepWish>& wish,
                                                     const std::stop_token& stop) {
  if (wish && wish->source == StepSource::Whole) {
    return std::make_shared<const FoundSteps>(FoundSteps{.source = StepSource::Whole, .name = {}, .steps = {}});
  }
  if (wish) {
    const Candidates candidates = lookIn(trace, stop);
    const auto same = std::ranges::find_if(candidates, [&](const std::shared_ptr<const FoundSteps>& found) {
      return found->source == wish->source && found->name == wish->name;
    });
    if (same != candidates.end()) {
      return *same;
    }
  }
  FoundSteps best = foundSteps(trace, {}, stop).value_or(FoundSteps{});
  measureOnDevices(trace, {&best, 1}, stop);
  return std::make_shared<const FoundSteps>(std::move(best));
}

void TraceSteps::requestCandidates() {
  if (!m_trace || !m_candidates.empty() || m_looking.isRunning()) {
    return;
  }
  m_looking = Job<Candidates>([trace = m_trace](const std::stop_token& stop,
                                                Progress&) -> Expected<Candidates> { return lookIn(*trace, stop); },
                              [this](Expected<Candidates> candidates) {
                                m_candidates = candidates ? std::move(*candidates) : Candidates();
                                Q_EMIT candidatesChanged();
                              });
}

void TraceSteps::choose(std::optional<std::size_t> candidate) {
  if (!m_trace || (candidate && *candidate >= m_candidates.size())) {
    return;
  }
  m_finding = {};
  if (!candidate) {
    m_wish = StepWish{};
    take(wished(*m_trace, m_wish, {}));
  } else {
    const std::shared_ptr<const FoundSteps>& steps = m_candidates[*candidate];
    m_wish = *candidate == 0 ? std::nullopt : std::optional(StepWish{steps->source, steps->name});
    take(steps);
  }
  Q_EMIT chosen();
}

void TraceSteps::chooseLike(const TraceSteps& other) {
  m_wish = other.m_wish;
  if (m_wish && m_trace) {
    find();
  }
}

}  // namespace kernline::ui
