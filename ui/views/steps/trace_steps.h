// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/model/trace/trace.h"
#include "ui/kit/jobs/job.h"

#include <QObject>

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kernline::ui {

/// What a person chose as steps, so that it is found again in another trace; StepSource::Whole: none.
struct StepWish {
  StepSource source = StepSource::Whole;
  std::string name;

  bool operator==(const StepWish&) const = default;
};

/// The steps of a document's trace, found off the GUI thread, and which of them a person chose. Everything that shows
/// steps follows it.
class TraceSteps : public QObject {
  Q_OBJECT

 public:
  using Candidates = std::vector<std::shared_ptr<const FoundSteps>>;

  explicit TraceSteps(QObject* parent = nullptr);

  /// Looks for the steps of `trace`: those that a person chose, if it has them. nullptr: there is no whole trace.
  void setTrace(std::shared_ptr<const Trace> trace);
  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  /// Of `trace`; nullptr until they are found. Without any where the trace has none; of StepSource::Whole where nobody
  /// wants any.
  [[nodiscard]] const std::shared_ptr<const FoundSteps>& found() const { return m_found; }

  /// Looks for all that may be the steps, unless that is done.
  void requestCandidates();
  /// The best first; empty until they are found.
  [[nodiscard]] const Candidates& candidates() const { return m_candidates; }
  [[nodiscard]] bool isLookingForCandidates() const { return m_looking.isRunning(); }
  /// One of the candidates; nothing: no steps at all.
  void choose(std::optional<std::size_t> candidate);
  /// What `other` has chosen, of the same trace or another.
  void chooseLike(const TraceSteps& other);
  /// What the next trace's steps are to be, if it has them.
  void setWish(std::optional<StepWish> wish) { m_wish = std::move(wish); }
  /// Nothing: the best there are.
  [[nodiscard]] const std::optional<StepWish>& wish() const { return m_wish; }

  [[nodiscard]] bool isBusy() const { return m_finding.isRunning(); }

 Q_SIGNALS:
  void changed();
  void chosen();  ///< by a person; follows `changed`
  void candidatesChanged();

 private:
  void find();
  void take(std::shared_ptr<const FoundSteps> found);
  static Candidates lookIn(const Trace& trace, const std::stop_token& stop);
  static std::shared_ptr<const FoundSteps> wished(const Trace& trace, const std::optional<StepWish>& wish,
                                                  const std::stop_token& stop);

  std::shared_ptr<const Trace> m_trace;
  std::optional<StepWish> m_wish;
  std::shared_ptr<const FoundSteps> m_found;
  Candidates m_candidates;
  Job<std::shared_ptr<const FoundSteps>> m_finding;
  Job<Candidates> m_looking;
};

}  // namespace kernline::ui
