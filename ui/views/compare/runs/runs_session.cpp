// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/runs_session.h"

#include "core/compare/runs/measured_rows.h"
#include "core/compare/runs/row_counters.h"
#include "core/compare/runs/run_alignment.h"
#include "ui/kit/jobs/whole_reading.h"
#include "ui/kit/jobs/workers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kernline::ui {

RunsSession::RunsSession(QObject* parent) : QObject(parent) {}

RunsSession::~RunsSession() {
  m_job = {};
  m_explaining = {};
  disposeInBackground(std::move(m_comparison));
}

void RunsSession::change(const std::function<void(ChosenRuns&)>& what) {
  what(m_choice);
  Q_EMIT chosen();
  compare();
}

void RunsSession::setOpen(std::vector<OpenRun> runs) {
  const bool isOther = m_choice.setOpen(std::move(runs));
  Q_EMIT chosen();
  if (isOther || m_choice.runs().size() < 2) {
    compare();
  }
}

std::size_t RunsSession::shown() const {
  return m_comparison ? std::clamp<std::size_t>(m_choice.other(), 1, m_comparison->runs.size() - 1) : 1;
}

void RunsSession::compare() {
  if (m_choice.runs().size() < 2) {
    m_job = {};
    adopt(Compared{});
    Q_EMIT settled();
    return;
  }
  std::vector<RunInput> inputs;
  for (const ChosenRun& run : m_choice.runs()) {
    inputs.push_back({.path = run.run.title.toStdString(), .trace = run.run.trace, .title = run.name.toStdString()});
  }
  std::vector<std::shared_ptr<const MeasuredKernels>> measured;
  std::ranges::transform(m_choice.runs(), std::back_inserter(measured),
                         [](const ChosenRun& run) { return run.run.measured; });
  RunComparisonOptions options;
  if (m_key) {
    options.by = m_key;
  }
  options.step = m_step;
  options.pairs = m_pairs[m_key];
  std::vector<std::shared_ptr<const Trace>> traces;
  std::ranges::transform(inputs, std::back_inserter(traces), &RunInput::trace);
  auto work = [inputs = std::move(inputs), measured = std::move(measured), options](const std::stop_token& stop,
                                                                                    Progress&) -> Expected<Compared> {
    Expected<RunComparison> made = compareRuns(inputs, options, stop);
    if (!made) {
      return std::unexpected(made.error());
    }
    for (std::size_t run = 0; run < measured.size(); ++run) {
      if (measured[run]) {
        addMeasured(*made, run, *measured[run]);
      }
    }
    explainByCounters(*made);
    std::vector<std::string> annotations = commonAnnotations(*made);
    return Compared{.comparison = std::make_shared<const RunComparison>(std::move(*made)),
                    .annotations = std::move(annotations)};
  };
  m_job = Job<Compared>(readingAllOf(std::move(traces), std::move(work)), [this](Expected<Compared> made) {
    adopt(std::move(made));
    if (!isBusy()) {
      Q_EMIT settled();
    }
  });
  Q_EMIT started();
}

void RunsSession::stop() {
  m_explaining = {};
  if (m_job.isRunning()) {
    m_job = {};
    adopt(std::unexpected(comparisonStopped()));
  }
}

void RunsSession::resume() {
  if (m_comparison) {
    Q_EMIT started();
    explain();
  } else {
    compare();
  }
}

void RunsSession::adopt(Expected<Compared> compared) {
  m_failure = compared ? std::nullopt : std::optional(compared.error());
  disposeInBackground(std::exchange(m_comparison, compared ? std::move(compared->comparison) : nullptr));
  m_annotations = compared ? std::move(compared->annotations) : std::vector<std::string>();
  m_work = nullptr;
  explain();
  Q_EMIT this->compared();
}

/// Args of all operators are read for it: what does not need them is shown before.
void RunsSession::explain() {
  using Work = std::shared_ptr<const ComparedWork>;
  m_explaining = {};
  if (m_comparison) {
    std::vector<std::shared_ptr<const Trace>> traces;
    std::ranges::transform(m_comparison->runs, std::back_inserter(traces), &ComparedRun::trace);
    auto work = [comparison = m_comparison](const std::stop_token& stop, Progress&) -> Expected<Work> {
      return std::make_shared<const ComparedWork>(compareWork(*comparison, stop));
    };
    m_explaining = Job<Work>(readingAllOf(std::move(traces), std::move(work)), [this](Expected<Work> made) {
      if (made) {
        m_work = std::move(*made);
        Q_EMIT explained();
      }
      Q_EMIT settled();
    });
  }
}

void RunsSession::accept(const std::vector<NamePair>& pairs) {
  std::vector<NamePair>& known = m_pairs[m_key];
  known.insert(known.end(), pairs.begin(), pairs.end());
  compare();
}

void RunsSession::undo(const NamePair& pair) {
  std::erase(m_pairs[m_key], NamePair{pair});
  compare();
}

void RunsSession::part(const std::string& name) {
  std::erase_if(m_pairs[m_key], [&](const NamePair& pair) { return pair.first == name; });
  compare();
}

void RunsSession::reject(const NamePair& pair) {
  m_rejected[m_key].push_back(pair);
}

}  // namespace kernline::ui
