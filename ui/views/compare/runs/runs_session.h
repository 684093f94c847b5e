// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/runs/run_comparison.h"
#include "core/compare/runs/run_work.h"
#include "ui/kit/jobs/job.h"
#include "ui/views/compare/runs/chosen_runs.h"
#include "ui/views/compare/runs/pairs_panel.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernline::ui {

/// A comparison of recordings as it goes on: which runs, by what, the user's pairs of renamed rows, and the results of
/// it.
class RunsSession : public QObject {
  Q_OBJECT

 public:
  explicit RunsSession(QObject* parent = nullptr);
  ~RunsSession() override;

  [[nodiscard]] ChosenRuns& choice() { return m_choice; }
  [[nodiscard]] const ChosenRuns& choice() const { return m_choice; }
  /// Changes which runs are compared, and compares them.
  void change(const std::function<void(ChosenRuns&)>& what);
  void setOpen(std::vector<OpenRun> runs);
  /// The run whose change is shown, as long as the present comparison has it: a new one may be under way.
  [[nodiscard]] std::size_t shown() const;

  /// Sets the key that matches kernels (std::nullopt for the one that fits), and the name of steps (empty to find
  /// them), from the next comparison on.
  void setKey(std::optional<RunKey> key) { m_key = key; }
  void setStep(std::string name) { m_step = std::move(name); }
  [[nodiscard]] std::optional<RunKey> key() const { return m_key; }
  void compare();
  /// Ends what is under way: without a comparison there is none then.
  void stop();
  /// Begins again what was ended.
  void resume();

  /// nullptr if none, or not yet.
  [[nodiscard]] const std::shared_ptr<const RunComparison>& comparison() const { return m_comparison; }
  /// Returns the work of the current comparison; nullptr until known.
  [[nodiscard]] const std::shared_ptr<const ComparedWork>& work() const { return m_work; }
  /// Annotations that all runs have.
  [[nodiscard]] const std::vector<std::string>& annotations() const { return m_annotations; }
  /// Reason why there is no comparison.
  [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }
  [[nodiscard]] bool isBusy() const { return m_job.isRunning() || m_explaining.isRunning(); }

  [[nodiscard]] const std::vector<NamePair>& pairs() { return m_pairs[m_key]; }
  [[nodiscard]] const std::vector<NamePair>& rejected() { return m_rejected[m_key]; }
  void accept(const std::vector<NamePair>& pairs);
  void undo(const NamePair& pair);
  /// Parts the row of this name of the base.
  void part(const std::string& name);
  void reject(const NamePair& pair);

 Q_SIGNALS:
  void chosen();     ///< other runs, or another name or order
  void compared();   ///< the shown comparison has changed
  void explained();  ///< the work of the comparison has arrived
  void started();    ///< a comparison is under way
  void settled();    ///< none is

 private:
  struct Compared {
    std::shared_ptr<const RunComparison> comparison;
    std::vector<std::string> annotations;
  };

  void adopt(Expected<Compared> compared);
  void explain();

  ChosenRuns m_choice;
  std::optional<RunKey> m_key;
  std::string m_step;
  std::map<std::optional<RunKey>, std::vector<NamePair>> m_pairs;
  std::map<std::optional<RunKey>, std::vector<NamePair>> m_rejected;
  std::shared_ptr<const RunComparison> m_comparison;
  std::vector<std::string> m_annotations;
  std::optional<Error> m_failure;
  Job<Compared> m_job;
  std::shared_ptr<const ComparedWork> m_work;
  Job<std::shared_ptr<const ComparedWork>> m_explaining;
};

}  // namespace kernline::ui
