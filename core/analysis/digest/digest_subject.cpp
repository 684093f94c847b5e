// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/digest/digest_subject.h"

#include "core/analysis/replay/replayed_run.h"
#include "core/model/base/parallel.h"

#include <utility>

namespace kernline {

DigestSubject::DigestSubject(const Trace& trace, unsigned threads, std::stop_token stop)
    : m_trace(trace), m_threads(threads), m_stop(std::move(stop)) {}

const FoundSteps& DigestSubject::steps() {
  if (!m_steps) {
    m_steps = foundSteps(m_trace, {}, m_stop).value_or(FoundSteps{});
  }
  return *m_steps;
}

const std::vector<StepStats>& DigestSubject::figures() {
  if (!m_figures) {
    m_figures = stepStats(m_trace, steps(), m_stop);
  }
  return *m_figures;
}

const std::vector<DeviceIdle>& DigestSubject::idle() {
  if (!m_idle) {
    m_idle = idleCauses(m_trace, {}, m_stop);
  }
  return *m_idle;
}

const std::optional<StepWithoutProfiler>& DigestSubject::withoutProfiler() {
  if (!m_withoutProfiler) {
    const Expected<ReplayedRun> run = ReplayedRun::of(m_trace, steps(), m_stop);
    m_withoutProfiler = run ? run->shorterStep(m_stop) : std::nullopt;
  }
  return *m_withoutProfiler;
}

void DigestSubject::computeAll() {
  static_cast<void>(steps());  // needed by the others
  inParallel([this] { static_cast<void>(withoutProfiler()); },
             [this] {
               static_cast<void>(figures());
               static_cast<void>(idle());
             });
}

}  // namespace kernline
