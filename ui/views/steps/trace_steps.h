// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about the steps of a trace, found or chosen.
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

/// The user's choice of steps, to be found again in another trace; StepSource::Whole for none.
struct StepWish {
  StepSource source = StepSource::Whole;
  std::string name;

  bool operator==(const StepWish&) const = default;
};

/// The steps of a document's trace, found and measured on devices off the GUI thread, and those that the user chose.
/// Everything that shows steps follows it.
class TraceSteps : public QObject {
  Q_OBJECT

 public:
  using Candidates = std::vector<std::shared_ptr<const FoundSteps>>;

  explicit TraceSteps(QObject* parent = nullptr);

  /// Looks for the steps of `trace`: those that the user chose, if it has them. nullptr if there is no whole trace.
  void setTrace(std::shared_ptr<const Trace> trace);
  [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return m_trace; }
  /// Returns the steps of `trace`; nullptr until found. Empty if the trace has none; of StepSource::Whole if none are
  /// wanted.
  [[nodiscard]] const std::shared_ptr<const FoundSteps>& found() const { return m_found; }

  /// Looks for all that may be the steps, unless that is done.
  void requestCandidates();
  /// The best first; empty until they are found.
  [[nodiscard]] const Candidates& candidates() const { return m_candidates; }
  [[nodiscard]] bool isLookingForCandidates() const { return m_looking.isRunning(); }
  /// One of the candidates; std::nullopt for no steps at all.
  void choose(std::optional<std::size_t> candidate);
  /// Takes over the choice of `other`, for the same trace or another.
  void chooseLike(const TraceSteps& other);
  /// Sets the steps to choose in the next trace, if it has them.
  void setWish(std::optional<StepWish> wish) { m_wish = std::move(wish); }
  /// nullopt for the best there are.
  [[nodiscard]] const std::optional<StepWish>& wish() const { return m_wish; }

  [[nodiscard]] bool isBusy() const { return m_finding.isRunning(); }

 Q_SIGNALS:
  void changed();
  void chosen();  ///< emitted for a choice of the user; follows `changed`
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
